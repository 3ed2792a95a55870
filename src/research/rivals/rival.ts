/**
 * The interface of the shelf. A rival is another way to find similar documents, written as its authors describe it and as plainly
 * as can be: it is measured against, never used by the product.
 */
import type { ScoredPair } from '../../evaluating/pairs.js'

export interface RivalDocument {
  readonly id: string
  /** The words, in order, with repeats; how the text was cut is the caller's choice. */
  readonly tokens: readonly string[]
  readonly text: string
}

/** The words that a rival takes. */
export type Reads = 'tokens' | 'words' | 'text'

/** Settings of a rival by name: numbers, and words for choices. */
export type RivalOptions = Readonly<Record<string, number | string>>

export interface Rival<Options extends RivalOptions = RivalOptions> {
  readonly name: string
  /** Where the method was published. */
  readonly source: string
  /** Every setting with its value when nothing else is said. */
  readonly defaults: Options
  /** What it looks at: tokens as the caller cuts them, the words of a segmenter without stop words, or nothing but the text. */
  readonly reads: Reads
  /**
   * @param documents  ordinals are places in this list
   * @returns          each pair once, a < b, in no particular order
   */
  pairs(documents: readonly RivalDocument[], options?: Partial<Options>): ScoredPair[]
}

/** A rival from its parts: given settings are laid over the defaults. */
export function defineRival<Options extends RivalOptions>(
  name: string,
  source: string,
  defaults: Options,
  find: (documents: readonly RivalDocument[], options: Options) => Iterable<ScoredPair>,
  reads: Reads = 'tokens',
): Rival<Options> {
  return { name, source, defaults, reads, pairs: (documents, options = {}) => [...find(documents, { ...defaults, ...options })] }
}
