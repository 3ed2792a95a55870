/**
 * reviewing: ids of groups from run to run.
 *
 * Oracle   laws on random partitions: ids are distinct, an unchanged group keeps its id, an id passes only to a group that shares a member, and
 *          what was joined or split is told.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameGroups } from '../../src/reviewing/group-ids.js'

const digestOf = (n: number) => n.toString(16).padStart(32, '0').split('').reverse().join('')
/** Items by the number of their group; -1 for none. */
const partition = fc.array(fc.integer({ min: -1, max: 5 }), { minLength: 12, maxLength: 12 })

function groupsOf(places: readonly number[]): string[][] {
  const groups = new Map<number, string[]>()
  places.forEach((group, item) => {
    if (group >= 0) groups.set(group, [...(groups.get(group) ?? []), digestOf(item)])
  })
  return [...groups.values()]
}

const mapOf = (groups: readonly (readonly string[])[], ids: readonly string[]) =>
  new Map(groups.flatMap((digests, i) => digests.map((digest) => [digest, ids[i] as string] as const)))

describe('ids of groups', () => {
  it('stay with what they name', () => {
    fc.assert(
      fc.property(partition, partition, (first, second) => {
        const before = groupsOf(first)
        const named = nameGroups(new Map(), before)
        expect(named.events).toEqual([])
        const old = mapOf(before, named.ids)
        const groups = groupsOf(second)
        const { ids, events } = nameGroups(old, groups)
        expect(new Set(ids).size).toBe(groups.length)
        groups.forEach((digests, i) => {
          const from = new Set(digests.flatMap((digest) => old.get(digest) ?? []))
          if (named.ids.includes(ids[i] as string)) expect(from).toContain(ids[i])
          const same = before.findIndex((group) => group.join() === digests.join())
          if (same >= 0) expect(ids[i]).toBe(named.ids[same])
          const told = events.filter(({ group, event }) => group === ids[i] && (event === 'joined' || event === 'new'))
          expect(told.map(({ event }) => event)).toEqual(from.size > 1 ? ['joined'] : from.size ? [] : old.size ? ['new'] : [])
          if (from.size > 1) expect(told[0]?.others).toEqual([...from].sort())
        })
        before.forEach((digests, i) => {
          const to = new Set(digests.flatMap((digest) => mapOf(groups, ids).get(digest) ?? []))
          const told = events.filter(({ group, event }) => group === named.ids[i] && (event === 'split' || event === 'gone'))
          expect(told.map(({ event }) => event)).toEqual(to.size > 1 ? ['split'] : to.size ? [] : ['gone'])
        })
        expect(nameGroups(mapOf(groups, ids), groups).ids).toEqual(ids)
      }),
    )
  })
})
