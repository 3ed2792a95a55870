/**
 * The fingerprint of one published Java program, with every quirk that its printed result depends on. For the profile `blog`
 * only: equal bits of two such fingerprints say little about two texts (see docs/papers.md).
 *
 * @see linyiqun, "Simhash similar-hash algorithm"; docs/papers.md
 */
import { signsOf } from './simhash.js'

/** BKDR with seed 31 over UTF-16 code units, in signed 64-bit arithmetic that wraps, then the absolute value. */
export function blogHash(word: string): bigint {
  let hash = 0n
  for (let i = 0; i < word.length; i++) hash = BigInt.asIntN(64, hash * 31n + BigInt(word.charCodeAt(i)))
  return hash < 0n ? -hash : hash
}

/**
 * The hash of a word modulo 2^bits, by way of a double as `Math.pow` makes it in the program: a hash above 2^53 is rounded first.
 *
 * @example blogRemainder('中华人民共和国国务院', 32) // 829197376n, where the exact remainder is 829197396n
 */
export const blogRemainder = (word: string, bits: number): bigint => BigInt(Number(blogHash(word)) % 2 ** bits)

/**
 * The words of a text that a segmenter has cut and tagged, each with its count.
 *
 * Lines are joined without a separator and cut at single spaces. A piece without `/` is no word; a piece that has `wn` or `wd`
 * anywhere in it does not count; the word is what stands before the first `/`.
 */
export function blogWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const piece of text.replace(/\r\n|\r|\n/g, '').split(' ')) {
    const slash = piece.indexOf('/')
    if (slash < 0 || piece.includes('wn') || piece.includes('wd')) continue
    const word = piece.slice(0, slash)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/**
 * @param bits  1 to 64; the remainder of the hash is narrowed to a signed number of 32 bits whose binary digits are 0 and -1 when it
 *              is negative, and -1 is not 1: such a word has no bit set, and no word has one above the 31st
 * @returns     the fingerprint and the number of distinct words it was made from
 */
export function blogFingerprint(text: string, bits: number): { fingerprint: bigint; words: number } {
  const sums = new Float64Array(bits)
  const words = blogWords(text)
  for (const [word, count] of words) {
    const narrow = BigInt.asIntN(32, blogRemainder(word, bits))
    // Every occurrence adds the word's weight, which grows with its count.
    const weight = count * count
    for (let bit = 0; bit < bits; bit++) {
      const isOne = narrow > 0n && (narrow >> BigInt(bit)) & 1n
      sums[bit] = (sums[bit] as number) + (isOne ? weight : -weight)
    }
  }
  return { fingerprint: signsOf(sums), words: words.size }
}
