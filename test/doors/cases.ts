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
export type DoorName = (typeof DOORS)[number]

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

/** Comparisons do not take these options: they are of batches and indexes, and the library says of the method why two texts cannot tell. */
const refusedByComparisons = (library: RegExp) => ({
  compare: library,
  'compare, service': /^OPTION_UNKNOWN: .*unknown option/,
  'compare, command': /^exit 2: .*unknown option/,
})
/** Documents in memory, as a browser has them, are texts. */
const refusedInMemory = (option: string) => {
  const reason = new RegExp(`^NEEDS_NODE: .*"${option}"`)
  return { memory: reason, 'index, browser': reason }
}

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
    name: 'minhash, Chinese words',
    documents: CHINESE,
    options: { tokenizer: 'chinese' },
    alike: [
      [1, 2],
      [1, 4],
      [2, 4],
    ],
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
    refusedBy: { 'compare, service': /^OPTION_UNKNOWN: .*unknown option/, 'compare, command': /^exit 2: .*unknown option/ },
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
    refusedBy: { 'index, sqlite': /^OPTION_CONFLICT: .*searches in memory/ },
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
    refusedBy: refusedByComparisons(/^OPTION_CONFLICT: .*two texts alone cannot tell/),
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
  },
  {
    name: 'manku, with a copy',
    documents: [...SENTENCES, { id: 4, text: 'The Cat sat on the mat' }],
    options: { profile: 'manku' },
    alike: [[1, 4]],
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
    refusedBy: { ...refusedByComparisons(/^OPTION_CONFLICT: .*two texts have none/), ...refusedInMemory('fingerprintField') },
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
      ...refusedInMemory('vectorField'),
      'index, sqlite': /^OPTION_CONFLICT: .*searches in memory/,
    },
  },
  {
    name: 'li2015, rows with fields of their own weight',
    documents: ROWS,
    options: { profile: 'li2015' },
    fields: FIELDS,
    alike: [[1, 2]],
    refusedBy: refusedInMemory('fields'),
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
    refusedBy: { 'compare, command': /^exit 2: .*compares rows field by field/, ...refusedInMemory('fields') },
  },
]
