/** The groups that fit, as far as they have been asked for; a row that has changed changes in place, so that nothing jumps. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Address, queryOf } from './address.js'
import { get, type ListedGroup, type QueuePart } from './api.js'

const PART = 100

export interface QueueState {
  readonly part: QueuePart | undefined
  readonly groupAt: (place: number) => ListedGroup | undefined
  readonly placeOf: (id: string) => number
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
  const asked = useRef(new Map<number, Promise<void>>())
  const generation = useRef(0)

  const ask = useCallback(
    (number: number): Promise<void> => {
      const known = asked.current.get(number)
      if (known) return known
      const of = generation.current
      const answer = get<QueuePart>([address.review, 'queue'], { ...JSON.parse(query), offset: String(number * PART), limit: String(PART) })
        .then((found) => {
          if (of !== generation.current) return
          for (const [i, group] of found.groups.entries()) held.current.set(number * PART + i, group)
          setPart(found)
          setFailed('')
          draw((times) => times + 1)
        })
        .catch((error: Error) => {
          asked.current.delete(number)
          if (of === generation.current) setFailed(error.message)
        })
      asked.current.set(number, answer)
      return answer
    },
    [address.review, query, version],
  )
  useEffect(() => {
    generation.current++
    held.current.clear()
    asked.current.clear()
    if (!address.review) return
    // While somebody types, the last letters count.
    const timer = setTimeout(() => void ask(0), address.q ? 150 : 0)
    return () => clearTimeout(timer)
  }, [ask])
  const want = useCallback(
    (from: number, to: number) => {
      if (!held.current.size) return
      for (let number = Math.floor(from / PART); number * PART < to; number++) void ask(number)
    },
    [ask],
  )
  return {
    part,
    failed,
    want,
    groupAt: (place) => held.current.get(place),
    placeOf: (id) => [...held.current].find(([, group]) => group.id === id)?.[0] ?? -1,
    load: async (place) => {
      await ask(Math.floor(place / PART))
      return held.current.get(place)
    },
    update: (id, change) => {
      for (const [place, group] of held.current) if (group.id === id) held.current.set(place, { ...group, ...change })
      draw((times) => times + 1)
    },
    counts: (states) => setPart((before) => before && { ...before, states }),
    refresh: () => setVersion((before) => before + 1),
  }
}
