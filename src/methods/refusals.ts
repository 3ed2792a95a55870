/** What a run refuses before anything is read, because its method cannot carry it out. */
import type { RowMeasure } from '../comparing/measures.js'
import { LeitongError } from '../errors.js'
import { type MeasureName, measureTraits } from '../options/measures.js'
import type { Options } from '../options/options.js'
import type { RowPlan } from '../sources/rows/plan.js'
import { methodOf, proposerOf } from './methods.js'

/**
 * @param what  the reason why fields cannot be compared
 * @throws {LeitongError} `OPTION_CONFLICT` for a measure of rows
 */
export function requireNoRowMeasure(measure: MeasureName, what: string): asserts measure is Exclude<MeasureName, RowMeasure> {
  if (measureTraits({ measure }).judges === 'rows')
    refuse(`measure "${measure}" compares rows field by field, and ${what}; dedupe and link can`)
}

/**
 * Refuses a measure that a method does not search for. A short text inside a long one has another signature: by signatures of whole texts
 * the pair would be missed without a word.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireSearched({ measure, method, threshold }: Options): void {
  const needed = measureTraits({ measure }).method
  if (!needed) return
  if (proposerOf({ method }).measure !== measure)
    refuse(`measure "${measure}" is searched for by method "${needed}": by "${method}" most pairs would be missed; leave the method out`)
  if (threshold <= 0) refuse(`measure "${measure}" needs a threshold above 0: any text holds nothing of any other`)
}

/**
 * Refuses passages that would be left out of what is no text.
 *
 * @param hasRows  whether fields of rows are among what is compared
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireTexts(options: Options, hasRows: boolean): void {
  if (!options.ignore.length) return
  const { reads } = methodOf(options)
  if (reads === 'values' || hasRows) refuse('--ignore is for texts: fields of rows are compared whole')
  if (reads === 'given') refuse('--ignore is for texts: signatures that come with the records are compared as they are')
}

/** @throws {LeitongError} `OPTION_CONFLICT` where pairs are not verified, and so no rule would be applied */
export function requireRulesApply(inputs: readonly { readonly row?: RowPlan }[], options: Options): void {
  if (!inputs.some(({ row }) => row?.rules)) return
  if (!options.verify || !methodOf(options).measuresTexts)
    refuse('the rules of the fields file are verified: by minhash or simhash, with an exact measure')
}

/**
 * @param what    `signature` of one text, `comparison` of two
 * @param ending  what follows the reason
 * @throws {LeitongError} `OPTION_CONFLICT` for a method that makes nothing of texts alone
 */
export function requireAlone(options: Options, what: 'signature' | 'comparison', ending = ''): void {
  const reason = methodOf(options).alone?.[what]
  if (reason !== undefined) refuse(`method "${options.method}" ${reason}${ending}`)
}

function refuse(conflict: string): never {
  throw new LeitongError('OPTION_CONFLICT', conflict)
}
