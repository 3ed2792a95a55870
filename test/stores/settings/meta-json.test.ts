/**
 * stores/meta-json: settings of an index with a checksum.
 *
 * Oracle   the settings that were written.
 * Covers   every bit of the text flipped, one at a time: refused, or read as written; indexes without a checksum.
 */
import { expect, it } from 'vitest'
import { newMeta } from '../../../src/jobs/live/setup.js'
import { jsonOf, metaOf } from '../../../src/stores/meta-json.js'

const META = newMeta({ method: 'simhash', payload: 'text' })

it('is read as it was written, also without a checksum', () => {
  const plain = JSON.parse(JSON.stringify(META))
  expect(metaOf(jsonOf(META))).toEqual(plain)
  expect(metaOf(JSON.stringify(META))).toEqual(plain)
})

it('is never read as other settings when a bit has flipped', () => {
  const bytes = Buffer.from(jsonOf(META))
  let refused = 0
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
    let read: unknown
    try {
      read = metaOf(flipped.toString())
    } catch {
      refused++
      continue
    }
    // The name of the checksum itself: one property more, which nothing asks for.
    expect(read).toMatchObject(JSON.parse(JSON.stringify(META)))
  }
  expect(refused).toBeGreaterThan(7 * bytes.length)
})
