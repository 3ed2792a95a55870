/** Where the review of a group stands, from the acts that speak of its members. */
import { type Act, type Member, nameOf } from '../deciding/acts.js'
import { type DecidedPair, derive } from '../deciding/derive.js'
import { UnionFind } from '../grouping/union-find.js'

/** In the order in which they are counted. */
export const STATES = ['open', 'partly', 'decided', 'deferred'] as const
export type State = (typeof STATES)[number]

/** What has been said of a member: it stays, it is a duplicate of the one that stays, it is none, or nothing yet. */
export type MemberState = 'kept' | 'duplicate' | 'distinct' | 'open'

export interface GroupState {
  readonly state: State
  /** The place of the member that stays. */
  readonly kept: number
  readonly members: readonly MemberState[]
  readonly notes: readonly Act[]
  /** Pairs that are one thing by some acts and must be apart by others. */
  readonly conflicts: readonly DecidedPair[]
}

/**
 * @param members  of one group, the one that the run keeps first
 * @param acts     in the order of their file, those that are undone included
 */
export function stateOf(members: readonly Member[], acts: readonly Act[]): GroupState {
  const { must, cannot, keeps, deferred, notes } = derive(acts)
  const places = new Map<string, number[]>()
  const byName = new Map<string, number[]>()
  members.forEach((member, i) => {
    places.set(member.digest, [...(places.get(member.digest) ?? []), i])
    const name = `${member.digest} ${nameOf(member)}`
    byName.set(name, [...(byName.get(name) ?? []), i])
  })
  const find = (member: Member, byId: boolean): readonly number[] => {
    return (byId ? byName.get(`${member.digest} ${nameOf(member)}`) : places.get(member.digest)) ?? []
  }
  const pairsOf = (pairs: readonly DecidedPair[]) =>
    pairs.flatMap((pair) => {
      const byId = pair.a.digest === pair.b.digest
      return find(pair.a, byId).flatMap((a) => find(pair.b, byId).flatMap((b) => (a === b ? [] : [{ a, b, pair }])))
    })
  const sets = new UnionFind(members.length)
  const apart = pairsOf(cannot)
  const conflicts: DecidedPair[] = []
  for (const { a, b, pair } of pairsOf(must)) {
    const [x, y] = [sets.find(a), sets.find(b)]
    const isBarred = apart.some((one) => {
      const [left, right] = [sets.find(one.a), sets.find(one.b)]
      return (left === x && right === y) || (left === y && right === x)
    })
    if (x !== y && isBarred) conflicts.push(pair)
    else sets.union(x, y)
  }
  const chosen = keeps.flatMap(({ member }) => find(member, true)[0] ?? find(member, false)[0] ?? []).at(-1)
  const kept = chosen ?? 0
  const own = sets.find(kept)
  const barred = new Set(apart.flatMap(({ a, b }) => (sets.find(a) === own ? [sets.find(b)] : sets.find(b) === own ? [sets.find(a)] : [])))
  const states = members.map((_, i): MemberState => {
    const set = sets.find(i)
    if (i === kept) return 'kept'
    if (set === own) return 'duplicate'
    return barred.has(set) ? 'distinct' : 'open'
  })
  const isOpen = states.includes('open')
  const isTouched = states.some((state) => state === 'duplicate' || state === 'distinct')
  const state = !isOpen ? 'decided' : deferred.length ? 'deferred' : isTouched ? 'partly' : 'open'
  return { state, kept, members: states, notes, conflicts }
}
