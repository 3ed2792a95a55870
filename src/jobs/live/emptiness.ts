/** Texts and values that an index cannot take. */
import { LeitongError } from '../../errors.js'
import { methodOf } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { leftOutOf, NOTHING_LEFT } from '../../signing/lexicons.js'

/** Tells why a text cannot be in an index: nothing is left of it. Undefined for options that leave nothing out. */
export function emptiness({ ignore }: Options): ((text: string) => string | undefined) | undefined {
  const leftOut = leftOutOf(ignore)
  return leftOut && ((text) => (text.trim() && !leftOut.cut(text).text ? NOTHING_LEFT : undefined))
}

/**
 * Tells why a value or a text cannot be signed, without an end to the work: undefined where it can.
 *
 * @param options  with the size stated, as those of a live index
 * @returns        undefined where every text can be signed
 */
export function refusals(options: Options): ((value: unknown) => string | undefined) | undefined {
  const reader = methodOf(options).given?.createReader(options)
  if (!reader) {
    const empty = emptiness(options)
    return empty && ((value) => (typeof value === 'string' ? empty(value) : undefined))
  }
  return (value) => {
    try {
      reader.read(value)
      return undefined
    } catch (error) {
      if (error instanceof LeitongError && error.code === 'SIGNATURE_VALUE') return error.message
      throw error
    }
  }
}
