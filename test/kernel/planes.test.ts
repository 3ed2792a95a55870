/**
 * Vectors signed by hyperplanes.
 *
 * Oracle   the plain TypeScript signer, bit for bit; and Charikar's formula, by which a share of angle / pi of the bits differs.
 * Covers   1 to 300 dimensions, numbers of any size, 64 to 256 planes, seeds; that planes of fewer bits are the first of more.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hyperplanes, signByPlanes } from '../../src/fingerprinting/hyperplanes.js'
import { PlaneSigner } from '../../src/kernel/planes.js'
import { chanceWithin, planAngle } from '../../src/searching/angles.js'
import { createRandom } from '../support/texts.js'

const random = createRandom(5)
const normal = () => Array.from({ length: 12 }, () => random()).reduce((sum, x) => sum + x, -6)

describe('signing by planes', () => {
  it('is that of plain TypeScript, bit for bit', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ minLength: 1, maxLength: 300, noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(64, 128, 256),
        fc.nat(),
        (vector, bits, seed) => {
          const signed = new PlaneSigner(vector.length, bits, seed).sign(vector)
          expect([...signed]).toEqual([...signByPlanes(vector, hyperplanes(bits, vector.length, seed))])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('makes the first planes of more as it makes fewer', () => {
    expect(hyperplanes(128, 10, 3).slice(0, 64)).toEqual(hyperplanes(64, 10, 3))
    expect(hyperplanes(64, 10, 4)).not.toEqual(hyperplanes(64, 10, 3))
  })

  it.each([0.95, 0.8, 0.5])('lets as many bits differ as the angle of cosine %f says', (cosine) => {
    const signer = new PlaneSigner(50, 256, 0)
    let differing = 0
    const pairs = 300
    for (let i = 0; i < pairs; i++) {
      const a = Float32Array.from({ length: 50 }, normal)
      const other = Float32Array.from({ length: 50 }, normal)
      const length = (v: Float32Array) => Math.hypot(...v)
      const along = a.reduce((sum, x, d) => sum + x * (other[d] as number), 0) / length(a) ** 2
      const across = other.map((x, d) => x - along * (a[d] as number))
      const b = a.map((x, d) => (cosine * x) / length(a) + (Math.sqrt(1 - cosine ** 2) * (across[d] as number)) / length(across))
      const [left, right] = [signer.sign(a).slice(), signer.sign(b)]
      left.forEach((byte, at) => {
        for (let bits = byte ^ (right[at] as number); bits; bits &= bits - 1) differing++
      })
    }
    expect(Math.abs(differing / (256 * pairs) - Math.acos(cosine) / Math.PI)).toBeLessThan(0.01)
  })
})

describe('the radius of an angle', () => {
  it('is the least that the wanted share of pairs does not exceed', () => {
    for (const threshold of [0.5, 0.7, 0.9, 0.99])
      for (const recall of [0.9, 0.99, 0.999]) {
        const { bits, distance } = planAngle(threshold, recall)
        const p = Math.acos(threshold) / Math.PI
        expect(chanceWithin(distance, bits, p)).toBeGreaterThanOrEqual(recall)
        expect(chanceWithin(distance - 1, bits, p)).toBeLessThan(recall)
      }
  })

  it('counts chances as the sum of a binomial distribution', () => {
    expect(chanceWithin(1, 3, 0.5)).toBeCloseTo(0.5, 12)
    expect(chanceWithin(64, 64, 0.3)).toBeCloseTo(1, 12)
    expect(chanceWithin(0, 64, 0)).toBe(1)
  })
})
