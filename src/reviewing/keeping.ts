/** Which member of a group stays, by rules. */
import { LeitongError } from '../errors.js'
import { isByTime, isKeepRule, type KeepRule, rankFieldOf, readRank } from '../options/keep-rule.js'
import { isTurned, type KeptBy, keptBy, noRanks, type RankTally } from '../options/ranks.js'
import type { DateOrder } from '../sources/rows/dates.js'
import type { Payload } from './files.js'

/** `run`: the one that the run keeps; the others as `--keep` has them, as far as they can be seen from what is shown of members. */
export type ReviewRule = 'run' | Exclude<KeepRule, 'first' | 'last' | 'containing'>

const isRule = (rule: string): rule is ReviewRule => rule === 'run' || (isKeepRule(rule) && !['first', 'last', 'containing'].includes(rule))

/**
 * One rule, or several with commas: each decides where those before it leave members equal.
 *
 * @example checkRule('newest:date,longest') // ['newest:date', 'longest']
 * @throws {LeitongError} `OPTION_VALUE`
 */
export function checkRule(rule: unknown): readonly ReviewRule[] {
  if (rule === undefined) return ['run']
  if (typeof rule === 'string') {
    const parts = rule.split(',')
    if (parts.every(isRule)) return parts
    // A field may have a comma in its name.
    if (isRule(rule)) return [rule]
  }
  const given = JSON.stringify(rule)?.slice(0, 64) ?? ''
  throw new LeitongError('OPTION_VALUE', 'rule', given, 'run, longest, shortest, newest:FIELD, oldest:FIELD, highest:FIELD or lowest:FIELD')
}

/**
 * The place of the member that rules prefer; of equals the first among `places`.
 *
 * @param places   of members that may stay, the one that stays without a rule first
 * @param payload  what is shown of the member at a place
 * @param columns  of the fields of the rules
 * @example choose(['longest'], [0, 1], (i) => [{ text: 'a' }, { text: 'ab' }][i]) // 1
 */
export function choose(
  rules: readonly ReviewRule[],
  places: readonly number[],
  payload: (place: number) => Payload,
  columns?: RankedColumns,
): number {
  let left = places
  for (const rule of rules) {
    if (rule === 'run' || left.length < 2) break
    const ranks = left.map((place) => rank(rule, payload(place), columns?.isTurned(rule)))
    const best = ranks.reduce((most, one) => Math.max(most, one))
    left = left.filter((_, i) => ranks[i] === best)
  }
  return left[0] ?? 0
}

function rank(rule: Exclude<ReviewRule, 'run'>, payload: Payload, isTurned?: boolean): number {
  const { text } = payload
  if (rule === 'longest') return text.length
  if (rule === 'shortest') return -text.length
  return readRank(valueIn(payload, rule), rule, isTurned).rank
}

/** What the field of a rule has in a member. */
function valueIn({ fields, extra }: Payload, rule: KeepRule): unknown {
  const field = rankFieldOf(rule)
  return [...(extra ?? []), ...(fields ?? [])].find(([name]) => name === field)?.[1]
}

/** How dates and numbers that may be read in two ways are read: as in a batch the column says it, of all members of a run. */
export class RankedColumns {
  readonly #tallies = new Map<KeepRule, RankTally>()
  readonly #dateOrder: DateOrder | undefined

  /** @param dateOrder  undefined where the column decides */
  constructor(rules: readonly ReviewRule[], dateOrder: DateOrder | undefined) {
    this.#dateOrder = dateOrder
    for (const rule of rules) if (rule !== 'run' && rankFieldOf(rule) !== undefined) this.#tallies.set(rule, noRanks())
  }

  get isEmpty(): boolean {
    return !this.#tallies.size
  }

  add(payload: Payload): void {
    for (const [rule, tally] of this.#tallies) {
      const { shows } = readRank(valueIn(payload, rule), rule)
      if (shows) tally[shows]++
    }
  }

  isTurned(rule: KeepRule): boolean {
    if (this.#dateOrder !== undefined && isByTime(rule)) return this.#dateOrder === 'month'
    return isTurned(this.#tallies.get(rule) ?? noRanks())
  }

  /** What is open to doubt. */
  get doubts(): KeptBy[] {
    return [...this.#tallies].flatMap(([keep, tally]) => keptBy({ keep, dateOrder: this.#dateOrder }, tally).keptBy ?? [])
  }
}
