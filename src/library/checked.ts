/** Functions of the stages, which trust their callers, for callers without types: arguments of another kind are told in words. */
import { LeitongError } from '../errors.js'
import { shown } from '../options/require.js'

/** What an argument may be: the form in words, and whether a value has it. */
export interface Form {
  readonly is: string
  readonly fits: (value: unknown) => boolean
}

/** @throws {LeitongError} `ARGUMENT` */
export function requireForm(value: unknown, { is, fits }: Form, name: string): void {
  if (!fits(value)) throw new LeitongError('ARGUMENT', `${name}: ${Array.isArray(value) ? 'a list' : shown(value)}`, is)
}

/**
 * A function that looks at its arguments once a call, before its work. Inside of the library the bare one is called.
 *
 * @param forms  by the names of the arguments, in their order; further ones are not looked at
 */
export function checked<Work extends (...args: never[]) => unknown>(work: Work, forms: Readonly<Record<string, Form>>): Work {
  const all = Object.entries(forms)
  return ((...args: never[]) => {
    for (let i = 0; i < all.length; i++) {
      const [name, form] = all[i] as (typeof all)[number]
      if (!form.fits(args[i])) requireForm(args[i], form, name)
    }
    return work(...args)
  }) as Work
}

/** The items of an iterable, each looked at when its turn comes. */
export function* checkedItems<Item>(items: Iterable<Item>, form: Form, name: string): Generator<Item> {
  for (const item of items) {
    if (!form.fits(item)) requireForm(item, form, name)
    yield item
  }
}

const form = (is: string, fits: Form['fits']): Form => ({ is, fits })
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isView = (kind: string) => (value: unknown) =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === `[object ${kind}]`
const isFrom = (value: unknown, least: number, most: number) => typeof value === 'number' && value >= least && value <= most

export const TEXT = /* @__PURE__ */ form('a text', (value) => typeof value === 'string')
export const BIGINT = /* @__PURE__ */ form('a bigint, 0 or more', (value) => typeof value === 'bigint' && value >= 0n)
export const FUNCTION = /* @__PURE__ */ form('a function', (value) => typeof value === 'function')
export const BYTES = /* @__PURE__ */ form('a Uint8Array', (value) => value instanceof Uint8Array)
export const WORDS_32 = /* @__PURE__ */ form('a Uint32Array', isView('Uint32Array'))
export const WORDS_64 = /* @__PURE__ */ form('a BigUint64Array', isView('BigUint64Array'))
export const SHARE = /* @__PURE__ */ form('a number from 0 to 1', (value) => isFrom(value, 0, 1))
export const WEIGHT = /* @__PURE__ */ form('a number, 0 or more', (value) => isFrom(value, 0, Number.MAX_VALUE))
export const BITS = /* @__PURE__ */ form('1 to 64, or 128', (value) => value === 128 || (Number.isInteger(value) && isFrom(value, 1, 64)))
export const ITERABLE = /* @__PURE__ */ form(
  'something to loop over',
  (value) => (typeof value === 'object' && value !== null && Symbol.iterator in value) as boolean,
)

export const whole = (least: number, most: number): Form =>
  form(`a whole number from ${least} to ${most}`, (value) => Number.isInteger(value) && isFrom(value, least, most))
export const oneOf = (names: readonly string[]): Form => form(`one of ${names.join(', ')}`, (value) => names.includes(value as string))
export const listOf = (names: readonly string[]): Form =>
  form(`a list of ${names.join(', ')}`, (value) => Array.isArray(value) && value.every((name) => names.includes(name)))
export const optional = ({ is, fits }: Form): Form => form(is, (value) => value === undefined || fits(value))

/** An object whose members have forms of their own; it may have others. */
export const members = (is: string, of: Readonly<Record<string, Form>>): Form => {
  const all = Object.entries(of)
  return form(is, (value) => isObject(value) && all.every(([name, { fits }]) => fits(value[name])))
}
