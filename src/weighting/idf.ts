/** Inverse document frequency: the rarer a feature is in a corpus, the more it says about a text. */

/**
 * - `plain`: log(N / df)
 * - `smooth`: log(N / (1 + df)), 0 where that is negative
 */
export type IdfForm = 'plain' | 'smooth'

export const IDF_FORMS: readonly IdfForm[] = ['plain', 'smooth']

/** The corpus as weights ask for it. */
export interface CorpusStatistics {
  /** Documents the model was made from. */
  readonly total: number
  /**
   * The inverse document frequency of a feature by the number of documents that have it. A feature that the model does not know (0)
   * was in one document at most, and counts as if in one.
   */
  idf(documents: number): number
}

/** @example idf(100, 10, 'plain') // 2.302585092994046 */
export function idf(total: number, documents: number, form: IdfForm): number {
  const known = Math.max(1, documents)
  return Math.max(0, Math.log(total / (form === 'plain' ? known : 1 + known)))
}

/** Frequencies below this are small. */
const SMALL = 4096

/** Statistics that keep the logarithms of small frequencies. */
export function corpusStatistics(total: number, form: IdfForm): CorpusStatistics {
  const small = Float64Array.from({ length: SMALL }, (_, documents) => idf(total, documents, form))
  // Not "?? idf(…)": a read that may find nothing is made into an object each time.
  return { total, idf: (documents) => (documents < SMALL ? (small[documents] as number) : idf(total, documents, form)) }
}
