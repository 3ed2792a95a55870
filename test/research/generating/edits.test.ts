/**
 * generating/edits: does every kind do what its name says, as strongly as it says?
 *
 * Oracle   the longest common subsequence, quadratic; multisets of sentences.
 * Covers   characters lost and fresh against the lengths of both texts and against the longest common subsequence; a law for each
 *          kind; strength 0; more strength is more change.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Draft, lengthOf, textOf } from '../../../src/research/generating/draft.js'
import { CHINESE_PHRASES } from '../../../src/research/generating/edits/chinese.js'
import { applyEdit, EDIT_KINDS, type EditKind } from '../../../src/research/generating/edits/edits.js'
import { ENGLISH_PHRASES } from '../../../src/research/generating/edits/english.js'
import { Voice } from '../../../src/research/generating/grammar.js'
import { articleEn } from '../../../src/research/generating/kinds/article-en.js'
import { petition } from '../../../src/research/generating/kinds/petition.js'
import { Random } from '../../../src/research/generating/random.js'
import { TOPICS } from '../../../src/research/generating/vocabulary/topics.js'

interface Case {
  readonly chinese: boolean
  readonly seed: number
  readonly topic: number
  readonly length: number
}

const cases = fc.record({
  chinese: fc.boolean(),
  seed: fc.nat(),
  topic: fc.nat(TOPICS.length - 1),
  length: fc.integer({ min: 1, max: 700 }),
})
const shares = fc.double({ min: 0.01, max: 1, noNaN: true })

function draftOf({ chinese, seed, topic, length }: Case): Draft {
  const writer = (chinese ? petition : articleEn)(TOPICS[topic] as (typeof TOPICS)[number])
  return writer.write(new Random().start(seed, 1, 1), length).draft
}

function edited(given: Case, kind: EditKind, share: number) {
  const draft = draftOf(given)
  const random = new Random().start(given.seed, 1, 2)
  const writer = (given.chinese ? petition : articleEn)(TOPICS[given.topic] as (typeof TOPICS)[number])
  const voice = new Voice(random)
  const phrasebook = given.chinese ? CHINESE_PHRASES : ENGLISH_PHRASES
  const change = applyEdit(kind, draft, share, { random, phrasebook, sentence: () => writer.sentence(voice) })
  const base = draftOf(given)
  return { base, draft, before: textOf(base, phrasebook.join), after: textOf(draft, phrasebook.join), phrasebook, ...change }
}

function longestCommonSubsequence(a: string, b: string): number {
  let above = new Uint16Array(b.length + 1)
  for (let i = 0; i < a.length; i++) {
    const row = new Uint16Array(b.length + 1)
    for (let j = 0; j < b.length; j++)
      row[j + 1] = a[i] === b[j] ? (above[j] as number) + 1 : Math.max(above[j + 1] as number, row[j] as number)
    above = row
  }
  return above[b.length] as number
}

const sentences = (draft: Draft) => draft.body.flat()
const sorted = (draft: Draft) => sentences(draft).sort()

/** Whether the items of one list stand in the other, in the same order. */
function isSubsequence<Item>(part: readonly Item[], whole: readonly Item[]): boolean {
  let at = 0
  for (const item of whole) if (at < part.length && part[at] === item) at++
  return at === part.length
}

describe('every edit', () => {
  it('counts what it took out and put in', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom(...EDIT_KINDS), shares, (given, kind, share) => {
        const { before, after, lost, fresh, draft, strength, phrasebook } = edited(given, kind, share)
        expect(lengthOf(draft, phrasebook.join)).toBe(after.length)
        expect(fresh - lost).toBe(after.length - before.length)
        const common = longestCommonSubsequence(before, after)
        expect(lost).toBeGreaterThanOrEqual(before.length - common)
        expect(fresh).toBeGreaterThanOrEqual(after.length - common)
        expect(strength).toBe(Math.min(1, Math.max(lost, fresh) / Math.max(before.length, after.length)))
      }),
      { numRuns: 150 },
    )
  })

  it('of strength 0 changes nothing', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom(...EDIT_KINDS), (given, kind) => {
        const { before, after, strength } = edited(given, kind, 0)
        expect(after).toBe(before)
        expect(strength).toBe(0)
      }),
    )
  })

  it('changes more when it is asked for more, and at least something', () => {
    const singles = EDIT_KINDS.filter((kind) => kind !== 'mixed')
    for (const kind of singles) {
      const means = [0.05, 0.2, 0.5, 0.9].map((share) => {
        let sum = 0
        for (let seed = 0; seed < 60; seed++)
          sum += edited({ chinese: seed % 2 === 0, seed, topic: seed % TOPICS.length, length: 600 }, kind, share).strength
        return sum / 60
      })
      expect(means[0], kind).toBeGreaterThan(0)
      // Boilerplate runs out of lines.
      expect(
        [...means].sort((a, b) => a - b),
        kind,
      ).toEqual(means)
    }
  })

  it('is stronger, never weaker, for the same document: what little strength changes, more changes too', () => {
    const nested = ['delete', 'synonym', 'typo', 'digits'] as const
    fc.assert(
      fc.property(cases, fc.constantFrom(...nested), shares, shares, (given, kind, a, b) => {
        const [weak, strong] = [Math.min(a, b), Math.max(a, b)].map((share) => edited(given, kind, share).lost)
        expect(strong).toBeGreaterThanOrEqual(weak as number)
      }),
    )
  })
})

describe('the kinds', () => {
  const law = (kind: EditKind, check: (result: ReturnType<typeof edited>, share: number, given: Case) => void) =>
    fc.assert(
      fc.property(cases, shares, (given, share) => check(edited(given, kind, share), share, given)),
      { numRuns: 60 },
    )

  it('insert: the old sentences stay, in order, with new ones between', () =>
    law('insert', ({ base, draft }, share) => {
      expect(isSubsequence(sentences(base), sentences(draft))).toBe(true)
      const count = sentences(base).length
      expect(sentences(draft).length - count).toBe(Math.max(1, Math.round(share * count)))
    }))

  it('delete: what stays is in order, and something stays', () =>
    law('delete', ({ base, draft }, share) => {
      expect(isSubsequence(sentences(draft), sentences(base))).toBe(true)
      const count = sentences(base).length
      expect(sentences(draft).length).toBe(Math.max(1, count - Math.max(1, Math.round(share * count))))
      expect(draft.body.every((paragraph) => paragraph.length > 0)).toBe(true)
    }))

  it('reorder: the same sentences elsewhere', () =>
    law('reorder', ({ base, draft, before, after, lost }) => {
      expect(sorted(draft)).toEqual(sorted(base))
      const count = sentences(base).length
      expect(lost > 0).toBe(count > 1)
      if (count > 1 && new Set(sentences(base)).size === count) expect(after).not.toBe(before)
    }))

  it('synonym: other words, the same frame', () =>
    law('synonym', ({ base, draft, before, after, lost }) => {
      expect(sentences(draft)).toHaveLength(sentences(base).length)
      expect([draft.head, draft.foot]).toEqual([base.head, base.foot])
      expect(after !== before).toBe(lost > 0)
    }))

  it('typo: small slips only', () =>
    law('typo', ({ before, after, lost }) => {
      expect(after).not.toBe(before)
      expect(lost).toBeGreaterThan(0)
      expect(Math.abs(after.length - before.length)).toBeLessThan(before.length / 4)
    }))

  it('typo: in Chinese a character for a character', () =>
    law('typo', ({ before, after }, _share, { chinese }) => {
      if (chinese) expect(after.length).toBe(before.length)
    }))

  it('digits: everything but the digits stays', () =>
    law('digits', ({ before, after, lost }) => {
      const frame = (text: string) => text.replace(/\d+/g, '#')
      expect(frame(after)).toBe(frame(before))
      expect(after !== before).toBe(lost > 0)
      for (const [, month] of after.matchAll(/(\d+)月\d+日/g)) expect(Number(month)).toBeLessThanOrEqual(12)
    }))

  it('quote: one passage of the base stands in a text of its own', () =>
    law('quote', ({ base, draft, phrasebook }, share) => {
      const { opening, closing, join } = phrasebook
      const all = sentences(base)
      const left = Math.min(all.length - 1, Math.max(1, Math.round(share * all.length)))
      if (left === 0) return
      const passages = sentences(draft).filter((sentence) => sentence.startsWith(opening) && sentence.endsWith(closing))
      expect(passages).toHaveLength(1)
      expect(all.join(join)).toContain((passages[0] as string).slice(opening.length, -closing.length))
      expect(sentences(draft)).toHaveLength(left + 1)
    }))

  it('boilerplate: the whole base stands between the added lines', () =>
    law('boilerplate', ({ before, after }) => {
      expect(after).toContain(before)
      expect(after.length).toBeGreaterThan(before.length)
    }))
})
