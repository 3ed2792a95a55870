/** The passages that two texts share, for `leitong compare`. */
import type { Match } from '../../repeating/chains.js'
import { type SharedPassages, shareOf } from '../../repeating/shared-passages.js'
import { excerpt } from '../terminal.js'
import { texts } from '../texts/texts.js'

/** Passages that are shown, the longest. */
const SHOWN = 5
/** Columns of the text of a passage. */
const WIDTH = 60

const lengthOf = ({ from, to }: Match) => to - from

/** @param said  the two texts */
export function sharedLines(shared: SharedPassages, said: readonly [string, string], least: number): string[] {
  const { passages } = shared
  const say = texts().compare
  const percent = (side: 0 | 1) => `${(100 * shareOf(shared, side)).toFixed(1)} %`
  const head = `  ${say.shared(passages.length, least, percent(0), percent(1))}`
  const longest = [...passages].sort((a, b) => lengthOf(b) - lengthOf(a) || a.from - b.from).slice(0, SHOWN)
  const unit = unitCounter(said[0])
  const lines = longest.map(
    (passage) =>
      `    ${say.sharedAt(lengthOf(passage), passage.from + 1, passage.otherFrom + 1)}: ${excerpt(said[0].slice(unit(passage.from), unit(passage.to)), WIDTH)}`,
  )
  return [head, ...lines]
}

/** Where a character begins, in UTF-16 units. */
function unitCounter(text: string): (character: number) => number {
  if (!/[\ud800-\udbff]/.test(text)) return (character) => character
  const starts = new Uint32Array(text.length + 1)
  let count = 0
  for (let i = 0; i < text.length; i++) {
    starts[count++] = i
    if ((text.codePointAt(i) as number) > 0xffff) i++
  }
  starts[count] = text.length
  return (character) => starts[character] as number
}
