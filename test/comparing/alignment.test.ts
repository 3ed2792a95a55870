/**
 * comparing/alignment: is the alignment valid, the best where that is promised, and bounded where texts are long?
 *
 * Oracle   the package diff for the least number of edits; texts whose changes are made here.
 * Covers   runs are equal, in order and do not overlap; small sequences lose no equal item; long texts with every 40th word changed, with a
 *          part moved, in Chinese; pathological ones: one word for ever, two characters at random, nothing in common.
 * Leaves   passages and their small texts (comparing.test.ts).
 */
import { diffArrays } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { align } from '../../src/comparing/alignment.js'
import { passages } from '../../src/comparing/passages.js'
import { sized } from '../support/long.js'
import { createRandom } from '../support/texts.js'

const always = () => true
const sequence = (most: number) => fc.array(fc.nat(6), { maxLength: most }).map((items) => Int32Array.from(items))

describe('align', () => {
  it('gives equal stretches in order, and of small sequences as many equal items as there can be', () => {
    fc.assert(
      fc.property(sequence(60), sequence(60), (left, right) => {
        const { runs, unaligned } = align(left, right, always)
        expect(unaligned).toEqual([])
        let [a, b, equal] = [0, 0, 0]
        for (let i = 0; i < runs.length; i += 3) {
          const [atA, atB, length] = runs.slice(i, i + 3) as [number, number, number]
          expect([atA >= a, atB >= b, length > 0]).toEqual([true, true, true])
          expect(left.slice(atA, atA + length)).toEqual(right.slice(atB, atB + length))
          a = atA + length
          b = atB + length
          equal += length
        }
        const best = diffArrays([...left], [...right]).reduce((sum, { added, removed, count }) => sum + (added || removed ? 0 : count), 0)
        expect(equal).toBe(best)
      }),
      { numRuns: 500 },
    )
  })

  it('is valid for long sequences of few items, which have anchors by chance or none', () => {
    const random = createRandom(5)
    for (const items of [1, 2, 4, 300, 100_000]) {
      const left = Int32Array.from({ length: 9000 }, () => Math.floor(random() * items))
      const right = Int32Array.from(left.filter(() => random() < 0.9)).map((item) => (random() < 0.1 ? 7 : item))
      const { runs } = align(left, right, always)
      let [a, b] = [0, 0]
      for (let i = 0; i < runs.length; i += 3) {
        const [atA, atB, length] = runs.slice(i, i + 3) as [number, number, number]
        expect(atA >= a && atB >= b, `${items} items`).toBe(true)
        expect(left.slice(atA, atA + length)).toEqual(right.slice(atB, atB + length))
        a = atA + length
        b = atB + length
      }
    }
  })
})

/** Words as texts have them, few often and many seldom. */
function longText(count: number, seed: number): string[] {
  const random = createRandom(seed)
  const words = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 9) }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join(''),
  )
  return Array.from({ length: count }, () => words[Math.floor(20_000 ** random()) - 1] as string)
}

function summed(left: string, right: string) {
  const start = process.cpuUsage()
  const found = passages(left, right)
  const { user, system } = process.cpuUsage(start)
  const seconds = (user + system) / 1e6
  expect(found.map((passage) => passage.left).join('') === left).toBe(true)
  expect(found.map((passage) => passage.right).join('') === right).toBe(true)
  const changed = found.filter(({ kind }) => kind === 'changed')
  return { changed, unaligned: changed.filter(({ unaligned }) => unaligned).length, seconds }
}

/** Bounds are some ten times what it takes, so that they fail for what grows with the square and not for a busy machine. */
const SECONDS = 30

describe('passages of long texts', () => {
  const words = longText(240_000, 1)
  const text = words.join(' ')

  it('find every 40th word that changed, and nothing else, in 1.7 MB', () => {
    const edited = words.map((word, i) => (i % 40 === 39 ? `new${i}` : word))
    const { changed, unaligned, seconds } = summed(text, edited.join(' '))
    expect(changed.map(({ left, right }) => [left, right])).toEqual(words.flatMap((word, i) => (i % 40 === 39 ? [[word, `new${i}`]] : [])))
    expect(unaligned).toBe(0)
    expect(seconds).toBeLessThan(SECONDS)
  })

  it('find Chinese characters that changed', () => {
    const random = createRandom(3)
    const left = Array.from({ length: 300_000 }, () => String.fromCharCode(0x4e00 + Math.floor(3000 * random() ** 2)))
    const right = left.map((c, i) => (i % 50 === 49 ? '𠀀' : c))
    const { changed, seconds } = summed(left.join(''), right.join(''))
    expect(changed.length).toBe(6000)
    expect(changed.every(({ right }) => right === '𠀀')).toBe(true)
    expect(seconds).toBeLessThan(SECONDS)
  })

  it('keep the longer part in place when parts are exchanged', () => {
    const at = text.length / 3
    const { changed } = summed(text, text.slice(at) + text.slice(0, at))
    expect(changed.reduce((sum, { left }) => sum + left.length, 0)).toBeLessThan(at + 1000)
  })

  it('align what repeats itself for ever', () => {
    const many = new Array<string>(200_000).fill('same')
    const { changed, unaligned, seconds } = summed(many.join(' '), many.map((word, i) => (i % 40 === 39 ? 'other' : word)).join(' '))
    expect([changed.length, unaligned]).toEqual([5000, 0])
    expect(seconds).toBeLessThan(SECONDS)
  })

  it('say that texts which share too little were not aligned', () => {
    const { changed, unaligned, seconds } = summed(text, longText(240_000, 2).join(' '))
    expect([changed.length, unaligned]).toEqual([1, 1])
    expect(seconds).toBeLessThan(SECONDS)
  })

  it('end in time for two characters at random', () => {
    const random = createRandom(9)
    const make = () => Array.from({ length: sized(40_000, 400_000) }, () => (random() < 0.5 ? '甲' : '乙')).join('')
    expect(summed(make(), make()).seconds).toBeLessThan(SECONDS)
  })
})
