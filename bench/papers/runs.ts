/** The runs behind the tables of quality in docs/papers.md, by name: each is one `leitong evaluate`. */

export interface PaperRun {
  /** Flags of `leitong evaluate`; DATA stands for the folder of the real sets, FILE for the set that is generated first. */
  readonly flags: readonly string[]
  /** Flags of `leitong generate`, where a set of one topic is made first. */
  readonly generate?: readonly string[]
}

const LIGHT = ['--strength', '0.01-0.05']
const METHODS = {
  li2015: 'leitong,profile:li2015,simhash-words,simhash,i-match',
  wang2019: 'leitong,profile:wang2019,simhash-words,simhash',
  zhang2020: 'leitong,profile:zhang2020,simhash-words,simhash,shingle',
}
type Source = keyof typeof METHODS

const run = (source: Source, ...flags: readonly string[]): PaperRun => ({
  flags: ['--experiment', source, ...flags, '--methods', METHODS[source]],
})
const topic = (source: Source, ...flags: readonly string[]) => run(source, '--per-topic', ...flags)
const li2015 = (...flags: readonly string[]): PaperRun => ({
  flags: ['--experiment', 'li2015', '--per-topic', ...LIGHT, ...flags, '--methods', 'leitong,profile:li2015,simhash-words'],
})
/** Noise of the topic itself. */
const among = (name: string): PaperRun => ({
  generate: ['articles_zh', '--topics', name, '--size', '5999', '--group-size', '500', '--duplicates', '0.0832', ...LIGHT],
  flags: ['FILE', '--methods', 'leitong,shingle,simhash,simhash-words,profile:wang2019,profile:zhang2020'],
})

export const RUNS: Readonly<Record<string, PaperRun>> = {
  'li2015-light': topic('li2015', ...LIGHT),
  'li2015-strong': topic('li2015'),
  'li2015-seed2': li2015('--seed', '2'),
  'li2015-seed3': li2015('--seed', '3'),
  'li2015-300-800': li2015('--length', '300-800'),
  'li2015-800-1500': li2015('--length', '800-1500'),
  'wang2019-light': topic('wang2019', ...LIGHT),
  'wang2019-strong': topic('wang2019'),
  'wang2019-groups': run('wang2019', '--group-size', '2-5', ...LIGHT),
  'wang2019-small': run('wang2019', '--size', '10000', ...LIGHT),
  'zhang2020-light': topic('zhang2020', ...LIGHT),
  'zhang2020-strong': topic('zhang2020'),
  'zhang2020-groups': run('zhang2020', '--group-size', '2-5', ...LIGHT),
  petitions: {
    flags: [
      'DATA/petitions',
      '--truth',
      'jaccard>=0.8',
      '--methods',
      'leitong,simhash,simhash-words,vsm,euclidean,hamming,md5,i-match,shingle,profile:li2015,profile:wang2019,profile:zhang2020',
    ],
  },
  hashes: {
    flags: [
      'DATA/petitions',
      '--truth',
      'jaccard>=0.8',
      '--methods',
      'city64,murmur3-128,md5,python64,fnv1a-64,bkdr64-131,bkdr64-31'
        .split(',')
        .map((hash) => `simhash-words:hash=${hash}`)
        .join(','),
    ],
  },
  'topic-education': among('education'),
  'topic-housing': among('housing'),
}
