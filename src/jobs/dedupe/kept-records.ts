/** The kept records, byte for byte as they came: the input less the removed ones. */
import { closeSync, openSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import type { ReadFile } from '../../reading/open-input.js'
import { readFully } from '../../reading/read-fully.js'
import { isWide } from '../../sources/formats/encoding.js'
import type { Run } from './dedupe.js'

/** Bytes that are copied at once: enough to make the calls few. */
const CHUNK = 4 << 20

/** ASCII in the encoding of a file. */
function ascii(text: string, encoding: string): Buffer {
  if (!isWide(encoding)) return Buffer.from(text)
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}

/** The bytes of a file between two places. */
function* range(descriptor: number, from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to; ) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - at))
    const n = readFully(descriptor, buffer, at)
    if (!n) return
    yield buffer.subarray(0, n)
    at += n
  }
}

/**
 * @throws {LeitongError} `OUTPUT_FORMAT` when the inputs cannot be one file
 */
export function* keptBytes(run: Run): Generator<Buffer> {
  const all = run.context.documents.files
  const files = all.filter((file) => !isEmptyTable(file))
  const first = files[0] ?? all[0]
  if (!first) return
  for (const file of files) {
    if (file.encoding !== first.encoding)
      throw new LeitongError(
        'OUTPUT_FORMAT',
        `${first.name} is in ${first.encoding} and ${file.name} in ${file.encoding}: they cannot be one output`,
      )
    if (file.opening.columns?.join('\n') !== first.opening.columns?.join('\n'))
      throw new LeitongError('OUTPUT_FORMAT', `${first.name} and ${file.name} have different columns: they cannot be one output`)
  }
  if (first.format === 'json') yield* keptValues(run, first)
  else yield* keptLines(run, first)
}

/** A table with nothing in it has no header that others would have to share. */
const isEmptyTable = ({ format, opening }: ReadFile) => (format === 'csv' || format === 'tsv') && !opening.columns

/** Everything that is not removed: also lines that are empty, records that could not be judged, headers and byte order marks. */
function* keptLines({ context: { documents }, decisions }: Run, leader: ReadFile): Generator<Buffer> {
  const removed = decisions.removedDocuments()
  const lineEnd = ascii('\n', leader.encoding)
  let next = 0
  let endsLine = true
  for (let number = 0; number < documents.files.length; number++) {
    const file = documents.files[number] as ReadFile
    const first = next
    while (next < removed.length && documents.fileOf(removed[next] as number) === number) next++
    const gaps = new Float64Array(2 * (next - first))
    for (let i = first; i < next; i++) {
      gaps[2 * (i - first)] = documents.startOf(removed[i] as number)
      gaps[2 * (i - first) + 1] = documents.endOf(removed[i] as number)
    }
    let begun = false
    // The header of the first file serves all.
    for (const bytes of withoutGaps(file.path, file === leader ? 0 : file.prelude, gaps)) {
      // A file without a last line end must not run into the next record.
      if (!begun && !endsLine) yield lineEnd
      begun = true
      yield bytes
      endsLine = bytes.subarray(-lineEnd.length).equals(lineEnd)
    }
  }
}

/** A file from a place on, in chunks, less some stretches: `gaps` has start and end of each, ascending. */
function* withoutGaps(path: string, from: number, gaps: Float64Array): Generator<Buffer> {
  const descriptor = openSync(path, 'r')
  try {
    let gap = 0
    for (let at = from; ; ) {
      const buffer = Buffer.allocUnsafe(CHUNK)
      const n = readFully(descriptor, buffer, at)
      if (!n) return
      let kept = 0
      let done = 0
      while (done < n) {
        const start = gaps[gap] ?? Number.POSITIVE_INFINITY
        const end = gaps[gap + 1] ?? 0
        const stop = Math.max(done, Math.min(n, start - at))
        if (kept !== done) buffer.copyWithin(kept, done, stop)
        kept += stop - done
        done = Math.max(stop, Math.min(n, end - at))
        if (start >= at + n) break
        if (end > at + n) break
        gap += 2
      }
      if (kept) yield buffer.subarray(0, kept)
      at += n
    }
  } finally {
    closeSync(descriptor)
  }
}

/** JSON values: one array when the first input was one, values on lines otherwise. */
function* keptValues({ context: { documents }, decisions }: Run, first: ReadFile): Generator<Buffer> {
  const removed = new Set(decisions.removedDocuments())
  const array = first.opening.array === true
  const separator = ascii(array ? ',\n' : '\n', first.encoding)
  if (array) yield ascii('[\n', first.encoding)
  let any = false
  let next = 0
  for (let number = 0; number < documents.files.length; number++) {
    const spans: [number, number][] = documents.rejects.filter(({ file }) => file === number).map(({ start, end }) => [start, end])
    for (; next < documents.count && documents.fileOf(next) === number; next++)
      if (!removed.has(next)) spans.push([documents.startOf(next), documents.endOf(next)])
    spans.sort(([a], [b]) => a - b)
    const descriptor = openSync((documents.files[number] as ReadFile).path, 'r')
    try {
      for (const [start, end] of spans) {
        if (any) yield separator
        any = true
        yield* range(descriptor, start, end)
      }
    } finally {
      closeSync(descriptor)
    }
  }
  yield ascii(array ? '\n]\n' : '\n', first.encoding)
}
