/**
 * jobs/dedupe/pairs/band-buckets: which texts agree in a band?
 *
 * Oracle   texts compared with each other, by the keys and rows of each band.
 * Covers   keys that are equal by chance, where rows are looked at; copies, which have no place among distinct texts.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bandBuckets, RUNS_HERE } from '../../../src/methods/minhash/band-buckets.js'
import { machineDefaults } from '../../../src/options/machine.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'

const [BANDS, ROWS] = [3, 2]
const options = resolveOptions([{ values: { bands: BANDS, bandRows: ROWS, numPerm: 6 }, where: 'here' }], machineDefaults())

/** Of each band a key and the rows: few values, so that keys agree where rows do not. Equal rows have equal keys. */
const band = fc.tuple(fc.nat(2), fc.nat(2)).map(([a, b]) => ({ key: ((a * 3 + b) >> 1) * 0x30000001, rows: [a, b] }))
const document = fc.record({ bands: fc.tuple(band, band, band), isCopy: fc.boolean() })

it('finds the groups that a comparison of all texts finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(document, { maxLength: 30 }), fc.boolean(), async (documents, looksAtRows) => {
      const distinct = Uint32Array.from(documents.keys()).filter((i) => !documents[i]?.isCopy)
      const bandOf = (i: number, number: number) => documents[i]?.bands[number] as { key: number; rows: number[] }
      const store = {
        band: (number: number) => Uint32Array.from(documents, (_, i) => bandOf(i, number).key),
        rowsOfBand(number: number, asked: Uint32Array) {
          expect([...asked]).toEqual([...asked].sort((a, b) => a - b))
          return Uint8Array.from([...asked].flatMap((i) => bandOf(i, number).rows))
        },
      }
      const { members, ends } = await bandBuckets(options, store, distinct, RUNS_HERE, looksAtRows ? 0 : undefined)
      const found = [...ends].map((end, i) => [...members.subarray(i ? ends[i - 1] : 0, end)].join())
      const wanted = new Set<string>()
      for (let number = 0; number < BANDS; number++) {
        const groups = new Map<string, number[]>()
        distinct.forEach((i, text) => {
          const { key, rows } = bandOf(i, number)
          const name = looksAtRows ? `${key} ${rows}` : `${key}`
          groups.set(name, [...(groups.get(name) ?? []), text])
        })
        for (const group of groups.values()) if (group.length > 1) wanted.add(group.join())
      }
      expect(found.sort()).toEqual([...wanted].sort())
    }),
  )
})
