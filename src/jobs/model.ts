/** A corpus model counted over inputs, as a file for weights by document frequency. */
import { LeitongError } from '../errors.js'
import type { MatchModel } from '../matching/model/model.js'
import { measureTraits } from '../options/measures.js'
import type { Options } from '../options/options.js'
import { pathsOf } from '../reading/input.js'
import { expandInputs } from '../reading/inputs.js'
import { PassedOver } from '../reading/listing.js'
import { requireUnchanged } from '../reading/stamp.js'
import { namedFiles } from '../resolving/named-files.js'
import { withOutput } from '../writing/output-set.js'
import { countModel } from './dedupe/model.js'
import { modelFile } from './dedupe/rows/files.js'
import { RunContext } from './dedupe/run-context.js'
import { searchBatch } from './dedupe/search.js'

export interface BuiltModel {
  readonly documents: number
  /** Features in two and more documents, which the model holds. */
  readonly features: number
  readonly checksum: string
  /** How often features seen once were let go for want of memory. */
  readonly pruned: number
}

/**
 * Counts in how many documents each feature occurs, and writes the model.
 *
 * @param passedOver  takes what was passed over in folders
 * @throws {LeitongError} `OUTPUT_WRITE`, and as reading does
 */
export async function buildModel(
  inputs: readonly string[],
  options: Options,
  output: string,
  passedOver = new PassedOver(),
): Promise<BuiltModel> {
  const found = await expandInputs(inputs, options, undefined, passedOver)
  return withOutput(output, [...pathsOf(found), ...namedFiles(options)], async (file) => {
    const context = RunContext.open(found, options)
    try {
      const { model, bytes, pruned } = await countModel(context)
      requireUnchanged(found)
      await file.write(bytes)
      return { documents: model.total, features: model.hashes.length, checksum: model.checksum, pruned }
    } finally {
      await context.close()
    }
  })
}

/**
 * Learns a model of fields from the rows of inputs, and writes it.
 *
 * @throws {LeitongError} `OPTION_CONFLICT` under a measure that learns nothing, `OUTPUT_WRITE`, and as dedupe does
 */
export async function learnModel(
  inputs: readonly string[],
  options: Options,
  output: string,
  passedOver = new PassedOver(),
): Promise<MatchModel> {
  if (!measureTraits(options).learns)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `--measure ${options.measure} has no model: model build counts features, or learns one of fields with --measure match`,
    )
  const found = await expandInputs(inputs, options, undefined, passedOver)
  return withOutput(output, [...pathsOf(found), ...namedFiles(options)], async (file) => {
    const { rows, context } = await searchBatch(found, options)
    try {
      const model = rows?.plan.model
      if (!rows || !model) throw new LeitongError('OPTION_CONFLICT', 'a model of fields is learned from two rows at least')
      requireUnchanged(found)
      await file.write(modelFile(rows))
      return model
    } finally {
      await context.close()
    }
  })
}
