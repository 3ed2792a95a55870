/** The factors of the weight `composite` as a text: NAME=NUMBER, with commas or plus signs between. */
import type { Factors } from './weight.js'

/** Nouns and what names things, verbs; a marked sentence and the title as the source has them. */
const STANDARD = { n: 1.5, v: 1.3, length: 1, marked: 5, title: 5 } as const

/** Factors as options spell them. */
export const STANDARD_FACTORS = Object.entries(STANDARD)
  .map(([name, value]) => `${name}=${value}`)
  .join(',')

const NAME = /^(?:[a-z]|length|marked|title|both)$/

function readFactors(text: string): ReadonlyMap<string, number> | undefined {
  const found = new Map<string, number>()
  for (const piece of text.split(/[,+]/).filter(Boolean)) {
    const [name = '', value = '', ...rest] = piece.split('=')
    const number = value.trim() ? Number(value) : Number.NaN
    if (rest.length || !NAME.test(name.trim()) || !(number >= 0 && number <= 1000)) return undefined
    found.set(name.trim(), number)
  }
  return found
}

/** Whether a text names factors: parts of speech by a letter, `length`, `marked`, `title`, `both`, each with a number from 0 to 1000. */
export const isFactors = (text: string): boolean => readFactors(text) !== undefined

/**
 * The factors that a text changes, and the standard ones. A feature that is marked and in the title counts as the larger of both unless
 * `both` says otherwise: 25 times gives the fingerprint to a few words.
 *
 * @param text  {@link isFactors}
 * @example factorsOf('marked=1').title // 5
 */
export function factorsOf(text: string): Factors {
  const given = readFactors(text) ?? new Map<string, number>()
  const all = { ...STANDARD, ...Object.fromEntries(given) } as Readonly<Record<string, number>>
  const { length = 1, marked = 1, title = 1, both = Math.max(marked, title), ...byTag } = all
  return { byTag, length, marked, title, both }
}

/** One spelling for equal factors, for names of signatures. */
export function factorsName(text: string): string {
  const { byTag, length, marked, title, both } = factorsOf(text)
  const tags = Object.entries(byTag).sort(([x], [y]) => (x < y ? -1 : 1))
  return [...tags, ['length', length], ['marked', marked], ['title', title], ['both', both]]
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
}
