/** The weight of zhang2020: tf-idf times what the record says of a feature beside its count. */

import { factorsOf } from './factors.js'
import { tfidf } from './tfidf.js'
import { type Factors, type FeatureTable, IN_TITLE, MARKED, STOPPED, tagOf, type Weight } from './weight.js'

const STANDARD = factorsOf('')

/** Tags take a byte. */
const TAGS = 256

/** The factor of each tag, by factors and list of tags, which all texts of a run share: looked up once. Tags without a name count as they are. */
const known = new WeakMap<Factors, WeakMap<readonly string[], Float64Array>>()

function tagFactors({ tagNames }: FeatureTable, factors: Factors): Float64Array {
  const lists = known.get(factors) ?? new WeakMap<readonly string[], Float64Array>()
  known.set(factors, lists)
  let found = lists.get(tagNames)
  if (!found) {
    found = Float64Array.from({ length: TAGS }, (_, tag) => factors.byTag[tagNames[tag]?.[0] ?? ''] ?? 1)
    lists.set(tagNames, found)
  }
  return found
}

/**
 * tf · idf · part of speech · (1 + relative length) · 5 if marked or in the title.
 *
 * The relative length is (length - min) / (max - min) over the features of the text, 0 when all are of one length. A feature is
 * marked when it stands in a sentence with a marker word. The source says of either that it weighs 5 times what a plain feature does;
 * one that is both weighs 5 times too, because 25 times gives the fingerprint to a few words (docs/papers.md has the figures). All
 * factors are options. A stop word that was left in to mark its sentence weighs nothing.
 *
 * @see Zhang & He, "Similar document recognition technology based on the improved Simhash algorithm", 2020
 */
export const composite: Weight = {
  name: 'composite',
  help: 'tfidf, times part of speech, length, marker words and title (zhang2020)',
  needsModel: true,
  needsRecord: true,
  weigh(table, into, corpus, factors = STANDARD) {
    const { size, lengths, flags } = table
    tfidf.weigh(table, into, corpus)
    const byTag = tagFactors(table, factors)
    const emphasis = Float64Array.of(1, factors.marked, factors.title, factors.both)
    // Comparisons of whole numbers: Math.min has to think of NaN and takes several times as long.
    let [min, max] = [0x7fffffff, 0]
    for (let i = 0; i < size; i++) {
      if ((flags[i] as number) & STOPPED) continue
      const length = lengths[i] as number
      if (length < min) min = length
      if (length > max) max = length
    }
    const range = max > min ? 1 / (max - min) : 0
    const ofLength = factors.length
    // Factors are read, not chosen: which feature is marked or of which tag is as good as random, and a wrong guess costs more than all else here.
    for (let i = 0; i < size; i++) {
      const flag = flags[i] as number
      const weight =
        (into[i] as number) *
        (byTag[tagOf(flag)] as number) *
        (1 + ofLength * ((lengths[i] as number) - min) * range) *
        (emphasis[flag & (MARKED | IN_TITLE)] as number)
      into[i] = flag & STOPPED ? 0 : weight
    }
  },
}
