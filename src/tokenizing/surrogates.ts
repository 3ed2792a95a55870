/**
 * Halves of characters without the other half (lone surrogates), which UTF-8 cannot say and every encoder makes U+FFFD of. Texts that
 * differ in them are different, so signatures take each as a private character of its own.
 */

const LONE = /\p{Surrogate}/gu
/** From U+D800, the first of them, to U+10F800: the last 2048 private characters, of the same class as the other private ones. */
const SHIFT = 0x102000

const encoder = new TextEncoder()

/**
 * A text as it is signed: lone surrogates as private characters, U+10F800 to U+10FFFF. assembly/json.ts does the same.
 *
 * @example withoutLone('a\udc00') // 'a\u{10fc00}'
 */
export const withoutLone = (text: string): string =>
  text.isWellFormed() ? text : text.replace(LONE, (half) => String.fromCodePoint(half.charCodeAt(0) + SHIFT))

/** UTF-8 of a text as it is signed. */
export const signedBytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(withoutLone(text))
