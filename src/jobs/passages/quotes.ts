/** Stretches of a text that stand between quotation marks. */

/** Opening and closing marks; a quotation ends in the paragraph in which it begins. */
const QUOTED = /“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|«[^»\n]*»|„[^“”\n]*[“”]|"[^"\n]*"/g

/**
 * Start and end of each quotation, its marks included, in UTF-16 units, ascending.
 *
 * @example quotedStretches('a “b” c') // [2, 5]
 */
export function quotedStretches(text: string): number[] {
  return Array.from(text.matchAll(QUOTED)).flatMap(({ index, 0: quote }) => [index, index + quote.length])
}
