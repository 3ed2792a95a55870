/** Corpus models, counted over the input of a run. */
import { statSync } from 'node:fs'
import { loadModel } from '../../methods/corpus-model.js'
import { needsModel } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { type Input, isInMemory } from '../../reading/input.js'
import type { ReadFile } from '../../reading/open-input.js'
import { digest, withModel } from '../../signing/corpus-model.js'
import { FeatureCounter } from '../../signing/feature-counter.js'
import { featuresName } from '../../signing/signature.js'
import { type CorpusModel, decodeModel, encodeModel } from '../../weighting/model.js'
import { Documents } from './documents.js'
import { ComparedCheck } from './nothing-compared.js'
import type { RunContext } from './run-context.js'
import { signAll } from './sign-all.js'

/** Bytes of a place of the counter: its own, and half as many again for the new table beside the old one. */
const PLACE_BYTES = 12 * 1.5

/** A model counted over an input, and the input as it can be read once more. */
export interface Counted {
  readonly model: CorpusModel
  /** The same as bytes that threads share. */
  readonly bytes: Uint8Array<ArrayBufferLike>
  readonly sources: readonly Input[]
  /** How often features seen once were let go for want of memory. */
  readonly pruned: number
}

/**
 * Counts in how many documents of an input each feature occurs.
 *
 * @throws {LeitongError} as reading does
 */
export async function countModel(context: RunContext): Promise<Counted> {
  const { options } = context
  // Method rare hands over the features of every document.
  const counting: Options = { ...options, method: 'rare', measure: 'jaccard' }
  const documents = new Documents(false)
  const counter = new FeatureCounter(2 ** Math.floor(Math.log2(options.memory / PLACE_BYTES)))
  let total = 0
  for await (const { grams, count } of signAll(context.with({ options: counting, documents }))) {
    counter.add(grams)
    total += count
  }
  new ComparedCheck(context.with({ documents })).finish()
  const bytes = encodeModel({ features: featuresName(options), total, ...counter.frequent() }, digest)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  const sources = context.sources.map((input, i) => spoolOf(input, documents.files[i] as ReadFile))
  return { model: decodeModel(shared, 'the model of the input'), bytes: shared, sources, pruned: counter.pruned }
}

/** The spool of what came only once; other inputs as they are. */
function spoolOf(input: Input, { path }: ReadFile): Input {
  if (input.kind === 'file') return input
  const { name, format, row } = input
  return {
    kind: 'file',
    name,
    path,
    format,
    compression: undefined,
    size: statSync(path).size,
    ...(input.kind === 'table' || isInMemory(input) ? { encoding: 'utf-8' } : {}),
    ...(row ? { row } : {}),
  }
}

/**
 * Sees to the model that weights ask for: loaded from a file, or counted over the input. Workers get it through the pool.
 *
 * @returns the run with options that name the model by its checksum, and with the input as it can be read
 */
export async function prepareModel(context: RunContext): Promise<RunContext> {
  const { options, pool } = context
  if (!needsModel(options)) return context
  if (options.model !== 'input') {
    const loaded = loadModel(options)
    pool.share(loaded.bytes)
    return context.with({ options: loaded.options })
  }
  const { model, bytes, sources } = await countModel(context)
  pool.share(bytes)
  return context.with({ options: withModel(options, model), sources })
}
