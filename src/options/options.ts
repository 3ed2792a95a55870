/**
 * Every option, once: its kind, range, default and help. The command's flags, the configuration file and the library all
 * come through `resolveOptions`, which refuses unknown names and wrong values and returns everything filled in.
 */

import { combinedRadius } from '../comparing/combined.js'
import { MEASURES, type Measure, SIGNATURE_MEASURES, type SignatureMeasure } from '../comparing/measures.js'
import { LeitongError } from '../errors.js'
import { BITS, type Bits } from '../fingerprinting/simhash.js'
import { STRING_HASHES } from '../hashing/string-hashes.js'
import { chooseBands, optimalBands } from '../searching/bands.js'
import { FORMAT_NAMES, type FormatName } from '../sources/formats/format-names.js'
import { NORMALIZATIONS, type Normalization } from '../tokenizing/normalize.js'
import { TOKENIZERS, type Tokenizer } from '../tokenizing/tokenize.js'
import { IDF_FORMS, type IdfForm } from '../weighting/idf.js'
import { WEIGHT_NAMES, type WeightName } from '../weighting/weights.js'
import { DEFAULT_METHOD, METHOD_NAMES, type Method, traitsOf } from './methods.js'
import { PROFILE_NAMES, PROFILES, type ProfileName } from './profiles.js'

export type KeepRule =
  | 'first'
  | 'last'
  | 'longest'
  | 'shortest'
  | `newest:${string}`
  | `oldest:${string}`
  | `highest:${string}`
  | `lowest:${string}`

/** All options, resolved. */
export interface Options {
  readonly profile: ProfileName | 'none'
  readonly method: Method
  readonly threshold: number
  readonly verify: boolean
  readonly measure: Measure | SignatureMeasure
  readonly tokenizer: Tokenizer
  readonly ngram: number
  readonly charNgram: number
  readonly normalize: readonly Normalization[]
  readonly dictionary: readonly string[]
  readonly hmm: boolean
  readonly stopWords: readonly string[]
  readonly tags: readonly string[]
  readonly bits: Bits
  readonly distance: number
  readonly weight: WeightName
  readonly idf: IdfForm
  readonly model: string
  readonly markers: readonly string[]
  readonly hash: string
  readonly mu: number
  readonly infoSignature: 'minhash' | 'rotations'
  readonly numPerm: number
  readonly bands: number
  readonly bandRows: number
  readonly rarest: number
  readonly seed: number
  readonly format: FormatName | 'auto'
  readonly encoding: string
  readonly idField: string
  readonly textField: readonly string[]
  readonly titleField: string
  readonly infoField: readonly string[]
  readonly fields?: string
  readonly table?: string
  readonly query?: string
  readonly keep: KeepRule
  readonly groupBy: 'star' | 'components'
  readonly maxCopies: number
  readonly strict: boolean
  readonly workers: number
  readonly memory: number
  readonly maxRecord: number
  readonly maxRatio: number
  readonly temp: string
}

type Kind =
  | { readonly kind: 'integer' | 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly of: readonly (string | number)[] }
  | { readonly kind: 'list'; readonly of?: readonly string[] }
  | { readonly kind: 'bytes'; readonly min: number; readonly max: number }
  | { readonly kind: 'text'; readonly pattern?: RegExp; readonly expected?: string }

export type OptionSpec = Kind & {
  readonly group: 'What counts as alike' | 'Signatures' | 'Reading' | 'Deciding' | 'Running'
  /** Filled in when the option is not given; `undefined` when it follows from others, see `derived`. */
  readonly default: unknown
  /** How a default that follows from other options is described. */
  readonly derived?: string
  readonly help: string
  /** Of a flag that is on by default: what leaving it out does, which is what its `--no-` form says. */
  readonly without?: string
  /** Its name in the command, in files and in stored indexes, where the library has another. */
  readonly spelled?: string
}

const MEGABYTE = 1 << 20
const ENCODINGS = ['auto', 'utf-8', 'gb18030', 'gbk', 'big5', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp', 'euc-kr', 'windows-1252']

export const OPTIONS: { readonly [Name in keyof Options]-?: OptionSpec } = {
  profile: {
    kind: 'choice',
    of: ['none', ...PROFILE_NAMES],
    default: 'none',
    group: 'What counts as alike',
    help: 'a named set of options; what is given otherwise wins',
  },
  threshold: {
    kind: 'number',
    min: 0,
    max: 1,
    default: undefined,
    derived: '0.8, under rare 0.14',
    group: 'What counts as alike',
    help: 'verified similarity that makes two texts duplicates',
  },
  measure: {
    kind: 'choice',
    of: [...MEASURES, ...SIGNATURE_MEASURES],
    default: 'jaccard',
    group: 'What counts as alike',
    help: 'the similarity that is verified (weighted: by --weight); bits and combined: of signatures, nothing is verified',
  },
  verify: {
    kind: 'flag',
    default: true,
    group: 'What counts as alike',
    help: 'measure every candidate pair exactly; without it signatures decide, as in the papers',
    without: 'measure nothing: signatures decide, as in the papers',
  },
  tokenizer: {
    kind: 'choice',
    of: TOKENIZERS,
    default: 'auto',
    group: 'What counts as alike',
    help: 'char: code points; word: runs of letters and digits; auto: words, and letters of scripts without spaces one by one; chinese: words by dictionary; tagged: word/tag pieces',
  },
  ngram: {
    kind: 'integer',
    min: 1,
    max: 255,
    default: undefined,
    derived: '2 for word and auto, 5 for char, 1 for chinese and tagged',
    group: 'What counts as alike',
    help: 'tokens in a feature',
  },
  charNgram: {
    kind: 'integer',
    min: 1,
    max: 255,
    default: 3,
    group: 'What counts as alike',
    help: 'under auto: characters in a feature that starts with a letter of a script without spaces',
  },
  normalize: {
    kind: 'list',
    of: NORMALIZATIONS,
    default: ['nfkc', 'case', 'space', 'punctuation'],
    group: 'What counts as alike',
    help: 'what is evened out first, or none: nfkc, case, width, space, punctuation, traditional (to simplified)',
  },
  dictionary: {
    kind: 'list',
    default: [],
    group: 'What counts as alike',
    help: 'under chinese: files of your own words, lines of word, frequency and tag, of which the last two may be absent',
  },
  hmm: {
    kind: 'flag',
    default: false,
    group: 'What counts as alike',
    help: 'under chinese: join characters that the dictionary leaves single, by a hidden Markov model',
  },
  stopWords: {
    kind: 'list',
    default: [],
    group: 'What counts as alike',
    help: 'words that are left out: zh, en, or files with a word a line; not under char',
  },
  tags: {
    kind: 'list',
    default: [],
    group: 'What counts as alike',
    help: 'under chinese and tagged: parts of speech to keep, by how they begin (n,v), or with a leading - to drop (-x,-u)',
  },
  method: {
    kind: 'choice',
    of: METHOD_NAMES,
    default: DEFAULT_METHOD,
    group: 'Signatures',
    help: 'which signature proposes candidates; exact: equal after normalisation; rare: similar in what few other texts have',
  },
  bits: { kind: 'choice', of: BITS, default: 64, group: 'Signatures', help: 'simhash: bits of the fingerprint' },
  distance: {
    kind: 'integer',
    min: 0,
    max: 128,
    default: undefined,
    derived: '3, or what the threshold of bits or combined leaves',
    group: 'Signatures',
    help: 'simhash: differing bits allowed',
  },
  weight: {
    kind: 'choice',
    of: WEIGHT_NAMES,
    default: 'tf',
    group: 'Signatures',
    help: 'simhash and weighted: what a feature counts: its occurrences, 1, or more, see docs/weights.md',
  },
  idf: { kind: 'choice', of: IDF_FORMS, default: 'plain', group: 'Signatures', help: 'log(N/df), or log(N/(1+df)) and at least 0' },
  model: {
    kind: 'text',
    default: 'input',
    group: 'Signatures',
    help: 'corpus model for weights by document frequency: a file made by model build, or input: made from the input itself',
  },
  markers: {
    kind: 'list',
    default: [],
    group: 'Signatures',
    help: 'composite: files with more marker words, one a line',
  },
  hash: {
    kind: 'choice',
    of: [...STRING_HASHES.keys()],
    default: 'lane64',
    group: 'Signatures',
    help: 'simhash: hash of a feature; all but the default are slow',
  },
  mu: { kind: 'number', min: 0, max: 1, default: 0.9, group: 'Signatures', help: 'combined: share of the content in the similarity' },
  infoSignature: {
    kind: 'choice',
    of: ['minhash', 'rotations'],
    default: 'minhash',
    group: 'Signatures',
    help: 'combined: how other information is signed; rotations: as wang2019 does, which estimates badly',
  },
  numPerm: { kind: 'integer', min: 1, max: 4096, default: 128, group: 'Signatures', help: 'minhash: positions of the signature' },
  bands: {
    kind: 'integer',
    min: 1,
    max: 4096,
    default: undefined,
    derived: 'from the threshold',
    group: 'Signatures',
    help: 'minhash: bands of the search',
  },
  bandRows: {
    kind: 'integer',
    min: 1,
    max: 4096,
    default: undefined,
    derived: 'from the threshold',
    group: 'Signatures',
    spelled: 'rows',
    help: 'minhash: positions in a band',
  },
  rarest: {
    kind: 'integer',
    min: 2,
    max: 1000,
    default: 8,
    group: 'Signatures',
    help: 'rare: features in more texts than this do not count; more than the versions of a text, less than the pages of a template',
  },
  seed: { kind: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER, default: 0, group: 'Signatures', help: 'seed of the feature hash' },
  format: {
    kind: 'choice',
    of: ['auto', ...FORMAT_NAMES],
    default: 'auto',
    group: 'Reading',
    help: 'format of the input; auto: by extension',
  },
  encoding: { kind: 'choice', of: ENCODINGS, default: 'auto', group: 'Reading', help: 'encoding of the input; auto: UTF-8, else detected' },
  idField: { kind: 'text', default: 'id', group: 'Reading', help: 'field with the id of a record; records without one go by file:line' },
  textField: { kind: 'list', default: ['text'], group: 'Reading', help: 'field with the text; several are joined by line breaks' },
  titleField: { kind: 'text', default: 'title', group: 'Reading', help: 'field with the title, shown in the report' },
  infoField: { kind: 'list', default: [], group: 'Reading', help: 'combined: fields with other information, like keywords and tags' },
  fields: {
    kind: 'text',
    default: undefined,
    derived: 'from the columns',
    group: 'Reading',
    help: 'JSON file that says which columns of a table are compared, and how; see docs/databases.md',
  },
  table: {
    kind: 'text',
    default: undefined,
    derived: 'none',
    group: 'Reading',
    help: 'of a database: the table or collection, TABLE or SCHEMA.TABLE',
  },
  query: {
    kind: 'text',
    default: undefined,
    derived: 'none',
    group: 'Reading',
    help: 'of a database: a query whose rows are read; of MongoDB: a filter beside --table',
  },
  keep: {
    kind: 'text',
    pattern: /^(first|last|longest|shortest|(newest|oldest|highest|lowest):.+)$/,
    expected: 'first, last, longest, shortest, newest:FIELD, oldest:FIELD, highest:FIELD or lowest:FIELD',
    default: 'first',
    group: 'Deciding',
    help: 'which document of a group stays: first, last, longest, shortest, newest:FIELD, oldest:FIELD, highest:FIELD or lowest:FIELD',
  },
  groupBy: {
    kind: 'choice',
    of: ['star', 'components'],
    default: 'star',
    group: 'Deciding',
    help: 'star: every removed document is similar to the kept one; components: chains join',
  },
  maxCopies: {
    kind: 'integer',
    min: 1,
    max: 1e9,
    default: 1000,
    group: 'Deciding',
    help: 'of more identical texts than this, each is paired with the first one only',
  },
  strict: { kind: 'flag', default: false, group: 'Deciding', help: 'a record that cannot be judged is an error, and no output appears' },
  workers: {
    kind: 'integer',
    min: 1,
    max: 256,
    default: undefined,
    derived: 'one for each core',
    group: 'Running',
    help: 'worker threads',
  },
  memory: {
    kind: 'bytes',
    min: 64 * MEGABYTE,
    max: Number.MAX_SAFE_INTEGER,
    default: undefined,
    derived: 'half of the memory',
    group: 'Running',
    help: 'signatures beyond this many bytes are kept on disk',
  },
  maxRecord: {
    kind: 'bytes',
    min: 1024,
    max: 256 * MEGABYTE,
    default: 256 * MEGABYTE,
    group: 'Running',
    help: 'a longer record is kept, unjudged, and reported',
  },
  maxRatio: {
    kind: 'number',
    min: 1,
    max: 1e9,
    default: 200,
    group: 'Running',
    help: 'compressed input that grows more than this many times (beyond 256 MB) is an error',
  },
  temp: {
    kind: 'text',
    default: undefined,
    derived: 'the folder for temporary files of the system',
    group: 'Running',
    help: 'folder for temporary files',
  },
}

/** Values as a caller may give them: any subset; names in camel, kebab or snake case. */
export type OptionsInput = Partial<{ [Name in keyof Options]: Options[Name] | (Options[Name] extends number ? string : never) }>

/** The environment that fills in what depends on the machine. */
export interface MachineDefaults {
  readonly workers: number
  readonly memory: number
  readonly temp: string
}

/** What an option does, as help and documents say it: of a flag that is on by default its `--no-` form; a choice with its values. */
export function optionHelp(spec: OptionSpec): string {
  if (spec.without) return spec.without
  // Up to four values stand beside the flag itself.
  const values = spec.kind === 'choice' && spec.of.length > 4 && !spec.of.every((value) => spec.help.includes(String(value))) ? spec.of : []
  return values.length ? `${spec.help}; one of ${values.join(', ')}` : spec.help
}

/** The default as help and documents show it. */
export function optionDefault({ default: value, derived, without }: OptionSpec): string {
  if (without) return 'not given'
  return derived || (Array.isArray(value) ? value.join(',') : String(value))
}

export const camel = (name: string) => name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
export const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** How the command, files and stored indexes spell an option, in camel case. */
export const spellingOf = (name: string): string => OPTIONS[name as keyof Options]?.spelled ?? name
/** @example flagOf('bandRows') // 'rows' */
export const flagOf = (name: string): string => kebab(spellingOf(name))

const SPELLED = new Map(Object.keys(OPTIONS).map((name) => [spellingOf(name), name]))
/** The option that a name means, in camel, kebab or snake case and in either spelling; what means none comes back in camel case. */
export const nameOf = (given: string): string => SPELLED.get(camel(given)) ?? camel(given)

/** Options as files and printed JSON spell them. */
export const spelledOptions = (options: Options): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [spellingOf(name), value]))

/**
 * Checks and fills in options; later layers win.
 *
 * @param layers  from the weakest (configuration file) to the strongest (flags), each with where it came from
 * @throws {LeitongError} `OPTION_UNKNOWN`, `OPTION_VALUE` or `OPTION_CONFLICT`
 */
export function resolveOptions(
  layers: readonly { readonly values: Readonly<Record<string, unknown>>; readonly where: string }[],
  defaults: MachineDefaults,
): Options {
  const given: Record<string, unknown> = {}
  const profile = layers.reduce<unknown>((found, { values }) => values['profile'] ?? found, 'none')
  const named = PROFILES[check('profile', profile) as ProfileName] as Readonly<Record<string, unknown>> | undefined
  for (const { values, where } of [...(named ? [{ values: named, where: `in the profile ${profile}` }] : []), ...layers]) {
    for (const [name, value] of Object.entries(values)) {
      const key = nameOf(name)
      if (value === undefined) continue
      if (!Object.hasOwn(OPTIONS, key)) throw new LeitongError('OPTION_UNKNOWN', name, where, nearest(key))
      given[key] = check(key as keyof Options, value)
    }
  }
  const filled: Record<string, unknown> = { ...defaults }
  for (const [name, spec] of Object.entries(OPTIONS)) if (spec.default !== undefined) filled[name] = spec.default
  const stated: Stated = { [STATED]: new Set(Object.keys(given)) }
  return Object.freeze({ ...derive({ ...filled, ...given } as unknown as Partial<Options> & MachineDefaults, given), ...stated })
}

/** A symbol goes along where options are spread, and is neither printed nor sent to workers. */
const STATED = Symbol('stated')
type Stated = { readonly [STATED]?: ReadonlySet<string> }

/** Whether an option was stated by somebody, also as what it would be anyway, and not filled in. */
export const isStated = (options: Options, name: keyof Options): boolean => (options as Options & Stated)[STATED]?.has(name) ?? false

/** Fills in what follows from other options, and refuses what contradicts. */
function derive(options: Partial<Options> & MachineDefaults, given: Record<string, unknown>): Options {
  const all = options as Options
  const refuse = (what: string): never => {
    throw new LeitongError('OPTION_CONFLICT', what)
  }
  const method = traitsOf(all)
  const tokenizer = method.tokenizer ?? all.tokenizer
  const isTagging = tokenizer === 'chinese' || tokenizer === 'tagged'
  if (tokenizer === 'char' && all.stopWords.length) refuse('stop words are left out of words; there are none under char and exact')
  if (!isTagging && all.tags.length) refuse('only the tokenizers chinese and tagged know tags')
  if (tokenizer !== 'chinese' && (all.dictionary.length || all.hmm)) refuse('dictionary and hmm are for the tokenizer chinese')
  if (method.alwaysVerifies && !all.verify)
    refuse(`method "${all.method}" ${method.alwaysVerifies}: there is nothing that "no-verify" would leave out`)
  if (method.ownMeasure && all.measure !== 'jaccard')
    refuse(`method "${all.method}" has ${method.ownMeasure}: measure "${all.measure}" does not apply`)
  const bySignature = isSignatureMeasure(all.measure)
  if (bySignature && !method.signsBits) refuse(`measure "${all.measure}" is of simhash fingerprints; the method is ${all.method}`)
  const verify = all.verify && !bySignature
  const ngram = all.ngram ?? (tokenizer === 'char' ? 5 : isTagging ? 1 : 2)
  const threshold = all.threshold ?? method.threshold
  const distance = all.distance ?? radiusOf({ ...all, threshold })
  if (all.measure === 'combined' && threshold <= 1 - all.mu)
    refuse(`threshold ${threshold} is reached by other information alone when mu is ${all.mu}: the search has no radius`)
  if (method.signsBits && distance > all.bits) refuse(`distance ${distance} is more than the ${all.bits} bits there are`)
  const chosen = all.verify ? chooseBands(threshold, all.numPerm) : optimalBands(threshold, all.numPerm)
  const rows = all.bandRows ?? (given['bands'] ? Math.max(1, Math.floor(all.numPerm / all.bands)) : chosen.rows)
  const bands = all.bands ?? (given['bandRows'] ? Math.max(1, Math.floor(all.numPerm / rows)) : chosen.bands)
  if (method.signsPositions && bands * rows > all.numPerm)
    refuse(`${bands} bands of ${rows} rows need ${bands * rows} positions, num-perm is ${all.numPerm}`)
  return { ...all, threshold, tokenizer, ngram, bandRows: rows, bands, distance, verify }
}

export const isSignatureMeasure = (measure: Measure | SignatureMeasure): measure is SignatureMeasure =>
  (SIGNATURE_MEASURES as readonly string[]).includes(measure)

/** The search radius that loses no pair under the threshold. */
function radiusOf({ measure, bits, threshold, mu }: Options): number {
  // More equal bits than the threshold says, strictly.
  if (measure === 'bits') return Math.max(0, Math.ceil(bits * (1 - threshold)) - 1)
  if (measure === 'combined') return Math.min(bits, combinedRadius(threshold, mu))
  return 3
}

function check(name: keyof Options, value: unknown): unknown {
  const spec = OPTIONS[name]
  const refuse = (expected: string): never => {
    throw new LeitongError('OPTION_VALUE', flagOf(name), JSON.stringify(value), expected)
  }
  switch (spec.kind) {
    case 'flag':
      return typeof value === 'boolean' ? value : value === 'true' || value === 'false' ? value === 'true' : refuse('true or false')
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' && value.trim() ? Number(value) : value
      const range = `${spec.kind === 'integer' ? 'a whole number' : 'a number'} from ${spec.min} to ${spec.max}`
      if (typeof number !== 'number' || !(number >= spec.min && number <= spec.max)) return refuse(range)
      return spec.kind === 'integer' && !Number.isInteger(number) ? refuse(range) : number
    }
    case 'bytes': {
      const bytes = typeof value === 'string' ? parseBytes(value) : value
      if (typeof bytes !== 'number' || !(bytes >= spec.min && bytes <= spec.max))
        return refuse(`a number of bytes, like 500MB or 2GB, from ${spec.min} to ${spec.max}`)
      return Math.floor(bytes)
    }
    case 'choice': {
      const found = spec.of.find((choice) => String(choice) === String(value))
      return found ?? refuse(`one of ${spec.of.join(', ')}`)
    }
    case 'list': {
      const items = Array.isArray(value)
        ? value
        : typeof value === 'string'
          ? value.split(',').map((item) => item.trim())
          : refuse('a list')
      const list = items.length === 1 && items[0] === 'none' ? [] : items
      if (list.some((item: unknown) => typeof item !== 'string' || !item)) refuse('a list of names')
      const wrong = spec.of && list.find((item: string) => !spec.of?.includes(item))
      return wrong === undefined ? list : refuse(`none, or a list of ${spec.of?.join(', ')}`)
    }
    case 'text':
      if (typeof value !== 'string' || !value || (spec.pattern && !spec.pattern.test(value))) return refuse(spec.expected ?? 'a text')
      return value
  }
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

function parseBytes(text: string): number {
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*$/i.exec(text) ?? []
  return number === undefined ? Number.NaN : Number(number) * (UNITS[(unit as string).toLowerCase()] as number)
}

/** The known name closest to a misspelt one, if it is close. */
function nearest(name: string): string | undefined {
  const scored = [...SPELLED.keys()].map((known) => [editDistance(name.toLowerCase(), known.toLowerCase()), known] as const)
  const [distance, best] = scored.reduce((a, b) => (b[0] < a[0] ? b : a))
  return distance <= Math.max(2, name.length / 3) ? kebab(best) : undefined
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length] as number
}
