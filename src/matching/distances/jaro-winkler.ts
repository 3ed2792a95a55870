/** Longer texts are compared by their beginnings: the measure is made for names. */
const LONGEST = 128
/** Winkler's constants: what an equal beginning counts, and up to which length. */
const PREFIX_WEIGHT = 0.1
const PREFIX = 4

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

  /** @returns  0 (nothing shared) to 1 (equal); symmetric */
  similarity(a: Uint16Array, fromA: number, toA: number, b: Uint16Array, fromB: number, toB: number): number {
    const lengthA = Math.min(toA - fromA, LONGEST)
    const lengthB = Math.min(toB - fromB, LONGEST)
    if (lengthA > lengthB) return this.similarity(b, fromB, toB, a, fromA, toA)
    if (lengthA === 0) return lengthB === 0 ? 1 : 0
    const takenA = this.#takenA
    const takenB = this.#takenB
    for (let i = 0; i < lengthA; i++) takenA[i] = 0
    for (let i = 0; i < lengthB; i++) takenB[i] = 0
    const reach = Math.max(0, (lengthB >> 1) - 1)
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
    const jaro = (matches / lengthA + matches / lengthB + (matches - moved / 2) / matches) / 3
    let prefix = 0
    const longest = Math.min(PREFIX, lengthA)
    while (prefix < longest && a[fromA + prefix] === b[fromB + prefix]) prefix++
    return jaro + prefix * PREFIX_WEIGHT * (1 - jaro)
  }
}
