/** Old documents that new ones are held against: files, which are read with the new ones, or runs that were saved. */
import { existsSync } from 'node:fs'
import { LeitongError } from '../../../errors.js'
import { deciderOf, methodOf, needsModel } from '../../../methods/methods.js'
import type { Options } from '../../../options/options.js'
import { type Input, pathsOf } from '../../../reading/input.js'
import { expandInputs } from '../../../reading/inputs.js'
import type { PassedOver } from '../../../reading/listing.js'
import type { ReadPath } from '../../../writing/place.js'
import type { Ordering } from '../ordering.js'
import { isSavedRun, SavedRun } from './saved-run.js'

export interface Against {
  /** Files of old documents. */
  readonly inputs: readonly Input[]
  /** Runs with the old documents that they kept. */
  readonly runs: readonly SavedRun[]
}

/** What a batch has beside its own documents. */
export interface Beside {
  readonly against?: Against | undefined
  /** Where what the run keeps is added to a saved run. */
  readonly saveRun?: string | undefined
}

/**
 * Opens what new documents are held against.
 *
 * @param paths       files, folders and patterns; or folders of saved runs
 * @param passedOver  takes what was passed over in folders
 * @throws {LeitongError} as {@link expandInputs}; `OPTION_CONFLICT` for files beside saved runs, and options by which a run cannot be searched
 */
export async function openAgainst(paths: readonly string[], options: Options, passedOver?: PassedOver): Promise<Against | undefined> {
  if (!paths.length) return undefined
  requireTextsAgainst(options)
  const saved = paths.filter(isSavedRun)
  if (!saved.length) return { inputs: await expandInputs(paths, options, undefined, passedOver), runs: [] }
  const other = paths.find((path) => !isSavedRun(path))
  if (other !== undefined)
    refuse(
      existsSync(other)
        ? `--against ${other} is no saved run, and ${saved[0]} is one: save the documents of ${other} as a run too, with --save-run`
        : `--against ${other}: there is no such folder`,
    )
  requireSavable(options, '--against RUN')
  return { inputs: [], runs: saved.map((path) => new SavedRun(path, options)) }
}

/** @throws {LeitongError} `OPTION_CONFLICT` where the pairs of a document depend on more than the two texts */
export function requireSavable(options: Options, flag: string): void {
  const { measure, model, groupBy, decisions } = options
  const rest = '; give the old texts themselves: --against FILES'
  requireTextsAgainst(options)
  const method = methodOf(options)
  if (method.cluster === undefined)
    refuse(
      `${flag}: ${options.complete ? '"complete"' : `method "${options.method}"`} looks at all texts of a batch together, and a saved run has signatures of texts one by one (minhash, simhash, exact)${rest}`,
    )
  if (needsModel(options) && model === undefined)
    refuse(`${flag}: the weights are counted over the batch, so that each run would weigh otherwise; give all of them one --model`)
  if (deciderOf(options) === 'combined') refuse(`${flag}: measure "${measure}" looks at more than a saved run has${rest}`)
  if (groupBy === 'components')
    refuse(`${flag}: under --group-by components a removed document may join others, and a saved run has kept ones alone${rest}`)
  if (decisions !== undefined) refuse(`${flag}: --decisions speak of documents that a saved run does not have${rest}`)
}

/** @throws {LeitongError} `OPTION_CONFLICT` for rows, and signatures that come with the records */
function requireTextsAgainst(options: Options): void {
  if (methodOf(options).reads !== 'text' || options.fields !== undefined)
    refuse('--against and --save-run are for texts; of rows and vectors, link A B --not-in FILE writes what of B is not in A')
}

/** @throws {LeitongError} `OPTION_CONFLICT` */
export function requireNoRows(inputs: readonly Input[]): void {
  const rows = inputs.find(({ row }) => row)
  if (rows) refuse(`--against and --save-run are for texts, and ${rows.name} has rows; link A B --not-in FILE writes what of B is not in A`)
}

function refuse(conflict: string): never {
  throw new LeitongError('OPTION_CONFLICT', conflict)
}

/** The paths of old documents: no output may replace them. */
export const againstPaths = (against: Against | undefined): ReadPath[] =>
  against ? [...pathsOf(against.inputs), ...against.runs.flatMap((run) => run.paths)] : []

/**
 * Old documents before all new ones, in their order.
 *
 * @param own  the first old document: they are numbered behind the new ones
 */
export const preferOld =
  (own: number, ordering: Ordering): Ordering =>
  (a, b) => {
    const [isOldA, isOldB] = [a >= own, b >= own]
    if (isOldA !== isOldB) return isOldA ? -1 : 1
    return isOldA ? a - b : ordering(a, b)
  }
