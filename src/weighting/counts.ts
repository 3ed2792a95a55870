/** Weights that ask nothing of a corpus: every feature alike, by its count, or as the caller says. */
import { tagOf, type Weight } from './weight.js'

/** Every distinct feature counts once. */
export const unit: Weight = {
  name: 'unit',
  help: 'every distinct feature alike',
  needsModel: false,
  needsRecord: false,
  weigh: ({ size }, into) => void into.fill(1, 0, size),
}

/** Every occurrence counts once (term frequency). */
export const tf: Weight = {
  name: 'tf',
  help: 'every occurrence of a feature',
  needsModel: false,
  needsRecord: false,
  weigh({ size, counts }, into) {
    for (let i = 0; i < size; i++) into[i] = counts[i] as number
  },
}

/** The level that a tag is: 1 to 5; anything else is 1. */
export const levelOf = (tag: string | undefined): number => {
  const given = Number(tag)
  return given >= 1 && given <= 5 ? given : 1
}

/**
 * Levels from 1 to 5 that the caller gave each word as its tag (`word/5`, tokenizer `tagged`); a word without one has level 1. Every
 * occurrence adds its own level.
 *
 * @see papers: the five steps of simhash weigh `算法(3)`, `CSDN(4)`, `作者(5)`
 */
export const level: Weight = {
  name: 'level',
  help: 'the level 1-5 that tagged text gives each word (word/5), every occurrence its own',
  needsModel: false,
  needsRecord: false,
  needsOccurrences: true,
  weigh({ size, counts, flags, tagNames, levels }, into) {
    for (let i = 0; i < size; i++) into[i] = levels?.[i] ?? (counts[i] as number) * levelOf(tagNames[tagOf(flags[i] as number)])
  },
}

/**
 * The square of the count: every occurrence adds a weight that is itself proportional to the count. A quirk of one published
 * program, see docs/papers.md; kept for its profile only.
 */
export const squared: Weight = {
  name: 'squared',
  help: 'the square of the count, as in the profile blog',
  needsModel: false,
  needsRecord: false,
  weigh({ size, counts }, into) {
    for (let i = 0; i < size; i++) into[i] = (counts[i] as number) ** 2
  },
}
