/** What a search finds: texts that may be alike, in buckets that may overlap. */
import type { Uint32List } from '../hashing/typed-list.js'

/** Buckets of positions in `distinct`. */
export interface Buckets {
  readonly ends: Uint32Array
  readonly members: Uint32Array
  readonly plan: string
  readonly crowded: number
  /** Whether two positions of a bucket may be alike; all may where it is left out. */
  readonly maybe?: (a: number, b: number) => boolean
}

/** Adds a bucket of two. */
export function pushPair(members: Uint32List, ends: Uint32List, a: number, b: number): void {
  members.push(a)
  members.push(b)
  ends.push(members.length)
}
