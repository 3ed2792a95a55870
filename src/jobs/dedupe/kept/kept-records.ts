/** The kept records, byte for byte as they came: the input less the removed ones. */
import { closeSync, openSync } from 'node:fs'
import { LeitongError } from '../../../errors.js'
import { readFully } from '../../../reading/disk.js'
import { lineAsGiven } from '../../../reading/document-input.js'
import type { ReadFile } from '../../../reading/open-input.js'
import type { Documents } from '../documents.js'
import { annotated, type Change, changedLines, gathered } from './changed-records.js'
import { ascii, CHUNK, range, recordsOf, type Selection } from './selection.js'

/**
 * @param change  what becomes of the records, where they do not leave as they came
 * @throws {LeitongError} `OUTPUT_FORMAT` when the files cannot be one
 */
export function* selectedBytes(selection: Selection, change?: Change): Generator<Uint8Array> {
  const all = selection.documents.files.slice(selection.fromFile ?? 0, selection.toFile)
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
  if (first.format === 'json') yield* keptValues(selection, first, change)
  else if (change) yield* gathered(changedLines(selection, first, change))
  else yield* keptLines(selection, first)
}

/** A table with nothing in it has no header that others would have to share. */
const isEmptyTable = ({ format, opening }: ReadFile) => (format === 'csv' || format === 'tsv') && !opening.columns

/** Everything that is not removed: also lines that are empty, records that could not be judged, headers and byte order marks. */
function* keptLines({ documents, removed, withoutRejects, isCopied, ...span }: Selection, leader: ReadFile): Generator<Uint8Array> {
  const { fromFile = 0, toFile = documents.files.length } = span
  const lineEnd = ascii('\n', leader.encoding)
  let next = 0
  let endsLine = true
  for (let number = fromFile; number < toFile; number++) {
    const file = documents.files[number] as ReadFile
    const first = next
    while (next < removed.length && documents.fileOf(removed[next] as number) === number) next++
    const gaps = new Float64Array(2 * (next - first))
    for (let i = first; i < next; i++) {
      gaps[2 * (i - first)] = documents.startOf(removed[i] as number)
      gaps[2 * (i - first) + 1] = documents.endOf(removed[i] as number)
    }
    const spans = withoutRejects ? withRejects(gaps, documents, number) : gaps
    let begun = false
    // The header of the first file serves all.
    for (const bytes of withoutGaps(file.path, file === leader ? 0 : file.prelude, spans, isCopied)) {
      // A file without a last line end must not run into the next record.
      if (!begun && !endsLine) yield lineEnd
      begun = true
      yield bytes
      endsLine = Buffer.compare(bytes.subarray(-lineEnd.length), lineEnd) === 0
    }
  }
}

/** The gaps of a file with the records that could not be judged among them, ascending. */
function withRejects(gaps: Float64Array, documents: Documents, number: number): Float64Array {
  const spans = documents.rejects.filter(({ file }) => file === number).map(({ start, end }) => [start, end] as const)
  for (let i = 0; i < gaps.length; i += 2) spans.push([gaps[i] as number, gaps[i + 1] as number])
  return Float64Array.from(spans.sort(([a], [b]) => a - b).flat())
}

/**
 * A file from a place on, in chunks, less some stretches.
 *
 * @param gaps      start and end of each, ascending
 * @param isCopied  whether a chunk may be written over when the next one is asked for
 */
function* withoutGaps(path: string, from: number, gaps: Float64Array, isCopied = false): Generator<Uint8Array> {
  const descriptor = openSync(path, 'r')
  try {
    let gap = 0
    let buffer: Buffer = Buffer.allocUnsafeSlow(CHUNK)
    for (let at = from; ; ) {
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
      if (!isCopied) buffer = Buffer.allocUnsafeSlow(CHUNK)
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Documents that this process handed over, as lines of JSON without what was added to them to read them. */
export function* documentLines(selection: Selection): Generator<string> {
  const file = selection.documents.files[selection.fromFile ?? 0]
  if (!file) return
  const descriptor = openSync(file.path, 'r')
  try {
    for (const { start, end, isRemoved } of recordsOf(selection)) {
      if (!isRemoved) yield lineAsGiven(Buffer.concat([...range(descriptor, start, end)]).toString())
    }
  } finally {
    closeSync(descriptor)
  }
}

/** JSON values: one array when the first input was one, values on lines otherwise. */
function* keptValues(selection: Selection, first: ReadFile, change?: Change): Generator<Uint8Array> {
  const { documents, fromFile = 0, toFile = documents.files.length } = selection
  const array = first.opening.array === true
  const separator = ascii(array ? ',\n' : '\n', first.encoding)
  if (array) yield ascii('[\n', first.encoding)
  let any = false
  // Held one by one: millions of values in a list or a Set are more than either takes.
  const records = recordsOf(selection)
  let record = records.next()
  for (let number = fromFile; number < toFile; number++) {
    const file = documents.files[number] as ReadFile
    const descriptor = openSync(file.path, 'r')
    try {
      for (; !record.done && record.value.file === number; record = records.next()) {
        const { start, end, document, isRemoved } = record.value
        const times = isRemoved ? 0 : (change?.times(document) ?? 1)
        for (let i = 0; i < times; i++) {
          if (any) yield separator
          any = true
          if (change?.annotate) yield annotated(Buffer.concat([...range(descriptor, start, end)]), file, change.annotate, document)
          else yield* range(descriptor, start, end)
        }
      }
    } finally {
      closeSync(descriptor)
    }
  }
  yield ascii(array ? '\n]\n' : '\n', first.encoding)
}
