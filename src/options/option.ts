/** An option as data: its kind and range, which commands take it, its default and help; and the check of a value against it. */
import { LeitongError } from '../errors.js'
import type { CommandName } from './commands.js'

/** What a value may be. */
export type Kind =
  /** `also`: one more value, beyond the range. */
  | { readonly kind: 'integer' | 'number'; readonly min: number; readonly max: number; readonly also?: number }
  | { readonly kind: 'bytes'; readonly min: number; readonly max: number }
  | { readonly kind: 'flag' }
  /** `aliases`: other names of a value, in lower case. */
  | { readonly kind: 'choice'; readonly of: readonly (string | number)[]; readonly aliases?: Readonly<Record<string, string>> }
  | { readonly kind: 'list'; readonly of?: readonly string[] }
  /** Any text but the empty one, or a text that a guard takes; `expected` says which. `mayBeEmpty`: the empty one has a meaning. */
  | { readonly kind: 'text'; readonly is?: (text: string) => boolean; readonly expected?: string; readonly mayBeEmpty?: true }

type Heading = 'What counts as alike' | 'Signatures' | 'Reading' | 'Deciding' | 'Running'

type Stated = Kind & {
  readonly commands: readonly CommandName[]
  /** Filled in when the option is not given; `undefined` when it follows from others, see resolve.ts, or when it is `optional`. */
  readonly default: unknown
  /** Description of a default that follows from others. */
  readonly derived?: string
  /** The option may be left undefined. */
  readonly optional?: true
  readonly help: string
  /** Help of the `--no-` form of a flag that is on by default. */
  readonly without?: string
  /** Its value is a path, or a list of paths, that is read. */
  readonly readsFiles?: true
  /** Its value is a folder. */
  readonly isFolder?: true
  /** Its name in the command, in files and in stored indexes, where the library has another. */
  readonly spelled?: string
}

export type OptionSpec = Stated & {
  /** The heading in help and documents. */
  readonly group: Heading
}

/** Options under one heading. */
export function group<const Options extends Readonly<Record<string, Stated>>>(
  heading: Heading,
  options: Options,
): { readonly [Name in keyof Options]: Options[Name] & { readonly group: Heading } } {
  return Object.fromEntries(Object.entries(options).map(([name, spec]) => [name, { ...spec, group: heading }])) as never
}

type ValueOf<Spec> = Spec extends { readonly kind: 'integer' | 'number' | 'bytes' }
  ? number
  : Spec extends { readonly kind: 'flag' }
    ? boolean
    : Spec extends { readonly kind: 'choice'; readonly of: readonly (infer Value)[] }
      ? Value
      : Spec extends { readonly kind: 'list'; readonly of: readonly (infer Value)[] }
        ? readonly Value[]
        : Spec extends { readonly kind: 'list' }
          ? readonly string[]
          : Spec extends { readonly is: (text: string) => text is infer Value extends string }
            ? Value
            : string

type OptionalIn<Table> = { [Name in keyof Table]: Table[Name] extends { readonly optional: true } ? Name : never }[keyof Table]
type Flat<Type> = { [Name in keyof Type]: Type[Name] }

/** The values of a table of options, all filled in. */
export type OptionsOf<Table> = Flat<
  { readonly [Name in Exclude<keyof Table, OptionalIn<Table>>]: ValueOf<Table[Name]> } & {
    readonly [Name in OptionalIn<Table>]?: ValueOf<Table[Name]>
  }
>

/** The help of an option in the command and in documents: of a flag that is on by default its `--no-` form; a choice with its values. */
export function optionHelp(spec: OptionSpec, oneOf = '; one of '): string {
  if (spec.without) return spec.without
  // Up to four values stand beside the flag itself.
  const values = spec.kind === 'choice' && spec.of.length > 4 && !spec.of.every((value) => spec.help.includes(String(value))) ? spec.of : []
  return values.length ? `${spec.help}${oneOf}${values.join(', ')}` : spec.help
}

/** The default as help and documents show it. */
export function optionDefault({ kind, default: value, derived, without }: OptionSpec): string {
  if (without) return 'not given'
  if (kind === 'bytes' && typeof value === 'number' && value % UNITS.m === 0) return `${value / UNITS.m}MB`
  return derived || (Array.isArray(value) ? value.join(',') : String(value))
}

/**
 * Checks a value from anywhere: texts are read as the command line has them.
 *
 * @param flag  the name under which the option is refused
 * @returns     the value in the type of the option
 * @throws {LeitongError} `OPTION_VALUE`
 */
export function checkOption(spec: Kind, flag: string, value: unknown): unknown {
  const refuse = (expected: string): never => {
    throw new LeitongError('OPTION_VALUE', flag, JSON.stringify(value), expected)
  }
  switch (spec.kind) {
    case 'flag':
      return typeof value === 'boolean' ? value : value === 'true' || value === 'false' ? value === 'true' : refuse('true or false')
    case 'integer':
    case 'number':
      return checkNumber(value, spec, flag)
    case 'bytes': {
      const bytes = typeof value === 'string' ? parseBytes(value) : value
      if (typeof bytes !== 'number' || !(bytes >= spec.min && bytes <= spec.max))
        return refuse(`a number of bytes, like 500MB or 2GB, from ${spec.min} to ${spec.max}`)
      return Math.floor(bytes)
    }
    case 'choice': {
      const wanted = spec.aliases?.[String(value).toLowerCase()] ?? String(value)
      const found = spec.of.find((choice) => String(choice) === wanted)
      return found ?? refuse(`one of ${spec.of.join(', ')}`)
    }
    case 'list':
      return checkList(value, spec.of, refuse)
    case 'text':
      if (typeof value !== 'string' || !(value || spec.mayBeEmpty) || (spec.is && !spec.is(value))) return refuse(spec.expected ?? 'a text')
      return value
  }
}

/** The range of a number, open where an end is left out. */
export interface NumberRange {
  readonly kind: 'integer' | 'number'
  readonly min?: number
  readonly max?: number
  readonly also?: number
}

/**
 * A number within a range, given as one or as text.
 *
 * @param flag  the name under which the number is refused
 * @throws {LeitongError} `OPTION_VALUE`
 * @example checkNumber('12', { kind: 'integer', min: 1 }, 'limit') // 12
 */
export function checkNumber(value: unknown, { kind, min, max, also }: NumberRange, flag: string): number {
  const number = typeof value === 'string' && value.trim() ? numberIn(value, max) : value
  const isNumber =
    typeof number === 'number' &&
    (kind === 'integer' ? Number.isInteger(number) && (max !== undefined || Number.isSafeInteger(number)) : Number.isFinite(number))
  if (isNumber && (number === also || (number >= (min ?? -Number.MAX_VALUE) && number <= (max ?? Number.MAX_VALUE)))) return number
  const isPercent = max === 1 && typeof number === 'number' && number > 1 && number <= 100
  const range = `${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` to ${max}`}${also === undefined ? '' : `, or ${also}`}`
  throw new LeitongError(
    'OPTION_VALUE',
    flag,
    JSON.stringify(value),
    `${kind === 'integer' ? 'a whole number' : 'a number'}${range}${isPercent ? `; ${number}% is ${number / 100}` : ''}`,
  )
}

/** The number that a text says, in full-width digits too; of a share also as `80%`. */
function numberIn(text: string, max: number | undefined): number {
  const plain = text.normalize('NFKC').trim()
  return max === 1 && /^[\d.]+ *%$/.test(plain) ? Number(plain.slice(0, -1)) / 100 : Number(plain)
}

function checkList(value: unknown, of: readonly string[] | undefined, refuse: (expected: string) => never): readonly string[] {
  const items: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[,，]/).map((item) => item.trim())
      : refuse('a list')
  const list = items.length === 1 && items[0] === 'none' ? [] : items
  if (!list.every((item): item is string => typeof item === 'string' && item !== '')) return refuse('a list of names')
  return of && list.some((item) => !of.includes(item)) ? refuse(`none, or a list of ${of.join(', ')}`) : list
}

const UNITS = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 } as const

function parseBytes(text: string): number {
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*$/i.exec(text) ?? []
  return number === undefined ? Number.NaN : Number(number) * UNITS[(unit as string).toLowerCase() as keyof typeof UNITS]
}
