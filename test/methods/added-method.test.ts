/**
 * A new method is one file and a line on each of the two shelves: the build, with `added/prefix.mjs` beside the methods that it has, carries it out at every door.
 *
 * Oracle   the first twelve characters of each text, compared here.
 * Covers   the command, its help and an index of it; the library over documents and files, with workers; documents in memory; live indexes.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { jsonLines, temporaryFolder, writeLines } from '../support/files.js'

const root = new URL('../../', import.meta.url).pathname
const folder = temporaryFolder()
const dist = join(folder, 'dist')
const input = join(folder, 'texts.jsonl')
const DOCUMENTS = [
  { id: 'a', text: 'The committee met on Tuesday.' },
  { id: 'b', text: 'Ice cream sales rose in July.' },
  { id: 'c', text: 'The committee asked for a second report.' },
  { id: 'd', text: 'The committed met.' },
  { id: 'e', text: 'Ice cream melts.' },
]
const ALIKE = DOCUMENTS.flatMap(({ id, text }, i) => {
  const first = DOCUMENTS.slice(0, i).find((other) => other.text.slice(0, 12) === text.slice(0, 12))
  return first ? [{ id, duplicateOf: first.id }] : []
})

beforeAll(() => {
  cpSync(join(root, 'dist'), dist, { recursive: true, filter: (path) => !path.endsWith('/bundle') })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(root, 'test/methods/added/prefix.mjs'), join(dist, 'methods/prefix.js'))
  for (const [shelf, line, added] of [
    ['methods.js', 'export const METHODS = { ', 'prefix'],
    ['searches.js', 'const SEARCHES = {', 'prefix: prefixSearch'],
  ] as const) {
    const path = join(dist, 'methods', shelf)
    const lines = readFileSync(path, 'utf8')
    expect(lines).toContain(line)
    writeFileSync(path, `import { prefix, prefixSearch } from './prefix.js'\n${lines.replace(line, `${line}${added}, `)}`)
  }
  writeLines(input, DOCUMENTS)
})

const run = (...args: string[]) =>
  execFileSync(process.execPath, [join(dist, 'cli/main.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })

it('by the command', () => {
  run('dedupe', input, '--method', 'prefix', '--removed', join(folder, 'removed'), '-q')
  const removed = jsonLines(join(folder, 'removed')).map((line) => ({ id: line['id'], duplicateOf: line['duplicate_of'] }))
  expect(removed).toEqual(ALIKE)
  expect(run('dedupe', '--help')).toMatch(/prefix:\s+the\s+same\s+twelve\s+characters/)
  run('index', 'create', join(folder, 'index'), '--method', 'prefix')
  const added = run('index', 'add', join(folder, 'index'), input)
  expect(
    added
      .trim()
      .split('\n')
      .filter((line) => JSON.parse(line).status === 'duplicate'),
  ).toHaveLength(ALIKE.length)
})

it('by the library, in memory, and in live indexes', async () => {
  const library = (await import(join(dist, 'index.js'))) as typeof import('../../src/index.js')
  const browser = (await import(join(dist, 'browser.js'))) as typeof import('../../src/browser.js')
  const options = { method: 'prefix' } as never
  const removedOf = async (result: { removed(): Iterable<{ id: unknown; duplicateOf: unknown }>; close(): Promise<void> }) => {
    const removed = Array.from(result.removed(), ({ id, duplicateOf }) => ({ id, duplicateOf }))
    await result.close()
    return removed
  }
  expect(await removedOf(await library.dedupe(DOCUMENTS, options))).toEqual(ALIKE)
  expect(await removedOf(await library.dedupe({ files: [input] }, { ...(options as object), workers: 2 }))).toEqual(ALIKE)
  expect(await removedOf(await browser.dedupe(DOCUMENTS, options))).toEqual(ALIKE)
  for (const index of [await library.openIndex('memory:added', options), browser.createIndex(options)]) {
    const found: { id: unknown; duplicateOf: unknown }[] = []
    for (const document of DOCUMENTS) {
      const { id, status, duplicateOf } = await index.addIfNew(document)
      if (status === 'duplicate') found.push({ id, duplicateOf })
    }
    expect(found).toEqual(ALIKE)
    await index.close()
  }
})
