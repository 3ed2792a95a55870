/** The setup of a live index: options with all that signing needs, for a new index, or checked against those of one that is there. */
import { resolve } from 'node:path'
import type { Measure } from '../../comparing/measures.js'
import { LeitongError } from '../../errors.js'
import { traitsOf } from '../../options/methods.js'
import { flagOf, nameOf, spellingOf } from '../../options/names.js'
import type { OptionName, Options } from '../../options/options.js'
import { isSignatureMeasure, resolveOptions } from '../../options/resolve.js'
import { NO_MACHINE } from '../../options/running.js'
import type { SearchSpec } from '../../searching/index-keys.js'
import { type LoadedModel, loadModel, takeModel } from '../../signing/corpus-model.js'
import { signatureName } from '../../signing/signature.js'
import type { IndexMeta } from '../../stores/store.js'
import { redactedUrl } from '../../stores/store-url.js'
import type { CorpusModel } from '../../weighting/model.js'
import { checkPayload, type LiveOptions, type Payload, REMEMBERED, refuseKeep, type Settings } from './settings.js'

export interface LiveSetup {
  readonly options: Options
  /** The corpus model, where weights ask for one. */
  readonly model: CorpusModel | undefined
  readonly measure: Measure
  readonly payload: Payload
}

/** The corpus model where it is known otherwise than by the option `model`. */
type HeldModel = Pick<Settings, 'modelData' | 'modelFile'>

/** Bytes of a corpus model that an index holds itself, about 350 000 features; of a larger one it holds the path. */
const LARGEST_MODEL = 4 << 20

/**
 * The head of a new index, as its store keeps it.
 *
 * @throws {LeitongError} for wrong options, and options that an index cannot have
 */
export function newMeta({ payload, create: _, blockLimit = 1000, modelData, ...given }: LiveOptions): IndexMeta {
  refuseKeep(given)
  const options = resolveOptions([{ values: given, where: 'in the options' }], NO_MACHINE)
  const { options: signing, bytes } = load(options, modelData === undefined ? {} : { modelData })
  const kept = checkPayload(payload) ?? (options.verify ? 'features' : 'none')
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

function modelOf(bytes: Uint8Array | undefined, path: string): HeldModel {
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
 * The setup of an index that is there: its own options, and the caller's for how documents are read. Where both name an option, they
 * must agree.
 *
 * @throws {LeitongError} `INDEX_OPTIONS`, `SIGNATURES_UNLIKE`
 */
export function openedSetup(url: string, meta: IndexMeta, asked: LiveOptions): LiveSetup {
  const { payload: _p, create: _c, blockLimit: _b, modelData, ...given } = asked
  refuseKeep(given)
  const stored = meta.settings as unknown as Settings
  const where = `in ${redactedUrl(url)}`
  const named = namedIn(given)
  const values = resolveOptions([{ values: given, where: 'in the options' }], NO_MACHINE)
  // A corpus model counts by its content, wherever it lies now.
  const held = modelData === undefined ? (named.has('model') ? { modelFile: values.model } : stored) : { modelData }
  const checksumOf = (model: string) =>
    load(resolveOptions([{ values: { ...stored.options, model }, where }], NO_MACHINE), held).options.model
  const comparable = named.has('model') ? { ...values, model: checksumOf(values.model) } : values
  refuseOthers(url, meta, named, comparable, asked)
  const reading = Object.fromEntries(Object.entries(given).filter(([name]) => !REMEMBERED.includes(nameOf(name) as OptionName)))
  const layers = [
    { values: stored.options, where },
    { values: reading, where: 'in the options' },
  ]
  const { options, model, measure } = load(resolveOptions(layers, NO_MACHINE), held)
  // Another version may sign in another way under the same options.
  const name = signatureName(options)
  if (name !== meta.signature) throw new LeitongError('SIGNATURES_UNLIKE', meta.signature, name)
  return { options, model, measure, payload: stored.keep }
}

const namedIn = (given: object): ReadonlySet<string> =>
  new Set(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [nameOf(name)])))

/** @throws {LeitongError} `INDEX_OPTIONS` with every option that the caller names and the index has otherwise */
function refuseOthers(
  url: string,
  { settings, blockLimit }: IndexMeta,
  named: ReadonlySet<string>,
  values: Options,
  asked: LiveOptions,
): void {
  const stored = settings as unknown as Settings
  const differences: string[] = []
  const compare = (name: string, mine: unknown, its: unknown) => {
    if (JSON.stringify(mine) !== JSON.stringify(its))
      differences.push(`${flagOf(name)} is ${JSON.stringify(its)}, not ${JSON.stringify(mine)}`)
  }
  for (const name of REMEMBERED) if (named.has(name)) compare(name, values[name], stored.options[spellingOf(name)])
  if (asked.blockLimit !== undefined) compare('blockLimit', asked.blockLimit, blockLimit)
  if (asked.payload !== undefined) compare('keep', checkPayload(asked.payload), stored.keep)
  if (differences.length) throw new LeitongError('INDEX_OPTIONS', redactedUrl(url), differences.join('; '))
}

/** Loads what signing needs, and refuses options that an index cannot have. */
function load(options: Options, { modelData, modelFile = options.model }: HeldModel): LoadedModel & { readonly measure: Measure } {
  const { method, measure } = options
  if (traitsOf(options).needsBatch)
    throw new LeitongError('OPTION_CONFLICT', `method "${method}" looks at all documents of a batch; an index takes one at a time`)
  if (isSignatureMeasure(measure))
    throw new LeitongError(
      'OPTION_CONFLICT',
      `measure "${measure}" is of batches; an index verifies with an exact measure, or lets the distance decide`,
    )
  if (modelData !== undefined) return { ...takeModel(options, Buffer.from(modelData, 'base64'), 'the model of the index'), measure }
  return { ...loadModel({ ...options, model: modelFile }), measure }
}
