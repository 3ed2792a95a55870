/** Reads vectors: lists of numbers, typed arrays, or base64 of 32-bit floats. */
import { lengthOf } from '../../comparing/vectors.js'
import { LeitongError } from '../../errors.js'
import { shownValue } from './method.js'
import { bytesOfBase64 } from './read-fingerprint.js'

function refuse(value: unknown, why: string): never {
  throw new LeitongError('SIGNATURE_VALUE', shownValue(value), 'vector', why)
}

/**
 * A vector in 32-bit floats.
 *
 * @throws {LeitongError} `SIGNATURE_VALUE` for what is no list of numbers, for numbers that are none or beyond 32-bit floats, and for a vector
 *         of length 0
 * @example readVector([3, 4]) // Float32Array [3, 4]
 */
export function readVector(value: unknown): Float32Array<ArrayBuffer> {
  const list = typeof value === 'string' ? listOf(value) : value
  if (!Array.isArray(list) && !(list instanceof Float32Array) && !(list instanceof Float64Array))
    return refuse(value, 'it is no list of numbers')
  const vector = new Float32Array(list.length)
  for (let i = 0; i < list.length; i++) {
    const number = list[i] as unknown
    if (typeof number !== 'number' && typeof number !== 'bigint') return refuse(value, `element ${i} is ${shownElement(number)}, no number`)
    vector[i] = Number(number)
    if (Number.isNaN(vector[i])) return refuse(value, `element ${i} is NaN`)
    if (!Number.isFinite(vector[i])) return refuse(value, `element ${i} is beyond what 32-bit floats hold`)
  }
  if (!vector.length) return refuse(value, 'it is empty')
  if (!lengthOf(vector)) return refuse(value, 'all of it is 0: it points nowhere, and has no cosine')
  return vector
}

const shownElement = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`)

/** A list written as text: JSON, as a cell of a table has it, or base64 of 32-bit floats, little endian. */
function listOf(text: string): unknown {
  if (/^\s*\[/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      return refuse(text, 'it is no list of numbers')
    }
  }
  const bytes = bytesOfBase64(text.trim())
  return bytes && bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : refuse(text, 'it is neither a list nor base64 of 32-bit floats')
}
