/** Standard input and output of a filter: whole lines in, lines out, by blocking calls, as suits the child of a task. */
import { readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { LeitongError, unreachable } from '../../errors.js'

const nap = new Int32Array(new SharedArrayBuffer(4))

/** A pipe that was opened without blocking says EAGAIN where there is nothing yet, or no room. */
function blocking(call: () => number): number {
  for (;;) {
    try {
      return call()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(nap, 0, 0, 1)
    }
  }
}

const TAB = 9
const NEWLINE = 10
/** Bytes that are read at once, at least. */
const BLOCK = 4 << 20

/** Whole lines of standard input, block by block; each is good until the next one is asked for. */
export function* blocks(size = BLOCK): Generator<Buffer> {
  let buffer = Buffer.allocUnsafe(size)
  let held = 0
  for (;;) {
    const got = blocking(() => readSync(0, buffer, held, buffer.length - held, null))
    held += got
    const whole = held ? buffer.lastIndexOf(NEWLINE, held - 1) + 1 : 0
    if (!got) {
      if (whole) yield buffer.subarray(0, whole)
      return whole < held ? unreachable('the input of a worker ends in the middle of a line') : undefined
    }
    if (held < buffer.length && held < size >> 1) continue
    if (whole) {
      yield buffer.subarray(0, whole)
      buffer.copyWithin(0, whole, held)
      held -= whole
    } else if (held === buffer.length) {
      const larger = Buffer.allocUnsafe(2 * held)
      buffer.copy(larger, 0, 0, held)
      buffer = larger
    }
  }
}

/** What Spark reads as NULL. */
export const NULL = '\\N'

/**
 * Rows of text columns.
 *
 * @param encoding  `utf8` where they hold more than numbers and base64
 */
export function* rows(encoding: 'latin1' | 'utf8' = 'latin1'): Generator<string[]> {
  for (const block of blocks()) {
    const text = block.toString(encoding)
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at)
      yield text.slice(at, end).split('\t')
      at = end + 1
    }
  }
}

/** Records with the numbers of their documents; good until the next are asked for. */
export interface Numbered {
  /** One for each line, in decimal digits: they may be beyond 2^53. */
  readonly documents: readonly string[]
  /** The records as lines, without the numbers. */
  readonly lines: Buffer
  /** Where each line ends. */
  readonly ends: readonly number[]
}

/**
 * Lines of a number, a tab and a record; a record may hold tabs.
 *
 * @param form  of the number, where more stands in its place
 */
export function* numbered(form = /^\d+$/): Generator<Numbered> {
  for (const block of blocks()) {
    const documents: string[] = []
    const ends: number[] = []
    let filled = 0
    for (let at = 0; at < block.length; ) {
      const tab = block.indexOf(TAB, at)
      const end = block.indexOf(NEWLINE, tab) + 1
      const document = block.toString('latin1', at, tab)
      // A file that the list of files does not name: nothing could be said of its records.
      if (!form.test(document)) unreachable('a record has no number')
      documents.push(document)
      // Where they are: another buffer would be written, and its pages made, for nothing.
      block.copyWithin(filled, tab + 1, end)
      filled += end - tab - 1
      ends.push(filled)
      at = end
    }
    yield { documents, lines: block.subarray(0, filled), ends }
  }
}

/** What Java puts in the place of bytes that are no UTF-8; a text may hold it as well. */
const REPLACED = Buffer.from('\u{fffd}')

/**
 * The same of numbers with a checksum (CRC-32) behind a comma: of each record before Java made characters of it.
 *
 * @throws {LeitongError} `CLUSTER` where a record is another one now
 */
export function* checked(): Generator<Numbered> {
  for (const { documents, lines, ends } of numbered(/^\d+,\d+$/)) {
    const isSuspect = lines.indexOf(REPLACED) >= 0
    const numbers = documents.map((told, i) => {
      const comma = told.indexOf(',')
      const start = ends[i - 1] ?? 0
      if (isSuspect && crc32(lines.subarray(start, (ends[i] as number) - 1)) !== Number(told.slice(comma + 1)))
        throw new LeitongError('CLUSTER', 'the input', 'a record is not UTF-8; a cluster reads no other encoding')
      return told.slice(0, comma)
    })
    yield { documents: numbers, lines, ends }
  }
}

/** Reads what is left of the input, so that the sender can finish and hear what we say. */
export function drain(): void {
  const buffer = Buffer.allocUnsafe(1 << 16)
  while (blocking(() => readSync(0, buffer, 0, buffer.length, null)) > 0);
}

let waiting: string[] = []
let characters = 0

/** Says a row. */
export function say(row: string): void {
  waiting.push(row)
  characters += row.length
  if (characters > 1 << 20) flush()
}

export function flush(): void {
  if (!waiting.length) return
  waiting.push('')
  const bytes = Buffer.from(waiting.join('\n'))
  waiting = []
  characters = 0
  for (let at = 0; at < bytes.length; ) at += blocking(() => writeSync(1, bytes, at))
}
