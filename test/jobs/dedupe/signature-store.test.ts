/**
 * jobs/dedupe/signature-store: does it give back what it was given, wherever that lies?
 *
 * Oracle   the columns cut by hand from the pieces, held in plain arrays.
 * Covers   all in memory, all on disk, and what moves to disk as documents come; documents asked for densely and sparsely.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SignatureStore } from '../../../src/jobs/dedupe/signature-store.js'
import { signatureBytes } from '../../../src/methods/methods.js'
import { machineDefaults } from '../../../src/options/machine.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { DIGEST_BYTES } from '../../../src/signing/signature.js'
import type { PieceColumns } from '../../../src/working/tasks.js'
import { temporaryFolder } from '../../support/files.js'

const options = resolveOptions([{ values: { bands: 3, bandRows: 5, numPerm: 17 }, where: 'here' }], machineDefaults())
const BANDS = 3
const LOW = signatureBytes(options, 'search') - BANDS * 4

/** A document: digest, band keys and low bytes, one after the other. */
const DOCUMENT = DIGEST_BYTES + BANDS * 4 + LOW

const document = fc.uint8Array({ minLength: DOCUMENT, maxLength: DOCUMENT })
const pieces = fc.array(fc.array(document, { maxLength: 40, size: 'max' }), { maxLength: 12, size: 'max' })

/** As workers hand them over: keys band by band, then the low bytes document by document. */
function columnsOf(documents: readonly Uint8Array[]): PieceColumns {
  const part = (start: number, length: number) => documents.map((bytes) => [...bytes.subarray(start, start + length)])
  const keys = Array.from({ length: BANDS }, (_, band) => part(DIGEST_BYTES + band * 4, 4)).flat(2)
  return {
    count: documents.length,
    digests: Uint8Array.from(part(0, DIGEST_BYTES).flat()),
    signatures: Uint8Array.from([...keys, ...part(DIGEST_BYTES + BANDS * 4, LOW).flat()]),
  } as PieceColumns
}

const wordAt = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true)

it('gives back all columns, in memory, on disk, or some here and some there', () => {
  let partly = 0
  fc.assert(
    fc.property(pieces, fc.integer({ min: 50, max: 110 }), fc.nat(7), (given, percent, every) => {
      const all = given.flat()
      const bytes = all.length * DOCUMENT
      // Beside signatures a run takes 68 bytes a document.
      const budget = Math.floor(((bytes + all.length * 68) * percent) / 100)
      const store = new SignatureStore(options, budget, () => temporaryFolder())
      for (const piece of given) store.add(columnsOf(piece))
      if (budget >= bytes + all.length * 68) expect(store.spilled).toBe(0)
      if (budget < all.length * 68) expect(store.spilled).toBe(bytes)
      if (store.spilled && store.spilled < bytes) partly++
      expect([...store.takeDigests()]).toEqual(all.flatMap((one) => [0, 4, 8, 12].map((at) => wordAt(one, at))))
      const reused = new Uint32Array(all.length)
      for (let band = 0; band < BANDS; band++)
        expect([...store.band(band, reused)]).toEqual(all.map((one) => wordAt(one, DIGEST_BYTES + band * 4)))
      const asked = Uint32Array.from(all.keys()).filter((i) => i % (every + 1) === 0)
      for (let band = 0; band < BANDS; band++)
        expect([...store.rowsOfBand(band, asked)]).toEqual(
          [...asked].flatMap((i) => [...(all[i] as Uint8Array).subarray(DOCUMENT - LOW + band * 5, DOCUMENT - LOW + band * 5 + 5)]),
        )
      const words = Math.ceil(LOW / 4)
      const padded = (one: Uint8Array) =>
        Uint8Array.from({ length: words * 4 }, (_, i) => (i < LOW ? (one[DOCUMENT - LOW + i] as number) : 0))
      expect([...store.lowBytes(asked)]).toEqual(
        [...asked].flatMap((i) => Array.from({ length: words }, (_, word) => wordAt(padded(all[i] as Uint8Array), word * 4))),
      )
      store.close()
    }),
    { numRuns: 40 },
  )
  expect(partly).toBeGreaterThan(0)
})
