/** What a live index is made with: which options it remembers, and refusing others. */

import { resolve } from 'node:path'
import type { Measure } from '../../comparing/measures.js'
import { LeitongError } from '../../errors.js'
import { traitsOf } from '../../options/methods.js'
import { flagOf, nameOf, spellingOf } from '../../options/names.js'
import { COMPARED_NAMES, type OptionName, type Options, type OptionsInput } from '../../options/options.js'
import { isSignatureMeasure, resolveOptions } from '../../options/resolve.js'
import { NO_MACHINE } from '../../options/running.js'
import type { SearchSpec } from '../../searching/index-keys.js'
import { type LoadedModel, loadModel, takeModel } from '../../signing/corpus-model.js'
import { signatureName } from '../../signing/signature.js'
import type { IndexMeta } from '../../stores/store.js'
import { redactedUrl } from '../../stores/store-url.js'
import type { CorpusModel } from '../../weighting/model.js'

/** What is kept of each document to verify against: its distinct features, its text, or nothing. */
export type Payload = 'features' | 'text' | 'none'
const PAYLOADS: readonly Payload[] = ['features', 'text', 'none']

/** Options of an index. Those that say what counts as alike and how is signed are stored with it. */
export interface LiveOptions extends Omit<OptionsInput, 'keep'> {
  /**
   * What is kept of each document. With `none` signatures decide and answers have no similarity.
   * @default 'features', or 'none' with `verify: false`
   */
  readonly payload?: Payload
  /** Whether an index is created where there is none. @default true */
  readonly create?: boolean
  /** Postings of one key before it is split, in stores on a server. @default 1000 */
  readonly blockLimit?: number
  /** The corpus model itself, in base64 as exports have it, instead of the file that `model` names. */
  readonly modelData?: string
}

/** Bytes of a corpus model that an index holds itself, about 350 000 features; of a larger one it holds the path. */
const LARGEST_MODEL = 4 << 20

/** What an index remembers besides what its store needs. */
export interface Settings {
  /** Of a corpus model the checksum. */
  readonly options: Readonly<Record<string, unknown>>
  readonly keep: Payload
  /** The corpus model in base64, or where a large one lies. */
  readonly modelData?: string
  readonly modelFile?: string
}

/** Options that an index remembers. */
export const REMEMBERED: readonly OptionName[] = COMPARED_NAMES

export interface LiveSetup {
  readonly options: Options
  /** The corpus model, where weights ask for one. */
  readonly model: CorpusModel | undefined
  readonly measure: Measure
  readonly keep: Payload
}

/** @throws {LeitongError} `OPTION_CONFLICT` for the rule of a batch, which an index has no use for */
function refuseKeep(given: object): void {
  if ('keep' in given)
    throw new LeitongError(
      'OPTION_CONFLICT',
      '"keep" is the rule of a batch; an index stores of each document what its option "payload" says',
    )
}

function checkKeep(keep: unknown): Payload | undefined {
  if (keep === undefined || PAYLOADS.includes(keep as Payload)) return keep as Payload | undefined
  throw new LeitongError('OPTION_VALUE', 'keep', JSON.stringify(keep), `one of ${PAYLOADS.join(', ')}`)
}

/** The options of a new index. */
export function newMeta({ payload: keep, create: _, blockLimit = 1000, modelData, ...given }: LiveOptions): IndexMeta {
  refuseKeep(given)
  const options = resolveOptions([{ values: given, where: 'in the options' }], NO_MACHINE)
  const { options: signing, bytes } = loadLive(options, modelData === undefined ? {} : { modelData })
  const kept = checkKeep(keep) ?? (options.verify ? 'features' : 'none')
  if (!Number.isInteger(blockLimit) || blockLimit < 1)
    throw new LeitongError('OPTION_VALUE', 'block-limit', String(blockLimit), 'a whole number from 1')
  return {
    format: 1,
    signature: signatureName(signing),
    search: searchOf(options),
    blockLimit,
    settings: {
      options: Object.fromEntries(REMEMBERED.map((name) => [spellingOf(name), signing[name]])),
      keep: kept,
      ...modelOf(bytes, options.model),
    },
    created: new Date().toISOString(),
  }
}

function modelOf(bytes: Uint8Array | undefined, path: string): Pick<Settings, 'modelData' | 'modelFile'> {
  if (!bytes) return {}
  if (bytes.length > LARGEST_MODEL) return { modelFile: resolve(path) }
  return { modelData: Buffer.from(bytes).toString('base64') }
}

function searchOf({ method, bits, distance, bands, numPerm }: Options): SearchSpec {
  // Shorter fingerprints lie in 32 bits, whose upper ones are 0.
  const { signsBits, signsPositions } = traitsOf({ method })
  if (signsBits) return { kind: 'simhash', bits: bits < 32 ? 32 : bits, distance }
  return signsPositions ? { kind: 'minhash', bands, numPerm } : { kind: 'exact' }
}

/**
 * The options of an index that is there, given those of the caller, which must agree where both speak.
 *
 * @throws {LeitongError} `INDEX_OPTIONS`, `SIGNATURES_UNLIKE`
 */
export function openedSetup(
  url: string,
  meta: IndexMeta,
  { payload: keep, create: _c, blockLimit, modelData, ...given }: LiveOptions,
): LiveSetup {
  refuseKeep(given)
  const stored = meta.settings as unknown as Settings
  const asked = resolveOptions([{ values: given, where: 'in the options' }], NO_MACHINE)
  const differences: string[] = []
  const compare = (name: string, mine: unknown, its: unknown) => {
    if (JSON.stringify(mine) !== JSON.stringify(its))
      differences.push(`${flagOf(name)} is ${JSON.stringify(its)}, not ${JSON.stringify(mine)}`)
  }
  const named = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [nameOf(name)]))
  // Of a model the content counts, wherever it lies now.
  const mine = named.includes('model') ? { modelFile: asked.model } : stored
  const held = modelData === undefined ? mine : { modelData }
  const modelOfAsked = () => {
    const options = resolveOptions([{ values: { ...stored.options, model: asked.model }, where: `in ${redactedUrl(url)}` }], NO_MACHINE)
    return loadLive(options, held).options.model
  }
  for (const name of REMEMBERED)
    if (named.includes(name)) compare(name, name === 'model' ? modelOfAsked() : asked[name], stored.options[spellingOf(name)])
  if (blockLimit !== undefined) compare('blockLimit', blockLimit, meta.blockLimit)
  if (keep !== undefined) compare('keep', checkKeep(keep), stored.keep)
  if (differences.length) throw new LeitongError('INDEX_OPTIONS', redactedUrl(url), differences.join('; '))
  const reading = Object.fromEntries(Object.entries(given).filter(([name]) => !REMEMBERED.includes(nameOf(name) as keyof Options)))
  const options = resolveOptions(
    [
      { values: stored.options, where: `in ${redactedUrl(url)}` },
      { values: reading, where: 'in the options' },
    ],
    NO_MACHINE,
  )
  // Another version may sign in another way under the same options.
  const { bytes: _b, ...loaded } = loadLive(options, held)
  const name = signatureName(loaded.options)
  if (name !== meta.signature) throw new LeitongError('SIGNATURES_UNLIKE', meta.signature, name)
  return { ...loaded, keep: stored.keep }
}

/** Loads what signing needs, and refuses what an index cannot do. */
function loadLive(options: Options, held: Pick<Settings, 'modelData' | 'modelFile'>): LoadedModel & { readonly measure: Measure } {
  const { method, measure } = options
  if (traitsOf(options).needsBatch)
    throw new LeitongError('OPTION_CONFLICT', `method "${method}" looks at all documents of a batch; an index takes one at a time`)
  if (isSignatureMeasure(measure))
    throw new LeitongError(
      'OPTION_CONFLICT',
      `measure "${measure}" is of batches; an index verifies with an exact measure, or lets the distance decide`,
    )
  const { modelData, modelFile = options.model } = held
  if (modelData !== undefined) return { ...takeModel(options, Buffer.from(modelData, 'base64'), 'the model of the index'), measure }
  return { ...loadModel({ ...options, model: modelFile }), measure }
}
