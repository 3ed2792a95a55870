/** The list of contents of a ZIP archive, by its central directory: what it is, and what it would become. */
import { crc32, inflateRawSync } from 'node:zlib'
import { LeitongError } from '../../errors.js'

/** As far as the end of the archive is looked for: a comment may follow it. */
const TAIL = 65_557

const [STORED, DEFLATED] = [0, 8]
const ENCRYPTED = 1

export interface ZipEntry {
  readonly name: string
  /** Bytes, unpacked, as the archive says. */
  readonly size: number
  /** Its bytes in the archive; undefined where they are packed or encrypted in a way that is not looked into. */
  readonly packed: Buffer | undefined
  readonly isDeflated: boolean
  readonly sum: number
}

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Undefined where the archive is cut off, or none. */
export function zipEntries(archive: Uint8Array): ZipEntry[] | undefined {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = bytes.subarray(Math.max(0, bytes.length - TAIL)).lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) return undefined
  const at = Math.max(0, bytes.length - TAIL) + end
  if (at + 22 > bytes.length) return undefined
  const entries: ZipEntry[] = []
  let next = bytes.readUInt32LE(at + 16)
  for (let left = bytes.readUInt16LE(at + 10); left > 0; left--) {
    if (next + 46 > bytes.length || bytes.readUInt32LE(next) !== 0x02014b50) return undefined
    const [name, extra, comment] = [bytes.readUInt16LE(next + 28), bytes.readUInt16LE(next + 30), bytes.readUInt16LE(next + 32)]
    entries.push({
      name: bytes.toString('utf8', next + 46, next + 46 + name),
      size: bytes.readUInt32LE(next + 24),
      packed: packedOf(bytes, next),
      isDeflated: bytes.readUInt16LE(next + 10) === DEFLATED,
      sum: bytes.readUInt32LE(next + 16),
    })
    next += 46 + name + extra + comment
  }
  return entries
}

/** @param at  the entry in the list of contents */
function packedOf(bytes: Buffer, at: number): Buffer | undefined {
  const [flags, method, length, local] = [8, 10, 20, 42].map((offset) =>
    offset < 20 ? bytes.readUInt16LE(at + offset) : bytes.readUInt32LE(at + offset),
  ) as [number, number, number, number]
  if (flags & ENCRYPTED || ![STORED, DEFLATED].includes(method)) return undefined
  if (local + 30 > bytes.length) return Buffer.alloc(0)
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  return bytes.subarray(start, start + length)
}

/** Whether an entry unpacks to what the archive says, and to no byte more. */
function isSound({ packed, isDeflated, size, sum }: ZipEntry): boolean {
  if (!packed) return true
  try {
    const content = isDeflated && size ? inflateRawSync(packed, { maxOutputLength: size }) : packed
    return size === 0 || (content.length === size && crc32(content) === sum)
  } catch {
    return false
  }
}

/**
 * Sees that an archive is whole and does not become too much.
 *
 * @param limit  bytes
 * @throws {LeitongError} `SOURCE_READ`, `INPUT_BOMB`
 */
export function checkZip(name: string, archive: Uint8Array, limit: number): void {
  const entries = zipEntries(archive)
  if (!entries) throw new LeitongError('SOURCE_READ', name, 'it is cut off or damaged, or none of the kind its name says')
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (size > limit) throw new LeitongError('INPUT_BOMB', name, archive.length, limit)
  // Those who unpack it believe what it says.
  const damaged = entries.find((entry) => !isSound(entry))
  if (damaged) throw new LeitongError('SOURCE_READ', name, `it is damaged: ${damaged.name} is not what the archive says (size or checksum)`)
}
