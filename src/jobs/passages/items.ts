/** A text as items, by which passages are counted: characters or words. */
import { placeWords } from '../../repeating/words.js'
import { textOf } from './text-spool.js'

export type Unit = 'characters' | 'tokens'

/** The items of a text, and where each stands in it. */
export interface Items {
  readonly count: number
  /** Equal items have equal numbers; unlike ones may share one. */
  readonly numbers: ArrayLike<number>
  /** Where item `i` begins and ends, in UTF-16 units; the last may be asked for its end only. */
  start(item: number): number
  end(item: number): number
}

/**
 * @param units  of a text: one UTF-16 unit is an item of `characters` here, and two that make a character are told apart later
 */
export function itemsOf(units: Uint16Array, unit: Unit): Items {
  if (unit === 'characters') return { count: units.length, numbers: units, start: (item) => item, end: (item) => item + 1 }
  const { count, hashes, starts, ends } = placeWords(textOf(units))
  return { count, numbers: hashes, start: (item) => starts[item] as number, end: (item) => ends[item] as number }
}

export const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800
export const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00
