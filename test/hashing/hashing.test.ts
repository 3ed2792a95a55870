/**
 * hashing: is lane64 spread evenly, and is SipHash what its authors published?
 *
 * Oracle   published SipHash vectors; the binomial distribution.
 * Covers   avalanche of every input bit for lengths 1 to 40; no collision among a million short strings; lengths and
 *          trailing zero bytes kept apart; never 0.
 */
import { describe, expect, it } from 'vitest'
import { lane64, mix64 } from '../../src/hashing/lane64.js'
import { siphash128 } from '../../src/hashing/siphash.js'
import { createKernel } from '../../src/kernel/wasm.js'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('lane64', () => {
  it('changes half of the output bits when any input bit changes', () => {
    for (const length of [1, 2, 3, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 40]) {
      const flips = new Float64Array(64)
      let trials = 0
      for (let sample = 0; sample < 24; sample++) {
        const input = Uint8Array.from({ length }, (_, i) => Number(mix64(BigInt(sample * 1000 + i)) & 255n))
        const before = lane64(input)
        for (let bit = 0; bit < length * 8; bit++) {
          const changed = input.slice()
          changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
          const difference = before ^ lane64(changed)
          for (let i = 0; i < 64; i++) if ((difference >> BigInt(i)) & 1n) flips[i] = (flips[i] as number) + 1
          trials++
        }
      }
      // Six standard deviations of a fair coin.
      const slack = (6 * 0.5) / Math.sqrt(trials)
      for (const flipped of flips) expect(Math.abs(flipped / trials - 0.5)).toBeLessThan(slack)
    }
  })

  it('keeps a million short strings apart', () => {
    const kernel = createKernel({ tokenizer: 'word', normalize: [], ngram: 1, charNgram: 1, seed: 0 })
    kernel.load(Array.from({ length: 1_000_000 }, (_, i) => i.toString(36)).join(' '))
    expect(kernel.featureSet().hashes.length).toBe(1_000_000)
  })

  it('tells lengths and trailing zeros apart, follows the seed, and is never 0', () => {
    const inputs = [[], [0], [0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]].map((b) => lane64(Uint8Array.from(b)))
    expect(new Set(inputs).size).toBe(inputs.length)
    expect(inputs).not.toContain(0n)
    expect(lane64(bytes('abc'), 1n)).not.toBe(lane64(bytes('abc'), 2n))
  })
})

describe('siphash128', () => {
  it('gives the published vectors of SipHash-2-4-128', () => {
    const key = [0x0706050403020100n, 0x0f0e0d0c0b0a0908n] as const
    const hex = (input: Uint8Array) => {
      const out = new DataView(new ArrayBuffer(16))
      siphash128(input, key, 2, 4).forEach((half, i) => {
        out.setBigUint64(8 * i, half, true)
      })
      return Buffer.from(out.buffer).toString('hex')
    }
    expect(hex(new Uint8Array())).toBe('a3817f04ba25a8e66df67214c7550293')
    expect(hex(Uint8Array.of(0))).toBe('da87c1d86b99af44347659119b22fc45')
  })
})
