/** Values of BSON as values and types of rows: told by their names, so that the driver is loaded only to connect. */
import type { Column } from '../rows/infer.js'

const bsonType = (value: unknown) => (value as { _bsontype?: string } | null)?._bsontype

/** A value as JSON has it; bytes and dates as they are. */
export function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(plainValue)
  const type = bsonType(value)
  if (type === 'Binary') return (value as unknown as { buffer: Uint8Array }).buffer
  if (type) return String(value)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainValue(part)]))
}

const NUMBERS = ['Long', 'Decimal128', 'Int32', 'Double']

export function typeOf(value: unknown): Column['type'] {
  const type = bsonType(value)
  if (typeof value === 'string' || type === 'ObjectId') return 'text'
  if (typeof value === 'number' || typeof value === 'bigint' || NUMBERS.includes(type ?? '')) return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (value instanceof Date) return 'date'
  return type === 'Binary' ? 'bytes' : 'other'
}
