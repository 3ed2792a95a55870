/** Corpora with the counts of the papers, so that their experiments can be repeated. */
import type { CorpusOptions } from './options.js'

/** Noise is spread over this many topics: a paper's unrelated documents are of no topic in particular. */
const NOISE_TOPICS = 200

/**
 * The experiments of the papers, all topics in one corpus: similar documents on each of their topics among documents on others. Each has
 * its own default kind; any option may be given beside it. The papers ran topic by topic: see {@link topicCorpora}.
 */
export const PRESETS = {
  /** Zhang and He 2020: five topics, 500 similar documents each, about 10 000 on other topics. */
  zhang2020: {
    kind: 'articles_zh',
    size: 12_500,
    noise: 10_000,
    noiseTopics: NOISE_TOPICS,
    topics: ['education', 'housing', 'medicine', 'finance', 'transport'],
    groupSize: 500,
    duplicates: 499 / 500,
  },
  /** Wang and Wang 2019: five topics, for each 1 000 similar documents and 5 000 unrelated ones. */
  wang2019: {
    kind: 'articles_zh',
    size: 30_000,
    noise: 25_000,
    noiseTopics: NOISE_TOPICS,
    topics: ['internet', 'medicine', 'education', 'ai', 'housing'],
    groupSize: 1_000,
    duplicates: 999 / 1_000,
  },
  /** Li and Han 2015: three topics of petitions, for each 300 similar rows in many groups and 5 000 unlike ones; people write again under their names. */
  li2015: {
    kind: 'rows',
    size: 15_900,
    noise: 15_000,
    noiseTopics: NOISE_TOPICS,
    topics: ['education', 'urban_management', 'construction'],
    groupSize: [2, 5],
    duplicates: 0.71,
    keepFields: true,
  },
} as const satisfies Record<string, CorpusOptions>

export type Preset = keyof typeof PRESETS

/** Noise that every topic is held against, where a paper has one lot of it; elsewhere each topic has its share. */
const SHARED_NOISE: ReadonlySet<string> = new Set(['zhang2020'])

/**
 * The corpora of a preset topic by topic, as the papers ran them. Another topic of the preset is noise there like any other.
 *
 * @param options  of the preset, perhaps at another size
 * @example topicCorpora('wang2019').map(({ size }) => size) // [6000, 6000, 6000, 6000, 6000]
 */
export function topicCorpora(name: string, options: CorpusOptions): CorpusOptions[] {
  const { topics, size, noise = 0 } = options
  if (!Array.isArray(topics)) return [options]
  const similar = Math.round((size - noise) / topics.length)
  const own = SHARED_NOISE.has(name) ? noise : Math.round(noise / topics.length)
  return topics.map((topic: string) => ({ ...options, topics: [topic], size: similar + own, noise: own }))
}
