/** The profile `blog`: a fingerprint of a published article, with a tokenizer, weights and a hash of its own. */
import { blogFingerprint } from '../fingerprinting/blog.js'
import { fingerprintBytes } from '../fingerprinting/simhash.js'
import type { EntryBlock } from '../kernel/entry-block.js'
import type { Options } from '../options/options.js'

export const isBlog = ({ profile }: Pick<Options, 'profile'>): boolean => profile === 'blog'

/** Writes the fingerprint of a text into an entry; the number of its words. */
export function signBlog(text: string | Uint8Array, { bits }: Options, entry: EntryBlock): number {
  const { fingerprint, words } = blogFingerprint(typeof text === 'string' ? text : new TextDecoder().decode(text), bits)
  const bytes = Uint8Array.from({ length: fingerprintBytes(bits) }, (_, i) => Number((fingerprint >> BigInt(8 * i)) & 0xffn))
  entry.writeSignature(bytes)
  return words
}
