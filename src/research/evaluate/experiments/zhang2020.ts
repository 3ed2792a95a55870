/**
 * Zhang and He 2020: 5 topics (education, housing, medicine, finance, transport) of 500 similar documents each among about 10 000 unrelated
 * ones. Compared: Shingle with sampling, plain simhash, the improved simhash (part of speech, word length, markers, title). The source
 * reports a precision of about 95.3 % and a recall of about 94.0 % for the improved one, and the time against the number of files.
 */
import { PRESETS } from '../../generating/presets.js'
import { type Experiment, qualityAndTime } from './experiment.js'

export const zhang2020: Experiment = {
  name: 'zhang2020',
  corpus: PRESETS.zhang2020,
  claim: { method: 'profile:zhang2020', precision: 0.953, recall: 0.94 },
  methods: 'shingle,simhash,simhash-words,profile:zhang2020',
  async run(set, methods, options) {
    const { evaluation, timings, sheet } = await qualityAndTime(set, methods, options)
    return {
      experiment: 'zhang2020',
      set: set.name,
      documents: set.documents.length,
      evaluation,
      measured: { timings },
      sheet: {
        ...sheet,
        title: ['Experiment zhang2020: Shingle, plain and improved simhash', '实验 zhang2020：Shingle、传统与改进 Simhash'],
      },
    }
  },
}
