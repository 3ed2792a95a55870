/** Scored pairs from the surest on, by radix: millions of them without a comparison. */
import { toStarts } from '../counting.js'

const BITS = 16
const BUCKETS = 1 << BITS

/**
 * Numbers of the pairs whose chance is above 0: the surest first, of equally sure ones that of the lower rows.
 *
 * @param edges  chances from 0 to 1
 */
export function surestFirst({ size, a, b, chance }: { size: number; a: Uint32Array; b: Uint32Array; chance: Float64Array }): Uint32Array {
  let order = new Uint32Array(size)
  let above = 0
  for (let edge = 0; edge < size; edge++) if ((chance[edge] as number) > 0) order[above++] = edge
  order = order.subarray(0, above)
  let other = new Uint32Array(above)
  const places = new Uint32Array(BUCKETS)
  // The bits of numbers from 0 on are in their order; taken from the other end they put the greatest first.
  const bits = new Uint32Array(chance.buffer, chance.byteOffset, 2 * size)
  const pass = (values: Uint32Array, step: number, offset: number, shift: number, flip: number) => {
    places.fill(0)
    for (let i = 0; i < above; i++) {
      const bucket = (((values[(order[i] as number) * step + offset] as number) ^ flip) >>> shift) & (BUCKETS - 1)
      places[bucket] = (places[bucket] as number) + 1
    }
    toStarts(places)
    for (let i = 0; i < above; i++) {
      const edge = order[i] as number
      const bucket = (((values[edge * step + offset] as number) ^ flip) >>> shift) & (BUCKETS - 1)
      const place = places[bucket] as number
      places[bucket] = place + 1
      other[place] = edge
    }
    ;[order, other] = [other, order]
  }
  for (const rows of [b, a]) for (const shift of [0, BITS]) pass(rows, 1, 0, shift, 0)
  for (const half of [LOW, 1 - LOW]) for (const shift of [0, BITS]) pass(bits, 2, half, shift, 0xffffffff)
  return order
}

/** Which half of a number of 64 bits holds its low ones on this host. */
const LOW = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1
