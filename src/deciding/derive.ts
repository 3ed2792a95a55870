/** The meaning of acts: which pairs of documents belong together, which never do, and which documents stay. */
import { type Act, type Member, nameOf } from './acts.js'

/** Two documents, and the act that speaks of them. Where both are equal in content and id, all that are named so are meant, each with each other. */
export interface DecidedPair {
  readonly a: Member
  readonly b: Member
  readonly act: Act
}

export interface Derived {
  /** Pairs that are one thing, the earliest act first. */
  readonly must: readonly DecidedPair[]
  /** Pairs that are never in one group. */
  readonly cannot: readonly DecidedPair[]
  /** Documents that stay, each with its act; the later stands behind and wins. */
  readonly keeps: readonly { readonly member: Member; readonly act: Act }[]
  /** Groups that wait, by the act that put them off. */
  readonly deferred: readonly Act[]
  readonly notes: readonly Act[]
}

/** Members of a `duplicate` of which every pair is spelled out; of more, the pairs with the first. */
const SPELLED_OUT = 30

/**
 * Acts that count: neither undone, nor undoing. The undoing of an undoing brings the act back.
 *
 * @param acts  in the order of their file
 */
export function standing(acts: readonly Act[]): Act[] {
  const undone = new Set<string>()
  for (let i = acts.length - 1; i >= 0; i--) {
    const { act, key, of } = acts[i] as Act
    if (act === 'undo' && !undone.has(key)) undone.add(of as string)
  }
  return acts.filter(({ act, key }) => act !== 'undo' && !undone.has(key))
}

/**
 * Derives what acts ask for. The later of two acts on one pair counts.
 *
 * @param acts  in the order of their file
 * @example derive(acts).cannot.map(({ a, b }) => [a.id, b.id]) // [['x', 'y']]
 */
export function derive(acts: readonly Act[]): Derived {
  const pairs = new Map<string, { readonly kind: 'must' | 'cannot'; readonly pair: DecidedPair }>()
  const add = (kind: 'must' | 'cannot', a: Member, b: Member, act: Act) => {
    const key = keyOf(a, b)
    // A later act stands behind, so that what it says is taken up in its turn.
    pairs.delete(key)
    pairs.set(key, { kind, pair: { a, b, act } })
  }
  const keeps = new Map<string, Derived['keeps'][number]>()
  const keep = (member: Member, act: Act) => {
    const key = `${member.digest} ${nameOf(member)}`
    keeps.delete(key)
    keeps.set(key, { member, act })
  }
  const [deferred, notes]: [Act[], Act[]] = [[], []]
  for (const act of standing(acts)) {
    const { members, from = [] } = act
    const [first, ...others] = members
    if (act.act === 'duplicate' && first) {
      if (members.length > SPELLED_OUT) for (const other of others) add('must', first, other, act)
      else for (const [i, a] of members.entries()) for (const b of members.slice(i + 1)) add('must', a, b, act)
      keep(first, act)
    } else if (act.act === 'distinct' && first) for (const other of others) add('cannot', first, other, act)
    else if (act.act === 'split') for (const a of members) for (const b of from) add('cannot', a, b, act)
    else if (act.act === 'keep' && first) keep(first, act)
    else if (act.act === 'defer') deferred.push(act)
    else if (act.act === 'note') notes.push(act)
  }
  const of = (wanted: 'must' | 'cannot') => [...pairs.values()].flatMap(({ kind, pair }) => (kind === wanted ? [pair] : []))
  return { must: of('must'), cannot: of('cannot'), keeps: [...keeps.values()], deferred, notes }
}

/** One key for a pair in either order. Ids tell equal contents apart. */
function keyOf(a: Member, b: Member): string {
  if (a.digest !== b.digest) return a.digest < b.digest ? `${a.digest} ${b.digest}` : `${b.digest} ${a.digest}`
  const [x, y] = [nameOf(a), nameOf(b)]
  return x < y ? `${a.digest} ${x} ${y}` : `${a.digest} ${y} ${x}`
}
