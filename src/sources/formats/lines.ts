/** Lines of bytes, which several formats cut by. */
import type { Cutter } from './format.js'

export const LINE_FEED = 10

/** Records are lines. */
export const lineCutter: Cutter = {
  next(bytes, from) {
    return bytes.indexOf(LINE_FEED, from) + 1 || -1
  },
  last(bytes, from) {
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    return end > from ? end : -1
  },
}

export function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++
  return lines
}

/** Visits every line, its line end included. */
export function splitLines(bytes: Uint8Array, visit: (start: number, end: number, line: number) => void): number {
  let line = 0
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length
    visit(start, end, line)
    start = end
  }
  return line
}
