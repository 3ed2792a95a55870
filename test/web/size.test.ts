/**
 * The size of what a page loads: each function brings what it uses, and no more.
 *
 * Oracle   esbuild with tree shaking, and gzip, over the package by its own name; what must not be in a bundle is looked for by its words.
 * Covers   the entry `leitong/browser` and the condition `browser` of `leitong`; the bundles run in Node.
 */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import type { dedupe as browserDedupe, createIndex as browserIndex } from '../../src/browser.js'
import { compare, fingerprint } from '../../src/index.js'
import { temporaryFolder } from '../support/files.js'

/** Kilobytes, gzipped; docs/library.md states the sizes. */
const DEDUPE_KB = 156
const INDEX_KB = 150
/** What `dedupe` and `createIndex` load when they are given rows. */
const ROWS_KB = 48
const INDEX_ROWS_KB = 27

const folder = temporaryFolder()
const root = new URL('../../', import.meta.url).pathname
mkdirSync(join(folder, 'node_modules'))
symlinkSync(root, join(folder, 'node_modules/leitong'))

interface Bundle {
  /** Where its program is. */
  readonly path: string
  /** Modules of what loads at once. */
  readonly inputs: string[]
  /** Bytes of it, and of what loads when it is asked for. */
  readonly zipped: number
  readonly later: number
}

/** @param splitting  what loads later is a file of its own */
async function bundle(contents: string, splitting = false): Promise<Bundle> {
  const outdir = mkdtempSync(join(folder, 'bundle-'))
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    splitting,
    minify: true,
    format: 'esm',
    platform: 'browser',
    outdir,
    outExtension: { '.js': '.mjs' },
    entryNames: 'program',
    absWorkingDir: folder,
    metafile: true,
    write: false,
  })
  const entry = join(outdir, 'program.mjs')
  const outputs = new Map(Object.entries(metafile.outputs).map(([name, output]) => [join(folder, name), output]))
  const atOnce = new Set([entry])
  for (const path of atOnce)
    for (const { path: imported, kind } of outputs.get(path)?.imports ?? [])
      if (kind === 'import-statement') atOnce.add(join(folder, imported))
  // What functions load that are not in the bundle has a file too, which nobody asks for.
  const ever = new Set(atOnce)
  for (const path of ever) for (const { path: imported } of outputs.get(path)?.imports ?? []) ever.add(join(folder, imported))
  const sizes = { zipped: 0, later: 0 }
  for (const { path, contents: code } of outputFiles) {
    writeFileSync(path, code)
    if (ever.has(path)) sizes[atOnce.has(path) ? 'zipped' : 'later'] += gzipSync(code, { level: 9 }).length
  }
  const inputs = [...atOnce].flatMap((path) =>
    Object.entries(outputs.get(path)?.inputs ?? {}).flatMap(([name, { bytesInOutput }]) => (bytesInOutput ? [name] : [])),
  )
  return { path: entry, inputs, ...sizes }
}

const run = async <Library>({ path }: Bundle): Promise<Library> => (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Library

it.each(['leitong', 'leitong/browser'])('compare of %s is at most 120 KB gzipped', async (entry) => {
  const bundled = await bundle(`export { compare } from '${entry}'`)
  expect(bundled.zipped).toBeLessThanOrEqual(120 * 1024)
  expect(bundled.inputs.filter((name) => /generating|hmm\.generated|hamming-plan/.test(name))).toEqual([])
  const library = await run<{ compare: typeof compare }>(bundled)
  const texts = ['Die Fähre fährt alle vierzig Minuten. 我们喜欢读书。', 'Die Fähre fährt alle fünfzig Minuten. 我們喜歡讀書。'] as const
  const options = { normalize: ['nfkc', 'case', 'traditional'] } as never
  expect(library.compare(...texts, options)).toEqual(compare(...texts, options))
})

it('parts without the kernel go without it', async () => {
  const { inputs, zipped } = await bundle("export { hammingDistance, estimateJaccard, chooseBands } from 'leitong/stages'")
  expect(inputs.filter((name) => name.includes('generated'))).toEqual([])
  expect(zipped).toBeLessThan(8 * 1024)
})

it('fingerprints leave the generators and the dictionary out', async () => {
  const bundled = await bundle("export { fingerprint } from 'leitong/browser'")
  expect(bundled.inputs.filter((name) => /generating|hmm\.generated/.test(name))).toEqual([])
  const library = await run<{ fingerprint: typeof fingerprint }>(bundled)
  expect(library.fingerprint('one and the same')).toEqual(fingerprint('one and the same'))
})

it('dedupe works from a bundle, and says how much it weighs', async () => {
  const bundled = await bundle("export { dedupe } from 'leitong/browser'", true)
  expect(bundled.inputs.filter((name) => /generating|hmm\.generated|stores\/|formats\/csv/.test(name))).toEqual([])
  expect(bundled.zipped).toBeLessThanOrEqual(DEDUPE_KB * 1024)
  const library = await run<{ dedupe: typeof browserDedupe }>(bundled)
  const result = await library.dedupe(['one and the same', 'another text of its own', 'One and the same!'])
  expect([...result.removed()].map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([[2, 0]])
  // Rows load when they are asked for.
  expect(bundled.inputs.filter((name) => /matching\/(?:kinds\/(?!kind|reading|settings)|judge|candidates)/.test(name))).toEqual([])
  expect(bundled.later).toBeLessThanOrEqual(ROWS_KB * 1024)
  const rows = Array.from({ length: 6 }, (_, i) => ({ id: i, name: ['Anna Berger', 'Clara Dreher', 'Hugo Falk'][i % 3], town: 'Graz' }))
  const ofRows = await library.dedupe(rows, { measure: 'fields', threshold: 0.9 })
  expect([...ofRows.removed()].map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([
    [3, 0],
    [4, 1],
    [5, 2],
  ])
})

it('createIndex works from a bundle, without the stores of servers and files', async () => {
  const bundled = await bundle("export { createIndex } from 'leitong/browser'", true)
  expect(bundled.inputs.filter((name) => /generating|hmm\.generated|stores\/(lmdb|sql|redis|mongodb)|formats\/csv/.test(name))).toEqual([])
  expect(bundled.zipped).toBeLessThanOrEqual(INDEX_KB * 1024)
  const { createIndex } = await run<{ createIndex: typeof browserIndex }>(bundled)
  const index = createIndex()
  await index.add({ id: 1, text: 'one and the same' })
  expect(await index.addIfNew({ id: 2, text: 'One and the same!' })).toMatchObject({ status: 'duplicate', duplicateOf: 1 })
  expect(bundled.inputs.filter((name) => /matching\/(?:kinds\/(?!kind|reading|settings)|judge|record-judge)/.test(name))).toEqual([])
  expect(bundled.later).toBeLessThanOrEqual(INDEX_ROWS_KB * 1024)
  const rows = createIndex({ measure: 'fields', fields: { fields: { name: { kind: 'name' } } } })
  await rows.add({ id: 1, name: 'Anna Berger' })
  expect(await rows.addIfNew({ id: 2, name: 'Anna Bergr' })).toMatchObject({ status: 'duplicate', duplicateOf: 1 })
})
