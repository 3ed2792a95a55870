/** Corpus models, loaded from their files. */
import { createHash } from 'node:crypto'
import { LeitongError } from '../errors.js'
import { readNamedFile } from '../named-file.js'
import type { Form } from '../options/methods.js'
import type { Options } from '../options/options.js'
import { type CorpusModel, type Digest, decodeModel } from '../weighting/model.js'
import { featuresName } from './signature.js'
import { needsModel } from './weigher.js'

/** The checksum of model files. */
export const digest: Digest = (bytes) => createHash('sha256').update(bytes).digest()

/** A model as signing takes it. */
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
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `MODEL_BROKEN`, `MODEL_UNLIKE`; `MODEL_NEEDED` when none is named
 */
export function loadModel(form: Form, options: Options): LoadedModel {
  if (!needsModel(form, options)) return { options, model: undefined, bytes: undefined }
  if (options.model === 'input') throw new LeitongError('MODEL_NEEDED', options.weight)
  const file = readNamedFile(options.model)
  return takeModel(options, file, options.model)
}

/** As {@link loadModel}, from bytes instead of a file. */
export function takeModel(options: Options, file: Uint8Array, name: string): LoadedModel {
  const bytes = new Uint8Array(new SharedArrayBuffer(file.length))
  bytes.set(file)
  const model = decodeModel(bytes, name, digest)
  const wanted = featuresName(options)
  if (model.features !== wanted) throw new LeitongError('MODEL_UNLIKE', name, model.features, wanted)
  return { options: withModel(options, model), model, bytes }
}

/** Options that name a model by its checksum. */
export const withModel = (options: Options, { checksum }: CorpusModel): Options => ({ ...options, model: checksum })
