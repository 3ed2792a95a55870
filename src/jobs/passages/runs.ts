/** Where passages may lie: between anchors that come again. */
import { Uint32List } from '../../hashing/typed-list.js'
import type { MarkedAnchors } from './anchor-spool.js'

/** Runs of items of segments. */
export interface Runs {
  readonly segments: Uint32Array
  /** The first item, and the one behind the last. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** Runs of windows whose anchors come again: every passage lies in one of them. */
export async function repeatedRuns(anchors: MarkedAnchors, least: number): Promise<Runs> {
  const segments = new Uint32List()
  const starts = new Uint32List()
  const ends = new Uint32List()
  await anchors.each((segment, firsts, repeated, items) => {
    const windows = items - least + 1
    for (let i = 0; i < firsts.length; ) {
      if (!repeated(i)) {
        i++
        continue
      }
      const first = firsts[i] as number
      while (i < firsts.length && repeated(i)) i++
      segments.push(segment)
      starts.push(first)
      ends.push((i < firsts.length ? (firsts[i] as number) : windows) - 1 + least)
    }
  })
  return { segments: segments.taken(), starts: starts.taken(), ends: ends.taken() }
}
