/** How much a group asks to be looked at: what makes a wrong removal likely, in a number from 0 to 1. */

/**
 * Marks of a group, as bits: numbers in its texts differ, a chain joins a member, fields of a row speak against it, a text has changed since it was
 * decided on, names in its texts differ.
 */
export const MARKS = { numbers: 1, chain: 2, fields: 4, changed: 8, names: 16 } as const
export type Mark = keyof typeof MARKS

/** The properties of a group that its risk is made of. */
export interface Risky {
  readonly size: number
  /** The least similarity to the reference; NaN where signatures decided. */
  readonly low: number
  /** Bits of {@link MARKS}. */
  readonly marks: number
}

/**
 * The risk of a group: half of it for a low similarity, a quarter for numbers, names or fields that differ, an eighth for members that only a chain
 * joins, an eighth for size.
 *
 * @example riskOf({ size: 2, low: 1, marks: 0 }) // 0.015625
 */
export function riskOf({ size, low, marks }: Risky): number {
  const unlike = Number.isNaN(low) ? 0.5 : 1 - Math.max(0, Math.min(1, low))
  const differs = marks & (MARKS.numbers | MARKS.names | MARKS.fields) ? 1 : 0
  const chain = marks & MARKS.chain ? 1 : 0
  return Math.min(1, unlike) / 2 + differs / 4 + chain / 8 + Math.min(1, Math.log2(size) / 8) / 8
}

/** The numbers in a text, in order, whatever stands between them: the same for full-width digits. */
export const numbersOf = (text: string): string => (text.normalize('NFKC').match(/\d+(?:[.,:]\d+)*/g) ?? []).join(' ')
