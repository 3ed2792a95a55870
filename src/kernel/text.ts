/** Texts on their way into the kernel, and their tokens as it has cut them. */
import { LeitongError } from '../errors.js'
import { type ChineseScript, SCRIPTS } from '../tokenizing/chinese/script.js'
import { signedBytes, withoutLone } from '../tokenizing/surrogates.js'
import type { KernelExports } from './exports.js'
import { bytesAt, wordsAt } from './memory.js'

const encoder = new TextEncoder()

/** UTF-16 code units of a text for which the kernel is asked for no more room than its bytes take. */
const LONG = 1 << 24

/** The bits of a token's start that are its offset: under `auto` the highest one marks a token of a script without spaces. */
const START_BITS = 0x7fffffff

/**
 * Writes a text where the kernel takes it.
 *
 * @returns its length in UTF-8 bytes
 * @throws {LeitongError} `TEXT_TOO_LARGE`
 */
export function writeText(kernel: KernelExports, text: Uint8Array | string): number {
  if (typeof text !== 'string') {
    reserve(kernel, text.length).set(text)
    return text.length
  }
  // A long text is encoded once more than needed, and takes a third of the room.
  if (text.length > LONG) return writeText(kernel, signedBytes(text))
  const signed = withoutLone(text)
  // A UTF-16 code unit is at most three bytes of UTF-8.
  return encoder.encodeInto(signed, reserve(kernel, signed.length * 3)).written
}

function reserve(kernel: KernelExports, bytes: number): Uint8Array<ArrayBuffer> {
  const at = bytes < 0x7fffffff ? kernel.reserve(bytes) : 0
  if (!at) throw new LeitongError('TEXT_TOO_LARGE', bytes)
  return bytesAt(kernel, at, bytes)
}

/** UTF-8 bytes of a text, for messages. */
export const byteLengthOf = (text: Uint8Array | string): number => (typeof text === 'string' ? encoder.encode(text) : text).length

/** Cuts a text into tokens; what is asked next is about this text. The number of its features, -1 without room. */
export const prepareText = (kernel: KernelExports, text: Uint8Array | string): number => kernel.prepare(writeText(kernel, text))

/** Code points of the text that was written last, `size` bytes of UTF-8. */
export const codePointsOf = (kernel: KernelExports, size: number): number => kernel.codePoints(kernel.input(), size)

/** The script of Chinese that the text is written in that was written last, `size` bytes of UTF-8. */
export const scriptOfInput = (kernel: KernelExports, size: number): ChineseScript | undefined =>
  SCRIPTS[kernel.scriptOf(kernel.input(), size)]

/** The tokens of the prepared text, valid until the next text. */
export class TokenText {
  /** Words with one space behind each, characters bare, in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The number of tokens. */
  readonly count: number
  /** The part of speech of each token, as a place among the names of tags; undefined where tokens have none. */
  readonly tags: Uint8Array<ArrayBuffer> | undefined
  readonly #starts: Uint32Array<ArrayBuffer>

  constructor(kernel: KernelExports) {
    this.count = kernel.tokenCount()
    this.bytes = bytesAt(kernel, kernel.tokenText(), kernel.tokenBytes())
    const tagsAt = kernel.tokenTags()
    this.tags = tagsAt ? bytesAt(kernel, tagsAt, this.count) : undefined
    this.#starts = wordsAt(kernel, kernel.tokenStarts(), this.count + 1)
  }

  /** The start of a token in `bytes`; for the number behind the last token, the end of the text. */
  startOf(token: number): number {
    return (this.#starts[token] as number) & START_BITS
  }
}
