/** Options of features: the cutting of a text into what is compared and signed. */
import { NORMALIZATIONS } from '../tokenizing/normalize.js'
import { TOKENIZERS } from '../tokenizing/tokenize.js'
import { BATCH, INDEX } from './commands.js'
import { group, type OptionsOf } from './option.js'

/** The features of a text. */
export const FEATURES = group('What counts as alike', {
  tokenizer: {
    kind: 'choice',
    of: TOKENIZERS,
    default: 'auto',
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'tune', 'evaluate', 'passages', 'audit'],
    help: 'char: code points; script: code points, in features of --char-ngram where a script without spaces begins; word: runs of letters and digits; auto: words, and letters of scripts without spaces one by one; chinese: words by dictionary; tagged: word/tag pieces',
  },
  ngram: {
    kind: 'integer',
    min: 1,
    max: 255,
    default: undefined,
    derived: '2 for word and auto, 5 for char, 9 for script, 1 for chinese and tagged',
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'tune', 'passages', 'audit'],
    help: 'tokens in a feature',
  },
  charNgram: {
    kind: 'integer',
    min: 1,
    max: 255,
    default: 3,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'tune', 'passages', 'audit'],
    help: 'under auto and script: characters in a feature that starts with a letter of a script without spaces',
  },
  normalize: {
    kind: 'list',
    of: NORMALIZATIONS,
    default: ['nfkc', 'case', 'space', 'punctuation'],
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'tune', 'evaluate', 'passages', 'audit'],
    help: 'what is evened out first, or none: nfkc, case, width, space, punctuation, traditional (to simplified)',
  },
  dictionary: {
    kind: 'list',
    default: [],
    readsFiles: true,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'segment', 'evaluate', 'audit'],
    help: 'under chinese: files of your own words, lines of word, frequency and tag, of which the last two may be absent',
  },
  hmm: {
    kind: 'flag',
    default: false,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'segment', 'evaluate', 'audit'],
    help: 'under chinese: join characters that the dictionary leaves single, by a hidden Markov model',
  },
  stopWords: {
    kind: 'list',
    default: [],
    readsFiles: true,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'evaluate', 'audit'],
    help: 'words that are left out: zh, en, or files with a word a line; not under char',
  },
  tags: {
    kind: 'list',
    default: [],
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'evaluate', 'audit'],
    help: 'under chinese and tagged: parts of speech to keep, by how they begin (n,v), or with a leading - to drop (-x,-u)',
  },
})

export type FeatureOptions = OptionsOf<typeof FEATURES>
