/**
 * The parts of the library, for callers without types.
 *
 * Oracle   the functions of the stages, which answer the same for arguments of the right kind.
 * Covers   every function that is exported: each argument of another kind is told in words, in both builds.
 */
import { expect, it } from 'vitest'
import * as browser from '../../src/browser-file.js'
import * as library from '../../src/index.js'
import * as research from '../../src/research.js'
import * as stages from '../../src/stages.js'

const node = { ...library, ...stages, ...research }

const CUT = { tokenizer: 'word', normalize: ['case'], ngram: 1, charNgram: 1 } as const
const KERNEL = { ...CUT, seed: 0 }
const GRAPH = { nodes: 2, starts: Uint32Array.of(0, 2), members: Uint32Array.of(0, 1), maybe: () => true }
const judge = async (pairs: Uint32Array) => ({
  similar: new Uint8Array(pairs.length / 2).fill(1),
  similarity: new Float64Array(pairs.length / 2).fill(1),
})
const PRINTS = BigUint64Array.of(1n, 3n)
const WORDS = Uint32Array.of(1, 2)
const simhashed = node.fingerprint('a b c')
const minhashed = node.fingerprint('a b c', { method: 'minhash' })
const set = { hashes: BigUint64Array.of(1n), counts: Uint32Array.of(1) }

/** Of each function arguments that it takes, all of which it needs. */
const RIGHT: Readonly<Record<string, readonly unknown[]>> = {
  bandProbability: [0.5, { bands: 4, rows: 4 }],
  chooseBands: [0.8, 128],
  createCorpus: [{ kind: 'rows', size: 5 }],
  createHammingIndex: [PRINTS, 64, 1],
  createKernel: [KERNEL],
  createReferenceKernel: [KERNEL],
  distanceBetween: [simhashed, simhashed],
  estimateBetween: [minhashed, minhashed],
  estimateJaccard: [WORDS, WORDS],
  explain: ['a b', 'a c', CUT],
  generateCorpus: [{ kind: 'rows', size: 5 }],
  groupByComponents: [GRAPH, judge],
  groupByStar: [GRAPH, judge],
  hammingDistance: [1n, 3n],
  hammingPairs: [PRINTS, { bits: 64, distance: 1 }, () => undefined],
  measure: [{ left: 3, right: 2, shared: 1 }, 'jaccard'],
  minhash: [[1n, 2n], 4],
  optimalBands: [0.8, 16],
  overlapOf: [set, set],
  passages: ['a', 'b'],
  planHamming: [100, 64, 3],
  shingles: [[], CUT],
  simhash: [[[1n, 1]], 64],
  taggedText: [['a', { word: 'b', tag: 'v' }]],
  tokenize: ['a b', CUT],
}
/** Held elsewhere (hostile-callers.test.ts), or without arguments. */
const ELSEWHERE = ['LeitongError', 'LiveIndex', 'compare', 'createFingerprinter', 'createIndex', 'dedupe', 'fingerprint', 'fingerprintAll']
const APART = [...ELSEWHERE, 'link', 'openIndex', 'sync', 'reloadDictionaries', 'createSegmenter', 'provideDictionary']
const WRONG: readonly unknown[] = [undefined, null, true, Symbol('wrong'), { unlike: 1 }, [Symbol('wrong')], -1.5, Number.NaN]

const caught = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
    return undefined
  } catch (error) {
    return error
  }
}

it('every function that is exported is looked at', () => {
  const functions = (build: object) => Object.entries(build).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
  for (const build of [node, browser]) expect(functions(build).filter((name) => !(name in RIGHT) && !APART.includes(name))).toEqual([])
})

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>

it.each(Object.entries(RIGHT))('%s tells arguments of another kind in words', async (name, right) => {
  for (const build of [node, browser] as unknown as Functions[]) {
    const work = build[name] as Functions[string]
    expect(await caught(() => work(...right))).toBe(undefined)
    for (let at = 0; at < right.length; at++)
      for (const [of, wrong] of WRONG.entries()) {
        const error = await caught(() => work(...right.map((argument, i) => (i === at ? wrong : argument))))
        expect(error, `argument ${at}, wrong ${of}`).toBeInstanceOf(node.LeitongError)
        expect((error as library.LeitongError).message).toMatch(/expected|unknown option/)
      }
  }
})

it('what is wrong within an argument is told too', async () => {
  const wrong: (() => unknown)[] = [
    () => node.minhash([1 as never], 4),
    () => node.simhash([[1, 1] as never], 64),
    () => node.taggedText([{ word: 'a' } as never]),
    () => node.tokenize('a', { ...CUT, normalize: ['none' as never] }),
    () => node.provideDictionary('a' as never),
    () => node.createSegmenter(null as never),
    () => node.createSegmenter({ userDictionary: [5 as never] }),
    () => node.createSegmenter().cut(5 as never),
    () => node.createHammingIndex(PRINTS, 64, 1).query(5 as never),
  ]
  for (const work of wrong) expect(await caught(work), String(work)).toMatchObject({ code: 'ARGUMENT' })
})

it('an iterable of the caller that throws comes through as it is', () => {
  const mine = new TypeError('of the caller')
  const throws = (function* (): Generator<bigint> {
    yield 1n
    throw mine
  })()
  expect(() => node.minhash(throws, 4)).toThrow(mine)
})

it('a result of link refuses to be written when it is closed', async () => {
  const texts = [{ id: 1, text: 'The island ferry will run every forty minutes.' }]
  const result = await node.link(texts, texts)
  await result.close()
  await expect(result.write({ in: '/nowhere/in.jsonl' })).rejects.toMatchObject({ name: 'LeitongError', code: 'SOURCE_READ' })
})
