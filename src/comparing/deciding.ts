/** What decides among texts of one template: numbers, dates and amounts, and names; where two texts differ in them. */
import { nameRanges } from './names.js'

/** A number with what is joined to it, and the unit behind it. */
const NUMBER = /[\d０-９]+(?:[.,:/年月日号时分元栋幢楼单室层期万亿％%-]*[\d０-９]+)*[年月日号时分元栋幢楼单室层期万亿％%]?/gu

export type Ranges = readonly (readonly [from: number, to: number])[]

/** Where a text has what decides, in UTF-16 units and in order. Part of a number or a name is changed as the whole of it. */
export const decidingRanges = (text: string): Ranges =>
  [...Array.from(text.matchAll(NUMBER), ({ index, 0: found }) => [index, index + found.length] as const), ...nameRanges(text)].sort(
    (a, b) => a[0] - b[0],
  )

/** Parts of a text that are held against each other: of more, the first. */
const MOST_PARTS = 120

/** What one text says and the other does not, in its place; either may be empty. */
export type Difference = readonly [left: string, right: string]

/**
 * The numbers and names in which two texts differ, in their order.
 *
 * @param most  how many are told
 * @example differing('住12栋，5月3日', '住13栋，5月3日', 3) // [['12栋', '13栋']]
 */
export function differing(left: string, right: string, most: number): Difference[] {
  const [a, b] = [partsIn(left), partsIn(right)]
  const width = b.length + 1
  // Lengths of what both have in common from each place on.
  const common = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j]
          ? 1 + (common[(i + 1) * width + j + 1] as number)
          : Math.max(common[(i + 1) * width + j] as number, common[i * width + j + 1] as number)
  const found: Difference[] = []
  for (let [i, j] = [0, 0]; (i < a.length || j < b.length) && found.length < most; ) {
    if (i < a.length && a[i] === b[j]) {
      i++
      j++
      continue
    }
    const [fromI, fromJ] = [i, j]
    while ((i < a.length || j < b.length) && !(i < a.length && a[i] === b[j])) {
      if (j < b.length && (i >= a.length || (common[i * width + j + 1] as number) >= (common[(i + 1) * width + j] as number))) j++
      else i++
    }
    // One stands against one, as far as both have any.
    for (let k = 0; k < Math.max(i - fromI, j - fromJ) && found.length < most; k++)
      found.push([(fromI + k < i ? a[fromI + k] : '') as string, (fromJ + k < j ? b[fromJ + k] : '') as string])
  }
  return found
}

const partsIn = (text: string): string[] =>
  decidingRanges(text)
    .slice(0, MOST_PARTS)
    .map(([from, to]) => text.slice(from, to).normalize('NFKC'))
