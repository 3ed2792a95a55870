/**
 * engine/dictionaries: files of words become lexicons, cached on disk, for one worker or several.
 *
 * Oracle   the same words without cache, or with one worker.
 * Covers   a damaged or missing cache; reloading; errors with a place; the names of signatures; workers; browser bytes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFingerprinter, dedupe, fingerprint, reloadDictionaries } from '../../src/index.js'
import { createSegmenter } from '../../src/stages.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { createRandom, createText } from '../support/texts.js'

const folder = temporaryFolder()
beforeAll(() => {
  process.env['XDG_CACHE_HOME'] = folder
  reloadDictionaries()
})

const TEXT = '雷同引擎把小区的道路问题归到一处。'

describe('the cache', () => {
  it('is written once, and silently made anew when it is damaged', () => {
    const words = createSegmenter().cut(TEXT)
    const [name] = readdirSync(join(folder, 'leitong'))
    const path = join(folder, 'leitong', name as string)
    const whole = readFileSync(path)
    const flipped = Buffer.from(whole)
    flipped[5_000_000] = (flipped[5_000_000] as number) ^ 255
    for (const damaged of [whole.subarray(0, 1000), flipped, Buffer.alloc(0)]) {
      writeFileSync(path, damaged)
      expect(createSegmenter().cut(TEXT)).toEqual(words)
      expect(Buffer.compare(readFileSync(path), whole)).toBe(0)
    }
    expect(readdirSync(join(folder, 'leitong'))).toEqual([name])
  })

  it('is done without where it cannot be: a folder of another user, or none', () => {
    const words = createSegmenter().cut(TEXT)
    writeFileSync(join(folder, 'file'), '')
    process.env['XDG_CACHE_HOME'] = join(folder, 'file')
    try {
      reloadDictionaries()
      expect(createSegmenter().cut(TEXT)).toEqual(words)
    } finally {
      process.env['XDG_CACHE_HOME'] = folder
    }
  })
})

describe('user dictionaries and word lists', () => {
  it('change words and names, and are read again on request', () => {
    const path = join(folder, 'own.txt')
    const options = { tokenizer: 'chinese', dictionary: [path], method: 'simhash' } as const
    writeFileSync(path, '雷同引擎 5 nz\n')
    expect(createSegmenter({ userDictionary: path }).tag(TEXT)[0]).toEqual({ word: '雷同引擎', tag: 'nz' })
    const before = createFingerprinter(options)(TEXT)
    writeFileSync(path, '同引 900000\n')
    expect(createFingerprinter(options)(TEXT)).toEqual(before)
    reloadDictionaries()
    const after = createFingerprinter(options)(TEXT)
    expect(after.name).not.toBe(before.name)
    expect(after.fingerprint).not.toBe(before.fingerprint)
  })

  it('name everything that a signature depends on', () => {
    const names = [{}, { hmm: true }, { stopWords: ['zh'] }, { tags: ['n'] }, { normalize: ['traditional'] as const }].map(
      (given) => fingerprint(TEXT, { tokenizer: 'chinese', ...given }).name,
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it('say where a line cannot be understood', () => {
    const path = join(folder, 'bad.txt')
    writeFileSync(path, '好 3 n\n坏 坏 坏 坏\n')
    const build = () => createSegmenter({ userDictionary: path })
    expect(build).toThrow(expect.objectContaining({ code: 'DICTIONARY', message: expect.stringContaining('bad.txt:2') }))
    expect(() => fingerprint(TEXT, { tokenizer: 'word', stopWords: [join(folder, 'none.txt')] })).toThrow(
      expect.objectContaining({ code: 'SOURCE_MISSING' }),
    )
  })

  it('are refused where they would do nothing', () => {
    for (const given of [{ tags: ['n'] }, { hmm: true }, { tokenizer: 'char', stopWords: ['zh'] }] as const)
      expect(() => fingerprint(TEXT, given)).toThrow(expect.objectContaining({ code: 'OPTION_CONFLICT' }))
  })
})

describe('a batch', () => {
  it('comes out the same with one worker and with two', async () => {
    const random = createRandom(7)
    const documents = Array.from({ length: 3000 }, (_, i) => ({ id: i, text: createText(random, 120 + (i % 7), true) }))
    for (let i = 0; i < documents.length; i += 10)
      documents.push({ id: documents.length, text: `${(documents[i] as { text: string }).text}好` })
    const path = writeLines(join(folder, 'batch.jsonl'), [
      ...documents,
      ...documents.map(({ id, text }) => ({ id: id + 10_000, text: `又${text}` })),
    ])
    const removed = async (workers: number) => {
      await using result = await dedupe({ files: [path] }, { tokenizer: 'chinese', hmm: true, stopWords: ['zh'], workers })
      return [...result.removed()]
    }
    const one = await removed(1)
    expect(one.length).toBeGreaterThan(3000)
    expect(await removed(2)).toEqual(one)
  })
})
