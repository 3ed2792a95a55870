/** Settings of a live index: the options it takes, those it remembers, and the form in which its store holds them. */
import { LeitongError } from '../../errors.js'
import type { IndexSetup, Payload } from '../../methods/live/setup.js'
import type { OwnOptions } from '../../methods/own-options.js'
import { searchOf } from '../../methods/searches.js'
import { COMPARED_NAMES, type OptionName, type Options, type OptionsInput } from '../../options/options.js'
import { NO_MACHINE } from '../../options/running.js'
import { nameOf } from '../../resolving/names.js'
import { resolveOptions } from '../../resolving/resolve.js'
import type { FieldsInput } from '../../sources/rows/fields-file.js'
import type { LiveDocument } from './document.js'
import type { LiveRows, StoredFields } from './rows.js'

export type { Payload }

/** Those that a caller can choose. */
export const PAYLOADS: readonly Payload[] = ['features', 'text', 'none']

/** Options of an index. Those that say what counts as alike and how is signed are stored with it. */
export type LiveOptions = Omit<SettingsInput, 'method'> & OwnOptions

/** As {@link LiveOptions}, whatever their method. */
export interface SettingsInput extends Omit<OptionsInput, 'keep' | 'fields'> {
  /** Under a measure of rows: what of them is compared, as in a fields file (docs/rows.md), each field with its kind; or the path of one. */
  readonly fields?: string | FieldsInput
  /**
   * The part of each document that is kept. With `none` signatures decide and answers have no similarity.
   * @default 'features', of rows 'text' (their values), or 'none' with `verify: false`; with `measure: 'combined'` there is no choice
   */
  readonly payload?: Payload
  /**
   * Whether the digest of each content is kept, so that decisions of people (`decisions`) can be obeyed, now or later: 16 bytes a document,
   * and one SHA-256 of it when it is added.
   * @default whether `decisions` names a file when the index is created
   */
  readonly digests?: boolean
  /** Whether an index is created where there is none. @default true */
  readonly create?: boolean
  /** Postings of one key before it is split, in stores on a server. @default 1000 */
  readonly blockLimit?: number
  /**
   * In place of `blockLimit`, of simhash: a key is split when it holds more than (1 + overflow) times the mean of all buckets, as wang2019
   * does it with 2.
   */
  readonly overflow?: number
  /** The corpus model itself, in base64 as exports have it, instead of the file that `model` names. */
  readonly modelData?: string
  /** The passages themselves, as exports have them, instead of the files that `ignore` names. */
  readonly ignoredPassages?: readonly string[]
}

/** An index that is open: what signing and verifying needs. */
export interface LiveSetup extends IndexSetup {
  readonly rows: LiveRows | undefined
  /** Whether records carry the digest of their content. */
  readonly digests?: boolean
  /** Of an index that signs rows by their fields and judges them as texts: how a document is read as a row. */
  readonly asRow?: ((document: LiveDocument) => LiveDocument) | undefined
}

/** The settings that an index remembers, besides those of its store. */
export interface Settings {
  /** The options of {@link REMEMBERED}; of a corpus model the checksum. */
  readonly options: Readonly<Record<string, unknown>>
  /** The option `payload`, under the name that files have had for it from the start. */
  readonly keep: Payload
  /** Whether records carry the digest of their content. */
  readonly digests?: true
  /** Of an index of rows. */
  readonly rows?: StoredFields
  /** Of an index that signs rows by their fields and judges them as texts: those fields. */
  readonly fields?: StoredFields['fields']
  /** The corpus model, or the model of fields, in base64. */
  readonly modelData?: string
  /** Passages that are left out of every text. */
  readonly ignored?: readonly string[]
  /** The path of a corpus model that is too large to be held. */
  readonly modelFile?: string
}

/** Options that an index remembers. What is found follows from the profile, and stands for it where a caller names it. */
export const REMEMBERED: readonly OptionName[] = COMPARED_NAMES.filter((name) => name !== 'find')

/**
 * What an index keeps: as asked for, or what its method needs.
 *
 * @param asked  a choice of the caller
 * @throws {LeitongError} `OPTION_VALUE`, `OPTION_CONFLICT` for a choice that the method leaves no room for
 */
export const payloadOf = (options: Options, asked: unknown): Payload =>
  searchOf(options).index.payload(options, checkPayload(asked)) ?? (options.verify ? 'features' : 'none')

/** @throws {LeitongError} `OPTION_VALUE` */
export function checkPayload(payload: unknown): Payload | undefined {
  if (payload === undefined || payload === 'info' || PAYLOADS.includes(payload as Payload)) return payload as Payload | undefined
  throw new LeitongError('OPTION_VALUE', 'keep', JSON.stringify(payload), `one of ${PAYLOADS.join(', ')}`)
}

/** @throws {LeitongError} `OPTION_CONFLICT` for the rule of a batch, which an index has no use for */
export function refuseKeep(given: object): void {
  if ('keep' in given)
    throw new LeitongError(
      'OPTION_CONFLICT',
      '"keep" is the rule of a batch; an index stores of each document what its option "payload" says',
    )
}

export const namedIn = (given: object): ReadonlySet<string> =>
  new Set(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [nameOf(name)])))

/** The options of a new index, with what its method signs by unless stated otherwise. @throws {LeitongError} for wrong options */
export function resolveNew(values: Readonly<Record<string, unknown>>): Options {
  const asked = { values, where: 'in the options' }
  const defaults = searchOf(resolveOptions([asked], NO_MACHINE)).index.defaults?.(namedIn(values))
  return resolveOptions([...(defaults ? [{ values: defaults, where: 'in the defaults of rows' }] : []), asked], NO_MACHINE)
}
