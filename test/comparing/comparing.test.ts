/**
 * comparing: are the measures exact, and does the explanation tell the truth?
 *
 * Oracle   Sets and Maps of strings, written here.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explain } from '../../src/comparing/explain.js'
import { type Measure, measure, overlapOf } from '../../src/comparing/measures.js'
import { passages } from '../../src/comparing/passages.js'
import { createKernel, instantiateKernel } from '../../src/kernel/wasm.js'
import { anyText } from '../arbitraries.js'

const OPTIONS = { tokenizer: 'char', normalize: [], ngram: 2, charNgram: 2, seed: 0 } as const

function grams(text: string): string[] {
  const codes = [...text]
  if (!codes.length) return []
  return codes.length < 2 ? [text] : codes.slice(1).map((c, i) => `${codes[i]}${c}`)
}

function naive(left: string, right: string): Record<Exclude<Measure, 'weighted'>, number> {
  const [a, b] = [grams(left), grams(right)]
  const count = (list: string[]) => list.reduce((map, gram) => map.set(gram, (map.get(gram) ?? 0) + 1), new Map<string, number>())
  const [x, y] = [count(a), count(b)]
  if (!a.length || !b.length) {
    const same = a.length === b.length ? 1 : 0
    return { jaccard: same, multiset: same, containment: same, cosine: same }
  }
  const shared = [...x.keys()].filter((gram) => y.has(gram))
  const lesser = shared.reduce((sum, gram) => sum + Math.min(x.get(gram) as number, y.get(gram) as number), 0)
  const dot = shared.reduce((sum, gram) => sum + (x.get(gram) as number) * (y.get(gram) as number), 0)
  const norm = (map: Map<string, number>) => Math.sqrt([...map.values()].reduce((sum, n) => sum + n * n, 0))
  return {
    jaccard: shared.length / new Set([...a, ...b]).size,
    multiset: lesser / (a.length + b.length - lesser),
    containment: shared.length / Math.min(x.size, y.size),
    cosine: dot / (norm(x) * norm(y)),
  }
}

describe('measures', () => {
  it('equal sets and bags of strings', () => {
    const kernel = createKernel(OPTIONS, instantiateKernel())
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '中', '文'), maxLength: 30 })
    fc.assert(
      fc.property(text, text, (left, right) => {
        kernel.load(left)
        const a = kernel.featureSet()
        kernel.load(right)
        const overlap = overlapOf(a, kernel.featureSet())
        const expected = naive(left, right)
        for (const by of ['jaccard', 'multiset', 'containment', 'cosine'] as const)
          expect(measure(overlap, by)).toBeCloseTo(expected[by], 12)
      }),
      { numRuns: 500 },
    )
  })
})

describe('passages', () => {
  it('put together give both texts, and equal ones are equal', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (a, b, related) => {
        const right = related ? `${a.slice(0, a.length / 2)}${b}${a.slice(a.length / 2)}` : b
        const found = passages(a, right)
        expect(found.map(({ left }) => left).join('')).toBe(a)
        expect(found.map((passage) => passage.right).join('')).toBe(right)
        for (const { kind, left, right: other } of found) if (kind === 'equal') expect(left).toBe(other)
      }),
      { numRuns: 500 },
    )
  })

  it('mark words in English and characters in Chinese', () => {
    const changed = (left: string, right: string) =>
      passages(left, right)
        .filter(({ kind }) => kind === 'changed')
        .map((p) => [p.left, p.right])
    expect(changed('the cat sat on the mat', 'the dog sat on the mat')).toEqual([['cat', 'dog']])
    expect(changed('请求有关部门尽快处理。谢谢！', '请求相关部门尽快处理。谢谢！')).toEqual([['有', '相']])
    expect(changed('same', 'same')).toEqual([])
  })

  it('cost little for long texts that have nothing in common', () => {
    const [a, b] = ['甲乙丙丁'.repeat(20_000), '戊己庚辛'.repeat(20_000)]
    const start = performance.now()
    expect(passages(a, b).map(({ kind }) => kind)).toEqual(['changed'])
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

describe('explain', () => {
  it('lists shared and own features', () => {
    const options = { tokenizer: 'word', normalize: ['case'], ngram: 2, charNgram: 2 } as const
    const { shared, onlyLeft, onlyRight, counts } = explain('The cat sat on the mat', 'the dog sat on the mat', options)
    expect(shared).toEqual(['sat on', 'on the', 'the mat'])
    expect(onlyLeft).toEqual(['the cat', 'cat sat'])
    expect(onlyRight).toEqual(['the dog', 'dog sat'])
    expect(counts).toEqual({ shared: 3, onlyLeft: 2, onlyRight: 2 })
  })
})
