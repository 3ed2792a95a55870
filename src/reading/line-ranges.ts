/** Files of lines, read by workers where they lie: each takes the lines that start in its range. */
import { LeitongError } from '../errors.js'
import { closeFile, openFile, readFully, unfilled } from './disk.js'

const LINE_FEED = 10
/** Bytes that are read behind a range for the end of its last line: more at a time where that is long. */
const TAIL = 64 << 10
const LONG_TAIL = 1 << 20

/** Part of a file of lines: the lines that start in it. */
export interface Range {
  /** The start of the first line of the file. */
  readonly first: number
  readonly from: number
  readonly to: number
}

export interface RangeBytes {
  /** Whole lines. */
  readonly bytes: Uint8Array
  /** Their start in the file. */
  readonly start: number
  /** Bytes of a line behind them that is too long to be held; 0 if there is no such line. */
  readonly tooLong: number
}

/** Reads ranges, one after the other, into one buffer, so that reading makes no garbage. */
export class RangeReader {
  #buffer = new Uint8Array()

  /**
   * Reads the lines that start in a range.
   *
   * @param maxRecord  bytes; a longer last line is not held, but counted
   * @returns          bytes that the next call overwrites
   * @throws {LeitongError} `SOURCE_READ`
   */
  read(path: string, range: Range, maxRecord: number): RangeBytes {
    let descriptor: number | undefined
    try {
      descriptor = openFile(path)
      return this.readOpen(path, descriptor, range, maxRecord)
    } catch (error) {
      throw error instanceof LeitongError ? error : new LeitongError('SOURCE_READ', path, (error as Error).message)
    } finally {
      if (descriptor !== undefined) closeFile(descriptor)
    }
  }

  /** The same of a file that is open. */
  readOpen(path: string, descriptor: number, { first, from, to }: Range, maxRecord: number): RangeBytes {
    try {
      return this.#readLines(descriptor, first, from, to, maxRecord)
    } catch (error) {
      throw new LeitongError('SOURCE_READ', path, (error as Error).message)
    }
  }

  #readLines(descriptor: number, first: number, from: number, to: number, maxRecord: number): RangeBytes {
    // The byte before tells whether a line starts with the range.
    const begin = from > first ? from - 1 : from
    let length = this.#fill(descriptor, begin, 0, to - begin)
    let start = 0
    if (begin < from) {
      const lineFeed = this.#buffer.subarray(0, length).indexOf(LINE_FEED)
      if (lineFeed < 0 || begin + lineFeed + 1 >= to) return { bytes: new Uint8Array(), start: from, tooLong: 0 }
      start = lineFeed + 1
    }
    // The last line may go on behind the range.
    let lastStart = this.#buffer.subarray(0, length).lastIndexOf(LINE_FEED) + 1
    let end = lastStart
    if (lastStart < length) {
      end = -1
      lastStart = Math.max(lastStart, start)
      while (end < 0) {
        const more = this.#fill(descriptor, begin + length, length, Math.min(Math.max(TAIL, length - lastStart), LONG_TAIL, maxRecord + 1))
        const lineFeed = this.#buffer.subarray(length, length + more).indexOf(LINE_FEED)
        if (lineFeed >= 0) end = length + lineFeed + 1
        length += more
        if (!more) end = length
        else if (end < 0 && length - lastStart > maxRecord) {
          return {
            bytes: this.#buffer.subarray(start, lastStart),
            start: begin + start,
            tooLong: lengthOfLine(descriptor, begin + lastStart, begin + length),
          }
        }
      }
    }
    if (end - lastStart > maxRecord)
      return { bytes: this.#buffer.subarray(start, lastStart), start: begin + start, tooLong: end - lastStart }
    return { bytes: this.#buffer.subarray(start, end), start: begin + start, tooLong: 0 }
  }

  /** Reads up to `bytes` bytes at `position` into the buffer at `at`, growing it; returns how many there were. */
  #fill(descriptor: number, position: number, at: number, bytes: number): number {
    if (at + bytes > this.#buffer.length) {
      const larger = unfilled(Math.max(at + bytes, Math.min(this.#buffer.length * 2, 1 << 28)))
      larger.set(this.#buffer.subarray(0, at))
      this.#buffer = larger
    }
    return readFully(descriptor, this.#buffer.subarray(at, at + bytes), position)
  }
}

/** The length of a line that starts at `start`, of which all bytes before `from` are known to hold no line feed. */
function lengthOfLine(descriptor: number, start: number, from: number): number {
  const chunk = unfilled(1 << 20)
  for (let at = from; ; ) {
    const n = readFully(descriptor, chunk, at)
    if (!n) return at - start
    const lineFeed = chunk.subarray(0, n).indexOf(LINE_FEED)
    if (lineFeed >= 0) return at + lineFeed + 1 - start
    at += n
  }
}
