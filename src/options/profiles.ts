/**
 * Profiles: named sets of options. A profile only fills in what is not given otherwise. Those named after a source reproduce
 * it exactly, quirks included, and let signatures decide as the source does; docs/papers.md says what each is worth.
 */
import { BATCH, INDEX } from './commands.js'
import { group } from './option.js'

/** Chinese words, one by one. */
const WORDS = { tokenizer: 'chinese', ngram: 1, normalize: ['nfkc', 'case'], stopWords: ['zh'] } as const
/** Simhash of 64 bits, at most 3 of which may differ; signatures decide. */
const SIMHASH = { method: 'simhash', bits: 64, verify: false } as const

/** Words and groups as other tools of MinHash have them; what signatures propose is verified all the same. */
const PEER = { method: 'minhash', tokenizer: 'word', normalize: ['case'], groupBy: 'components' } as const

type Peer = 'text-dedup' | 'datatrove' | 'nemo' | 'data-juicer'
type ProfileName = 'blog' | 'intro' | 'manku' | 'li2015' | 'wang2019' | 'zhang2020' | 'versions' | 'all' | Peer

/** Features that hardly any other text has, and how many of them two versions share. */
const VERSIONS = {
  method: 'rare',
  // Five letters of a script with spaces are one short word, and hardly ever rare; five Chinese characters are.
  tokenizer: 'script',
  ngram: 9,
  charNgram: 5,
  // One document is often there in both scripts of Chinese; texts in one script are compared as before.
  normalize: ['nfkc', 'case', 'space', 'punctuation', 'traditional'],
  rarest: 8,
  threshold: 0.14,
} as const

export const PROFILES: Readonly<Record<ProfileName, Readonly<Record<string, unknown>>>> = {
  /** Words of a tagged text, 32 bits, share of equal bits. */
  blog: { method: 'simhash', bits: 32, measure: 'bits', threshold: 0.5, verify: false },
  /** Segment, hash, weigh by count, merge, reduce. */
  intro: { ...SIMHASH, ...WORDS, stopWords: [], weight: 'tf' },
  /** Near-duplicates of web pages: 64 bits, 3 bits apart, no tuning. */
  manku: { ...SIMHASH, tokenizer: 'auto', weight: 'tf' },
  /** Rows of a table: short fields as field=value, long ones as words. */
  li2015: { ...SIMHASH, ...WORDS, weight: 'tf', hash: 'city64' },
  /** tf-idf by length of term; content and other information together. */
  wang2019: {
    ...SIMHASH,
    ...WORDS,
    weight: 'topic-length',
    measure: 'combined',
    threshold: 0.25,
    mu: 0.9,
    infoField: ['keywords', 'tags', 'references'],
    infoSignature: 'rotations',
  },
  /** tf-idf by part of speech, length, marker words and title. */
  zhang2020: { ...SIMHASH, ...WORDS, weight: 'composite', idf: 'smooth' },
  /** Versions of one document, however much edited: the Jaccard similarity of features that hardly any other text has. */
  versions: VERSIONS,
  /** Versions, and whatever the defaults call copies beside them. */
  all: { ...VERSIONS, withCopies: true },
  // Defaults of other tools, from the sources that docs/peers.md names.
  'text-dedup': { ...PEER, ngram: 5, numPerm: 250, bands: 25, rows: 10, threshold: 0.7 },
  datatrove: { ...PEER, ngram: 5, numPerm: 112, bands: 14, rows: 8, threshold: 0.72 },
  nemo: { ...PEER, tokenizer: 'char', ngram: 24, normalize: [], numPerm: 260, bands: 20, rows: 13, threshold: 0.79 },
  'data-juicer': { ...PEER, ngram: 5, numPerm: 256, bands: 25, rows: 10, threshold: 0.7 },
}

export const PROFILE_NAMES = Object.keys(PROFILES) as readonly ProfileName[]

/** What is looked for, each with the profile that looks for it. */
const FINDS = { copies: 'none', versions: 'versions', all: 'all' } as const satisfies Readonly<Record<string, ProfileName | 'none'>>
type Find = keyof typeof FINDS

/**
 * The profile of what is to be found, and what a profile finds: profiles that are not named here look for copies.
 *
 * @example profileFor('versions') // 'versions'
 */
export const profileFor = (find: Find): ProfileName | 'none' => FINDS[find]
export const findOf = (profile: ProfileName | 'none'): Find =>
  profile === FINDS.versions ? 'versions' : profile === FINDS.all ? 'all' : 'copies'

/** The choice of a profile. */
export const PROFILE = group('What counts as alike', {
  find: {
    kind: 'choice',
    of: ['copies', 'versions', 'all'],
    default: 'copies',
    commands: [...BATCH, ...INDEX, 'tune'],
    help: 'copies: texts that share 80 % of their features; versions: the same document, however much edited; all: both questions, each pair with those that it answers',
  },
  profile: {
    kind: 'choice',
    of: ['none', ...PROFILE_NAMES],
    default: 'none',
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'audit'],
    help: 'a named set of options; what is given otherwise wins',
  },
})
