/** A search for passages in numbers, and its longest finds. */

import { isHigh, isLow } from './items.js'
import { removedOf, textOfPassage } from './outputs.js'
import { coverageOf, type PassageRun } from './passages.js'

export interface PassageSummary {
  /** Of the inputs. */
  readonly documents: number
  /** Code points. */
  readonly characters: number
  /** Documents of the library. */
  readonly library?: number
  readonly rejects: number
  readonly unit: string
  readonly min_length: number
  readonly passages: number
  /** In the inputs. */
  readonly places: number
  /** Documents of the inputs with a passage. */
  readonly with_passages: number
  /** Characters of the inputs that lie in a place. */
  readonly repeated: number
  /** Their share of all. */
  readonly share: number
  /** Characters that left, where texts were written without them. */
  readonly removed?: number
  readonly seconds: number
}

/** @param remove  what left; undefined where nothing was written */
export function summarizePassages(run: PassageRun, remove: 'all' | 'later' | undefined): PassageSummary {
  const { spool, texts, passages, request, rejects, seconds } = run
  const covered = coverageOf(passages, (text) => text < texts)
  const removed = remove && removedOf(run, remove)
  let [characters, repeated, left] = [0, 0, 0]
  for (const [text, units] of spool.texts((number) => number < texts)) {
    characters += charactersIn(units, [0, units.length])
    repeated += charactersIn(units, covered.of(text))
    if (removed) left += charactersIn(units, removed.of(text))
  }
  let places = 0
  for (const text of passages.texts) if (text < texts) places++
  return {
    documents: texts,
    characters,
    ...(request.library ? { library: run.ofLibrary } : {}),
    rejects: rejects.count,
    unit: request.unit,
    min_length: request.least,
    passages: passages.count,
    places,
    with_passages: Array.from(covered.texts).length,
    repeated,
    share: characters ? repeated / characters : 0,
    ...(removed ? { removed: left } : {}),
    seconds: Math.round(seconds * 1000) / 1000,
  }
}

/** Code points in stretches of a text. */
function charactersIn(units: Uint16Array, stretches: ArrayLike<number>): number {
  let count = 0
  for (let s = 0; s < stretches.length; s += 2) {
    const [from, to] = [stretches[s] as number, stretches[s + 1] as number]
    count += to - from
    for (let i = from + 1; i < to; i++) if (isLow(units[i] as number) && isHigh(units[i - 1] as number)) count--
  }
  return count
}

export interface LongPassage {
  readonly length: number
  readonly places: number
  /** The id of the document where it stands first. */
  readonly first: string
  /** Its beginning. */
  readonly text: string
}

/** Characters of a passage that are read to show it. */
const SHOWN = 400

/** The longest passages, of equally long ones the earlier. */
export function longestPassages(run: PassageRun, most: number): LongPassage[] {
  const { passages, spool } = run
  const order = Uint32Array.from({ length: passages.count }, (_, i) => i)
  order.sort((a, b) => (passages.lengths[b] as number) - (passages.lengths[a] as number) || a - b)
  return Array.from(order.subarray(0, most), (passage) => {
    const from = passage ? (passages.ends[passage - 1] as number) : 0
    return {
      length: passages.lengths[passage] as number,
      places: (passages.ends[passage] as number) - from,
      first: spool.ids[passages.texts[from] as number] as string,
      text: textOfPassage(run, passage, SHOWN),
    }
  })
}
