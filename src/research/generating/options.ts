/** Options of a corpus, checked and filled up. */
import { LeitongError } from '../../errors.js'
import { EDIT_KINDS, type EditKind } from './edits/edits.js'
import { COINED } from './vocabulary/coined.js'
import { TOPICS } from './vocabulary/topics.js'

/** Every kind of corpus. */
export const CORPUS_KINDS = ['petitions', 'articles_zh', 'articles_en', 'rows'] as const
export type CorpusKind = (typeof CORPUS_KINDS)[number]

export const TOPIC_NAMES: readonly string[] = TOPICS.map(({ name }) => name)

/** One value, or the least and the most of a range from which values are drawn evenly. */
export type Range = number | readonly [number, number]

export interface CorpusOptions {
  readonly kind: CorpusKind
  /** Documents in all, up to 2^42. */
  readonly size: number
  /** 0 to 2^53 - 1; the default is 1. The same options and seed give the same documents. */
  readonly seed?: number | undefined
  /** Share of the documents, noise aside, that are edited copies; the default is 0.3. */
  readonly duplicates?: number | undefined
  /** Names, or the number of topics to take in order; the default is all. */
  readonly topics?: number | readonly string[] | undefined
  /** Kinds of edits, each as likely; the default is all, `mixed` among them. */
  readonly edits?: readonly EditKind[] | undefined
  /** Share of the units that an edit changes, 0 to 1; the default is [0.05, 0.3]. 0 makes exact copies. */
  readonly strength?: Range | undefined
  /** The number of unrelated documents on other topics, never copied; the default is 0. */
  readonly noise?: number | undefined
  /** Topics of the noise: those not chosen, then more that are put together; the default is those not chosen. */
  readonly noiseTopics?: number | undefined
  /** Copies of rows have the short fields of their base, as one person who writes again; the default is false. */
  readonly keepFields?: boolean | undefined
  /** Documents in a group of duplicates, the base included; the default follows from `duplicates`, 2 to 4 at 0.3. */
  readonly groupSize?: Range | undefined
  /** Characters in the body of a base, give or take a sentence; the default depends on the kind. */
  readonly length?: Range | undefined
}

/** Options with nothing left open. */
export interface ResolvedCorpus {
  readonly kind: CorpusKind
  readonly size: number
  readonly seed: number
  readonly duplicates: number
  /** Numbers of topics. */
  readonly topics: readonly number[]
  readonly edits: readonly EditKind[]
  readonly strength: readonly [number, number]
  readonly noise: number
  readonly noiseTopics: number | undefined
  readonly keepFields: boolean
  readonly groupSize: readonly [number, number] | undefined
  readonly length: readonly [number, number]
}

/** Characters in the body of a base where nothing else is said. */
const LENGTHS: { readonly [Kind in CorpusKind]: readonly [number, number] } = {
  petitions: [200, 600],
  articles_zh: [400, 1500],
  articles_en: [600, 2400],
  rows: [100, 300],
}

const NAMES = [
  'kind',
  'size',
  'seed',
  'duplicates',
  'topics',
  'edits',
  'strength',
  'noise',
  'noiseTopics',
  'keepFields',
  'groupSize',
  'length',
]

/** @throws {LeitongError} `OPTION_UNKNOWN`, `OPTION_VALUE`, `OPTION_CONFLICT` */
export function resolveCorpus(options: CorpusOptions): ResolvedCorpus {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new LeitongError(
      'ARGUMENT',
      `options: ${options === null ? 'null' : Array.isArray(options) ? 'a list' : typeof options}`,
      'an object',
    )
  for (const name of Object.keys(options))
    if (!NAMES.includes(name)) throw new LeitongError('OPTION_UNKNOWN', name, 'of a corpus', undefined)
  if (!CORPUS_KINDS.includes(options.kind)) refuse('kind', options.kind, CORPUS_KINDS.join(', '))
  const size = integer('size', options.size, 0, 2 ** 42)
  const noise = integer('noise', options.noise ?? 0, 0, 2 ** 42)
  if (noise > size) throw new LeitongError('OPTION_CONFLICT', `noise ${noise} is more than the size ${size}`)
  const [duplicates] = range('duplicates', options.duplicates ?? 0.3, 0, 1, false)
  const edits = options.edits ?? EDIT_KINDS
  if (!edits.length || !edits.every((edit) => EDIT_KINDS.includes(edit))) refuse('edits', edits, `some of ${EDIT_KINDS.join(', ')}`)
  const keepFields = options.keepFields ?? false
  if (typeof keepFields !== 'boolean') refuse('keepFields', keepFields, 'true or false')
  return {
    kind: options.kind,
    size,
    noise,
    noiseTopics: options.noiseTopics === undefined ? undefined : integer('noiseTopics', options.noiseTopics, 1, COINED),
    keepFields,
    seed: integer('seed', options.seed ?? 1, 0, Number.MAX_SAFE_INTEGER),
    duplicates,
    topics: topicNumbers(options.topics ?? TOPICS.length),
    edits,
    strength: range('strength', options.strength ?? [0.05, 0.3], 0, 1, false),
    groupSize: options.groupSize === undefined ? undefined : range('groupSize', options.groupSize, 2, 2 ** 32, true),
    length: range('length', options.length ?? LENGTHS[options.kind], 1, 1_000_000, true),
  }
}

function refuse(name: string, value: unknown, expected: string): never {
  throw new LeitongError('OPTION_VALUE', name, JSON.stringify(value) ?? String(value), expected)
}

function integer(name: string, value: number, least: number, most: number): number {
  if (!Number.isSafeInteger(value) || value < least || value > most) refuse(name, value, `an integer from ${least} to ${most}`)
  return value
}

function range(name: string, value: Range, least: number, most: number, whole: boolean): readonly [number, number] {
  const [low, high] = typeof value === 'number' ? [value, value] : Array.isArray(value) && value.length === 2 ? value : []
  const fits = (n: number | undefined): n is number => typeof n === 'number' && n >= least && n <= most && (!whole || Number.isInteger(n))
  if (!fits(low) || !fits(high) || low > high)
    refuse(name, value, `${whole ? 'an integer' : 'a number'} from ${least} to ${most}, or two of them`)
  return [low, high]
}

function topicNumbers(topics: number | readonly string[]): readonly number[] {
  const expected = `a number from 1 to ${TOPICS.length}, or some of ${TOPIC_NAMES.join(', ')}`
  if (typeof topics === 'number') {
    if (!Number.isInteger(topics) || topics < 1 || topics > TOPICS.length) refuse('topics', topics, expected)
    return Array.from({ length: topics }, (_, i) => i)
  }
  const numbers = topics.map((name) => TOPIC_NAMES.indexOf(name))
  if (!numbers.length || numbers.includes(-1) || new Set(numbers).size < numbers.length) refuse('topics', topics, expected)
  return numbers
}
