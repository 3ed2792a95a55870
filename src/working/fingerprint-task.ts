/** The first task of a worker: records, fingerprinted. */
import { LeitongError } from '../errors.js'
import type { RangeReader } from '../reading/line-ranges.js'
import { decodeRecord, type FileReading, isPlainLines, readDocument, splitPiece } from '../reading/records.js'
import { tooLong } from '../reading/too-long.js'
import type { Fingerprinted, Fingerprinter } from '../signing/fingerprinter.js'
import { NOTHING_LEFT } from '../signing/lexicons.js'
import { isSilent, mixRules, signAlone } from '../signing/pair-rules.js'
import type { Decoded, Fields } from '../sources/formats/format.js'
import { isUtf8 } from '../sources/formats/utf8.js'
import { PieceBuilder } from './piece-columns.js'
import type { FilesTask, FingerprintTask, PieceColumns, PieceTask, RangeTask } from './tasks.js'

/** What is made of a record: its signature, or under `values` nothing but its length. */
export type Signer = Pick<Fingerprinter, 'entryBytes' | 'takesLines' | 'linesFit' | 'loadLines' | 'fingerprintLines' | 'sampleEvery'> & {
  fingerprint(record: Extract<Decoded, { readonly text: string }>, entry: Uint8Array): Fingerprinted
}

/** @param ranges  of the thread that runs the task */
export function fingerprintTask(task: FingerprintTask, signer: Signer, ranges: RangeReader): PieceColumns {
  const columns = new PieceBuilder(signer.entryBytes, task.content, task.options)
  signer.sampleEvery(task.sample ?? 1)
  switch (task.kind) {
    case 'files':
      return fingerprintFiles(task, signer, columns)
    case 'piece':
      return columns.finish(fingerprintPiece(task.bytes, task, signer, columns))
    case 'range':
      return fingerprintRange(task, signer, columns, ranges)
  }
}

function fingerprintRange(task: RangeTask, signer: Signer, columns: PieceBuilder, ranges: RangeReader): PieceColumns {
  const { maxRecord } = task.options
  const { bytes, start, tooLong: length } = ranges.read(task.reading.path, task.range, maxRecord)
  let lines = fingerprintPiece(bytes, { ...task, start }, signer, columns)
  if (length) columns.rejects.push({ start: bytes.length, end: bytes.length + length, line: lines++, reason: tooLong(length, maxRecord) })
  return columns.finish(lines, start - task.range.from)
}

/** Returns how many lines the piece has. */
function fingerprintPiece(
  bytes: Uint8Array,
  { reading, fields, file, start: base }: Pick<PieceTask, 'reading' | 'fields' | 'file' | 'start'>,
  signer: Signer,
  columns: PieceBuilder,
): number {
  if (signer.takesLines && isPlainLines(reading) && signer.linesFit(bytes.length) && isUtf8(bytes))
    return fingerprintLines(bytes, reading, fields, signer, columns)
  return splitPiece(bytes, reading, (start, end, line) => {
    addRecord(columns, signer, bytes.subarray(start, end), reading, fields, start, line, `${file}:${base + start}`)
  })
}

/** JSON lines: the kernel reads and signs them; what it does not take is decoded here. */
function fingerprintLines(bytes: Uint8Array, reading: FileReading, fields: Fields, signer: Signer, columns: PieceBuilder): number {
  let line = 0
  signer.loadLines(bytes, fields)
  for (let at = 0; at < bytes.length; ) {
    const { records, entries, grams, gramEnds, stoppedAt, lines, isFull } = signer.fingerprintLines(at, bytes.length, columns.maxRecord)
    columns.entry(records.count).set(entries)
    columns.addRecords(records, bytes, line)
    columns.addGrams(grams, gramEnds)
    line += lines
    at = stoppedAt
    // The line at which the kernel stopped is decoded here.
    if (at < bytes.length && !isFull) {
      const end = bytes.indexOf(10, at) + 1 || bytes.length
      addRecord(columns, signer, bytes.subarray(at, end), reading, fields, at, line)
      line++
      at = end
    }
  }
  return line
}

function fingerprintFiles({ files, fields, options: { maxRecord } }: FilesTask, signer: Signer, columns: PieceBuilder): PieceColumns {
  for (const [number, file] of files.entries()) {
    const { size, decoded } = readDocument(file, fields, maxRecord)
    addDecoded(columns, signer, decoded, 0, size, number)
  }
  return columns.finish(0)
}

function addRecord(
  columns: PieceBuilder,
  signer: Signer,
  record: Uint8Array,
  reading: FileReading,
  fields: Fields,
  start: number,
  line: number,
  place?: string,
): void {
  const isTooLong = record.length > columns.maxRecord
  const decoded = isTooLong ? { reason: tooLong(record.length, columns.maxRecord) } : decodeRecord(record, reading, fields)
  addDecoded(columns, signer, decoded, start, start + record.length, line, place)
}

/** @param place  of a row: what no other row of the run has */
function addDecoded(
  columns: PieceBuilder,
  signer: Signer,
  decoded: Decoded | undefined,
  start: number,
  end: number,
  line: number,
  place = '',
): void {
  if (!decoded) return
  const { id } = decoded
  const reject = (reason: string) => columns.rejects.push({ start, end, line, reason, ...(id === undefined ? {} : { id }) })
  if ('reason' in decoded) {
    reject(decoded.reason)
    return
  }
  try {
    const row = columns.entry()
    const { features, length, grams, ignored, script } = signer.fingerprint(decoded, row)
    if (ignored && !length) {
      reject(NOTHING_LEFT)
      return
    }
    if (decoded.values) columns.addValues(decoded.values)
    if (decoded.rules && columns.isForSearch) {
      if (isSilent(decoded.rules)) signAlone(row, place)
      else mixRules(row, decoded.rules)
    }
    columns.add({ start, end, line, length, features, grams, id, rank: decoded.rank, ignored, script })
  } catch (error) {
    if (!(error instanceof LeitongError)) throw error
    reject(error.message)
  }
}
