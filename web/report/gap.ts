/** Long stretches without a change, of which only the ends are shown. */

/** UTF-16 units that stay in sight on each side of a change. */
const AROUND = 80

const isLetter = (text: string, at: number) => /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]/u.test(text[at] ?? '')

/**
 * Finds the part of an unchanged stretch that is folded away. It starts and ends between words and never inside a character.
 *
 * @param isLast  nothing comes after the stretch, so its end needs no context
 */
export function gapOf(text: string, isLast: boolean): [start: number, end: number] {
  let start = Math.min(AROUND, text.length)
  let end = isLast ? text.length : Math.max(start, text.length - AROUND)
  while (start > 0 && start < end && isLetter(text, start) && isLetter(text, start - 1)) start++
  while (end < text.length && end > start && isLetter(text, end) && isLetter(text, end - 1)) end--
  if (/[\uDC00-\uDFFF]/.test(text[start] ?? '')) start++
  if (/[\uDC00-\uDFFF]/.test(text[end] ?? '')) end--
  return [start, Math.max(start, end)]
}
