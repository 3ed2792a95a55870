/** Sizes at which a run goes another way. Tests lower them. */
import { CROWD } from '../grouping/star.js'

export interface Bounds {
  /** Bytes of a split, for each of which a worker is started. */
  readonly split: number
  /** Whether workers read lines themselves where they can, and Spark does not hand them on. */
  readonly placed: boolean
  /** Texts from which keys of bands have 64 bits: with 32, chance brings n² / 2^33 pairs a band together. */
  readonly wide: number
  /** Texts up to which a bucket that one machine would not look through stays whole, so that the same of it is left out. */
  readonly whole: number
  /** Members of such a bucket. */
  readonly crowd: number
  /** Texts up to which their rows of bands are not kept as a step: to make them again costs less than to write and read them. */
  readonly rows: number
  /** Texts up to which tasks get all signatures, of some 200 bytes, instead of shuffling them. */
  readonly signatures: number
  /** Documents up to which one task gathers what is alike: it takes some 400 bytes for each, and a core for a quarter of a minute a million. */
  readonly gathered: number
  /** Edges up to which one task makes components of them: it holds 32 bytes for each. */
  readonly edges: number
  /** Documents of a set from which on tasks get it as bitmaps: below, Spark sends the numbers themselves, or it costs little to shuffle. */
  readonly bitmaps: number
  /** Rows up to which one task sorts them: several would have to look at samples of all rows first. */
  readonly sorted: number
  /** Documents of a component up to which one task judges it. */
  readonly block: number
}

export const BOUNDS: Bounds = {
  split: 128 << 20,
  placed: true,
  wide: 1e8,
  whole: 1e7,
  rows: 1e7,
  signatures: 3e5,
  gathered: 2.5e6,
  crowd: CROWD,
  edges: 5e7,
  bitmaps: 1e6,
  sorted: 1e6,
  block: 1e7,
}
