/** Corpora with the counts of the papers, so that their experiments can be repeated. */
import type { CorpusOptions } from './options.js'

/**
 * The experiments of the papers: similar documents on each of their topics, which are copies of one base here, among documents on
 * the other topics. Each has its own default kind; any option may be given beside it.
 */
export const PRESETS = {
  /** Zhang and He 2020: five topics, 500 similar documents each, 10 000 unrelated ones. */
  zhang2020: {
    kind: 'articles_zh',
    size: 12_500,
    noise: 10_000,
    topics: ['education', 'housing', 'medicine', 'finance', 'transport'],
    groupSize: 500,
    duplicates: 499 / 500,
  },
  /** Wang and Wang 2019: five topics, 1 000 similar documents each, 5 000 unrelated ones. */
  wang2019: {
    kind: 'articles_zh',
    size: 10_000,
    noise: 5_000,
    topics: ['internet', 'medicine', 'education', 'ai', 'housing'],
    groupSize: 1_000,
    duplicates: 999 / 1_000,
  },
  /** Li and Han 2015: three topics of petitions, 300 similar rows, among 5 000 unlike ones. */
  li2015: {
    kind: 'rows',
    size: 5_300,
    noise: 5_000,
    topics: ['education', 'urban_management', 'construction'],
    groupSize: 100,
    duplicates: 99 / 100,
  },
} as const satisfies Record<string, CorpusOptions>

export type Preset = keyof typeof PRESETS
