/** Which member of a group stays, by a rule. */
import { LeitongError } from '../errors.js'
import { isKeepRule, type KeepRule, rankFieldOf, rankOf } from '../options/keep-rule.js'
import type { Payload } from './files.js'

/** `run`: the one that the run keeps; the others as `--keep` has them, as far as they can be seen from what is shown of members. */
export type ReviewRule = 'run' | Exclude<KeepRule, 'first' | 'last' | 'containing'>

/** @throws {LeitongError} `OPTION_VALUE` */
export function checkRule(rule: unknown): ReviewRule {
  if (rule === undefined || rule === 'run') return 'run'
  if (typeof rule === 'string' && isKeepRule(rule) && !['first', 'last', 'containing'].includes(rule)) return rule as ReviewRule
  const given = JSON.stringify(rule)?.slice(0, 64) ?? ''
  throw new LeitongError('OPTION_VALUE', 'rule', given, 'run, longest, shortest, newest:FIELD, oldest:FIELD, highest:FIELD or lowest:FIELD')
}

/**
 * The place of the member that a rule prefers; of equals the first among `places`.
 *
 * @param places   of members that may stay, the one that stays without the rule first
 * @param payload  what is shown of the member at a place
 * @example choose('longest', [0, 1], (i) => [{ text: 'a' }, { text: 'ab' }][i]) // 1
 */
export function choose(rule: ReviewRule, places: readonly number[], payload: (place: number) => Payload): number {
  const [first = 0] = places
  if (rule === 'run') return first
  const rank = (place: number): number => {
    const { text, fields, extra } = payload(place)
    if (rule === 'longest') return text.length
    if (rule === 'shortest') return -text.length
    const field = rankFieldOf(rule)
    return rankOf([...(extra ?? []), ...(fields ?? [])].find(([name]) => name === field)?.[1], rule)
  }
  return places.reduce((best, place) => (rank(place) > rank(best) ? place : best), first)
}
