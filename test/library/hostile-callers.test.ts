/**
 * Callers without types, and callers whose own code fails: each mistake is told where it was made.
 *
 * Covers   outputs that are no paths or have no such name; iterables and getters that throw; streams that fail before they are read; fields files with hostile names.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as browser from '../../src/browser.js'
import * as node from '../../src/index.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'

const { dedupe } = node

const DOCUMENTS = [
  { id: 1, text: 'The island ferry will run every forty minutes.' },
  { id: 2, text: 'The town library opens on Sundays again.' },
]

it.each([
  [{ output: 5 }, 'OPTION_VALUE'],
  [{ report: true }, 'OPTION_VALUE'],
  [{ removed: '' }, 'OPTION_VALUE'],
  [{ outptu: 'x' }, 'OPTION_UNKNOWN'],
])('an output that is none is refused: %j', async (paths, code) => {
  await using result = await dedupe(DOCUMENTS)
  await expect(result.write(paths as never)).rejects.toMatchObject({ code })
})

it('an error of the iterable, or of a getter in it, comes through as it is', async () => {
  const mine = new Error('of the caller')
  const generator = (function* () {
    yield DOCUMENTS[0] as (typeof DOCUMENTS)[0]
    throw mine
  })()
  await expect(dedupe(generator)).rejects.toBe(mine)
  const getter = {
    id: 1,
    get text(): string {
      throw mine
    },
  }
  await expect(dedupe([getter])).rejects.toBe(mine)
})

it('an error of a stream is told, also when it comes while the engine is loaded', () => {
  const program = `
    import { Readable } from 'node:stream'
    import { dedupe, link } from ${JSON.stringify(new URL('../../dist/bundle/index.js', import.meta.url).href)}
    const failing = () => {
      const stream = new Readable({ objectMode: true, read() {} })
      process.nextTick(() => stream.destroy(new Error('boom')))
      return stream
    }
    for (const job of [() => link([{ id: 1, text: 'a' }], failing()), () => dedupe(failing())])
      await job().then(() => console.log('nothing'), (error) => console.log(error.message))`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })).toBe('boom\nboom\n')
})

it('a fields file with the names of a prototype is refused in words', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'r.csv'), 'id,name\n1,Ann\n2,Bob\n')
  for (const name of ['__proto__', 'constructor', 'toString']) {
    writeFileSync(join(folder, 'f.json'), `{"fields":{"name":{"${name}":{}}}}`)
    const { code, stderr } = await leitong(['dedupe', 'r.csv', '--fields', 'f.json'], { cwd: folder })
    expect(stderr).toContain(`unknown "${name}"`)
    expect(code).toBe(2)
  }
})

it('a configuration file with an output that is no path is refused in words', async () => {
  const folder = temporaryFolder()
  writeLines(join(folder, 'in.jsonl'), DOCUMENTS)
  writeFileSync(join(folder, 'c.json'), '{"output": 5}')
  const { code, stderr } = await leitong(['dedupe', 'in.jsonl', '--config', 'c.json'], { cwd: folder })
  expect(stderr).toContain('"output" cannot be 5')
  expect(code).toBe(2)
  expect(readdirSync(folder).sort()).toEqual(['c.json', 'in.jsonl'])
})

it('a file whose name is not UTF-8 is named, with what to do', async () => {
  const folder = temporaryFolder()
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xd6, 0xd0]), Buffer.from('.jsonl')]), '{"text":"x"}\n')
  const { code, stderr } = await leitong(['dedupe', folder])
  expect(stderr).toContain('its name is not UTF-8')
  expect(code).toBe(3)
  expect(existsSync(folder)).toBe(true)
})

/** Calls with one wrong argument each; all else is as it should be. */
type Calls = Readonly<Record<string, (wrong: never) => unknown>>

/** What both builds have; the overloads of Node say more of the same. */
type Library = typeof browser
const BUILDS = [node as unknown as Library, browser] as const

/** Their calls. */
const callsOf = (library: Library): Calls => ({
  'dedupe, documents': (wrong) => library.dedupe(wrong),
  'dedupe, options': (wrong) => library.dedupe(DOCUMENTS, wrong),
  'dedupe, signal': (wrong) => library.dedupe(DOCUMENTS, { signal: wrong }),
  'dedupe, onProgress': (wrong) => library.dedupe(DOCUMENTS, { onProgress: wrong }),
  'compare, left': (wrong) => library.compare(wrong, 'x'),
  'compare, right': (wrong) => library.compare('x', wrong),
  'compare, options': (wrong) => library.compare('x', 'y', wrong),
  'fingerprint, text': (wrong) => library.fingerprint(wrong),
  'fingerprint, options': (wrong) => library.fingerprint('x', wrong),
  'createFingerprinter, options': (wrong) => library.createFingerprinter(wrong),
  'createFingerprinter, text': (wrong) => library.createFingerprinter()(wrong),
})
const first = async (items: AsyncIterator<unknown>) => items.next()
const inIndex = async (work: (index: node.LiveIndex) => unknown) => {
  await using index = await node.openIndex('memory:')
  return await work(index)
}
const NODE: Calls = {
  ...callsOf(BUILDS[0]),
  'write, paths': async (wrong) => (await dedupe(DOCUMENTS)).write(wrong),
  'link, a': (wrong) => node.link(wrong, DOCUMENTS),
  'link, b': (wrong) => node.link(DOCUMENTS, wrong),
  'link, options': (wrong) => node.link(DOCUMENTS, DOCUMENTS, wrong),
  'link, signal': (wrong) => node.link(DOCUMENTS, DOCUMENTS, { signal: wrong }),
  'link, paths': async (wrong) => (await node.link(DOCUMENTS, DOCUMENTS)).write(wrong),
  'fingerprintAll, documents': (wrong) => first(node.fingerprintAll(wrong)),
  'fingerprintAll, options': (wrong) => first(node.fingerprintAll(DOCUMENTS, wrong)),
  'open, url': (wrong) => node.openIndex(wrong),
  'open, options': (wrong) => node.openIndex('memory:', wrong),
  'sync, source': (wrong) => inIndex((index) => node.sync(wrong, index)),
  'sync, index': (wrong) => node.sync('in.jsonl', wrong),
  'sync, options': (wrong) => inIndex((index) => node.sync('in.jsonl', index, wrong)),
  'add, document': (wrong) => inIndex((index) => index.add(wrong)),
  'addIfNew, document': (wrong) => inIndex((index) => index.addIfNew(wrong)),
  'addAll, documents': (wrong) => inIndex((index) => first(index.addAll(wrong))),
  'removeAll, ids': (wrong) => inIndex((index) => first(index.removeAll(wrong))),
  'queryAll, texts': (wrong) => inIndex((index) => first(index.queryAll(wrong))),
  'query, options': (wrong) => inIndex((index) => index.query('x', wrong)),
  'import, lines': (wrong) => inIndex((index) => index.import(wrong)),
}
const BROWSER: Calls = {
  ...callsOf(browser),
  'createIndex, options': (wrong) => browser.createIndex(wrong),
  'add, document': (wrong) => browser.createIndex().add(wrong),
  'query, options': (wrong) => browser.createIndex().query('x', wrong),
}
const WRONG: readonly unknown[] = [null, 5, true, 10n, Symbol('wrong'), () => 1]

it.each([
  ...Object.entries(NODE).map((entry) => ['Node', ...entry] as const),
  ...Object.entries(BROWSER).map((entry) => ['a browser', ...entry] as const),
])('an argument of another kind is told in words, in %s: %s', async (_, name, call) => {
  for (const wrong of WRONG) {
    // A function is what is expected there.
    if (name.endsWith('onProgress') && typeof wrong === 'function') continue
    const error = await (async () => call(wrong as never))().then(
      () => undefined,
      (caught: unknown) => caught,
    )
    expect(error, String(wrong)).toBeInstanceOf(node.LeitongError)
    expect(['ARGUMENT', 'INDEX_DOCUMENT'], String(wrong)).toContain((error as node.LeitongError).code)
  }
})

it.each([undefined, () => 1, Symbol('wrong')])('a document that JSON has no form of is refused: %s', async (wrong) => {
  for (const library of BUILDS) await expect(library.dedupe([...DOCUMENTS, wrong] as never)).rejects.toMatchObject({ code: 'ARGUMENT' })
})

it('what JSON has a form of, but no text, is kept and reported', async () => {
  for (const library of BUILDS) {
    await using result = await library.dedupe([...DOCUMENTS, null, 5] as never)
    expect(result.summary.rejects).toBe(2)
    const kept: unknown[] = []
    for await (const document of result.kept()) kept.push(document)
    expect(kept.slice(2)).toEqual([null, 5])
  }
})

it('a signal ends a wait for documents that never come', async () => {
  for (const library of BUILDS) {
    const controller = new AbortController()
    let isReturned = false
    const never = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => controller.abort()),
        async return() {
          isReturned = true
          return { done: true as const, value: undefined }
        },
      }),
    }
    await expect(library.dedupe(never as never, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
    for (let i = 0; i < 200 && !isReturned; i++) await new Promise((resolve) => setTimeout(resolve, 25))
    expect(isReturned).toBe(true)
  }
})

it('an index in memory takes nothing more when it is closed', async () => {
  const document = { id: 1, text: 'The island ferry will run every forty minutes.' }
  for (const index of [await node.openIndex('memory:'), browser.createIndex()]) {
    await index.add(document)
    await index.close()
    await index.close()
    for (const work of [() => index.add(document), () => index.query('x'), () => index.get(1 as never), () => index.remove(1 as never)])
      await expect(work()).rejects.toMatchObject({ code: 'STORE' })
  }
})
