/** The list of contents of a ZIP archive, by its central directory: what it is, and what it would become. */
import { LeitongError } from '../../errors.js'
import { crc32, inflated } from './inflate.js'

/** As far as the end of the archive is looked for: a comment may follow it. */
const TAIL = 65_557

const [STORED, DEFLATED] = [0, 8]
const ENCRYPTED = 1

export interface ZipEntry {
  readonly name: string
  /** Bytes, unpacked, as the archive says. */
  readonly size: number
  /** Its bytes in the archive; undefined where they are packed or encrypted in a way that is not looked into. */
  readonly packed: Uint8Array | undefined
  readonly isDeflated: boolean
  readonly sum: number
}

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const [LISTED, ENDS] = [0x02014b50, 0x06054b50]

const decoder = new TextDecoder()

/** Undefined where the archive is cut off, or none. */
export function zipEntries(archive: Uint8Array): ZipEntry[] | undefined {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  let at = archive.length - 22
  const least = Math.max(0, archive.length - TAIL)
  while (at >= least && view.getUint32(at, true) !== ENDS) at--
  if (at < least) return undefined
  const entries: ZipEntry[] = []
  let next = view.getUint32(at + 16, true)
  for (let left = view.getUint16(at + 10, true); left > 0; left--) {
    if (next + 46 > archive.length || view.getUint32(next, true) !== LISTED) return undefined
    const [name, extra, comment] = [view.getUint16(next + 28, true), view.getUint16(next + 30, true), view.getUint16(next + 32, true)]
    entries.push({
      name: decoder.decode(archive.subarray(next + 46, next + 46 + name)),
      size: view.getUint32(next + 24, true),
      packed: packedOf(archive, view, next),
      isDeflated: view.getUint16(next + 10, true) === DEFLATED,
      sum: view.getUint32(next + 16, true),
    })
    next += 46 + name + extra + comment
  }
  return entries
}

/** @param at  the entry in the list of contents */
function packedOf(bytes: Uint8Array, view: DataView, at: number): Uint8Array | undefined {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  const [length, local] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
  if (flags & ENCRYPTED || ![STORED, DEFLATED].includes(method)) return undefined
  if (local + 30 > bytes.length) return new Uint8Array()
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  return bytes.subarray(start, start + length)
}

/**
 * The content of an entry, in pieces.
 *
 * @param archive  its name, for messages
 * @throws {LeitongError} `SOURCE_READ` where it is not what the archive says, to the byte
 */
export async function* unpacked(archive: string, { name, packed, isDeflated, size, sum }: ZipEntry): AsyncGenerator<Uint8Array> {
  const refuse = (why: string) => new LeitongError('SOURCE_READ', archive, why)
  if (!packed) throw refuse(`${name} in it is packed in a way that is not read`)
  let length = 0
  let found = 0
  const content = isDeflated && packed.length ? inflated(packed) : [packed]
  try {
    for await (const piece of content) {
      length += piece.length
      if (length > size) break
      found = crc32(piece, found)
      yield piece
    }
  } catch (error) {
    if (error instanceof LeitongError) throw error
    length = -1
  }
  if (length !== size || found !== sum) throw refuse(`it is damaged: ${name} is not what the archive says (size or checksum)`)
}

/**
 * Sees that an archive is whole and does not become too much.
 *
 * @param limit  bytes
 * @throws {LeitongError} `SOURCE_READ`, `INPUT_BOMB`
 */
export async function checkZip(name: string, archive: Uint8Array, limit: number): Promise<void> {
  const entries = zipEntries(archive)
  if (!entries) throw new LeitongError('SOURCE_READ', name, 'it is cut off or damaged, or none of the kind its name says')
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (size > limit) throw new LeitongError('INPUT_BOMB', name, archive.length, limit)
  // Those who unpack it believe what it says.
  for (const entry of entries) if (entry.packed) for await (const _ of unpacked(name, entry));
}
