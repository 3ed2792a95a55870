/** `leitong/research`: labelled corpora, the same for the same seed, to measure methods on. */
export {
  type Corpus,
  type CorpusDocument,
  type CorpusRecord,
  type CorpusRow,
  createCorpus,
  generateCorpus,
  type TruePair,
} from './research/generating/corpus.js'
export type { EditKind } from './research/generating/edits/edits.js'
export type { CorpusKind, CorpusOptions } from './research/generating/options.js'
export { PRESETS, type Preset } from './research/generating/presets.js'
