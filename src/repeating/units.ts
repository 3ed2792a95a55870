/** Lines, paragraphs and sentences of a text, as units that are compared whole. */

export const WHOLE_UNITS = ['line', 'paragraph', 'sentence'] as const
export type WholeUnit = (typeof WHOLE_UNITS)[number]

/** A unit ends with what is matched here; white space behind it belongs to it. */
const ENDS: Readonly<Record<WholeUnit, RegExp>> = {
  line: /\r\n|\n|\r/g,
  paragraph: /(?:\r\n|\n|\r)[^\S\r\n]*(?:\r\n|\n|\r)\s*/g,
  // A full stop between digits or letters ends nothing; marks of Chinese need no space behind them.
  sentence: /[。！？!?…]+[”’」』）)"']*\s*|\.[”’"')]*\s+|(?:\r\n|\n|\r)\s*/g,
}

/**
 * The units of a text: start and end of each in UTF-16 units. Joined, they are the text.
 *
 * @example wholeUnits('a\n\nb\nc', 'paragraph') // [0, 3, 3, 6]
 */
export function wholeUnits(text: string, unit: WholeUnit): number[] {
  const found: number[] = []
  let start = 0
  for (const { index, 0: end } of text.matchAll(ENDS[unit])) {
    found.push(start, index + end.length)
    start = index + end.length
  }
  if (start < text.length) found.push(start, text.length)
  return found
}

/**
 * A unit as it is compared: compatibility forms, case and amounts of white space are evened out; empty where there is nothing else.
 *
 * @example comparedUnit(' A  b\n') // 'a b'
 */
export const comparedUnit = (unit: string): string => unit.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
