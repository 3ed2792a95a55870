/** The records that leave, and where their bytes are. */
import { firstWhere } from '../../../hashing/binary-search.js'
import { readFully } from '../../../reading/disk.js'
import { isWide } from '../../../sources/formats/encoding.js'
import type { Documents, Rejected } from '../documents.js'

/** Bytes that are copied at once: enough to make the calls few, and so few that they stay in the cache between the reading and the writing. */
export const CHUNK = 512 << 10

/** Text in the encoding of a file: ASCII, or any where that is a form of Unicode. */
export function ascii(text: string, encoding: string): Uint8Array {
  if (!isWide(encoding)) return Buffer.from(text)
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}

/** The bytes of a file between two places. */
export function* range(descriptor: number, from: number, to: number): Generator<Uint8Array> {
  for (let at = from; at < to; ) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - at))
    const n = readFully(descriptor, buffer, at)
    if (!n) return
    yield buffer.subarray(0, n)
    at += n
  }
}

/** Records that leave as they came: all but some. */
export interface Selection {
  readonly documents: Documents
  /** Documents that are left out, ascending. */
  readonly removed: ArrayLike<number>
  /** Whether what could not be judged is left out too. */
  readonly withoutRejects?: boolean
  /** Whether each piece is done with when the next one is asked for, so that all can lie in the same memory. */
  readonly isCopied?: boolean
  /** The first file that is looked at; those before it have nothing to do with the output. */
  readonly fromFile?: number
  /** The file behind the last one that is looked at. */
  readonly toFile?: number
}

/** A record at its place. */
interface PlacedRecord {
  /** The number of its file. */
  readonly file: number
  readonly start: number
  readonly end: number
  readonly isRemoved: boolean
  /** Undefined for one that could not be judged. */
  readonly document: number | undefined
}

/** The first document of a file or of those behind it. */
export const firstDocumentOf = (documents: Documents, file: number): number =>
  firstWhere(0, documents.count, (document) => documents.fileOf(document) >= file)

/** Those of these documents (ascending) that are in files from one to before another. */
export function documentsOf(documents: Documents, files: { readonly from: number; readonly to: number }, of: Uint32Array): Uint32Array {
  const [from, to] = [firstDocumentOf(documents, files.from), firstDocumentOf(documents, files.to)]
  const indexOf = (document: number) => firstWhere(0, of.length, (i) => (of[i] as number) >= document)
  return of.subarray(indexOf(from), indexOf(to))
}

/** The records of all files in their order, also those that could not be judged. */
export function* recordsOf({ documents, removed, withoutRejects = false, ...span }: Selection): Generator<PlacedRecord> {
  const { fromFile = 0, toFile = documents.files.length } = span
  const rejects = documents.rejects
    .filter(({ file }) => file >= fromFile && file < toFile)
    .sort((a, b) => a.file - b.file || a.start - b.start)
  // Removed documents are ascending, as the documents are.
  let next = 0
  let rejected = 0
  const end = firstDocumentOf(documents, toFile)
  for (let document = firstDocumentOf(documents, fromFile); document <= end; document++) {
    const isEnd = document === end
    const file = isEnd ? toFile : documents.fileOf(document)
    const start = isEnd ? 0 : documents.startOf(document)
    const isBefore = (reject: Rejected) => reject.file < file || (reject.file === file && reject.start < start)
    for (let reject = rejects[rejected]; reject && isBefore(reject); reject = rejects[++rejected])
      yield { file: reject.file, start: reject.start, end: reject.end, isRemoved: withoutRejects, document: undefined }
    if (isEnd) return
    const isRemoved = removed[next] === document
    if (isRemoved) next++
    yield { file, start, end: documents.endOf(document), isRemoved, document }
  }
}
