/** The ranks of documents under a keep rule by a field, and how the values of the field were read. */
import { withRoom } from '../hashing/typed-list.js'
import type { DateOrder } from '../sources/rows/dates.js'
import type { DecimalMark } from '../sources/rows/numbers.js'
import { isByTime, type KeepRule, rankFieldOf, readRank } from './keep-rule.js'
import type { Options } from './options.js'

/** How the values of the field were read, counted. */
export interface RankTally {
  /** Values that are no date, or no number. */
  unread: number
  /** Dates that show that the day is first, or the month; numbers with a decimal point, or comma. And those that may be read in both ways. */
  usual: number
  other: number
  either: number
}

export const noRanks = (): RankTally => ({ unread: 0, usual: 0, other: 0, either: 0 })

export function addTally(into: RankTally, more: RankTally): void {
  for (const key of ['unread', 'usual', 'other', 'either'] as const) into[key] += more[key]
}

/** Whether values that may be read in two ways are read in the other one: where the column shows no value of the usual one. */
export const isTurned = ({ usual, other }: RankTally): boolean => other > 0 && usual === 0

/** Which of day and month is first, by what the column shows: the day, unless only months that are first are seen. */
export const orderShown = (tally: RankTally): DateOrder => (isTurned(tally) ? 'month' : 'day')

/** What a keep rule saw of its field, for summaries. */
export interface KeptBy {
  readonly field: string
  /** Values that are no date, or no number: their documents are kept last. */
  readonly unread: number
  /** Which of day and month is first in dates that may be read in both ways, where there are such dates. */
  readonly order?: DateOrder
  /** The decimal mark of numbers that may be read in two ways, where there are such numbers. */
  readonly decimal?: DecimalMark
  /** Dates, or numbers, that may be read in both ways. */
  readonly either: number
  /** Both ways are seen in the field. */
  readonly isMixed?: true
}

/** As figures of a run; nothing where everything was read, and in one way. */
export function keptBy(
  { keep, dateOrder }: Pick<Options, 'keep'> & { readonly dateOrder: DateOrder | undefined },
  tally: RankTally,
): { readonly keptBy?: KeptBy } {
  const field = rankFieldOf(keep)
  const { unread, either, usual, other } = tally
  if (field === undefined || (!unread && !either)) return {}
  const way = isByTime(keep)
    ? { order: dateOrder ?? orderShown(tally) }
    : { decimal: isTurned(tally) ? ('comma' as const) : ('point' as const) }
  return { keptBy: { field, unread, ...(either ? way : {}), either, ...(either && usual && other ? { isMixed: true as const } : {}) } }
}

/** Ranks of the documents of a piece, in both ways of reading a date or a number where that makes a difference. */
export class RankColumn {
  readonly #rule: KeepRule
  readonly #order: DateOrder | undefined
  readonly tally = noRanks()
  #ranks = new Float64Array(256)
  #turned: Float64Array<ArrayBuffer> | undefined

  /** @param order  undefined where the column decides */
  constructor(rule: KeepRule, order: DateOrder | undefined) {
    this.#rule = rule
    this.#order = order
  }

  set(document: number, value: unknown): void {
    const { rank, shows } = readRank(value, this.#rule, this.#order === 'month')
    if (shows) this.tally[shows]++
    this.#ranks = withRoom(this.#ranks, document + 1)
    this.#ranks[document] = rank
    const isOpen = shows === 'either' && this.#order === undefined
    if (!isOpen && !this.#turned) return
    this.#turned = withRoom(this.#turned ?? this.#ranks.slice(), document + 1)
    this.#turned[document] = isOpen ? readRank(value, this.#rule, true).rank : rank
  }

  /** Of a column that is whole: it decides which way holds. */
  of(document: number): number {
    return (this.#turned && isTurned(this.tally) ? this.#turned : this.#ranks)[document] as number
  }

  /** `turned` is empty where it is no other. */
  finish(count: number): { readonly ranks: Float64Array<ArrayBuffer>; readonly turned: Float64Array<ArrayBuffer> } {
    return { ranks: this.#ranks.slice(0, count), turned: (this.#turned ?? new Float64Array()).slice(0, count) }
  }
}
