import { popcount32 } from '../../hashing/bits.js'

/** Longer texts are compared by their beginnings: the measure is made for names. */
const LONGEST = 128
/** Winkler's constants: what an equal beginning counts, and up to which length. */
const PREFIX_WEIGHT = 0.1
const PREFIX = 4
/** Characters that have places in a table. */
const TABLE = 256
const NOT_BITS = -1

/**
 * Jaro–Winkler similarity of code units.
 *
 * @see W. Winkler, "String comparator metrics and enhanced decision rules in the Fellegi–Sunter model of record linkage", 1990
 * @example
 * new JaroWinkler().similarity(codes, 0, 6, codes, 6, 12) // "martha", "marhta": 0.961
 */
export class JaroWinkler {
  readonly #takenA = new Uint8Array(LONGEST)
  readonly #takenB = new Uint8Array(LONGEST)
  readonly #places = new Int32Array(TABLE)
  readonly #order = new Uint16Array(32)

  /** @returns  0 (nothing shared) to 1 (equal); symmetric */
  similarity(a: Uint16Array, fromA: number, toA: number, b: Uint16Array, fromB: number, toB: number): number {
    const lengthA = Math.min(toA - fromA, LONGEST)
    const lengthB = Math.min(toB - fromB, LONGEST)
    if (lengthA > lengthB) return this.similarity(b, fromB, toB, a, fromA, toA)
    if (lengthA === 0) return lengthB === 0 ? 1 : 0
    const reach = Math.max(0, (lengthB >> 1) - 1)
    const jaro = lengthB <= 32 ? this.#jaroOfBits(a, fromA, lengthA, b, fromB, lengthB, reach) : NOT_BITS
    if (jaro !== NOT_BITS) return withPrefix(jaro, a, fromA, lengthA, b, fromB)
    const takenA = this.#takenA
    const takenB = this.#takenB
    for (let i = 0; i < lengthA; i++) takenA[i] = 0
    for (let i = 0; i < lengthB; i++) takenB[i] = 0
    let matches = 0
    for (let i = 0; i < lengthA; i++) {
      const code = a[fromA + i]
      const last = Math.min(lengthB - 1, i + reach)
      for (let j = i > reach ? i - reach : 0; j <= last; j++) {
        if (b[fromB + j] === code && takenB[j] === 0) {
          takenA[i] = 1
          takenB[j] = 1
          matches++
          break
        }
      }
    }
    if (matches === 0) return 0
    let moved = 0
    for (let i = 0, j = 0; i < lengthA; i++) {
      if (takenA[i] === 0) continue
      while (takenB[j] === 0) j++
      if (a[fromA + i] !== b[fromB + j]) moved++
      j++
    }
    return withPrefix(jaroOf(matches, moved, lengthA, lengthB), a, fromA, lengthA, b, fromB)
  }

  /** The places of each character in the second text are bits of one number. {@link NOT_BITS} where characters are beyond the table. */
  #jaroOfBits(a: Uint16Array, fromA: number, lengthA: number, b: Uint16Array, fromB: number, lengthB: number, reach: number): number {
    const places = this.#places
    let beyond = 0
    for (let j = 0; j < lengthB; j++) beyond |= b[fromB + j] as number
    for (let i = 0; i < lengthA; i++) beyond |= a[fromA + i] as number
    if (beyond >= TABLE) return NOT_BITS
    for (let j = 0; j < lengthB; j++) {
      const code = b[fromB + j] as number
      places[code] = (places[code] as number) | (1 << j)
    }
    const order = this.#order
    let open = -1
    let matches = 0
    for (let i = 0; i < lengthA; i++) {
      const from = i > reach ? i - reach : 0
      const size = i + reach + 1 - from
      const window = (size >= 32 ? -1 : (1 << size) - 1) << from
      const free = (places[a[fromA + i] as number] as number) & open & window
      if (free === 0) continue
      open ^= free & -free
      order[matches++] = a[fromA + i] as number
    }
    for (let j = 0; j < lengthB; j++) places[b[fromB + j] as number] = 0
    if (matches === 0) return 0
    let moved = 0
    for (let taken = lengthB === 32 ? ~open : ~open & ((1 << lengthB) - 1), k = 0; taken !== 0; taken &= taken - 1, k++)
      if (b[fromB + 31 - Math.clz32(taken & -taken)] !== order[k]) moved++
    return jaroOf(matches, moved, lengthA, lengthB)
  }
}

const jaroOf = (matches: number, moved: number, lengthA: number, lengthB: number): number =>
  (matches / lengthA + matches / lengthB + (matches - moved / 2) / matches) / 3

function withPrefix(jaro: number, a: Uint16Array, fromA: number, lengthA: number, b: Uint16Array, fromB: number): number {
  if (jaro === 0) return 0
  let prefix = 0
  const longest = Math.min(PREFIX, lengthA)
  while (prefix < longest && a[fromA + prefix] === b[fromB + prefix]) prefix++
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro)
}

/**
 * The most that the similarity can be: characters that the other text has nowhere match nothing. It costs far less than the similarity, and most
 * words that are not near are seen by it.
 *
 * @param lettersA     the characters of a text as a set of 32 bits: character c is bit c mod 32
 * @param isSameFirst  both begin with one character
 */
export function mostJaroWinkler(lengthA: number, lengthB: number, lettersA: number, lettersB: number, isSameFirst: boolean): number {
  if (lengthA > LONGEST || lengthB > LONGEST) return 1
  const matches = Math.min(lengthA - popcount32(lettersA & ~lettersB), lengthB - popcount32(lettersB & ~lettersA))
  const jaro = (matches / lengthA + matches / lengthB + 1) / 3
  return jaro + (isSameFirst ? PREFIX * PREFIX_WEIGHT * (1 - jaro) : 0) + ROUNDING
}

/** Sums in another order differ by less. */
const ROUNDING = 1e-9
