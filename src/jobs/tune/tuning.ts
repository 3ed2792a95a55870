/** Advice for an input, and the figures it rests on. */
import type { OptionsInput } from '../../options/options.js'
import type { Candidate } from './labels.js'
import type { Valley } from './valley.js'

export interface Tuning {
  readonly documents: number
  /** Records that could not be judged. */
  readonly rejects: number
  readonly bytes: number
  /** Documents in the sample. */
  readonly sampled: number
  /** Similar pairs in the sample, by similarity: bin i is from i / 50. Below 0.3 estimated from random pairs. Equal texts do not count. */
  readonly histogram: readonly number[]
  /** Pairs of documents with equal texts in the sample. */
  readonly equal: number
  /** Of random pairs 99 % are less alike than this. */
  readonly background: number
  readonly valley: Valley | undefined
  /** With labels, every way that was tried, the best first. */
  readonly candidates: readonly Candidate[]
  /** Labels of documents that are not in the input. */
  readonly missingLabels: number
  readonly recommended: {
    readonly options: OptionsInput
    readonly threshold: number
    readonly why: string
    /** Share of the similar pairs that the search proposes, expected over the pairs of the sample. */
    readonly recall: number
    /** For the whole input, with these options. */
    readonly seconds: number
    readonly memory: number
    readonly command: string
  }
  /** What other thresholds would find in the sample. */
  readonly thresholds: readonly {
    readonly threshold: number
    /** Pairs of unlike texts that are so similar; where documents were left out of the sample, made up for the pairs that went with them. */
    readonly pairs: number
    /** Share of those that the search proposes, expected. */
    readonly recall: number
  }[]
  /** What simhash would find of the pairs at the threshold, for some distances, and what all pairs within it would cost. */
  readonly simhash: readonly { readonly distance: number; readonly recall: number; readonly plan: string }[]
}

export interface TuneOptions {
  /** Documents to look at. @default 20000 */
  readonly sample?: number
  /** A file of labelled pairs. */
  readonly labels?: string
}
