/**
 * hashing: the small tools that every room takes from it.
 *
 * Oracle   digits of numbers in base 2 and 16 by the host; arrays that grow by themselves; a search from the front; the published
 *          MurmurHash3, whose last step mix32 is.
 * Covers   bits, signed and unsigned; hexadecimal digits; lists and columns over any run of changes; the place where an order turns, of
 *          ranges that are empty, all one side, or near 2^32; random numbers: repeatable, in range, each share of the range equally often.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstWhere } from '../../src/hashing/binary-search.js'
import { hex, hexOfBytes, hexOfWords, mix32, popcount32, slotHash } from '../../src/hashing/bits.js'
import { murmur3x32 } from '../../src/hashing/murmur3.js'
import { createRandom, createRandomWords } from '../../src/hashing/random.js'
import { resized, Uint32List, withRoom } from '../../src/hashing/typed-list.js'

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 })

describe('bits', () => {
  it('are counted, of signed and of unsigned numbers', () => {
    fc.assert(
      fc.property(word, (x) => {
        expect(popcount32(x)).toBe((x >>> 0).toString(2).replaceAll('0', '').length)
      }),
    )
    expect([0, -1, 0xffffffff, 1 << 31].map(popcount32)).toEqual([0, 32, 32, 1])
  })

  it('are mixed one to one, as MurmurHash3 does last', () => {
    // Four zero bytes scramble to 0, so that nothing is left of the hash but its last step over the length.
    expect(mix32(0xe6546b64 ^ 4)).toBe(murmur3x32(new Uint8Array(4)))
    const low = Array.from({ length: 1 << 16 }, (_, i) => i)
    for (const make of [mix32, (x: number) => slotHash(x, 1) >>> 0, (x: number) => slotHash(1, x) >>> 0])
      expect(new Set([...low, ...low.slice(1).map((x) => x * 2 ** 16)].map(make)).size).toBe(2 ** 17 - 1)
  })

  it('are written in hexadecimal digits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.array(word), (bytes, words) => {
        expect(hexOfBytes(bytes)).toBe(Buffer.from(bytes).toString('hex'))
        const buffer = Buffer.alloc(words.length * 4)
        words.forEach((value, i) => void buffer.writeUInt32BE(value >>> 0, i * 4))
        expect(hexOfWords(words)).toBe(buffer.toString('hex'))
      }),
    )
    expect([hex(255n, 4), hex(255, 1)]).toEqual(['00ff', 'ff'])
  })
})

describe('growing', () => {
  it('a list holds what was put into it, one by one or many at once', () => {
    const step = fc.oneof(fc.nat(2 ** 32 - 1), fc.uint32Array({ maxLength: 3000 }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const list = new Uint32List()
        const expected: number[] = []
        for (const given of steps) {
          if (typeof given === 'number') list.push(given)
          else list.append(given)
          expected.push(...(typeof given === 'number' ? [given] : given))
          expect(list.length).toBe(expected.length)
        }
        expect([...list.taken()]).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('an array keeps its kind and its numbers, and has zeros behind them', () => {
    fc.assert(
      fc.property(fc.constantFrom(Uint8Array, Uint32Array, Float64Array), fc.nat(50), fc.nat(120), (Kind, length, wanted) => {
        const array = new Kind(length).map((_, i) => i + 1) as Uint8Array<ArrayBuffer>
        const copy = resized(array, wanted)
        expect(copy).toBeInstanceOf(Kind)
        expect([...copy]).toEqual(Array.from({ length: wanted }, (_, i) => (i < length ? i + 1 : 0)))
        const roomy = withRoom(array, wanted, 1.4)
        if (wanted <= length) expect(roomy).toBe(array)
        else {
          expect(roomy.length).toBe(Math.max(wanted, Math.ceil(length * 1.4)))
          expect([...roomy.subarray(0, length)]).toEqual([...array])
        }
      }),
    )
  })
})

describe('the place where an order turns', () => {
  it('is the one that a search from the front finds', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 40 }), fc.nat(21), fc.nat(40), (values, wanted, start) => {
        const sorted = values.sort((x, y) => x - y)
        const from = Math.min(start, sorted.length)
        const found = sorted.findIndex((value, i) => i >= from && value >= wanted)
        expect(firstWhere(from, sorted.length, (at) => (sorted[at] as number) >= wanted)).toBe(found < 0 ? sorted.length : found)
      }),
    )
  })

  it('is found in a range beyond 31 bits, in as many questions as the range has bits', () => {
    let questions = 0
    const turn = 2 ** 32 - 12_345
    expect(firstWhere(3, 2 ** 32 - 1, (at) => ++questions > 0 && at >= turn)).toBe(turn)
    expect(questions).toBeLessThanOrEqual(32)
  })
})

describe('random numbers', () => {
  it('are the same for the same seed, below 1, and fall everywhere equally often', () => {
    const [random, again, words, other] = [createRandom(7), createRandom(7), createRandomWords(7), createRandom(8)]
    const counts = new Uint32Array(16)
    let same = 0
    for (let i = 0; i < 16_000; i++) {
      const value = random()
      expect(again()).toBe(value)
      expect(words()).toBe(value * 2 ** 32)
      if (other() === value) same++
      counts[Math.floor(value * 16)] = (counts[Math.floor(value * 16)] as number) + 1
    }
    expect(same).toBeLessThan(5)
    // Six standard deviations of one in sixteen.
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(6 * Math.sqrt(1000 * (15 / 16)))
  })
})
