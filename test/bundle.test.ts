/**
 * The bundle that a user starts: does it do what the modules do that it is made of?
 *
 * Oracle   the command out of its plain modules.
 * Covers   files beside a module (dictionary, page of the report), packages that are loaded late, worker threads, one class of errors.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMMAND, temporaryFolder, UNBUNDLED, writeLines } from './support/files.js'

const folder = temporaryFolder()

function outputsOf(command: string, name: string, args: readonly string[]): string[] {
  const [kept, groups, report] = ['jsonl', 'groups.jsonl', 'html'].map((ending) => join(folder, `${name}.${ending}`)) as [
    string,
    string,
    string,
  ]
  execFileSync(process.execPath, [command, 'dedupe', ...args, '-o', kept, '--groups', groups, '--report', report], {
    cwd: folder,
    stdio: 'pipe',
  })
  // The page says how long the run took.
  return [readFileSync(kept, 'utf8'), readFileSync(groups, 'utf8'), readFileSync(report, 'utf8').slice(0, 2000)]
}

function both(args: readonly string[]): void {
  const plain = outputsOf(UNBUNDLED, 'plain', args)
  expect(outputsOf(COMMAND, 'bundled', args)).toEqual(plain)
  expect(plain[1]).toContain('"members"')
}

it('writes the same of texts whose words a dictionary knows', () => {
  writeLines(join(folder, 'zh.jsonl'), [
    { id: 1, text: '小区的供暖温度不达标，居民多次向物业反映没有结果。' },
    { id: 2, text: '小区的供暖温度不达标，居民多次向物业反映没有结果！' },
  ])
  both(['zh.jsonl', '--tokenizer', 'chinese', '--ngram', '1'])
})

it('writes the same of more than one thread is given', () => {
  const words = (seed: number) => Array.from({ length: 60 }, (_, i) => `w${(seed * 7919 + i * i) % 9973}`).join(' ')
  writeLines(
    join(folder, 'many.jsonl'),
    Array.from({ length: 9000 }, (_, id) => ({ id, text: words(id % 8000) })),
  )
  both(['many.jsonl', '--workers', '2'])
})

it('reads web pages', () => {
  for (const name of ['a', 'b']) writeFileSync(join(folder, `page-${name}.html`), `<title>${name}</title><p>one &amp; the same page</p>`)
  const run = (command: string) => {
    const printed = execFileSync(process.execPath, [command, 'dedupe', 'page-*.html', '--json'], { cwd: folder, encoding: 'utf8' })
    const { documents, removed, rejects, plan } = JSON.parse(printed)
    return { documents, removed, rejects, plan }
  }
  expect(run(COMMAND)).toEqual(run(UNBUNDLED))
  expect(run(COMMAND)).toMatchObject({ documents: 2, removed: 1, rejects: 0 })
})

it('throws errors of the class that the library exports', () => {
  const program = `import { dedupe, LeitongError } from 'leitong'
    try { await dedupe({ files: ['nowhere.jsonl'] }) } catch (error) { console.log(error instanceof LeitongError, error.code) }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  })
  expect(stdout.trim()).toBe('true SOURCE_MISSING')
})
