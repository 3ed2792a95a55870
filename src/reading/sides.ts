/** The two sides of a link as inputs of one batch. */
import { LeitongError } from '../errors.js'
import { methodOf } from '../methods/methods.js'
import type { Options } from '../options/options.js'
import { withStated } from '../options/stated.js'
import { isUrl } from '../sources/databases/url.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { completeSides, type LinkMapping, reconcile } from '../sources/rows/mapping.js'
import type { Input } from './input.js'
import { expandInputs, requireOneStandardInput } from './inputs.js'
import { PassedOver } from './listing.js'

/** One side: files, folders and patterns, or the URL of a database with its table. */
export interface LinkSide {
  /** A function: documents in memory. */
  readonly inputs: readonly string[] | ((options: Options, spec: FieldsSpec | undefined) => Input)
  readonly table?: string
  readonly query?: string
  /** What the id and the text are called on this side, where that differs from the options. */
  readonly idField?: string | undefined
  readonly textField?: readonly string[] | undefined
  /** The sheet of its workbooks. */
  readonly sheet?: string | undefined
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
  given: LinkMapping,
  options: Options,
  passedOver = new PassedOver(),
): Promise<Sides> {
  const { fields: _f, table: _t, query: _q, ...rest } = options
  const { a: ofA, b: ofB, map } = given
  // Where columns are described, texts that are named are described with them.
  const byColumns = methodOf(options).reads === 'values' || [ofA, ofB, map].some((said) => Object.keys(said).length)
  const mapping = byColumns ? withTexts(given, a.textField, b.textField, options) : given
  const isOfFiles = ({ inputs }: LinkSide) => typeof inputs === 'function' || !inputs.some(isUrl)
  const specs = completeSides(mapping, { a: isOfFiles(a), b: isOfFiles(b) })
  requireOneStandardInput([a, b].flatMap(({ inputs }) => (typeof inputs === 'function' ? [] : inputs)))
  const open = async ({ inputs, idField, textField, sheet, ...where }: LinkSide, side: FieldsSpec) => {
    // A flag goes before a file.
    const spec = Object.keys(side).length ? { ...side, ...(idField === undefined ? {} : { key: [idField] }) } : undefined
    if (typeof inputs === 'function') return [inputs(rest, spec)]
    return expandSide(inputs, { idField, textField, sheet }, { ...rest, ...where }, spec, passedOver)
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

/**
 * The inputs of one side, with what its id and its text are called there.
 *
 * @throws {LeitongError} as {@link expandInputs}
 */
export async function expandSide(
  names: readonly string[],
  { idField, textField, sheet }: Pick<LinkSide, 'idField' | 'textField' | 'sheet'>,
  given: Options,
  spec: FieldsSpec | undefined,
  passedOver: PassedOver,
): Promise<Input[]> {
  const options = sheet === undefined ? given : withStated(given, { sheet })
  if (idField === undefined && textField === undefined) return expandInputs(names, options, spec, passedOver)
  const stated = withStated(options, {
    ...(idField === undefined ? {} : { idField }),
    ...(textField === undefined || spec ? {} : { textField }),
  })
  const own = { id: stated.idField, text: stated.textField }
  return (await expandInputs(names, stated, spec, passedOver)).map((input) => ({ ...input, own }))
}

/**
 * The texts of two sides as columns that say the same, in their order.
 *
 * @throws {LeitongError} `OPTION_CONFLICT` where one side has more of them
 */
function withTexts(mapping: LinkMapping, a: LinkSide['textField'], b: LinkSide['textField'], { textField }: Options): LinkMapping {
  if (a === undefined && b === undefined) return mapping
  const [left, right] = [a ?? textField, b ?? textField]
  if (left.length !== right.length)
    throw new LeitongError('OPTION_CONFLICT', '--text-field-a and --text-field-b name columns in pairs, and one of them has more')
  return { ...mapping, map: { ...mapping.map, ...Object.fromEntries(left.map((name, i) => [name, right[i] as string])) } }
}
