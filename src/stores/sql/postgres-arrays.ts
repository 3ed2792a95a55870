/**
 * Lists as PostgreSQL itself writes them, for statements that take or give many values at once. As text each of them would be written as
 * hexadecimal digits, and read one by one.
 */
import type { Key } from '../../searching/index-keys.js'
import { PostingList } from '../postings/posting-list.js'
import type { Packed, Query } from './sql-database.js'

/** Of types. */
const [BYTEA, BIGINT] = [17, 20]
const HEAD = 20
const WORD = 2 ** 32

function headed(type: number, count: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + size)
  // One dimension, nothing is null, the type, how many there are, and that the first has number 1.
  let at = 0
  for (const word of [1, 0, type, count, 1]) at = bytes.writeInt32BE(word, at)
  return bytes
}

/** Numbers from 0 below 2^53 as `bigint[]`. */
export function bigints(numbers: readonly number[]): Buffer {
  const bytes = headed(BIGINT, numbers.length, 12 * numbers.length)
  let at = HEAD
  for (const number of numbers) {
    bytes.writeInt32BE(8, at)
    bytes.writeUInt32BE(Math.floor(number / WORD), at + 4)
    bytes.writeUInt32BE(number % WORD, at + 8)
    at += 12
  }
  return bytes
}

/** Bytes, or characters that stand for them, as `bytea[]`. */
export function byteas(values: readonly (Key | Uint8Array)[]): Buffer {
  let size = 0
  for (const value of values) size += 4 + value.length
  const bytes = headed(BYTEA, values.length, size)
  let at = HEAD
  for (const value of values) {
    at = bytes.writeInt32BE(value.length, at)
    if (typeof value === 'string') for (let i = 0; i < value.length; i++) bytes[at + i] = value.charCodeAt(i)
    else bytes.set(value, at)
    at += value.length
  }
  return bytes
}

/**
 * Reads the numbers of ids and the postings of keys with one statement that answers with one row: a row for each would be read column by column. A
 * lookup for each value: of a table that grows faster than statistics are gathered the planner thinks that many keys are most of it, and
 * would read it from end to end. OFFSET 0 keeps it from joining the two again.
 */
export async function readPacked(query: Query, index: string, ids: readonly Key[], keys: readonly Key[]): Promise<Packed> {
  const all = (value: string, columns: string, table: string, column: string) =>
    `(SELECT string_agg(int4send(v.i::int) || ${value}, ''::bytea) FROM unnest(?::bytea[]) WITH ORDINALITY AS v (v, i),
      LATERAL (SELECT ${columns} FROM ${index}_${table} WHERE ${column} = v.v OFFSET 0) AS r)`
  const [row] = await query(
    `SELECT ${all('int8send(r.seq)', 'seq', 'records', 'id')},
      ${all('int4send(r.n) || int4send(length(r.list)) || r.list', 'n, list', 'pages', 'k')}, EXISTS (SELECT 1 FROM ${index}_splits)`,
    [byteas(ids), byteas(keys)],
  )
  const [numbers, pages, isSplit] = row as [Buffer | null, Buffer | null, boolean]
  const seqs: (number | undefined)[] = ids.map(() => undefined)
  for (let at = 0; numbers && at < numbers.length; at += 12) seqs[numbers.readInt32BE(at) - 1] = numberAt(numbers, at + 4)
  return { seqs, postings: pages ? listsOf(pages, keys.length) : keys.map(() => new PostingList()), isSplit }
}

/** Pages, each behind the number of its key, how many postings it has and how many bytes, as the lists of so many keys. */
function listsOf(pages: Buffer, keys: number): PostingList[] {
  const found: (PostingList | undefined)[] = Array.from({ length: keys }, () => undefined)
  for (let at = 0; at < pages.length; ) {
    const key = pages.readInt32BE(at) - 1
    const end = at + 12 + pages.readInt32BE(at + 8)
    const page = PostingList.ofCount(pages.subarray(at + 12, end), pages.readInt32BE(at + 4))
    const before = found[key]
    found[key] = before ? PostingList.ofCount(Buffer.concat([before.packed, page.packed]), before.count + page.count) : page
    at = end
  }
  return found.map((list) => list ?? new PostingList())
}

/** Reads as many numbers of a sequence. */
export async function readNumbers(query: Query, sequence: string, count: number): Promise<number[]> {
  const [row] = await query(`SELECT string_agg(int8send(nextval('${sequence}')), ''::bytea) FROM generate_series(1, ?::int)`, [count])
  const [bytes] = row as [Buffer]
  return Array.from({ length: count }, (_, i) => numberAt(bytes, 8 * i)).sort((a, b) => a - b)
}

const numberAt = (bytes: Buffer, at: number) => bytes.readUInt32BE(at) * WORD + bytes.readUInt32BE(at + 4)
