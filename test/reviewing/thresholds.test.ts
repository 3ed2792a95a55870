/**
 * The laboratory of thresholds.
 *
 * Oracle   stars by the sequential rule over a matrix; components by repeated merging; the groups of a batch at the same threshold.
 * Covers   groups and rows at any threshold, precision and recall of decided pairs, pairs around a cut, documents outside a group.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { affectedAt } from '../../src/reviewing/lab/affected.js'
import { nearest, qualityAt } from '../../src/reviewing/lab/thresholds.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { reviewsIn } from '../support/reviews/reviews-in.js'

const COUNT = 9
const scores = fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 10 })), {
  minLength: COUNT * COUNT,
  maxLength: COUNT * COUNT,
})

it('says what a threshold does as the plain rules do', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 10 }), fc.nat(70), (all, cut, below) => {
      const score = (a: number, b: number) => all[Math.min(a, b) * COUNT + Math.max(a, b)] as number
      const pairs = Array.from({ length: COUNT }, (_, b) => Array.from({ length: b }, (__, a) => [a, b] as const))
        .flat()
        .filter(([a, b]) => score(a, b) > 0)
      const lab = {
        first: Uint32Array.from(pairs, ([a]) => a),
        second: Uint32Array.from(pairs, ([, b]) => b),
        similarity: Float32Array.from(pairs, ([a, b]) => score(a, b)),
      }
      // More thresholds than a word of bits has, and this one among them.
      const cuts = [...Array.from({ length: below }, (_, i) => cut - 1 + i / below), cut, cut + 0.5, cut + 1]
      const at = (groupBy: 'star' | 'components') => affectedAt(lab, COUNT, cuts, groupBy)[below]
      const kept: number[] = []
      const taken = new Set<number>()
      for (let b = 0; b < COUNT; b++) {
        const before = kept.filter((a) => score(a, b) >= cut)
        if (!before.length) kept.push(b)
        else taken.add(before.reduce((x, y) => (score(y, b) > score(x, b) ? y : x)))
      }
      expect(at('star')).toEqual({ groups: taken.size, removed: COUNT - kept.length })
      const group = Array.from({ length: COUNT }, (_, i) => i)
      for (let round = 0; round < COUNT; round++)
        for (const [a, b] of pairs)
          if (score(a, b) >= cut) {
            const least = Math.min(group[a] as number, group[b] as number)
            group[a] = least
            group[b] = least
          }
      const sizes = new Map<number, number>()
      for (const one of group) sizes.set(one, (sizes.get(one) ?? 0) + 1)
      expect(at('components')).toEqual({
        groups: [...sizes.values()].filter((size) => size > 1).length,
        removed: COUNT - sizes.size,
      })
    }),
  )
})

it('finds the pairs that are nearest to a cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 40 }), fc.nat(20), (all, cut) => {
      const near = all.map((_, i) => i).sort((a, b) => Math.abs((all[a] as number) - cut) - Math.abs((all[b] as number) - cut) || a - b)
      const isAbove = (i: number) => (all[i] as number) >= cut
      const wanted = [...near.filter(isAbove).slice(0, 5), ...near.filter((i) => !isAbove(i)).slice(0, 5)]
      wanted.sort((a, b) => (all[b] as number) - (all[a] as number) || a - b)
      expect(nearest(Float32Array.from(all), cut, 5)).toEqual(wanted)
    }),
  )
})

it('counts what people called one thing', () => {
  const labels = [
    { isSame: true, score: 0.9 },
    { isSame: true, score: 0.6 },
    { isSame: false, score: 0.7 },
    { isSame: true, score: 0 },
  ]
  expect(qualityAt(labels, 0.65)).toMatchObject({ precision: { value: 0.5 }, recall: { value: 1 / 3 } })
  expect(qualityAt(labels, 0.95)).toMatchObject({ precision: { value: 1, low: 0 }, recall: { value: 0 } })
})

describe('of a review', () => {
  const folder = temporaryFolder()
  const { ask } = reviewsIn(folder)
  interface Thresholds {
    readonly floor: number
    readonly pairs: number
    readonly labels: object
    readonly thresholds: readonly {
      readonly threshold: number
      readonly groups: number
      readonly removed: number
      readonly precision?: object
    }[]
  }

  it.each([['star'], ['components']] as const)('says at each threshold what a run with it finds (%s)', async (groupBy) => {
    const all = letters(12, 5)
    // Letters that are alike to a degree, and copies.
    const more = all.slice(0, 12).map(({ id, title, text }, i) => ({
      id: `${id}+`,
      title,
      text: i % 3 ? `${text.slice(0, 60 + 8 * i)}另起一段，说些别的事情。` : text,
    }))
    writeLines(join(folder, `${groupBy}.jsonl`), [...all, ...more])
    const options = { threshold: 0.7, groupBy }
    await ask('', { name: groupBy, source: [`${groupBy}.jsonl`], options })
    await ask(`/${groupBy}/run`, {})
    await expect(ask(`/${groupBy}/lab`)).rejects.toMatchObject({ code: 'SOURCE_MISSING' })
    const found = await ask<Thresholds>(`/${groupBy}/lab`, {})
    expect(found).toMatchObject({ floor: 0.4, labels: { same: 0, different: 0 } })
    for (const threshold of [0.7, 0.8, 0.5]) {
      const said = found.thresholds.find((one) => one.threshold === threshold)
      const run = await ask<{ groups: number; members: number }>(`/${groupBy}/run`, { threshold })
      expect([threshold, said?.groups, said?.removed]).toEqual([threshold, run.groups, run.members - run.groups])
    }
    for (const threshold of [2, -1, 'x', null])
      await expect(ask(`/${groupBy}/run`, { threshold })).rejects.toMatchObject({ code: 'OPTION_VALUE' })
    expect((await ask<{ options: { threshold: number } }>(`/${groupBy}`)).options.threshold).toBe(0.5)
  })

  it('shows pairs at the cut, documents outside a group, and learns from decisions', async () => {
    await ask('/star/run', { threshold: 0.8 })
    await ask('/star/lab', {})
    const { pairs } = await ask<{ pairs: { similarity: number; isAbove: boolean; a: { text: string } }[] }>('/star/lab/pairs?at=0.75')
    expect(pairs.length).toBeGreaterThan(2)
    for (const { similarity, isAbove, a } of pairs) {
      expect(isAbove).toBe(similarity >= 0.75)
      expect(a.text.length).toBeGreaterThan(10)
    }
    const { groups } = await ask<{ groups: { id: string; size: number }[] }>('/star/queue')
    const outside: { similarity: number; other: { name: string; group?: string } }[] = []
    for (const { id } of groups) {
      const found = await ask<{ pairs: typeof outside }>(`/star/outside/${id}`)
      const { members } = await ask<{ members: { name: string }[] }>(`/star/groups/${id}`)
      const names = new Set(members.map(({ name }) => name))
      for (const pair of found.pairs) expect([names.has(pair.other.name), pair.other.group === id]).toEqual([false, false])
      outside.push(...found.pairs)
    }
    expect(outside.length).toBeGreaterThan(0)
    const [one] = groups
    const members = [0, 1].map((place) => ({ group: one?.id, place }))
    await ask('/star/acts', { act: 'duplicate', by: 'Li', run: (await ask<{ run: number }>('/star')).run, members })
    const found = await ask<Thresholds>('/star/lab')
    expect(found.labels).toEqual({ same: 1, different: 0 })
    expect(found.thresholds[0]).toMatchObject({ precision: { value: 1, high: 1 }, recall: { value: 1 } })
  })
})
