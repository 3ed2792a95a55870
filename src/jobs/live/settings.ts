/** Settings of a live index: the options it takes, those it remembers, and the form in which its store holds them. */
import { LeitongError } from '../../errors.js'
import { OPTIONS, type Options, type OptionsInput } from '../../options/options.js'

/** What is kept of each document to verify against: its distinct features, its text, or nothing. */
export type Keep = 'features' | 'text' | 'none'
export const KEEPS: readonly Keep[] = ['features', 'text', 'none']

/** Options of an index. Those that say what counts as alike and how is signed are stored with it. */
export interface LiveOptions extends Omit<OptionsInput, 'keep'> {
  /**
   * What is kept of each document. With `none` signatures decide and answers have no similarity.
   * @default 'features', or 'none' with `verify: false`
   */
  readonly keep?: Keep
  /** Whether an index is created where there is none. @default true */
  readonly create?: boolean
  /** Postings of one key before it is split, in stores on a server. @default 1000 */
  readonly blockLimit?: number
  /** The corpus model itself, in base64 as exports have it, instead of the file that `model` names. */
  readonly modelData?: string
}

/** The settings that an index remembers, besides those of its store. */
export interface Settings {
  /** The options of {@link REMEMBERED}; of a corpus model the checksum. */
  readonly options: Readonly<Record<string, unknown>>
  readonly keep: Keep
  /** The corpus model in base64. */
  readonly modelData?: string
  /** The path of a corpus model that is too large to be held. */
  readonly modelFile?: string
}

/** Options that an index remembers, by the groups they stand in. */
export const REMEMBERED = (Object.keys(OPTIONS) as (keyof Options)[]).filter((name) =>
  ['What counts as alike', 'Signatures'].includes(OPTIONS[name].group),
)

/** @throws {LeitongError} `OPTION_VALUE` */
export function checkKeep(keep: unknown): Keep | undefined {
  if (keep === undefined || KEEPS.includes(keep as Keep)) return keep as Keep | undefined
  throw new LeitongError('OPTION_VALUE', 'keep', JSON.stringify(keep), `one of ${KEEPS.join(', ')}`)
}
