/**
 * One table of cases for all doors: documents, options, and the pairs that are alike, written down by hand from the rule of the method.
 * doors.test.ts puts each case through every door. A door that cannot run a case says so with an error of the product, which is named here.
 */

export interface DoorCase {
  readonly name: string
  readonly documents: readonly Readonly<Record<string, unknown>>[]
  /** As the library takes them; the command takes the same by flags. */
  readonly options: Readonly<Record<string, string | number | boolean>>
  /** Documents are rows: what of them is compared, as in a fields file. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Ids of the pairs that are alike, smaller ones first. */
  readonly alike: readonly (readonly [number, number])[]
  /** Differing bits of pairs, where fingerprints have them; of unlike pairs too. */
  readonly apart?: readonly (readonly [number, number, number])[]
  /** Doors that cannot run the case, each with the code (of the command the exit code) and the words of its refusal. */
  readonly refusedBy?: Readonly<Partial<Record<DoorName, RegExp>>>
}

export const DOORS = [
  'command',
  'command, standard input',
  'library, iterable',
  'library, file',
  'memory',
  'compare',
  'compare, service',
  'compare, command',
  'index, memory',
  'index, lmdb',
  'index, sqlite',
  'index, browser',
  'index command',
  'sync',
] as const
/** Doors of tests of their own: page.test.ts needs a browser, servers.test.ts and spark/doors.test.ts need servers, python/wheel.long.test.ts builds its package first. */
export const FAR_DOORS = [
  'page',
  'index, PostgreSQL',
  'index, MariaDB',
  'index, Redis',
  'index, MongoDB',
  'service, task',
  'cluster',
  'python',
] as const
/** Stores that keep postings, in which each question is a look-up. */
const POSTING_STORES = ['index, sqlite', 'index, PostgreSQL', 'index, MariaDB', 'index, Redis', 'index, MongoDB'] as const
export type FarDoor = (typeof FAR_DOORS)[number]
export type DoorName = (typeof DOORS)[number] | FarDoor

const LONG =
  'The committee met on Tuesday evening to discuss the new bridge over the river and its cost, and after two hours of debate it asked the engineers for a second report.'
const TEXTS = [
  { id: 1, text: LONG },
  { id: 2, text: LONG.replace('Tuesday', 'Wednesday') },
  { id: 3, text: LONG },
  {
    id: 4,
    text: 'Ice cream sales rose sharply in July, when three weeks without rain drew more visitors to the coast than in any year before.',
  },
  { id: 5, text: 'a' },
  { id: 6, text: 'b' },
  { id: 7, text: 'a' },
]

const PETITION = '小区的路灯坏了三个星期没有人修，晚上出门很危险，老人和孩子都不敢下楼，希望有关部门尽快派人来处理，谢谢。'
const CHINESE = [
  { id: 1, text: PETITION },
  { id: 2, text: PETITION.replace('谢谢', '多谢') },
  { id: 3, text: '学校门口的马路没有红绿灯，上学放学的时候车很多，孩子们过马路不安全，请求增设信号灯或者派人值守。' },
  { id: 4, text: PETITION },
]

const SENTENCES = [
  { id: 1, text: 'the cat sat on the mat' },
  { id: 2, text: 'the cat sat on a mat' },
  { id: 3, text: 'we all scream for ice cream' },
]

const ROWS = [
  { id: 1, name: '张三', area: '东城区', content: PETITION },
  { id: 2, name: '张三', area: '东城区', content: PETITION },
  { id: 3, name: '李四', area: '西城区', content: CHINESE[2]?.text },
  { id: 4, name: '', area: null, content: PETITION },
]
const FIELDS = { name: { kind: 'short' }, area: { kind: 'short' }, content: { kind: 'long' } }

/** Two people twice, once with a letter left out, among others. */
const PEOPLE = [
  ['Anna Maria Keller', 'Basel'],
  ['Anna Maria Kellr', 'Basel'],
  ['Peter Huber', 'Bern'],
  ['Ruth Meier', 'Basel'],
  ['Hans Graf', 'Bern'],
  ['Hans Graf', 'Bern'],
].map(([name, city], i) => ({ id: i + 1, name, city }))

/** What every door says to an option that the named method does not have; doors that take no method say that. */
const OF_SIMHASH = /"bits" is of method "simhash"|unknown option/

/** Comparisons do not take these options: they are of batches and indexes, and the library says of the method why two texts cannot tell. */
const refusedByComparing = {
  'compare, service': /^OPTION_UNKNOWN: .*unknown option/,
  'compare, command': /^exit 2: .*unknown option/,
} as const
const refusedByComparisons = (library: RegExp) => ({ compare: library, ...refusedByComparing })

/** The page goes without the dictionary of Chinese words, which is four times its size. */
const withoutDictionary = { page: /^DICTIONARY_MISSING: .*no dictionary to cut Chinese into words/ }

const inPostings = (reason: RegExp) => Object.fromEntries(POSTING_STORES.map((door) => [door, reason]))

/** What a cluster has no way for yet that gives the result of one machine. */
const notOnCluster = (what: string) => new RegExp(`^OPTION_CONFLICT: .*${what} is not carried out on a cluster`)

export const CASES: readonly DoorCase[] = [
  {
    name: 'minhash, verified',
    documents: TEXTS,
    options: {},
    alike: [
      [1, 2],
      [1, 3],
      [2, 3],
      [5, 7],
    ],
  },
  {
    name: 'minhash, verified, at a threshold that the pair does not reach',
    documents: TEXTS,
    options: { threshold: 0.95 },
    alike: [
      [1, 3],
      [5, 7],
    ],
  },
  {
    name: 'minhash, complete',
    documents: TEXTS,
    options: { complete: true },
    alike: [
      [1, 2],
      [1, 3],
      [2, 3],
      [5, 7],
    ],
    refusedBy: {
      ...refusedByComparing,
      ...Object.fromEntries(
        (['index, memory', 'index, browser', 'index, lmdb', ...POSTING_STORES, 'index, browser'] as const).map((door) => [
          door,
          /^OPTION_CONFLICT: .*"complete" joins/,
        ]),
      ),
      'index command': /^exit 2: .*unknown option/,
      sync: /^exit 2: .*unknown option/,
      cluster: notOnCluster('complete'),
    },
  },
  {
    name: 'minhash, Chinese words',
    documents: CHINESE,
    options: { tokenizer: 'chinese' },
    alike: [
      [1, 2],
      [1, 4],
      [2, 4],
    ],
    refusedBy: withoutDictionary,
  },
  {
    name: 'exact',
    documents: [...TEXTS, { id: 8, text: 'A' }],
    options: { method: 'exact' },
    alike: [
      [1, 3],
      [5, 7],
      [5, 8],
      [7, 8],
    ],
    refusedBy: refusedByComparing,
  },
  {
    name: 'containment',
    documents: [...TEXTS.slice(0, 4), { id: 8, text: `${LONG} ${TEXTS[3]?.text}` }],
    options: { measure: 'containment' },
    alike: [
      [1, 2],
      [1, 3],
      [1, 8],
      [2, 3],
      [2, 8],
      [3, 8],
      [4, 8],
    ],
    refusedBy: { ...inPostings(/^OPTION_CONFLICT: .*searches in memory/), cluster: notOnCluster('measure containment') },
  },
  {
    name: 'versions',
    documents: TEXTS.slice(0, 4),
    options: { find: 'versions' },
    alike: [
      [1, 2],
      [1, 3],
      [2, 3],
    ],
    refusedBy: { ...refusedByComparisons(/^OPTION_CONFLICT: .*two texts alone cannot tell/), cluster: notOnCluster('method rare') },
  },
  {
    name: 'the three sentences of the introduction',
    documents: SENTENCES,
    options: { profile: 'intro' },
    alike: [],
    apart: [
      [1, 2, 10],
      [1, 3, 30],
      [2, 3, 30],
    ],
    refusedBy: withoutDictionary,
  },
  {
    name: 'intro, with a copy',
    documents: [...SENTENCES, { id: 4, text: 'The cat sat on the mat' }],
    options: { profile: 'intro' },
    alike: [[1, 4]],
    apart: [
      [1, 4, 0],
      [2, 4, 10],
    ],
    refusedBy: withoutDictionary,
  },
  {
    name: 'manku, with a copy',
    documents: [...SENTENCES, { id: 4, text: 'The Cat sat on the mat' }],
    options: { profile: 'manku' },
    alike: [[1, 4]],
  },
  {
    name: 'simhash, verified',
    documents: TEXTS,
    options: { method: 'simhash', distance: 20 },
    alike: [
      [1, 2],
      [1, 3],
      [2, 3],
      [5, 7],
    ],
    refusedBy: refusedByComparing,
  },
  {
    name: 'minhash, unverified',
    documents: TEXTS,
    options: { verify: false },
    alike: [
      [1, 2],
      [1, 3],
      [2, 3],
      [5, 7],
    ],
    refusedBy: refusedByComparing,
  },
  {
    name: 'a threshold that is met exactly: four of five words',
    documents: [
      { id: 1, text: 'apple banana cherry date' },
      { id: 2, text: 'apple banana cherry date elder' },
      { id: 3, text: 'apple banana cherry date elder fig' },
    ],
    options: { tokenizer: 'word', ngram: 1, threshold: 0.8 },
    alike: [
      [1, 2],
      [2, 3],
    ],
  },
  {
    name: 'multiset: how often words occur counts',
    documents: [
      { id: 1, text: 'apple banana cherry' },
      { id: 2, text: 'apple apple apple apple banana cherry' },
      { id: 3, text: 'apple banana cherry banana' },
    ],
    options: { tokenizer: 'word', ngram: 1, measure: 'multiset', threshold: 0.75 },
    // Of 1 and 3 three occurrences of four are shared.
    alike: [[1, 3]],
  },
  {
    name: 'cosine',
    documents: [
      { id: 1, text: 'apple banana' },
      { id: 2, text: 'apple apple banana banana' },
      { id: 3, text: 'apple apple apple banana' },
    ],
    options: { tokenizer: 'word', ngram: 1, measure: 'cosine', threshold: 0.99 },
    alike: [[1, 2]],
  },
  {
    name: 'weighted',
    documents: TEXTS.slice(0, 4),
    options: { method: 'simhash', measure: 'weighted', distance: 20 },
    alike: [
      [1, 2],
      [1, 3],
      [2, 3],
    ],
    refusedBy: refusedByComparing,
  },
  {
    name: 'blog: more of 32 bits are equal than the threshold says, which 24 are not',
    documents: [
      { id: 1, text: '今天/t 天气/n 很/d 好/a 我们/r 去/v 公园/n 散步/v' },
      { id: 2, text: '今天/t 天气/n 很/d 好/a 我们/r 去/v 湖边/n 散步/v' },
      { id: 3, text: '学校/n 门口/n 没有/v 红绿灯/n 孩子/n 过/v 马路/n 危险/a' },
      { id: 4, text: '医院/n 医生/n 建议/v 多/a 运动/v' },
    ],
    options: { profile: 'blog', threshold: 0.75 },
    alike: [
      [1, 2],
      [1, 3],
    ],
    apart: [
      [1, 2, 4],
      [1, 3, 6],
      [2, 3, 8],
      [3, 4, 10],
    ],
    refusedBy: Object.fromEntries(
      (['index, memory', 'index, browser', 'index, lmdb', ...POSTING_STORES, 'index, browser', 'index command', 'sync'] as const).map(
        (door) => [door, /measure "bits" is of batches/],
      ),
    ),
  },
  {
    name: 'wang2019, without other information',
    documents: [...SENTENCES, { id: 4, text: 'The cat sat on the mat' }],
    options: { profile: 'wang2019', weight: 'tf' },
    // 1 and 2 are 10 bits apart: 1/11 is less than the threshold of 0.25.
    alike: [[1, 4]],
    apart: [
      [1, 4, 0],
      [1, 2, 10],
    ],
    refusedBy: withoutDictionary,
  },
  {
    name: 'an option of another method',
    documents: TEXTS,
    options: { method: 'minhash', bits: 32 },
    alike: [],
    refusedBy: Object.fromEntries([...DOORS, ...FAR_DOORS].map((door) => [door, OF_SIMHASH])),
  },
  {
    name: 'fingerprints that come with the records',
    documents: [
      { id: 1, hash: 'ff00ff00ff00ff00' },
      { id: 2, hash: 'ff00ff00ff00ff03' },
      { id: 3, hash: '00ff00ff00ff00ff' },
      { id: 4, hash: 'ff00ff00ff00ff00' },
      { id: 5, hash: 'ff00ff00ff00ff0f' },
    ],
    options: { fingerprintField: 'hash', fingerprintBits: 64 },
    // At most 3 bits: 2 and 5 are 2 apart, 1 and 5 are 4 apart.
    alike: [
      [1, 2],
      [1, 4],
      [2, 4],
      [2, 5],
    ],
    refusedBy: {
      ...refusedByComparisons(/^OPTION_CONFLICT: .*two texts have none/),
      cluster: notOnCluster('method fingerprints'),
    },
  },
  {
    name: 'vectors that come with the records',
    documents: [
      { id: 1, vector: '[1, 0, 0]' },
      { id: 2, vector: '[2, 0.1, 0]' },
      { id: 3, vector: '[0, 1, 0]' },
      { id: 4, vector: '[1, 0, 0]' },
    ],
    options: { vectorField: 'vector', vectorDimensions: 3 },
    alike: [
      [1, 2],
      [1, 4],
      [2, 4],
    ],
    refusedBy: {
      ...refusedByComparisons(/^OPTION_CONFLICT: .*two texts have none/),
      ...inPostings(/^OPTION_CONFLICT: .*searches in memory/),
      cluster: notOnCluster('method vectors'),
    },
  },
  {
    name: 'li2015, rows with fields of their own weight',
    documents: ROWS,
    options: { profile: 'li2015' },
    fields: FIELDS,
    alike: [[1, 2]],
    refusedBy: withoutDictionary,
  },
  {
    name: 'fields, rows judged field by field',
    documents: ROWS,
    options: { measure: 'fields', threshold: 0.9 },
    fields: { name: { kind: 'name' }, area: { kind: 'exact' }, content: { kind: 'text' } },
    alike: [
      [1, 2],
      [1, 4],
      [2, 4],
    ],
    refusedBy: { 'compare, command': /^exit 2: .*compares rows field by field/ },
  },
  {
    name: 'match, learned from the rows',
    documents: PEOPLE,
    options: { measure: 'match' },
    fields: { name: { kind: 'name' }, city: { kind: 'short' } },
    alike: [
      [1, 2],
      [5, 6],
    ],
    refusedBy: {
      ...Object.fromEntries(
        (['index, memory', 'index, browser', 'index, lmdb', ...POSTING_STORES, 'index command', 'sync'] as const).map((door) => [
          door,
          /an index learns no model of fields/,
        ]),
      ),
      'compare, command': /^exit 2: .*compares rows field by field/,
    },
  },
]

/** Cut emoji: halves that UTF-8 cannot say, each another one; and a copy. */
const HALVES = [
  { id: 1, text: '\ud83d\ud83d x' },
  { id: 2, text: '\ud83e\ud83e x' },
  { id: 3, text: '\udc05\udc05 x' },
  { id: 4, text: '\ufffd\ufffd x' },
  { id: 5, text: '\ud83d\ud83d x' },
]
const ofRows = { 'compare, command': /^exit 2: .*unknown option/ }

/** Not for sync: a table keeps UTF-8, which has no halves of characters. */
export const CASES_OF_HALVES: readonly DoorCase[] = (
  [
    { name: 'exact, nothing normalised', options: { method: 'exact', normalize: 'none' }, refusedBy: refusedByComparing },
    { name: 'exact, characters', options: { method: 'exact', normalize: 'none', tokenizer: 'char' }, refusedBy: refusedByComparing },
    { name: 'minhash', options: {} },
    { name: 'minhash, words', options: { tokenizer: 'word' } },
    { name: 'minhash, dictionary', options: { tokenizer: 'chinese' }, refusedBy: withoutDictionary },
    { name: 'simhash', options: { method: 'simhash' }, refusedBy: refusedByComparing },
    { name: 'rows', options: { method: 'simhash' }, fields: { text: { kind: 'long' } }, refusedBy: ofRows },
    { name: 'rows, short fields', options: { method: 'simhash' }, fields: { text: { kind: 'short' } }, refusedBy: ofRows },
  ] satisfies readonly Omit<DoorCase, 'documents' | 'alike'>[]
).map((given) => ({ ...given, name: `halves of characters: ${given.name}`, documents: HALVES, alike: [[1, 5]] }))
