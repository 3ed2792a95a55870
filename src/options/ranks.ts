/** The ranks of documents under a keep rule by a field, and how the values of the field were read. */
import { withRoom } from '../hashing/typed-list.js'
import type { DateOrder } from '../sources/rows/dates.js'
import { type KeepRule, rankFieldOf, readRank } from './keep-rule.js'
import type { Options } from './options.js'

/** How the values of the field were read, counted. */
export interface RankTally {
  /** Values that are no date, or no number. */
  unread: number
  /** Dates that show that the day is first, or the month; and those that may be read in both ways. */
  day: number
  month: number
  either: number
}

export const noRanks = (): RankTally => ({ unread: 0, day: 0, month: 0, either: 0 })

export function addTally(into: RankTally, more: RankTally): void {
  for (const key of ['unread', 'day', 'month', 'either'] as const) into[key] += more[key]
}

/** Which of day and month is first, by what the column shows: the day, unless only months that are first are seen. */
export const orderShown = ({ day, month }: RankTally): DateOrder => (month > 0 && day === 0 ? 'month' : 'day')

/** What a keep rule saw of its field, for summaries. */
export interface KeptBy {
  readonly field: string
  /** Values that are no date, or no number: their documents are kept last. */
  readonly unread: number
  /** Which of day and month is first in dates that may be read in both ways, where there are such dates. */
  readonly order?: DateOrder
  /** Dates that may be read in both ways. */
  readonly either: number
  /** Both orders are seen in the field. */
  readonly isMixed?: true
}

/** As figures of a run; nothing where everything was read, and in one way. */
export function keptBy({ keep, dateOrder }: Pick<Options, 'keep' | 'dateOrder'>, tally: RankTally): { readonly keptBy?: KeptBy } {
  const field = rankFieldOf(keep)
  const { unread, either, day, month } = tally
  if (field === undefined || (!unread && !either)) return {}
  const order = either ? { order: dateOrder ?? orderShown(tally) } : {}
  return { keptBy: { field, unread, ...order, either, ...(either && day && month ? { isMixed: true as const } : {}) } }
}

/** Ranks of the documents of a piece, by both orders of day and month where that makes a difference. */
export class RankColumn {
  readonly #rule: KeepRule
  readonly #order: DateOrder | undefined
  readonly tally = noRanks()
  #ranks = new Float64Array(256)
  #monthFirst: Float64Array<ArrayBuffer> | undefined

  /** @param order  undefined where the column decides */
  constructor(rule: KeepRule, order: DateOrder | undefined) {
    this.#rule = rule
    this.#order = order
  }

  set(document: number, value: unknown): void {
    const { rank, shows } = readRank(value, this.#rule, this.#order)
    if (shows && shows !== 'year') this.tally[shows]++
    this.#ranks = withRoom(this.#ranks, document + 1)
    this.#ranks[document] = rank
    const isOpen = shows === 'either' && this.#order === undefined
    if (!isOpen && !this.#monthFirst) return
    this.#monthFirst = withRoom(this.#monthFirst ?? this.#ranks.slice(), document + 1)
    this.#monthFirst[document] = isOpen ? readRank(value, this.#rule, 'month').rank : rank
  }

  /** Of a column that is whole: it decides which order holds. */
  of(document: number): number {
    return (this.#monthFirst && orderShown(this.tally) === 'month' ? this.#monthFirst : this.#ranks)[document] as number
  }

  /** `monthFirst` is empty where it is no other. */
  finish(count: number): { readonly ranks: Float64Array<ArrayBuffer>; readonly monthFirst: Float64Array<ArrayBuffer> } {
    return { ranks: this.#ranks.slice(0, count), monthFirst: (this.#monthFirst ?? new Float64Array()).slice(0, count) }
  }
}
