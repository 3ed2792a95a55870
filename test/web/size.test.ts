/**
 * The size of what a page loads: each function brings what it uses, and no more.
 *
 * Oracle   esbuild with tree shaking, and gzip, over the package by its own name; what must not be in a bundle is looked for by its words.
 * Covers   the entry `leitong/browser` and the condition `browser` of `leitong`; the bundles run in Node.
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import type { dedupe as browserDedupe, createIndex as browserIndex } from '../../src/browser.js'
import { compare, fingerprint } from '../../src/index.js'
import { temporaryFolder } from '../support/files.js'

/** Kilobytes, gzipped; docs/library.md states the sizes. */
const DEDUPE_KB = 139
const INDEX_KB = 138

const folder = temporaryFolder()
const root = new URL('../../', import.meta.url).pathname
mkdirSync(join(folder, 'node_modules'))
symlinkSync(root, join(folder, 'node_modules/leitong'))

async function bundle(contents: string): Promise<{ code: Uint8Array; inputs: string[]; zipped: number }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  })
  const code = outputFiles[0]?.contents as Uint8Array
  const [output] = Object.values(metafile.outputs)
  const inputs = Object.entries(output?.inputs ?? {}).flatMap(([name, { bytesInOutput }]) => (bytesInOutput ? [name] : []))
  return { code, inputs, zipped: gzipSync(code, { level: 9 }).length }
}

async function run<Library>(code: Uint8Array, name: string): Promise<Library> {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(path, code)
  const library = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Library
  rmSync(path)
  return library
}

it.each(['leitong', 'leitong/browser'])('compare of %s is at most 120 KB gzipped', async (entry) => {
  const { code, inputs, zipped } = await bundle(`export { compare } from '${entry}'`)
  expect(zipped).toBeLessThanOrEqual(120 * 1024)
  expect(inputs.filter((name) => /generating|hmm\.generated|hamming-plan/.test(name))).toEqual([])
  const library = await run<{ compare: typeof compare }>(code, entry.replace('/', '-'))
  const texts = ['Die Fähre fährt alle vierzig Minuten. 我们喜欢读书。', 'Die Fähre fährt alle fünfzig Minuten. 我們喜歡讀書。'] as const
  const options = { normalize: ['nfkc', 'case', 'traditional'] } as never
  expect(library.compare(...texts, options)).toEqual(compare(...texts, options))
})

it('parts without the kernel go without it', async () => {
  const { inputs, zipped } = await bundle("export { hammingDistance, estimateJaccard, chooseBands } from 'leitong/browser'")
  expect(inputs.filter((name) => name.includes('generated'))).toEqual([])
  expect(zipped).toBeLessThan(8 * 1024)
})

it('fingerprints leave the generators and the dictionary out', async () => {
  const { code, inputs } = await bundle("export { fingerprint } from 'leitong/browser'")
  expect(inputs.filter((name) => /generating|hmm\.generated/.test(name))).toEqual([])
  const library = await run<{ fingerprint: typeof fingerprint }>(code, 'fingerprint')
  expect(library.fingerprint('one and the same')).toEqual(fingerprint('one and the same'))
})

it('dedupe works from a bundle, and says how much it weighs', async () => {
  const { code, inputs, zipped } = await bundle("export { dedupe } from 'leitong/browser'")
  expect(inputs.filter((name) => /generating|hmm\.generated|stores\/|formats\/csv/.test(name))).toEqual([])
  expect(zipped).toBeLessThanOrEqual(DEDUPE_KB * 1024)
  const library = await run<{ dedupe: typeof browserDedupe }>(code, 'dedupe')
  const result = await library.dedupe(['one and the same', 'another text of its own', 'One and the same!'])
  expect([...result.removed()].map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([[2, 0]])
})

it('createIndex works from a bundle, without the stores of servers and files', async () => {
  const { code, inputs, zipped } = await bundle("export { createIndex } from 'leitong/browser'")
  expect(inputs.filter((name) => /generating|hmm\.generated|stores\/(lmdb|sql|redis|mongodb)|formats\/csv/.test(name))).toEqual([])
  expect(zipped).toBeLessThanOrEqual(INDEX_KB * 1024)
  const index = (await run<{ createIndex: typeof browserIndex }>(code, 'index')).createIndex()
  await index.add({ id: 1, text: 'one and the same' })
  expect(await index.addIfNew({ id: 2, text: 'One and the same!' })).toMatchObject({ status: 'duplicate', duplicateOf: 1 })
})
