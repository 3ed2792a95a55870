/** What people decide on groups in the page, as acts of a file of decisions. */
import type { Act, Member } from '../deciding/acts.js'

/** What was decided on a group. */
export type Decision =
  | { readonly kind: 'same' }
  /** None of its members is one of another. */
  | { readonly kind: 'different' }
  /** These of its members, by their place, are none of the others. */
  | { readonly kind: 'apart'; readonly places: readonly number[] }

/**
 * The acts that say it.
 *
 * @param members  of the group, the one that stays first
 * @param name     of the decision: no other act has it in its key
 * @param at       when, as ISO 8601
 */
export function actsOf(decision: Decision, members: readonly Member[], name: string, at: string): Act[] {
  const common = { by: '', at }
  if (decision.kind === 'same') return [{ act: 'duplicate', key: name, ...common, members }]
  if (decision.kind === 'different') {
    const distinct = members.slice(0, -1).map((_, i): Act => {
      return { act: 'distinct', key: `${name}-${i}`, ...common, members: members.slice(i), batch: name }
    })
    return distinct
  }
  const isApart = new Set(decision.places)
  const apart = members.filter((_, place) => isApart.has(place))
  const from = members.filter((_, place) => !isApart.has(place))
  return apart.length && from.length ? [{ act: 'split', key: name, ...common, members: apart, from }] : []
}
