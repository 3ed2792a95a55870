/** Bytes of the counters, the keys and the sealed rows in a folder of LMDB; records have a file of their own (record.ts). */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Counters, changed with every transaction: four doubles, little endian. */
export interface State {
  /** The last number given. */
  change: number
  records: number
  /** Records up to this number are sealed. */
  sealed: number
  /** Removals up to this number were forgotten: a process that has not seen them reads everything again. */
  horizon: number
}

const STATE_BYTES = 32

export function encodeState({ change, records, sealed, horizon }: State): Buffer {
  const bytes = Buffer.allocUnsafe(STATE_BYTES)
  ;[change, records, sealed, horizon].forEach((value, i) => {
    bytes.writeDoubleLE(value, i * 8)
  })
  return bytes
}

export function decodeState(bytes: Buffer | undefined): State {
  if (bytes?.length !== STATE_BYTES) throw new Error('the counters are damaged')
  const [change, records, sealed, horizon] = [0, 8, 16, 24].map((at) => bytes.readDoubleLE(at)) as [number, number, number, number]
  return { change, records, sealed, horizon }
}

/** Bytes of an id that are a key as they are: LMDB takes keys of up to 1978 bytes, and short ones make a shallow tree. */
const ID_BYTES = 500

/** The key of an id: its bytes, or of a long one a 1 byte (which JSON never starts with) and a hash. */
export function idKey(id: string): Buffer {
  const bytes = Buffer.from(id)
  return bytes.length <= ID_BYTES ? bytes : Buffer.concat([Buffer.of(1), createHash('sha256').update(bytes).digest()])
}

export const encodeSeq = (seq: number) => {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeDoubleLE(seq)
  return bytes
}

export const decodeSeq = (bytes: Buffer) => bytes.readDoubleLE(0)

/** A row with the number of its record. */
export interface NumberedRow {
  readonly seq: number
  readonly row: Uint8Array
}

/** Rows one behind the other, with their numbers. */
export interface RowBlock {
  readonly seqs: Float64Array
  readonly rows: Uint8Array
}

/** CRC-32 of the rest, count, numbers as doubles, rows padded to a multiple of 4 bytes; little endian. */
export function seal(part: readonly NumberedRow[], rowBytes: number): Buffer {
  const stride = (rowBytes + 3) & ~3
  const bytes = Buffer.alloc(8 + part.length * (8 + stride))
  bytes.writeUInt32LE(part.length, 4)
  part.forEach(({ seq, row }, i) => {
    bytes.writeDoubleLE(seq, 8 + i * 8)
    bytes.set(row, 8 + part.length * 8 + i * stride)
  })
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0)
  return bytes
}

/** @throws when the bytes are not what was written */
export function unseal(value: Buffer): RowBlock {
  if (value.length < 8 || value.readUInt32LE(0) !== crc32(value.subarray(4))) throw new Error('they are not what was written (checksum)')
  const count = value.readUInt32LE(4)
  const copy = new Uint8Array(value.subarray(8))
  return { seqs: new Float64Array(copy.buffer, 0, count), rows: copy.subarray(count * 8) }
}

/** Several blocks as one. */
export function joinBlocks(blocks: readonly RowBlock[]): RowBlock {
  const seqs = new Float64Array(blocks.reduce((sum, block) => sum + block.seqs.length, 0))
  const rows = new Uint8Array(blocks.reduce((sum, block) => sum + block.rows.length, 0))
  let seqsAt = 0
  let rowsAt = 0
  for (const block of blocks) {
    seqs.set(block.seqs, seqsAt)
    rows.set(block.rows, rowsAt)
    seqsAt += block.seqs.length
    rowsAt += block.rows.length
  }
  return { seqs, rows }
}
