/** Text broken into lines of a width in columns of the terminal. */
import { columns } from '../terminal.js'

/** Between two of these a line may end: a word, or a wide character, each with the marks that must stay with it. */
const PIECES =
  /\s+|[（《「『〈【]*(?:(?![（《「『〈【])[\u2e80-\u9fff\uff00-\uff60]|[^\s\u2e80-\u9fff\uff00-\uff60]+)[，。、；：？！）》」』〉】]*|./gu

/**
 * Lines of at most `width` columns; only a word that is longer than a line by itself makes a longer one.
 *
 * @param width  in columns, of which wide characters take two
 * @example wrap('one two three', 8) // ['one two', 'three']
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const [piece] of text.matchAll(PIECES)) {
    if (line && columns(line + piece.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += line ? piece : piece.trimStart()
  }
  if (line.trim()) lines.push(line.trimEnd())
  return lines
}

/**
 * Rows of a name and what is said about it, the names below each other; a name too long for its column stands on a line of its own.
 *
 * @param width   of the whole, in columns
 * @param column  of the names with the space before and behind them, in columns
 */
export function twoColumns(rows: readonly (readonly [name: string, text: string])[], width: number, column: number): string[] {
  const indent = ' '.repeat(column)
  return rows.flatMap(([name, text]) => {
    const lines = wrap(text, Math.max(24, width - column))
    const head = `  ${name}`
    const fits = columns(head) + 2 <= column
    const first = fits ? head + ' '.repeat(column - columns(head)) + (lines[0] ?? '') : head
    return [first.trimEnd(), ...(fits ? lines.slice(1) : lines).map((line) => indent + line)]
  })
}
