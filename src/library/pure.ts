/** The library on every host: no files, no workers. */

import { type Comparison, compare as compareTexts } from '../jobs/compare.js'
import { createFingerprinter as createFrom, fingerprintOne, type Signature } from '../methods/fingerprint.js'
import type { OwnOptions } from '../methods/own-options.js'
import type { OptionsInput as AnyOptions, Options } from '../options/options.js'
import { NO_MACHINE } from '../options/running.js'
import { requireOwnOptions } from '../resolving/own-options.js'
import { resolveOptions } from '../resolving/resolve.js'
import { requireText } from './arguments.js'
import { withOptionNames } from './option-names.js'

export type { Explanation } from '../comparing/explain.js'
export type { Measure, Overlap } from '../comparing/measures.js'
export type { Passage } from '../comparing/passages.js'
export { type ErrorCode, LeitongError } from '../errors.js'
export type { Bits } from '../fingerprinting/simhash.js'
export type { Signature } from '../methods/fingerprint.js'
export type { MethodName as Method } from '../methods/methods.js'
export type { KeepRule } from '../options/keep-rule.js'
export type { Options } from '../options/options.js'
export { reloadDictionaries } from '../signing/lexicons.js'
export type { Normalization } from '../tokenizing/normalize.js'
export type { Tokenizer } from '../tokenizing/tokenize.js'
export { VERSION } from '../version.js'
export { distanceBetween, estimateBetween } from './parts-of-signatures.js'
export { provideDictionary } from './parts-of-texts.js'
export type { Comparison }

/** Values as a caller may give them: any subset; names in camel, kebab or snake case. */
export type OptionsInput = Omit<AnyOptions, 'method'> & OwnOptions

/** Options of functions that neither read files nor start workers: what depends on the machine plays no part. */
function resolvePure(options: OptionsInput, weakest: OptionsInput = {}): Options {
  requireOwnOptions(options)
  return resolveOptions(
    [
      { values: weakest, where: '' },
      { values: options, where: 'in the options' },
    ],
    NO_MACHINE,
  )
}

/**
 * Compares two texts: exact measures, what signatures say, shared features and the passages that differ.
 *
 * @throws {LeitongError} `OPTION_UNKNOWN`, `OPTION_VALUE`, `OPTION_CONFLICT`
 * @example
 * compare('the cat sat on the mat', 'the dog sat on the mat').similarity // 0.4285714285714286
 */
export function compare(left: string, right: string, options: OptionsInput = {}): Comparison {
  return withOptionNames(() => {
    requireText(left)
    requireText(right)
    return compareTexts({ text: left }, { text: right }, resolvePure(options))
  })
}

/**
 * A function that signs one text after the other with the same options; a 64-bit simhash unless `method` says otherwise.
 * It has a WebAssembly memory of its own, which goes with it: keep one for each set of options, not one for each text.
 *
 * @example
 * const sign = createFingerprinter({ tokenizer: 'char' })
 * texts.map((text) => sign(text).fingerprint)
 */
export function createFingerprinter(options: OptionsInput = {}): (text: string | Uint8Array) => Signature {
  const sign = withOptionNames(() => createFrom(resolvePure(options, { method: 'simhash' })))
  return (text) => {
    requireText(text)
    return sign(text)
  }
}

/**
 * The signature of one text: a 64-bit simhash unless `method` says otherwise. For many texts, `createFingerprinter` saves
 * setting up the kernel each time.
 *
 * @example
 * fingerprint('the cat sat on the mat').fingerprint.length // 16
 */
export function fingerprint(text: string | Uint8Array, options: OptionsInput = {}): Signature {
  requireText(text)
  return withOptionNames(() => fingerprintOne(text, resolvePure(options, { method: 'simhash' })))
}
