/** Corpus models: counted over an input, saved, loaded. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import type { Fields } from '../sources/source.js'
import { type CorpusModel, type Digest, decodeModel, encodeModel } from '../weighting/model.js'
import { FeatureCounter } from './counting.js'
import { Documents } from './documents.js'
import type { InputFile } from './inputs.js'
import { type IntakeHooks, signAll } from './intake.js'
import type { Options } from './options.js'
import type { Pool } from './pool.js'
import { featuresName } from './signature.js'
import { needsModel } from './weighing.js'

const digest: Digest = (bytes) => createHash('sha256').update(bytes).digest()

/** Places of the counter take this many bytes, and a new table beside the old one half as many again. */
const PLACE_BYTES = 12 * 1.5

/** What a model counted over an input gives: the model, and the input as it can be read once more. */
export interface Counted {
  readonly model: CorpusModel
  /** The same as bytes that threads share. */
  readonly bytes: Uint8Array<ArrayBufferLike>
  readonly inputs: readonly InputFile[]
  /** How often features seen once were let go for want of memory. */
  readonly pruned: number
}

/**
 * Counts in how many documents of an input each feature occurs.
 *
 * @throws {LeitongError} as reading does
 */
export async function countModel(
  inputs: readonly InputFile[],
  options: Options,
  fields: Fields,
  pool: Pool,
  hooks: IntakeHooks,
): Promise<Counted> {
  // Method rare hands over the features of every document.
  const counting: Options = { ...options, method: 'rare', measure: 'jaccard' }
  const documents = new Documents(false)
  const counter = new FeatureCounter(2 ** Math.floor(Math.log2(options.memory / PLACE_BYTES)))
  let total = 0
  for await (const { grams, count } of signAll(inputs, counting, fields, pool, documents, hooks)) {
    counter.add(grams)
    total += count
  }
  const bytes = encodeModel({ features: featuresName(options), total, ...counter.frequent() }, digest)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  const again = inputs.map((input, i): InputFile => {
    if (input.size !== undefined || input.format.kind !== 'container') return input
    // What cannot be read twice has a spool by now.
    const { path } = documents.files[i] as { path: string }
    const { stream: _, ...rest } = input
    return { ...rest, path, compression: undefined, size: statSync(path).size }
  })
  return { model: decodeModel(shared, 'the model of the input'), bytes: shared, inputs: again, pruned: counter.pruned }
}

/** What signing needs of a model. */
export interface LoadedModel {
  readonly options: Options
  readonly model: CorpusModel | undefined
  /** Shared by all workers. */
  readonly bytes: Uint8Array | undefined
}

/**
 * Loads the model that the options name, and puts its checksum in its place.
 *
 * @returns undefined for the model when no weight asks for one
 * @throws {LeitongError} `SOURCE_READ`, `MODEL_BROKEN`, `MODEL_UNLIKE`; `MODEL_NEEDED` when none is named
 */
export function loadModel(options: Options): LoadedModel {
  if (!needsModel(options)) return { options, model: undefined, bytes: undefined }
  if (options.model === 'input') throw new LeitongError('MODEL_NEEDED', options.weight)
  let file: Uint8Array
  try {
    file = readFileSync(options.model)
  } catch (error) {
    throw new LeitongError('SOURCE_READ', options.model, (error as Error).message)
  }
  return takeModel(options, file, options.model)
}

/** As {@link loadModel}, of bytes that are there. */
export function takeModel(options: Options, file: Uint8Array, name: string): LoadedModel {
  const bytes = new Uint8Array(new SharedArrayBuffer(file.length))
  bytes.set(file)
  const model = decodeModel(bytes, name, digest)
  const wanted = featuresName(options)
  if (model.features !== wanted) throw new LeitongError('MODEL_UNLIKE', name, model.features, wanted)
  return { options: withModel(options, model), model, bytes }
}

export const withModel = (options: Options, { checksum }: CorpusModel): Options => ({ ...options, model: checksum })

/**
 * Sees to the model that weights ask for: loaded from a file, or counted over the input. Workers get it through the pool.
 *
 * @returns options that name the model by its checksum, and the input as it can be read
 */
export async function prepareModel(
  inputs: readonly InputFile[],
  options: Options,
  fields: Fields,
  pool: Pool,
  hooks: IntakeHooks,
): Promise<{ readonly options: Options; readonly inputs: readonly InputFile[] }> {
  if (!needsModel(options)) return { options, inputs }
  if (options.model !== 'input') {
    const loaded = loadModel(options)
    pool.share(loaded.bytes)
    return { options: loaded.options, inputs }
  }
  const { model, bytes, inputs: again } = await countModel(inputs, options, fields, pool, hooks)
  pool.share(bytes)
  return { options: withModel(options, model), inputs: again }
}
