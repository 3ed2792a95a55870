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
export const blogWords = (text: string): Map<string, number> => countWords(piecesOf(text))

/**
 * Doubles are added in the order of the text, as the program adds them: where the exact sum is 0, theirs is often a hair beside it.
 *
 * @param bits  1 to 64; the remainder of the hash is narrowed to a signed number of 32 bits whose binary digits are 0 and -1 when it
 *              is negative, and -1 is not 1: such a word has no bit set, and no word has one above the 31st
 * @returns     the fingerprint and the number of distinct words it was made from
 * @example blogFingerprint('a/wn a/n b/n ', 32).fingerprint // 0b1100001n
 */
export function blogFingerprint(text: string, bits: number): { fingerprint: bigint; words: number } {
  const sums = new Float64Array(bits)
  const pieces = piecesOf(text)
  const counts = countWords(pieces)
  const all = pieces.reduce((count, piece) => count + (isComma(piece) ? 0 : 1), 0)
  const hashes = new Map([...counts.keys()].map((word) => [word, BigInt.asIntN(32, blogRemainder(word, bits))]))
  for (const piece of pieces) {
    const word = wordOf(piece)
    const count = word === undefined ? undefined : counts.get(word)
    // A comma adds as well, where its word was counted under another tag.
    if (word === undefined || count === undefined) continue
    const hash = hashes.get(word) as bigint
    const weight = count / all
    for (let bit = 0; bit < bits; bit++) {
      const isOne = hash > 0n && (hash >> BigInt(bit)) & 1n
      sums[bit] = (sums[bit] as number) + (isOne ? weight : -weight)
    }
  }
  return { fingerprint: signsOf(sums), words: counts.size }
}

/** As Java cuts: empty pieces at the end are none. */
function piecesOf(text: string): string[] {
  const pieces = text.replace(/\r\n|\r|\n/g, '').split(' ')
  while (pieces.at(-1) === '') pieces.pop()
  return pieces
}

function countWords(pieces: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const piece of pieces) {
    const word = wordOf(piece)
    if (word !== undefined && !isComma(piece)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** By the tags of a comma and of the comma of enumerations, wherever they stand in the piece. */
const isComma = (piece: string) => piece.includes('wn') || piece.includes('wd')

function wordOf(piece: string): string | undefined {
  const slash = piece.indexOf('/')
  return slash < 0 ? undefined : piece.slice(0, slash)
}
