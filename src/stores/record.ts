/** Records as bytes with a checksum, the same in every store that holds bytes. */
import { crc32 } from 'node:zlib'
import { CONTENT_DIGEST, type NewRecord, type StoredRecord } from './store.js'

/** Bytes before the row. */
const HEAD = 24
/** Beside the bytes of the group: a digest of the content stands before the payload. */
const DIGESTED = 2 ** 31

/**
 * The bytes of a record:
 *
 *     u32 CRC-32 of all that follows | u64 seq | u32 bytes of row | u32 of id | u32 of group, 0 when it is the id
 *     row | id | group | payload
 *
 * Where the highest bit of the bytes of the group is set, 16 bytes of digest stand before the payload.
 *
 * Little endian.
 */
export function encodeRecord(record: NewRecord, seq: number): Buffer {
  const { entry: row, payload } = record
  const idBytes = Buffer.byteLength(record.id)
  const groupBytes = record.group === record.id ? 0 : Buffer.byteLength(record.group)
  const digestBytes = record.digest ? CONTENT_DIGEST : 0
  const bytes = Buffer.allocUnsafe(HEAD + row.length + idBytes + groupBytes + digestBytes + payload.length)
  bytes.writeUInt32LE(seq % 2 ** 32, 4)
  bytes.writeUInt32LE(Math.floor(seq / 2 ** 32), 8)
  bytes.writeUInt32LE(row.length, 12)
  bytes.writeUInt32LE(idBytes, 16)
  bytes.writeUInt32LE(groupBytes + (digestBytes && DIGESTED), 20)
  let at = HEAD
  bytes.set(row, at)
  at += row.length
  at += bytes.write(record.id, at)
  if (groupBytes) at += bytes.write(record.group, at)
  if (record.digest) bytes.set(record.digest, at)
  at += digestBytes
  bytes.set(payload, at)
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0)
  return bytes
}

/** The id that damaged bytes name, if they are damaged elsewhere; nothing says that it is one, and it is to be looked up. */
export function idOfDamaged(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < HEAD) return ''
  const idAt = HEAD + buffer.readUInt32LE(12)
  return buffer.toString('utf8', idAt, idAt + buffer.readUInt32LE(16))
}

/** The message about a damaged record, with the way out. */
export const damagedRecord = (seq: number) =>
  `record ${seq} is damaged; verify names its id where that can be read: remove it, and add it again`

/** The record in these bytes, its parts copied; undefined when they are not what was written. */
export function decodeRecord(bytes: Uint8Array): StoredRecord | undefined {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < HEAD || buffer.readUInt32LE(0) !== crc32(buffer.subarray(4))) return undefined
  const seq = buffer.readUInt32LE(4) + buffer.readUInt32LE(8) * 2 ** 32
  const [rowBytes, idBytes, stated] = [buffer.readUInt32LE(12), buffer.readUInt32LE(16), buffer.readUInt32LE(20)]
  const isDigested = stated >= DIGESTED
  const groupBytes = stated - (isDigested ? DIGESTED : 0)
  const idAt = HEAD + rowBytes
  const groupAt = idAt + idBytes
  const digestAt = groupAt + groupBytes
  const payloadAt = digestAt + (isDigested ? CONTENT_DIGEST : 0)
  const id = buffer.toString('utf8', idAt, groupAt)
  // One copy for all parts: a candidate is read for each document that is held against it.
  const copy = new Uint8Array(buffer)
  return {
    seq,
    id,
    entry: copy.subarray(HEAD, idAt),
    group: groupBytes ? buffer.toString('utf8', groupAt, digestAt) : id,
    payload: copy.subarray(payloadAt),
    ...(isDigested ? { digest: copy.subarray(digestAt, payloadAt) } : {}),
  }
}
