/** The list of contents of a ZIP archive, by its central directory: what it is, and what it would become. */
import { LeitongError } from '../../errors.js'

/** As far as the end of the archive is looked for: a comment may follow it. */
const TAIL = 65_557

export interface ZipEntry {
  readonly name: string
  /** Bytes, unpacked, as the archive says. */
  readonly size: number
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
    entries.push({ name: bytes.toString('utf8', next + 46, next + 46 + name), size: bytes.readUInt32LE(next + 24) })
    next += 46 + name + extra + comment
  }
  return entries
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
}
