/** The two sides of a link as inputs of one batch. */
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { isUrl } from '../sources/databases/url.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { completeSides, type LinkMapping, reconcile } from '../sources/rows/mapping.js'
import type { Input } from './input.js'
import { expandInputs, requireOneStandardInput } from './inputs.js'
import type { PassedOver } from './listing.js'

/** One side: files, folders and patterns, or the URL of a database with its table. */
export interface LinkSide {
  /** A function: documents in memory. */
  readonly inputs: readonly string[] | ((options: Options, spec: FieldsSpec | undefined) => Input)
  readonly table?: string
  readonly query?: string
}

/** The inputs of both sides: those of A, then those of B. */
export interface Sides {
  readonly inputs: readonly Input[]
  /** The number of inputs of A. */
  readonly ofA: number
}

/**
 * Opens both sides.
 *
 * @param passedOver  takes what was passed over in folders
 * @throws {LeitongError} as {@link expandInputs}; `FIELDS_FILE` when columns of only one side are known
 */
export async function openSides(
  a: LinkSide,
  b: LinkSide,
  mapping: LinkMapping,
  options: Options,
  passedOver: PassedOver = new Map(),
): Promise<Sides> {
  const { fields: _f, table: _t, query: _q, ...rest } = options
  const isOfFiles = ({ inputs }: LinkSide) => typeof inputs === 'function' || !inputs.some(isUrl)
  const specs = completeSides(mapping, { a: isOfFiles(a), b: isOfFiles(b) })
  requireOneStandardInput([a, b].flatMap(({ inputs }) => (typeof inputs === 'function' ? [] : inputs)))
  const open = async ({ inputs, ...where }: LinkSide, side: FieldsSpec) => {
    const spec = Object.keys(side).length ? side : undefined
    return typeof inputs === 'function' ? [inputs(rest, spec)] : expandInputs(inputs, { ...rest, ...where }, spec, passedOver)
  }
  const left = await open(a, specs.a)
  const right = await open(b, specs.b)
  const [planA, planB] = [left[0]?.row, right[0]?.row]
  if (!planA && !planB) return { inputs: [...left, ...right], ofA: left.length }
  const names = `${left[0]?.name} and ${right[0]?.name}`
  if (!planA || !planB)
    throw new LeitongError('FIELDS_FILE', names, 'columns of only one side are known; pair them with "map" in --map, or give both fields')
  const plans = reconcile({ a: planA, b: planB }, mapping, names)
  const inputs: Input[] = [...left.map((input) => ({ ...input, row: plans.a })), ...right.map((input) => ({ ...input, row: plans.b }))]
  return { inputs, ofA: left.length }
}
