/** Advice for an input, and the figures it rests on. */

import type { Options, OptionsInput } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import type { ScriptCounts } from '../../tokenizing/chinese/script.js'
import type { Example } from './examples.js'
import type { Candidate } from './labels.js'
import type { ValleyFinding } from './valley.js'

/** The most of {@link Tuning.between} where the threshold of versions needs no tuning. Edited and scanned articles have 0 to 0.15, single lines and reviews more than 0.5. */
export const STEADY = 0.25

export interface Tuning {
  readonly documents: number
  /** Whether the caller said what to find. */
  readonly isAsked: boolean
  /** Records that could not be judged. */
  readonly rejects: number
  readonly bytes: number
  /** Texts of the whole input in each script of Chinese, where both occur: copies across scripts are found with `normalize` traditional alone. */
  readonly scripts?: ScriptCounts
  /** Documents in the sample. */
  readonly sampled: number
  /** Of which similarity histogram, valley and examples are: those of the question that is recommended. Of versions rare features count. */
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
  /** Labels without a verdict. */
  readonly unjudgedLabels: number
  /** What each question finds in the sample, in pairs: copies at the recommended threshold, versions at their own. */
  readonly finds: {
    readonly copies: number
    readonly versions: number
    /** Pairs of versions that are no copies. */
    readonly onlyVersions: number
  }
  /**
   * Of the pairs of versions whose share of rare features is 0.1 and more, the part that is below 0.2: little hangs on the threshold where
   * it is small. Equal texts do not count.
   */
  readonly between: number
  /** Where neither question was asked: the threshold of the one that is not recommended, and pairs around it. */
  readonly other?: { readonly threshold: number; readonly examples: readonly Example[] }
  readonly recommended: {
    /**
     * What was asked for; else with labels the question that answers them better. Without either, versions where a quarter of their pairs and more are
     * less alike than copies and at most a quarter lie about their threshold (`between`); else copies.
     */
    readonly find: Options['find']
    readonly options: OptionsInput
    readonly threshold: number
    readonly why: string
    /** Share of the similar pairs that the search proposes, expected over the pairs of the sample. */
    readonly recall: number
    /** For the whole input, with these options. */
    readonly seconds: number
    readonly memory: number
    /** What the options even out. */
    readonly normalize: Options['normalize']
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
