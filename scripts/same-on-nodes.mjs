/**
 * Runs the command under several Node programs, over one generated input, and compares what it writes, byte for byte.
 *
 *     node scripts/same-on-nodes.mjs NODE...
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const programs = process.argv.slice(2)
if (!programs.length) throw new Error('name at least one program: node scripts/same-on-nodes.mjs node /path/to/another/node')
const command = new URL('../dist/cli/main.js', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'leitong-nodes-'))
const run = (program, ...args) => execFileSync(program, [command, ...args], { cwd: folder, stdio: 'pipe' })

const OUTPUTS = ['kept', 'removed', 'pairs', 'groups']
const SETTINGS = [
  [],
  ['--method', 'simhash', '--distance', '6'],
  ['--method', 'exact', '--keep', 'last'],
  ['--method', 'rare'],
  ['--group-by', 'components', '--memory', '64MB'],
  ['--tokenizer', 'chinese', '--workers', '1'],
  ['--workers', '7'],
]

try {
  const lines = []
  for (let i = 0; i < 20_000; i++) {
    const n = i % 5 === 4 ? i - 3 : i
    const words = Array.from({ length: 12 }, (_, k) => `word${(n * 7919 + k * 104_729) % 9973}`)
    if (i % 7 === 6) words[3] = 'other'
    lines.push(JSON.stringify({ id: i, text: `${words.join(' ')} 关于第${n}件事的说明 ${'é😀'.slice(0, 1 + (n % 3))}` }))
  }
  writeFileSync(join(folder, 'in.jsonl'), `${lines.join('\n')}\n`)
  let differences = 0
  for (const compression of ['', '.gz', '.zst']) {
    if (compression) run(programs[0], 'dedupe', 'in.jsonl', '--method', 'exact', '-q', '-o', `input.jsonl${compression}`)
    for (const setting of SETTINGS) {
      const found = programs.map((program) => {
        const input = compression ? `input.jsonl${compression}` : 'in.jsonl'
        run(program, 'dedupe', input, ...setting, '-q', '-o', 'kept', ...OUTPUTS.slice(1).flatMap((kind) => [`--${kind}`, kind]))
        return createHash('sha256')
          .update(Buffer.concat(OUTPUTS.map((kind) => readFileSync(join(folder, kind)))))
          .digest('hex')
          .slice(0, 16)
      })
      const isSame = new Set(found).size === 1
      if (!isSame) differences++
      console.log(
        `${isSame ? 'same' : 'DIFFERENT'}  ${compression || 'plain'} ${setting.join(' ') || 'defaults'}  ${[...new Set(found)].join(' ')}`,
      )
    }
  }
  const versions = programs.map((program) => execFileSync(program, ['--version'], { encoding: 'utf8' }).trim())
  console.log(`${versions.join(', ')}: ${differences} of ${3 * SETTINGS.length} differ`)
  process.exitCode = differences ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
