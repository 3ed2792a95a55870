/** The question of the defaults, "copies": asked again where another method has to leave off. */
import { FEATURES } from './features.js'
import { DEFAULT_METHOD } from './methods.js'
import type { Options } from './options.js'

/** The similarity from which two texts are copies, unless said otherwise. */
export const COPIES = 0.8

/**
 * The similarity that joins two texts to one cluster of near copies. Such a cluster may hold copies that are less alike than 0.8, and still
 * hangs together: of copies that differ from their source in 3 % of their characters most are joined at 0.75. At 0.74 the pages of templates join too.
 */
export const NEAR_COPIES = 0.75

/** The questions of `find` that a pair answers, where both were asked: it is a copy, a version, or both. */
export type Answers = 'copies' | 'versions' | 'both'

const FEATURES_OF_COPIES = {
  ...Object.fromEntries(Object.entries(FEATURES).map(([name, { default: value }]) => [name, value])),
  // Derived from the tokenizer.
  ngram: 2,
} as Pick<Options, keyof typeof FEATURES>

/**
 * The options of a run as if what is compared were left to the defaults; scripts of Chinese are evened out where the run does so.
 *
 * @example optionsOfCopies(options).threshold // 0.8
 */
export const optionsOfCopies = (options: Options): Options => ({
  ...options,
  ...FEATURES_OF_COPIES,
  ...(options.normalize.includes('traditional') ? { normalize: [...FEATURES_OF_COPIES.normalize, 'traditional'] } : {}),
  method: DEFAULT_METHOD,
  measure: 'jaccard',
  threshold: COPIES,
})
