/** Rules of pairs of rows beside their similarity: fields that must be alike by themselves, and values that must not differ. */
import type { Measure } from '../comparing/measures.js'
import { isSimilar } from '../comparing/similar.js'
import type { RowRules } from '../sources/rows/plan.js'
import type { RuleContent } from '../sources/rows/row-features.js'
import { featureSet, isCounted, type StoredSet, similarity } from './feature-sets.js'
import type { Fingerprinter } from './fingerprinter.js'
import { sha256Of, shake256Of } from './rule-hash.js'
import { DIGEST_BYTES } from './signature.js'

/** The rules of the pairs of one task. Texts and values of a row are held from `keep` to `drop`. */
export class PairRules {
  readonly #rules: RowRules | undefined
  readonly #fingerprinter: Fingerprinter
  readonly #measure: Measure
  readonly #content = new Map<number, RuleContent>()
  readonly #sets = new Map<number, (StoredSet | undefined)[]>()

  /** @param rules  all files of a task have the same ones */
  constructor(rules: RowRules | undefined, fingerprinter: Fingerprinter, by: Measure) {
    this.#rules = rules
    this.#fingerprinter = fingerprinter
    this.#measure = by
  }

  keep(row: number, content: RuleContent | undefined): void {
    if (content) this.#content.set(row, content)
  }

  drop(row: number): void {
    this.#content.delete(row)
    this.#sets.delete(row)
  }

  /** Whether two rows that are kept meet all rules. */
  hold(a: number, b: number): boolean {
    const [left, right] = [this.#content.get(a), this.#content.get(b)]
    if (!this.#rules || !left || !right) return true
    const differ = left.values.some((value, i) => value !== null && right.values[i] !== null && value !== right.values[i])
    return !differ && this.#rules.and.every(({ threshold }, rule) => isSimilar(this.#similarity(a, b, rule), threshold))
  }

  /** The similarity of the fields of one rule; 0 where they are empty on either side. */
  #similarity(a: number, b: number, rule: number): number {
    const [left, right] = [this.#setOf(a, rule), this.#setOf(b, rule)]
    return left && right ? similarity(this.#fingerprinter.kernel, left, right, this.#measure, isCounted(this.#measure)) : 0
  }

  #setOf(row: number, rule: number): StoredSet | undefined {
    const made = this.#sets.get(row) ?? []
    this.#sets.set(row, made)
    const text = this.#content.get(row)?.texts[rule]?.trim()
    if (text) made[rule] ??= featureSet(this.#fingerprinter, { text }, this.#measure)
    return made[rule]
  }
}

/**
 * Mixes the fields of rules into a digest: rows with equal texts are copies only when those fields are equal too.
 *
 * @param entry  with a digest
 */
export function mixRules(entry: Uint8Array, content: RuleContent): void {
  const hash = sha256Of(JSON.stringify(content))
  for (let i = 0; i < DIGEST_BYTES; i++) entry[i] = (entry[i] as number) ^ (hash[i] as number)
}

/** Whether a field of an AND rule is empty: then the row meets that rule with no row, not even with one equal to it. */
export const isSilent = ({ texts }: RuleContent): boolean => texts.some((text) => !text.trim())

/**
 * Signs a row that is in no pair, so that it is a copy of none and crowds no bucket.
 *
 * @param entry  with a digest
 * @param place  unique to the row and the same in every run
 */
export function signAlone(entry: Uint8Array, place: string): void {
  entry.set(shake256Of(place, entry.length))
}
