/**
 * What a start loads: modules, not milliseconds.
 *
 * Oracle   the loader of Node, which is asked for every module.
 * Covers   the version alone; a batch of texts, which needs nothing that compares rows, keeps indexes or evaluates; how many files the
 *          command and the library are started from, and which packages they load.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMMAND, temporaryFolder, UNBUNDLED, writeLines } from './support/files.js'

const folder = temporaryFolder()
const dist = new URL('../dist/', import.meta.url).href

/** Files that Node loads on the thread of a program, but for those that are part of Node. */
function filesLoadedBy(program: readonly string[]): string[] {
  const list = join(folder, 'loaded')
  const hook = `import { appendFileSync } from 'node:fs'
    export async function load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context) }`
  const start = `import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}))`
  writeFileSync(join(folder, 'start.mjs'), start)
  writeFileSync(list, '')
  execFileSync(process.execPath, ['--import', join(folder, 'start.mjs'), ...program], { cwd: folder })
  const urls = readFileSync(list, 'utf8').trim().split('\n')
  return urls.filter((url) => !url.startsWith('node:')).map((url) => url.replace(dist, ''))
}

/** Modules of the package that a run of the command loads. */
const loadedBy = (args: readonly string[]) => filesLoadedBy([UNBUNDLED, ...args]).filter((url) => !url.startsWith('file:'))

it.each(['--version', '-V'])('loads two modules for %s', (flag) => {
  expect(loadedBy([flag]).sort()).toEqual(['cli/main.js', 'version.js'])
})

it('loads nothing that a batch of texts does not need', () => {
  writeLines(join(folder, 'texts.jsonl'), [
    { id: 1, text: 'the same words in the same order' },
    { id: 2, text: 'the same words in the same order' },
  ])
  const loaded = loadedBy(['dedupe', 'texts.jsonl'])
  expect(loaded).toContain('jobs/dedupe/dedupe.js')
  expect(loaded).not.toContain('jobs/dedupe/rows/search.js')
  const needless = loaded.filter((module) =>
    /^(matching|evaluating|research\/(evaluate|rivals)|stores|jobs\/(live|sync|tune|link))\//.test(module),
  )
  // The summary names models by their checksum, and a fields file is read by the names of kinds and their settings.
  expect(needless.sort()).toEqual([
    'matching/estimate.js',
    'matching/kinds/kind.js',
    'matching/kinds/reading.js',
    'matching/kinds/settings.js',
    'matching/model/model-json.js',
    'matching/written/dates.js',
    'matching/written/months.js',
    'matching/written/numbers.js',
  ])
})

/** Names of packages, of addresses in node_modules. */
const packagesOf = (urls: readonly string[]) =>
  new Set(urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []))

it('starts the command for a batch from eight files, one package among them', () => {
  writeLines(join(folder, 'few.jsonl'), [{ id: 1, text: 'a text' }])
  const loaded = filesLoadedBy([COMMAND, 'dedupe', 'few.jsonl'])
  expect([...packagesOf(loaded)]).toEqual(['commander'])
  expect(loaded.filter((url) => url.startsWith('bundle/')).length, loaded.join(' ')).toBeLessThanOrEqual(8)
  expect(filesLoadedBy([COMMAND, '--version']).sort()).toEqual(['bundle/leitong.js', 'bundle/version.js'])
})

it('starts the library from five files and no package', () => {
  const program = join(folder, 'library.mjs')
  writeFileSync(program, `import ${JSON.stringify(`${dist}bundle/index.js`)}`)
  const loaded = filesLoadedBy([program]).filter((url) => !url.endsWith('library.mjs'))
  expect(
    loaded.every((url) => url.startsWith('bundle/')),
    loaded.join(' '),
  ).toBe(true)
  expect(loaded.length).toBeLessThanOrEqual(5)
})
