/** The groups that fit, as far as they have been asked for; a row that has changed changes in place, so that nothing jumps. */
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Address, queryOf } from './address.js'
import { get, type ListedGroup, type QueuePart } from './api.js'

const PART = 100
/** Milliseconds before a part that could not be had is asked for again. */
const PAUSE = 1500

export interface QueueState {
  readonly part: QueuePart | undefined
  /** Groups of the list. */
  readonly count: number
  readonly groupAt: (place: number) => ListedGroup | undefined
  /** The place of a group, as far as it was asked for; -1: it is not among them. */
  readonly placeOf: (id: string) => number
  /** Where the group that the list was opened with would stand, if it is not among those that fit. */
  readonly opening: { readonly id: string; readonly place: number } | undefined
  /** Whether the list is there: it is not while its first part is asked for, also after a change of the filters. */
  readonly isThere: () => boolean
  /** Ends when it is there. */
  readonly comes: () => Promise<void>
  readonly want: (from: number, to: number) => void
  readonly load: (place: number) => Promise<ListedGroup | undefined>
  readonly update: (id: string, change: Partial<ListedGroup>) => void
  readonly counts: (states: QueuePart['states']) => void
  readonly refresh: () => void
  readonly failed: string
}

export function useQueue(address: Address): QueueState {
  const query = JSON.stringify(queryOf(address))
  const [version, setVersion] = useState(0)
  const [part, setPart] = useState<QueuePart>()
  const [failed, setFailed] = useState('')
  const [, draw] = useState(0)
  const held = useRef(new Map<number, ListedGroup>())
  const places = useRef(new Map<string, number>())
  const asked = useRef(new Map<number, Promise<void>>())
  const generation = useRef(0)
  const count = useRef(0)
  const opening = useRef<{ readonly id: string; readonly place: number } | undefined>(undefined)
  /** What waits for the first part; undefined: it is there. */
  const awaited = useRef<(() => void)[] | undefined>([])
  const group = useRef('')
  group.current = address.group

  const take = (found: QueuePart, from: number) => {
    const isFirst = held.current.size === 0
    for (const [i, one] of found.groups.entries()) {
      held.current.set(from + i, one)
      places.current.set(one.id, from + i)
    }
    // Groups before this part may fit no more: the list is as long as it was, and as what comes behind.
    count.current = from + found.found - found.offset
    setPart((before) => (before && !isFirst ? { ...found, facets: before.facets, states: before.states } : found))
    setFailed('')
    draw((times) => times + 1)
    const waiting = awaited.current ?? []
    awaited.current = undefined
    for (const goOn of waiting) goOn()
  }
  const ask = useCallback(
    (number: number, around = ''): Promise<void> => {
      const known = asked.current.get(number)
      if (known) return known
      const of = generation.current
      const before = held.current.get(number * PART - 1)
      const where: Record<string, string> = around ? { around } : before ? { after: before.id } : { offset: String(number * PART) }
      const answer = get<QueuePart>([address.review, 'queue'], { ...JSON.parse(query), ...where, limit: String(PART) })
        .then((found) => {
          if (of !== generation.current) return
          if (!around) return take(found, number * PART)
          asked.current.delete(number)
          asked.current.set(Math.floor(found.offset / PART), answer)
          opening.current = { id: around, place: found.place ?? 0 }
          take(found, found.offset)
        })
        .catch((error: Error) => {
          if (of !== generation.current) return
          asked.current.delete(number)
          setFailed(error.message)
          // The first part says how many there are; others are asked for when they are looked at.
          if (!held.current.size) setTimeout(() => of === generation.current && void ask(number, around), PAUSE)
        })
      asked.current.set(number, answer)
      return answer
    },
    [address.review, query, version],
  )
  // At once: a key that comes before the next picture must not find the list of before.
  useLayoutEffect(() => {
    generation.current++
    awaited.current ??= []
    held.current.clear()
    places.current.clear()
    asked.current.clear()
    opening.current = undefined
    count.current = 0
    if (!address.review) return
    // While somebody types, the last letters count.
    const timer = setTimeout(() => void ask(0, group.current), address.q ? 150 : 0)
    return () => clearTimeout(timer)
  }, [ask])
  const want = useCallback(
    (from: number, to: number) => {
      if (!held.current.size) return
      const last = Math.ceil(Math.min(to, count.current) / PART)
      for (let number = Math.floor(from / PART); number < last; number++) void ask(number)
    },
    [ask],
  )
  return {
    part,
    // Keys and answers ask for these before the page is drawn anew.
    get count() {
      return count.current
    },
    get opening() {
      return opening.current
    },
    isThere: () => awaited.current === undefined,
    comes: () => new Promise((resolve) => (awaited.current ? awaited.current.push(resolve) : resolve())),
    failed,
    want,
    groupAt: (place) => held.current.get(place),
    placeOf: (id) => places.current.get(id) ?? -1,
    load: async (place) => {
      await ask(Math.floor(place / PART))
      return held.current.get(place)
    },
    update: (id, change) => {
      const place = places.current.get(id)
      const known = place === undefined ? undefined : held.current.get(place)
      if (place === undefined || !known) return
      held.current.set(place, { ...known, ...change })
      const state = change.state
      // What a filter of states shows moves from one to the other.
      if (state && state !== known.state)
        setPart((before) => {
          if (!before) return before
          const states = { ...before.facets.state }
          states[known.state]--
          states[state]++
          return { ...before, facets: { ...before.facets, state: states } }
        })
      draw((times) => times + 1)
    },
    counts: (states) => setPart((before) => before && { ...before, states }),
    refresh: () => setVersion((before) => before + 1),
  }
}
