/**
 * Every table of quality of docs/papers.md, measured again: prints each figure that differs from the record.
 *
 *     npm run --silent build && LEITONG_DATA=FOLDER npx tsx bench/papers/run.ts [--record] [NAME …]
 *
 * Names are those of runs.ts; without one all are run (an hour on two cores). Without LEITONG_DATA the runs on real sets are left out, and that is said.
 * --record  writes bench/papers/record/NAME.json and the tables of docs/papers.md.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figuresOf, type Record as Recorded, recordOf, recordPath } from './record.ts'
import { RUNS } from './runs.ts'
import { writeTables } from './tables.ts'

const root = new URL('../../', import.meta.url).pathname
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = names.find((name) => !(name in RUNS))
if (unknown) throw new Error(`no run "${unknown}": ${Object.keys(RUNS).join(', ')}`)
const isRecording = process.argv.includes('--record')
const data = process.env['LEITONG_DATA']
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const folder = mkdtempSync(join(tmpdir(), 'leitong-papers-'))
const leitong = (args: readonly string[]) =>
  execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

let differing = 0
try {
  for (const name of names.length ? names : Object.keys(RUNS)) {
    const { flags, generate } = RUNS[name] as (typeof RUNS)[string]
    const isReal = flags.some((flag) => flag.startsWith('DATA'))
    if (isReal && !data) {
      console.log(`${name}: left out, LEITONG_DATA names no folder of real sets`)
      continue
    }
    const file = join(folder, `${name}.jsonl`)
    if (generate) leitong(['generate', ...generate, '-q', '-o', file])
    const given = flags.map((flag) => (flag === 'FILE' ? file : flag.replace(/^DATA/, data ?? '')))
    const figures = figuresOf(JSON.parse(leitong(['evaluate', ...given, '--json'])))
    const recorded = existsSync(recordPath(name)) ? recordOf(name).figures : {}
    const changes = Object.keys({ ...recorded, ...figures }).filter((key) => recorded[key] !== figures[key])
    differing += changes.length
    console.log(`${name}: ${Object.keys(figures).length} figures, ${changes.length} differ`)
    for (const key of changes) console.log(`  ${key}: ${recorded[key] ?? 'none'} in the record, ${figures[key] ?? 'none'} now`)
    const record: Recorded = { commit, flags, ...(generate ? { generate } : {}), figures }
    if (isRecording) writeFileSync(recordPath(name), `${JSON.stringify(record, null, 2)}\n`)
  }
  if (isRecording) writeTables()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = differing && !isRecording ? 1 : 0
