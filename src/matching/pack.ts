/** Columns in memory that threads share. */
import { sharedMemory } from '../hashing/shared.js'
import { NO_VALUE, type PackedColumn } from './columns.js'
import { TextNumbers } from './text-numbers.js'

/** Shared memory for so many numbers. */
const shared = (length: number, bytes: number) => sharedMemory(length * bytes)

/**
 * Packs a column whose distinct values are numbered already.
 *
 * @param values     distinct values, as they were read
 * @param rows       the number of each row's value, -1 for none
 * @param normalise  the canonical form of a value; an empty text stands for no value
 */
export function packColumn(name: string, values: readonly string[], rows: Int32Array, normalise: (value: string) => string): PackedColumn {
  const canonical = new TextNumbers()
  let length = 0
  const numberOf = Int32Array.from(values, (value) => {
    const text = normalise(value)
    if (!text) return NO_VALUE
    const known = canonical.get(text)
    if (known !== undefined) return known
    length += text.length
    return canonical.add(text)
  })
  const codes = new Uint16Array(shared(length, 2))
  const starts = new Uint32Array(shared(canonical.size + 1, 4))
  let at = 0
  let value = 0
  for (const text of canonical.texts()) {
    for (let i = 0; i < text.length; i++) codes[at++] = text.charCodeAt(i)
    starts[++value] = at
  }
  const packed = new Int32Array(shared(rows.length, 4))
  const counts = new Uint32Array(shared(canonical.size, 4))
  for (let row = 0; row < rows.length; row++) {
    const read = rows[row] as number
    const number = read < 0 ? NO_VALUE : (numberOf[read] as number)
    packed[row] = number
    if (number >= 0) counts[number] = (counts[number] as number) + 1
  }
  return { name, rows: packed, codes, starts, counts }
}
