/** A hash that makes a bad fingerprint, said at every door. */
import { STRING_HASHES } from '../hashing/string-hashes.js'
import type { Options } from '../options/options.js'
import { methodOf } from './methods.js'

export interface WeakHash {
  /** The name of a hash that is taken and leaves bits of short words the same: unlike texts are few bits apart (docs/hashing.md). */
  readonly weakHash?: string
}

/** @example weakHash(options) // { weakHash: 'bkdr64-131' }, or {} */
export const weakHash = (options: Options): WeakHash =>
  methodOf(options).own.includes('hash' as never) && STRING_HASHES.get(options.hash)?.isUneven ? { weakHash: options.hash } : {}
