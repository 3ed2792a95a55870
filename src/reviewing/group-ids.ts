/** Ids of groups that stay the same from run to run, and what became of the groups of the run before. */

/** A group as ids know it: the digests of its members, the earliest first. */
export type GroupDigests = readonly string[]

/** What happened to a group between two runs. */
export interface GroupEvent {
  /** `new`: it has no members of any group before; `joined`: of several; `split`: a part went elsewhere; `gone`: nothing is left of it. */
  readonly event: 'new' | 'joined' | 'split' | 'gone'
  readonly group: string
  /** Groups of the run before that its members come from, or of this run that they went to; in order of their ids. */
  readonly others: readonly string[]
}

/**
 * Names groups. A group takes over the id of the group before with which it shares the most members; a group before gives its id to
 * the group that shares the most of its members, of several the earliest. All other groups are named by their earliest member: the first 12
 * digits of its digest, and a number behind it where that is taken.
 *
 * @param before  for each digest the id of its group in the run before
 * @param groups  in the order of the input
 * @example nameGroups(new Map(), [['7692c3ad3540bb80…', '3fc4ccfe745870e2…']]).ids // ['7692c3ad3540']
 */
export function nameGroups(
  before: ReadonlyMap<string, string>,
  groups: readonly GroupDigests[],
): { readonly ids: readonly string[]; readonly events: readonly GroupEvent[] } {
  const shared = groups.map((digests) => countBy(digests.flatMap((digest) => before.get(digest) ?? [])))
  const offers = shared.flatMap((counts, group) => [...counts].map(([id, count]) => ({ id, count, group })))
  offers.sort((a, b) => b.count - a.count || a.group - b.group || (a.id < b.id ? -1 : 1))
  const ids = new Array<string | undefined>(groups.length)
  const taken = new Set<string>()
  for (const { id, group } of offers) {
    if (ids[group] !== undefined || taken.has(id)) continue
    ids[group] = id
    taken.add(id)
  }
  // An id that somebody has seen is never given to another group.
  const known = new Set([...before.values(), ...taken])
  const named = groups.map((digests, group) => {
    const own = ids[group]
    if (own !== undefined) return own
    const base = (digests[0] as string).slice(0, 12)
    let id = base
    for (let i = 2; known.has(id); i++) id = `${base}-${i}`
    known.add(id)
    return id
  })
  return { ids: named, events: eventsOf(before, shared, named) }
}

function eventsOf(
  before: ReadonlyMap<string, string>,
  shared: readonly ReadonlyMap<string, number>[],
  ids: readonly string[],
): GroupEvent[] {
  if (!before.size) return []
  const events: GroupEvent[] = []
  const wentTo = new Map<string, Set<string>>([...before.values()].map((id) => [id, new Set()]))
  shared.forEach((counts, group) => {
    const id = ids[group] as string
    for (const old of counts.keys()) wentTo.get(old)?.add(id)
    if (!counts.size) events.push({ event: 'new', group: id, others: [] })
    else if (counts.size > 1) events.push({ event: 'joined', group: id, others: [...counts.keys()].sort() })
  })
  for (const [old, to] of wentTo) {
    if (!to.size) events.push({ event: 'gone', group: old, others: [] })
    else if (to.size > 1) events.push({ event: 'split', group: old, others: [...to].sort() })
  }
  return events
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
