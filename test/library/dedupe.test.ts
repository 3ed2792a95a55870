/**
 * The library: documents in, decisions out.
 *
 * Covers   iterables of every kind; ids and documents come back as they went in; options refused; progress and abort; nothing left
 *          behind; signatures that must not be compared; the examples in examples/, run as they stand.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dedupe, distanceBetween, estimateBetween, fingerprint, fingerprintAll } from '../../src/index.js'
import { hammingDistance } from '../../src/stages.js'
import { jsonLines, temporaryFolder, writeLines } from '../support/files.js'
import { createRandom, createText } from '../support/texts.js'

const folder = temporaryFolder()
const A = 'The quick brown fox jumps over the lazy dog near the old stone bridge.'

describe('dedupe', () => {
  it('takes documents and texts, and gives them back', async () => {
    const documents = [
      { id: 'a', text: A, extra: [1, { x: null }] },
      { id: 2, text: `${A}!` },
      'some other text',
      { text: A.toUpperCase(), n: true },
      { id: 'bad' },
      'some other text',
    ]
    const result = await dedupe(documents, { temp: folder, pairs: true })
    expect([...result.removed()]).toEqual([
      { id: 2, duplicateOf: 'a', similarity: 1, distance: undefined, group: 1 },
      { id: 3, duplicateOf: 'a', similarity: 1, distance: undefined, group: 1 },
      { id: 5, duplicateOf: 2, similarity: 1, distance: undefined, group: 2 },
    ])
    expect([...result.groups()].map(({ group, kept, members }) => [group, kept, members.map(({ id }) => id)])).toEqual([
      [1, 'a', ['a', 2, 3]],
      [2, 2, [2, 5]],
    ])
    expect([...result.pairs()].map(({ a, b }) => [a, b])).toEqual([
      ['a', 2],
      ['a', 3],
      [2, 3],
      [2, 5],
    ])
    expect([...result.rejects()]).toEqual([{ source: '', line: 5, reason: 'no "text"; there are id' }])
    const kept: unknown[] = []
    for await (const document of result.kept()) kept.push(document)
    expect(kept).toEqual([documents[0], documents[2], documents[4]])
    expect(result.summary).toMatchObject({ documents: 5, kept: 3, removed: 3, groups: 2, rejects: 1 })
    await result.close()
    expect(readdirSync(folder)).toEqual([])
  })

  it('takes async iterables and files, and writes what the command writes', async () => {
    async function* stream() {
      for (let i = 0; i < 50; i++) yield { key: i, body: `${A} ${i % 5} ${createText(createRandom(i % 5), 20)}` }
    }
    const options = { temp: folder, idField: 'key', textField: ['body'] }
    const fromStream = await dedupe(stream(), options)
    const removed = [...fromStream.removed()].map(({ id }) => id)
    await fromStream.close()
    const records: unknown[] = []
    for await (const record of stream()) records.push(record)
    const path = writeLines(join(folder, 'in.jsonl'), records)
    const fromFile = await dedupe({ files: [path] }, options)
    expect([...fromFile.removed()].map(({ id }) => id)).toEqual(removed)
    expect(removed.length).toBe(45)
    await fromFile.write({ removed: join(folder, 'removed.jsonl') })
    expect(jsonLines(join(folder, 'removed.jsonl')).map(({ id }) => id)).toEqual(removed)
    await fromFile.close()
  })

  it('reports progress and can be stopped', async () => {
    const random = createRandom(8)
    const texts = Array.from({ length: 4000 }, () => createText(random, 200))
    const phases = new Set<string>()
    const result = await dedupe([...texts, ...texts.slice(0, 5)], { temp: folder, workers: 2, onProgress: (phase) => phases.add(phase) })
    expect(phases.has('read')).toBe(true)
    expect(result.summary.removed).toBe(5)
    await result.close()
    const stop = new AbortController()
    const stopped = dedupe(texts, { temp: folder, workers: 2, signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) })
    await expect(stopped).rejects.toThrow('enough')
    expect(readdirSync(folder).filter((name) => name.startsWith('leitong-'))).toEqual([])
  })

  it('refuses options it does not know', async () => {
    await expect(dedupe([], { tokenise: 'char' } as never)).rejects.toMatchObject({
      code: 'OPTION_UNKNOWN',
      message: expect.stringContaining('did you mean "tokenizer"'),
    })
    await expect(dedupe({ files: [join(folder, 'gone.jsonl')] })).rejects.toMatchObject({
      code: 'SOURCE_MISSING',
      exit: 3,
      remedy: expect.any(String),
    })
  })
})

describe('signatures', () => {
  it('say what they depend on, and unlike ones are not compared', () => {
    const [x, y, z] = [fingerprint(A), fingerprint(`${A} x`), fingerprint(A, { seed: 1 })]
    expect(distanceBetween(x, y)).toBe(hammingDistance(BigInt(`0x${x.fingerprint}`), BigInt(`0x${y.fingerprint}`)))
    expect(() => distanceBetween(x, z)).toThrow(expect.objectContaining({ code: 'SIGNATURES_UNLIKE' }))
    const [m, n] = [fingerprint(A, { method: 'minhash' }), fingerprint(`${A} and more of it`, { method: 'minhash' })]
    expect(estimateBetween(m, m)).toBe(1)
    expect(estimateBetween(m, n)).toBeGreaterThan(0.5)
    expect(() => distanceBetween(m, n)).toThrow(expect.objectContaining({ code: 'SIGNATURES_UNLIKE' }))
    expect(() => estimateBetween(m, fingerprint(A, { method: 'minhash', ngram: 4 }))).toThrow()
  })

  it('of many documents come one by one', async () => {
    const found: unknown[] = []
    for await (const { id, fingerprint: print } of fingerprintAll([{ id: 'a', text: A }, 'b'], { bits: 32 })) found.push([id, print.length])
    expect(found).toEqual([
      ['a', 8],
      [1, 8],
    ])
  })
})

describe('the examples', () => {
  const examples = new URL('../../examples/', import.meta.url).pathname
  for (const name of readdirSync(examples).filter((file) => file.endsWith('.mjs'))) {
    it(`${name} runs and prints what it says`, () => {
      const source = execFileSync('sed', ['-n', 's#^.*// prints: ##p', join(examples, name)], { encoding: 'utf8' })
      const printed = execFileSync(process.execPath, [join(examples, name)], { encoding: 'utf8', cwd: examples })
      expect(printed.trim().split('\n')).toEqual(source.trim().split('\n'))
    })
  }
})
