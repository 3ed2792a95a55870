/**
 * research/rivals: does every rival do what its description says?
 *
 * Oracle   formulas spelled out over all pairs (the rivals find theirs by inverted lists); hand-worked examples; the binomial spread of MinHash estimates.
 * Covers   every rival on the shelf: each pair once and in order, copies found, the order of the documents without effect; then each
 *          method by itself.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScoredPair } from '../../src/evaluating/pairs.js'
import { codesAround } from '../../src/research/rivals/feature-code.js'
import type { RivalDocument, RivalOptions } from '../../src/research/rivals/rival.js'
import { RIVALS } from '../../src/research/rivals/rivals.js'
import { leastValues } from '../../src/research/rivals/super-shingle.js'
import { sumOverShared } from '../../src/research/rivals/terms.js'

const document = (text: string, i: number): RivalDocument => ({ id: String(i), tokens: text.split(' ').filter(Boolean), text })
const documents = (...texts: string[]) => texts.map(document)
const run = (name: string, given: readonly RivalDocument[], options: RivalOptions = {}) => {
  const rival = RIVALS.get(name)
  if (!rival) throw new Error(`no rival ${name}`)
  return [...rival.pairs(given, options)]
}
const inOrder = (pairs: readonly ScoredPair[]) => [...pairs].sort((x, y) => x.a - y.a || x.b - y.b)
const places = (pairs: readonly ScoredPair[]) => inOrder(pairs).map(({ a, b }) => [a, b])

/** Texts of few words, so that they share some, with copies and near copies among them. */
const texts = fc
  .array(fc.array(fc.constantFrom(...'abcdefghij'), { maxLength: 12 }), { minLength: 2, maxLength: 12 })
  .map((all) => all.map((words, i) => document(words.join(' '), i)))

const counted = ({ tokens }: RivalDocument) => {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}
/** A rival against a formula over all pairs; pairs without a score by the formula are left out. */
function expectFormula(
  name: string,
  options: RivalOptions,
  formula: (a: RivalDocument, b: RivalDocument, all: readonly RivalDocument[]) => number,
) {
  const threshold = Number(options['threshold'])
  fc.assert(
    fc.property(texts, (given) => {
      const expected: ScoredPair[] = []
      for (let a = 0; a < given.length; a++)
        for (let b = a + 1; b < given.length; b++) {
          const score = formula(given[a] as RivalDocument, given[b] as RivalDocument, given)
          // Neither way what rounding could decide.
          if (Math.abs(score - threshold) < 1e-9) return
          if (score > threshold) expected.push({ a, b, score })
        }
      const found = inOrder(run(name, given, options))
      expect(places(found)).toEqual(places(expected))
      found.forEach(({ score }, i) => {
        expect(score).toBeCloseTo(expected[i]?.score ?? -1, 9)
      })
    }),
  )
}

describe('every rival', () => {
  it('stands in docs/evaluation.md with its source and settings (node scripts/build-docs.mjs)', () => {
    const docs = readFileSync(new URL('../../docs/evaluation.md', import.meta.url), 'utf8')
    const rows = [...docs.matchAll(/^\| `([\w-]+)` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(([, ...cells]) => cells)
    const settings = (defaults: RivalOptions) =>
      Object.entries(defaults)
        .map(([name, value]) => `\`${name}=${value}\``)
        .join(', ') || 'none'
    const known = [...RIVALS.values()].map(({ name, source, defaults }) => [name, source, settings(defaults)])
    expect(rows.slice(0, known.length)).toEqual(known)
  })

  const long = (seed: number) => Array.from({ length: 60 }, (_, i) => `w${(i * i * 7 + seed * 131 + i * seed) % 997}`).join(' ')
  const given = documents(...[1, 2, 3, 1, 4, 5, 2].map((seed) => `${long(seed)}. ${long(seed + 50)}`))

  it.each([...RIVALS.keys()])('%s reports each pair once, in order, and finds copies', (name) => {
    const found = run(name, given)
    const keys = found.map(({ a, b }) => `${a} ${b}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { a, b, score } of found) {
      expect(a).toBeLessThan(b)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }
    expect(keys).toEqual(expect.arrayContaining(['0 3', '1 6']))
    expect(keys).not.toContain('4 5')
  })

  it.each([...RIVALS.keys()].filter((name) => name !== 'single-pass'))('%s does not depend on the order of the documents', (name) => {
    fc.assert(
      fc.property(texts, (all) => {
        const last = all.length - 1
        const turned = places(run(name, [...all].reverse())).map(([a, b]) => [last - (b as number), last - (a as number)])
        expect(turned.sort(([a, b], [c, d]) => (a as number) - (c as number) || (b as number) - (d as number))).toEqual(
          places(run(name, all)),
        )
      }),
      { numRuns: name === 'store-variants' ? 1 : name === 'probe-variants' ? 5 : 50 },
    )
  })

  it.each([...RIVALS.keys()])('%s finds nothing among no documents and calls empty ones alike at most when they are equal', (name) => {
    expect(run(name, [])).toEqual([])
    const empty = run(name, documents('', 'a b c', ''))
    expect(places(empty)).toEqual(name === 'md5' ? [[0, 2]] : [])
  })
})

const shinglesOf = ({ tokens }: RivalDocument, w: number) =>
  new Set(
    tokens.length < w ? (tokens.length ? [tokens.join(' ')] : []) : tokens.slice(w - 1).map((_, i) => tokens.slice(i, i + w).join(' ')),
  )
const jaccard = (x: ReadonlySet<string>, y: ReadonlySet<string>) => {
  const shared = [...x].filter((value) => y.has(value)).length
  return shared ? shared / (x.size + y.size - shared) : 0
}

describe('shingle', () => {
  it('is the resemblance itself when every shingle is kept', () => {
    const resemblance = (a: RivalDocument, b: RivalDocument) => jaccard(shinglesOf(a, 3), shinglesOf(b, 3))
    expectFormula('shingle', { w: 3, mod: 1, threshold: 0.4 }, resemblance)
    expectFormula('shingle', { w: 3, min: 1000, threshold: 0.4 }, resemblance)
  })

  it('estimates it from one shingle in 25 and from the least 200, and gives 3 of 7 for the sentences of the cat', () => {
    // "the cat", "cat sat", "sat on", "on the", "the mat" and "on a", "a mat" in their stead: 3 of 7 shared.
    const [pair] = run('shingle', documents('the cat sat on the mat', 'the cat sat on a mat'), { w: 2, mod: 1, threshold: 0 })
    expect(pair?.score).toBeCloseTo(3 / 7, 12)
    const words = (from: number) => Array.from({ length: 6000 }, (_, i) => `v${from + i}`).join(' ')
    // 4000 of 8000 words shared.
    const given = documents(words(0), words(2000))
    const truth = 3991 / 7991
    const [sampled] = run('shingle', given, { threshold: 0 })
    const [sketched] = run('shingle', given, { min: 200, threshold: 0 })
    expect(Math.abs((sampled?.score ?? 0) - truth)).toBeLessThan(5 * Math.sqrt(0.25 / (8000 / 25)))
    expect(Math.abs((sketched?.score ?? 0) - truth)).toBeLessThan(5 * Math.sqrt(0.25 / 200))
  })
})

describe('min-wise values', () => {
  it('agree as often as the sets are alike', () => {
    const set = (from: number) => Array.from({ length: 300 }, (_, i) => (from + i) * 7919)
    const [left, right] = [leastValues(set(0), 2000), leastValues(set(100), 2000)]
    const agreeing = left.filter((value, i) => value === right[i]).length / 2000
    // 200 of 400 shared; five standard deviations.
    expect(Math.abs(agreeing - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / 2000))
  })

  it('find by bands what is nearly equal and leave what is not', () => {
    const words = (from: number) => Array.from({ length: 400 }, (_, i) => `v${from + i}`).join(' ')
    // 398 + 2 · 2 of 400: 0.985 alike; 200 of 600: 0.33.
    const given = documents(words(0), words(3), words(200))
    expect(places(run('minhash-lsh', given))).toEqual([[0, 1]])
    expect(places(run('super-shingle', given))).toEqual([[0, 1]])
  })
})

describe('I-Match', () => {
  it('compares the terms of the middle band only', () => {
    // N = 8. common: idf 0; x: ln 8/4 = a third; y and z: ln 8/2, two thirds; once: ln 8, the most.
    const given = documents(
      'common x y one',
      'y x two common common',
      'common x z',
      'z x common',
      'common',
      'common',
      'common',
      'common three',
    )
    expect(run('i-match', given)).toEqual([
      { a: 0, b: 1, score: 1 },
      { a: 2, b: 3, score: 1 },
    ])
    expect(places(run('i-match', given, { low: 0.2, high: 0.4 }))).toEqual(
      [0, 1, 2].flatMap((a) => [1, 2, 3].filter((b) => b > a).map((b) => [a, b])),
    )
    expect(places(run('i-match', given, { low: 0.2, high: 1 }))).toEqual([[2, 3]])
  })
})

describe('sums over shared terms', () => {
  const vectors = fc.array(
    fc
      .dictionary(fc.constantFrom(...'0123456789'), fc.integer({ min: 1, max: 9 }), { maxKeys: 8 })
      .map((counts) => new Map(Object.entries(counts).map(([term, count]) => [2 ** 40 + Number(term), count]))),
    { maxLength: 12 },
  )
  it('are those of every pair by itself, to the bit', () => {
    fc.assert(
      fc.property(vectors, fc.constantFrom(1, 3), fc.constantFrom(2.4, 4.1, Number.POSITIVE_INFINITY), (counts, divisor, nearness) => {
        const given = counts.map((own) => new Map([...own].map(([term, count]) => [term, count / divisor])))
        const expected = given.flatMap((right, b) =>
          given.slice(0, b).flatMap((left, a) => {
            const shared = [...right].filter(([term]) => left.has(term)).map(([term, y]) => [left.get(term) as number, y] as const)
            const near = shared.filter(([x, y]) => nearness - (x / y + y / x) > 0)
            return shared.length ? [[a, b, near.reduce((sum, [x, y]) => sum + x * y, 0)]] : []
          }),
        )
        const found: number[][] = []
        sumOverShared(given, (a, b, sum) => found.push([a, b, sum]), nearness)
        const inPlace = (list: number[][]) => list.sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)
        expect(inPlace(found)).toEqual(inPlace(expected))
      }),
    )
  })
})

describe('vector models', () => {
  it('euclidean and hamming compare vectors of terms by their distance', () => {
    const length = (values: Iterable<number>) => Math.hypot(...values)
    expectFormula('euclidean', { threshold: 0.5 }, (a, b) => {
      const [x, y] = [counted(a), counted(b)]
      if (![...x.keys()].some((term) => y.has(term))) return 0
      const terms = new Set([...x.keys(), ...y.keys()])
      const apart = length(Array.from(terms, (term) => (x.get(term) ?? 0) - (y.get(term) ?? 0)))
      return 1 - apart / (length(x.values()) + length(y.values()))
    })
    expectFormula('hamming', { threshold: 0.5 }, (a, b) => {
      const [x, y] = [new Set(a.tokens), new Set(b.tokens)]
      const shared = [...x].filter((term) => y.has(term)).length
      return shared ? (2 * shared) / (x.size + y.size) : 0
    })
  })

  it('vsm is the cosine of tf-idf vectors', () => {
    expectFormula('vsm', { threshold: 0.55 }, (a, b, all) => {
      const idf = (term: string) => Math.log(all.length / all.filter(({ tokens }) => tokens.includes(term)).length)
      const [x, y] = [counted(a), counted(b)]
      const length = (counts: Map<string, number>) => Math.sqrt([...counts].reduce((sum, [term, n]) => sum + (n * idf(term)) ** 2, 0))
      const dot = [...x].reduce((sum, [term, n]) => sum + n * (y.get(term) ?? 0) * idf(term) ** 2, 0)
      return dot ? dot / (length(x) * length(y)) : 0
    })
  })

  it('SCAM adds up the terms of near counts over the smaller document', () => {
    const subset = (x: Map<string, number>, y: Map<string, number>) => {
      let sum = 0
      for (const [term, n] of x) {
        const m = y.get(term)
        if (m && 2.5 - (n / m + m / n) > 0) sum += n * m
      }
      return sum / [...x.values()].reduce((total, n) => total + n * n, 0)
    }
    expectFormula('scam', { threshold: 0.7 }, (a, b) => {
      const [x, y] = [counted(a), counted(b)]
      return x.size && y.size ? Math.min(1, Math.max(subset(x, y), subset(y, x))) : 0
    })
    // Contained: all of "a b" in "a b c". Three times each: 3 + 1/3 > 2.5, so no term is near.
    expect(run('scam', documents('a b', 'a b c', 'a a a b b b'), { threshold: 0.1 })).toEqual([{ a: 0, b: 1, score: 1 }])
  })
})

describe('sets of terms', () => {
  it('Boolean queries hold both ways', () => {
    const query = (counts: Map<string, number>) => [...counts].sort(([x, n], [y, m]) => m - n || (x < y ? -1 : 1)).slice(0, 3)
    const holds = (x: Map<string, number>, y: Map<string, number>) => query(x).every(([term]) => y.has(term))
    expectFormula('boolean', { terms: 3, threshold: 0.5 }, (a, b) => {
      const [x, y] = [counted(a), counted(b)]
      return x.size && y.size && holds(x, y) && holds(y, x) ? 1 : 0
    })
  })

  it('a large bitmap is the Jaccard similarity of the terms, a small one overstates it', () => {
    expectFormula('bitmap', { bits: 2 ** 16, threshold: 0.45 }, (a, b) => jaccard(new Set(a.tokens), new Set(b.tokens)))
    const score = (bits: number) => run('bitmap', documents('a b c d e f', 'd e f g h i'), { bits, threshold: 0 })[0]?.score ?? 0
    expect(score(4)).toBeGreaterThan(score(2 ** 16))
  })
})

describe('feature codes', () => {
  it('are the characters on both sides of the marks', () => {
    const text = '夜里施工，很吵。请有关部门处理！谢谢。'
    expect(codesAround(text, /[。！]/gu, 3)).toEqual(['工很吵|请有关', '门处理|谢谢', '谢谢|'])
    expect(codesAround('Pi is 3.14. Really “so”?', /[?]|\.(?!\d)/gu, 2)).toEqual(['14|Re', 'so|'])
  })

  it('survive changes elsewhere, and are those of commas or words when asked', () => {
    const given = documents(
      '昨天夜里工地一直施工到凌晨。希望尽快处理这件事情。',
      '昨天夜里工地一直施工到凌晨。希望尽快，处理这件事情。',
      '今天没有任何声音，谢谢大家。',
    )
    expect(run('feature-code', given)).toEqual([{ a: 0, b: 1, score: 1 }])
    expect(run('feature-code', given, { at: 'comma' })).toEqual([])
    expect(run('feature-code', documents('a a a b b c', 'b b a a a d', 'c d e'), { at: 'word', most: 2 })).toEqual([
      { a: 0, b: 1, score: 1 },
    ])
    expect(() => run('feature-code', given, { at: 'dot' })).toThrow('stop, comma or word')
  })
})
