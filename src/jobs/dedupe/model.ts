/** Corpus models, counted over the input of a run. */
import { statSync } from 'node:fs'
import type { Options } from '../../options/options.js'
import type { InputFile } from '../../reading/input.js'
import { digest, loadModel, withModel } from '../../signing/corpus-model.js'
import { FeatureCounter } from '../../signing/feature-counter.js'
import { featuresName } from '../../signing/signature.js'
import { needsModel } from '../../signing/weigher.js'
import { type Fields, isContainer } from '../../sources/formats/format.js'
import { type CorpusModel, decodeModel, encodeModel } from '../../weighting/model.js'
import type { Pool } from '../../working/pool.js'
import { Documents } from './documents.js'
import { type SigningHooks, signAll } from './signing-pass.js'

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
  hooks: SigningHooks,
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
    if (input.size !== undefined || !isContainer(input.format)) return input
    // What cannot be read twice has a spool by now.
    const { path } = documents.files[i] as { path: string }
    const { stream: _, ...rest } = input
    return { ...rest, path, compression: undefined, size: statSync(path).size }
  })
  return { model: decodeModel(shared, 'the model of the input'), bytes: shared, inputs: again, pruned: counter.pruned }
}

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
  hooks: SigningHooks,
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
