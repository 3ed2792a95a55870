/** The weight of zhang2020: tf-idf times what the record says of a feature beside its count. */
import { tfidf } from './tfidf.js'
import { type FeatureTable, IN_TITLE, MARKED, tagOf, type Weight } from './weight.js'

/** Factors by the first letter of a part of speech: nouns and what names things, verbs. All others count as they are. */
const BY_TAG: Readonly<Record<string, number>> = { n: 1.5, v: 1.3 }
/** Factor of a feature in a marked sentence or in the title, as the source has it. */
const EMPHASIS = 5

/** By list of tags, which all texts of a dictionary share: looked up once a list. */
const known = new WeakMap<readonly string[], Float64Array>()

function factorsOf({ tagNames }: FeatureTable): Float64Array {
  let factors = known.get(tagNames)
  if (!factors) {
    factors = Float64Array.from(tagNames, (name) => BY_TAG[name[0] ?? ''] ?? 1)
    known.set(tagNames, factors)
  }
  return factors
}

/**
 * tf · idf · part of speech · (1 + relative length) · 5 if marked or in the title.
 *
 * The relative length is (length - min) / (max - min) over the features of the text, 0 when all are of one length. A feature is
 * marked when it stands in a sentence with a marker word. The source says of either that it weighs 5 times what a plain feature does;
 * one that is both weighs 5 times too, because 25 times gives the fingerprint to a few words (docs/papers.md has the figures).
 *
 * @see Zhang & He, "Similar document recognition technology based on the improved Simhash algorithm", 2020
 */
export const composite: Weight = {
  name: 'composite',
  help: 'tfidf, times part of speech, length, marker words and title (zhang2020)',
  needsModel: true,
  needsRecord: true,
  weigh(table, into, corpus) {
    const { size, lengths, flags } = table
    tfidf.weigh(table, into, corpus)
    const byTag = factorsOf(table)
    let [min, max] = [Number.POSITIVE_INFINITY, 0]
    for (let i = 0; i < size; i++) {
      min = Math.min(min, lengths[i] as number)
      max = Math.max(max, lengths[i] as number)
    }
    const range = max > min ? 1 / (max - min) : 0
    for (let i = 0; i < size; i++) {
      const flag = flags[i] as number
      into[i] =
        (into[i] as number) *
        (byTag[tagOf(flag)] ?? 1) *
        (1 + ((lengths[i] as number) - min) * range) *
        (flag & (MARKED | IN_TITLE) ? EMPHASIS : 1)
    }
  },
}
