/** Ids of groups that stay the same over runs: the least id of their members, or the one that an earlier run gave them. */
/** For each member, as JSON, the id that its group had, as JSON. */
export type EarlierGroups = ReadonlyMap<string, string>

const DIGITS = /^"?(\d+)"?$/

/** Numbers before texts, numbers by their size, also where they are texts; texts by their characters. */
function isLess(a: string, b: string): boolean {
  const x = DIGITS.exec(a)?.[1]?.replace(/^0+(?=\d)/, '')
  const y = DIGITS.exec(b)?.[1]?.replace(/^0+(?=\d)/, '')
  if (x === undefined || y === undefined) return x === y ? a < b : x !== undefined
  return x.length === y.length ? (x === y ? a < b : x < y) : x.length < y.length
}

const leastOf = (members: readonly string[]) => members.reduce((least, id) => (isLess(id, least) ? id : least))

/**
 * The id of each group, as JSON; no two are equal.
 *
 * A group takes the id that most of its members had. An id goes to the group that has most of its members, and of equal ones to that with
 * the least member. A group without one is called after its least member; where that id is given away already, `#2` and on stand behind it.
 *
 * @param groups   ids of the members of each, as JSON
 * @param earlier  what an earlier run said
 */
export function groupIds(groups: readonly (readonly string[])[], earlier: EarlierGroups = new Map()): string[] {
  const ids = groups.map((): string | undefined => undefined)
  const least = groups.map(leastOf)
  const taken = new Set<string>()
  const claims: { group: number; id: string; members: number }[] = []
  if (earlier.size)
    groups.forEach((members, group) => {
      const counts = new Map<string, number>()
      for (const member of members) {
        const id = earlier.get(member)
        if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      for (const [id, count] of counts) claims.push({ group, id, members: count })
    })
  const before = (a: string, b: string) => (a === b ? 0 : isLess(a, b) ? -1 : 1)
  claims.sort((a, b) => b.members - a.members || before(a.id, b.id) || before(least[a.group] as string, least[b.group] as string))
  for (const { group, id } of claims) {
    if (ids[group] !== undefined || taken.has(id)) continue
    ids[group] = id
    taken.add(id)
  }
  return ids.map((given, group) => {
    if (given !== undefined) return given
    const name = least[group] as string
    let id = name
    for (let n = 2; taken.has(id); n++) id = JSON.stringify(`${name.replace(/^"(.*)"$/, '$1')}#${n}`)
    taken.add(id)
    return id
  })
}
