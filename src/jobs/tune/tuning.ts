/** Advice for an input, and the figures it rests on. */

import type { Options, OptionsInput } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import type { Example } from './examples.js'
import type { Candidate } from './labels.js'
import type { ValleyFinding } from './valley.js'

export interface Tuning {
  readonly documents: number
  /** Whether the caller said what to find. */
  readonly isAsked: boolean
  /** Records that could not be judged. */
  readonly rejects: number
  readonly bytes: number
  /** Documents in the sample. */
  readonly sampled: number
  /** Of which similarity histogram, valley and examples are: versions where `find` asks for them, and rare features are what counts. */
  readonly measured: 'copies' | 'versions'
  /**
   * Similar pairs in the sample, by similarity: bin i is from i / 50. Of copies, those below 0.3 are estimated from random pairs; of versions,
   * those below 0.02 are left out. Equal texts do not count.
   */
  readonly histogram: readonly number[]
  /** Pairs of documents with equal texts in the sample. */
  readonly equal: number
  /** The similarity below which 99 % of random pairs are. */
  readonly background: number
  /** The valley between unrelated texts and duplicates, with its interval; or why there is none to go by. */
  readonly valley: ValleyFinding
  /** Pairs around the recommended threshold, the more alike first: to see by eye whether it divides well. */
  readonly examples: readonly Example[]
  /** With labels, every way that was tried, the best first. */
  readonly candidates: readonly Candidate[]
  /** Labels of documents that are not in the input. */
  readonly missingLabels: number
  /** What each question finds in the sample, in pairs: copies at the recommended threshold, versions at their own. */
  readonly finds: {
    readonly copies: number
    readonly versions: number
    /** Pairs of versions that are no copies. */
    readonly onlyVersions: number
  }
  readonly recommended: {
    /** What was asked for; else with labels the question that answers them better, without, copies: texts alone do not say what is wanted. */
    readonly find: Options['find']
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
  /** Finds of other thresholds in the sample. */
  readonly thresholds: readonly {
    readonly threshold: number
    /** Pairs of different texts at this similarity and above; where the sample leaves documents out, an estimate that makes up for them. */
    readonly pairs: number
    /** Share of those that the search proposes, as expected. */
    readonly recall: number
  }[]
  /** For some distances: the share of the pairs at the threshold that simhash would find, and the plan with its cost. */
  readonly simhash: readonly { readonly distance: number; readonly recall: number; readonly plan: string }[]
}

export interface TuneOptions {
  /** Documents of the sample, about. @default 20000 */
  readonly sample?: number
  /** A file of labelled pairs. */
  readonly labels?: string
  /** The inputs where the caller has expanded them already: standard input can be read once only. */
  readonly expanded?: readonly Input[]
}
