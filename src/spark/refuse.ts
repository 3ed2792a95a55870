/** What a cluster does not carry yet: refused before anything begins. */
import { SIGNATURE_MEASURES } from '../comparing/measures.js'
import { LeitongError } from '../errors.js'
import { methodOf, needsModel } from '../methods/methods.js'
import type { Options } from '../options/options.js'
import { flagOf } from '../resolving/names.js'
import { FORMATS_READ } from './inputs/listing.js'

type Carried = { readonly [Name in keyof Options]?: readonly unknown[] }

/** Values that options may have on a cluster; for others there is no way yet that gives the result of one machine. */
const CARRIED: Carried = {
  measure: ['jaccard', 'multiset', 'cosine', 'weighted', 'fields', 'match', ...SIGNATURE_MEASURES],
}

/** Values of what is read. */
const READ: Carried = { format: ['auto', ...FORMATS_READ], encoding: ['auto', 'utf-8'] }

/** Options that are not carried at all. */
const UNSET = ['decisions', 'table', 'query', 'sheet'] as const

/**
 * Refuses what a cluster cannot read.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function refuseUnreadable(options: Options): void {
  refuseValues(options, READ)
  if (options.withFields.length) refuse(`--${flagOf('withFields')} is not carried out`)
}

function refuseValues(options: Options, carried: Carried): void {
  for (const [name, values] of Object.entries(carried)) {
    const value = options[name as keyof Options]
    if (!values.includes(value)) refuse(`--${flagOf(name)} ${value} is not carried out`)
  }
}

function refuse(what: string): never {
  throw new LeitongError('OPTION_CONFLICT', `${what} on a cluster (--engine); docs/cluster.md lists what is carried`)
}

/** @throws {LeitongError} `OPTION_CONFLICT` */
export function refuseUncarried(options: Options): void {
  // First, since a measure may bring a method of its own.
  refuseValues(options, CARRIED)
  // It would be complete in each block alone.
  if (options.complete) refuse(`--${flagOf('complete')} is not carried out`)
  if (!methodOf(options).cluster) refuse(`--method ${options.method} is not carried out`)
  refuseUnreadable(options)
  for (const name of UNSET)
    if ((options as Readonly<Record<string, unknown>>)[name] !== undefined) refuse(`--${flagOf(name)} is not carried out`)
  if (options.ignore.length) refuse(`--${flagOf('ignore')} is not carried out`)
  if (methodOf(options).cluster !== 'rows' && needsModel(options) && options.model === 'input')
    refuse(`weight ${options.weight} counted over the input (--model input) is not carried out: build a model and name it by --model,`)
  if (options.appendTo !== undefined && (options.keep !== 'first' || options.groupBy !== 'star'))
    throw new LeitongError(
      'OPTION_CONFLICT',
      '--append-to is for --keep first and --group-by star: otherwise what is new may remove what was kept',
    )
}
