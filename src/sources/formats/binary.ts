/** Files that are no text, by their first bytes: what leitong reads of them, and what all others are called. */
import type { FormatName } from './format-names.js'

export interface BinaryKind {
  /** With its article, for messages. */
  readonly is: string
  /** The format that reads it; undefined where none does. */
  readonly format?: FormatName
}

/** Bytes that are enough to tell. */
export const KIND_BYTES = 4096

/** Control characters that no text has in the encodings that are read, but for UTF-16 and its zeros, which begins like none of these. */
const NO_TEXT = /[\0-\x08]/

/** Bytes in latin-1, at the beginning or a place of their own; `isWritten`: of a form that is text by itself. */
const KINDS: readonly (BinaryKind & { readonly bytes: string; readonly at?: number; readonly isWritten?: true })[] = [
  { bytes: 'PAR1', is: 'a Parquet file', format: 'parquet' },
  { bytes: '%PDF-', is: 'a PDF file', format: 'pdf', isWritten: true },
  { bytes: 'SQLite format 3\0', is: 'a SQLite database (name it as sqlite:FILE)' },
  { bytes: '\x89PNG', is: 'a PNG image' },
  { bytes: '\xff\xd8\xff', is: 'a JPEG image' },
  { bytes: 'GIF8', is: 'a GIF image' },
  { bytes: 'WEBP', at: 8, is: 'a WebP image' },
  { bytes: 'II*\0', is: 'a TIFF image' },
  { bytes: 'MM\0*', is: 'a TIFF image' },
  { bytes: '\xfd7zXZ\0', is: 'an xz file' },
  { bytes: 'BZh', is: 'a bzip2 file' },
  { bytes: '7z\xbc\xaf', is: 'a 7-Zip archive' },
  { bytes: 'Rar!', is: 'a RAR archive' },
  { bytes: 'ustar', at: 257, is: 'a tar archive' },
  { bytes: '\x04"M\x18', is: 'an LZ4 file' },
  { bytes: 'ARROW1', is: 'an Arrow file' },
  { bytes: 'Obj\x01', is: 'an Avro file' },
  { bytes: 'ORC', is: 'an ORC file' },
  { bytes: '\x89HDF', is: 'an HDF5 file' },
  { bytes: '{\\rtf', is: 'an RTF file', isWritten: true },
  { bytes: 'ID3', is: 'an MP3 file' },
  { bytes: 'ftyp', at: 4, is: 'a video or audio file' },
  { bytes: 'RIFF', is: 'a video or audio file' },
  { bytes: '\x7fELF', is: 'a program' },
]

/** Archives by a name that is in them. */
const ZIPS: readonly (BinaryKind & { readonly has: string })[] = [
  { has: 'xl/', is: 'an Excel file', format: 'xlsx' },
  { has: 'word/', is: 'a Word file', format: 'docx' },
  { has: 'ppt/', is: 'a PowerPoint file' },
  { has: 'application/epub', is: 'an EPUB book' },
  { has: 'opendocument.spreadsheet', is: 'an OpenDocument sheet' },
  { has: 'opendocument', is: 'an OpenDocument file' },
]

/** Office files before 2007, and encrypted ones, are of one kind, and tell themselves apart by their names only. */
const COMPOUND = '\xd0\xcf\x11\xe0'
const OLD: Readonly<Record<string, string>> = {
  xls: 'an old Excel file (.xls)',
  doc: 'an old Word file (.doc)',
  ppt: 'an old PowerPoint file (.ppt)',
  xlsx: 'an Excel file that is encrypted with a password',
  docx: 'a Word file that is encrypted with a password',
}

/**
 * The kind of a file; undefined for text, and what nobody knows.
 *
 * @param head  its first bytes, {@link KIND_BYTES} of them where there are so many
 * @param path  by which some are told apart
 */
export function binaryKind(head: Uint8Array, path = ''): BinaryKind | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, KIND_BYTES)).toString('latin1')
  if (text.startsWith(COMPOUND)) {
    const ending = /\.([^.]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
    return { is: OLD[ending] ?? 'an Office file of before 2007, or one that is encrypted' }
  }
  if (/^PK(\x03\x04|\x05\x06)/.test(text)) return ZIPS.find(({ has }) => text.includes(has)) ?? { is: 'a ZIP archive' }
  // A few letters may begin a text too; these files hold bytes that no text does.
  const isText = !NO_TEXT.test(text)
  return KINDS.find(({ bytes, at = 0, isWritten }) => text.startsWith(bytes, at) && (isWritten || !isText))
}
