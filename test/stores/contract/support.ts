/** Rows, records and offers for the contract of stores, and the search that it is held against. */
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { SearchSpec } from '../../../src/searching/index-keys.js'
import type { Candidate, IndexMeta, NewRecord, Offer, StoredRecord } from '../../../src/stores/store.js'

export const SIMHASH: SearchSpec = { kind: 'simhash', bits: 64, distance: 3 }

/** @param blockLimit  so low that keys split */
export const metaOf = (search: SearchSpec, blockLimit = 3): IndexMeta => ({
  format: 1,
  signature: `test ${search.kind}`,
  search,
  blockLimit,
  settings: { threshold: 0.5, nested: ['雷同', null] },
  created: '2026-01-01T00:00:00.000Z',
})

/** A row of a digest that the number stands for and these bytes of signature. */
export function rowOf(digest: number, signature: Uint8Array): Uint8Array {
  const row = new Uint8Array(16 + signature.length)
  new DataView(row.buffer).setFloat64(0, digest)
  new DataView(row.buffer).setFloat64(8, digest * 3 + 1)
  row.set(signature, 16)
  return row
}

export function fingerprintBytes(value: bigint, bits = 64): Uint8Array {
  return Uint8Array.from({ length: bits / 8 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n))
}

/** A row of {@link SIMHASH}. */
export const simhashRow = (digest: number, value: bigint) => rowOf(digest, fingerprintBytes(value))

export const recordOf = (id: unknown, row: Uint8Array, payload = ''): NewRecord => ({
  id: JSON.stringify(id),
  entry: row,
  group: JSON.stringify(id),
  payload: new TextEncoder().encode(payload),
})

/** An offer that is always taken. */
export const put = (record: NewRecord): Offer => ({ id: record.id, entry: record.entry, decide: () => record })

/** An offer that is taken when nothing is alike. */
export const putIfNew = (record: NewRecord): Offer => ({
  id: record.id,
  entry: record.entry,
  decide: (_, alike) => (alike.length ? undefined : record),
})

/** The numbers of records that must have been written. */
export const seqsOf = (written: readonly (StoredRecord | undefined)[]) => written.map((record) => (record as StoredRecord).seq)

export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

/** `toEqual` for a lot: it goes through bytes one by one. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** What a record is to a row, by brute force. */
export function matchOf(spec: SearchSpec, row: Uint8Array, record: StoredRecord): Candidate | undefined {
  const equal = row.subarray(0, 16).every((byte, i) => byte === record.entry[i])
  const { seq } = record
  if (spec.kind === 'simhash') {
    let distance = 0
    for (let i = 16; i < row.length; i++) for (let x = (row[i] as number) ^ (record.entry[i] as number); x; x &= x - 1) distance++
    return distance <= spec.distance ? { seq, equal, distance } : undefined
  }
  if (equal) return { seq, equal, distance: undefined }
  if (spec.kind === 'features') {
    const [left, right] = [row, record.entry].map((entry) => [...new BigUint64Array(entry.slice(16).buffer)]) as [bigint[], bigint[]]
    const shared = left.filter((feature) => right.includes(feature)).length
    return shared / Math.min(left.length, right.length) >= spec.threshold ? { seq, equal, distance: undefined } : undefined
  }
  if (spec.kind === 'exact') return undefined
  return sharedBands(row, record.entry, spec.bands) ? { seq, equal, distance: undefined } : undefined
}

/** How many band keys two entries have in common. */
export function sharedBands(row: Uint8Array, entry: Uint8Array, bands: number): number {
  const places = Array.from({ length: bands }, (_, band) => 16 + 4 * band)
  return places.filter((at) => row.subarray(at, at + 4).every((byte, i) => byte === entry[at + i])).length
}
