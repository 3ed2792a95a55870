/**
 * Words of a Sogou lexicon (`.scel`), the user dictionary that Chinese segmenters are often given.
 *
 * A head with names, a table of syllables, then groups of words with one reading: u16 words, u16 bytes of syllable numbers, those; and for each
 * word u16 bytes, the word in UTF-16, u16 bytes, those. All little endian. The head says how many words there are; what follows them are words that were
 * withdrawn.
 */

/** The first bytes, of which the fifth says where the groups begin. */
const MAGIC = [0x40, 0x15, 0, 0]
const STARTS: Readonly<Record<number, number>> = { 68: 0x2628, 69: 0x26c4 }
/** The place of the number of words. */
const COUNT = 0x124

export const isSogou = (bytes: Uint8Array): boolean =>
  bytes.length > 0x26c4 && MAGIC.every((byte, i) => bytes[i] === byte) && STARTS[bytes[4] as number] !== undefined

/**
 * @param bytes  {@link isSogou}
 * @returns      undefined when the file ends before its words do
 */
export function sogouWords(bytes: Uint8Array): string[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const count = view.getUint32(COUNT, true)
  const words: string[] = []
  let at = STARTS[bytes[4] as number] as number
  /** A length, and the place behind what it measures. */
  const skip = () => {
    at += 2 + view.getUint16(at, true)
  }
  try {
    while (words.length < count) {
      const same = view.getUint16(at, true)
      at += 2
      skip()
      for (let i = 0; i < same && words.length < count; i++) {
        const from = at + 2
        skip()
        if (at > bytes.length) return undefined
        words.push(String.fromCharCode(...Array.from({ length: (at - from) >> 1 }, (_, unit) => view.getUint16(from + 2 * unit, true))))
        skip()
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
  return words
}
