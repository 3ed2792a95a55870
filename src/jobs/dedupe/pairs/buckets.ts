/** What a search finds: texts that may be alike, in buckets that may overlap. */

/** Buckets of positions in `distinct`. */
export interface Buckets {
  readonly ends: Uint32Array
  readonly members: Uint32Array
  readonly plan: string
  readonly crowded: number
  /** The similarity of two positions. */
  readonly known?: (a: number, b: number) => number
  /** Whether two positions of a bucket may be alike; all may where it is left out. */
  readonly maybe?: (a: number, b: number) => boolean
  readonly maybeNear?: (a: number, b: number) => boolean
}
