/** Sizes at which a run goes another way. Tests lower them. */
import { CROWD } from '../grouping/star.js'

export interface Bounds {
  /** Texts from which keys of bands have 64 bits: with 32, chance brings n² / 2^33 pairs a band together. */
  readonly wide: number
  /** Texts up to which a bucket that one machine would not look through stays whole, so that the same of it is left out. */
  readonly whole: number
  /** Members of such a bucket. */
  readonly crowd: number
  /** Edges up to which one task makes components of them: it holds 32 bytes for each. */
  readonly edges: number
  /** Documents of a component up to which one task judges it. */
  readonly block: number
}

export const BOUNDS: Bounds = { wide: 1e8, whole: 1e7, crowd: CROWD, edges: 5e7, block: 1e7 }
