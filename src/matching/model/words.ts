/**
 * What each word of a column says, learned from pairs that likely match.
 *
 * A rare word says more than a common one, but not if it comes and goes: what a shop adds to advertise is rare in all lists and shared by
 * no two rows about one thing. So what a word says by its rarity counts as far as it stays: as often as a row that matches one with the word
 * has it too, beyond what chance would have.
 */
import { ln } from '../../hashing/logarithms.js'
import type { Field } from '../comparisons.js'
import { kindOf } from '../kinds/kinds.js'
import { type TokenTable, tokenTable, wordAt } from '../kinds/tokens.js'
import type { WordWeights } from '../kinds/word-weights.js'

/** Words kept at most, those that most rows hold. */
const KEPT = 5000
/** Likely pairs that a word is taken to have shown what words as common as it do, beside its own. */
const PULL = 20
/** A word that never stays counts the square root of this share of what its rarity says. */
const LEAST_STAY = 0.04
/** Chances below this are no matches to learn from. */
const LIKELY = 0.95

/** Words of another sort stay in another way. */
const sortOf = (word: string): number => (word.startsWith('model ') ? 3 : /^[a-z]+ [\d.]+$/.test(word) ? 2 : word >= '\u2e80' ? 1 : 0)

/**
 * @param pairs    a, b, a, b, …
 * @param weights  how many pairs each stands for
 * @param chances  of each to match
 * @returns        undefined for a field that is not compared by words, or whose values are single ones
 */
export function learnWords(field: Field, pairs: Uint32Array, weights: Float64Array, chances: Float64Array): WordWeights | undefined {
  const { column, kind } = field
  const cut = kindOf(field).words
  if (!cut) return undefined
  const table = tokenTable(column, cut)
  if (table.tokens.length < SEVERAL * table.totals.length) return undefined
  const rows = column.counts.reduce((sum, held) => sum + held, 0)
  const stays = kind === 'text' && isUnspaced(table) ? learnStays(table, column.rows, pairs, weights, chances) : undefined
  const order = Array.from(table.held.keys()).filter((token) => (table.held[token] as number) > 1)
  order.sort((x, y) => (table.held[y] as number) - (table.held[x] as number) || x - y)
  const rounded = (weight: number) => Number(weight.toPrecision(4))
  const known = new Map<string, readonly [number, number]>()
  for (const token of order.slice(0, KEPT)) {
    const held = table.held[token] as number
    const chance = Math.min(0.9, held / rows)
    const stay = stays ? Math.sqrt(Math.max(LEAST_STAY, ((stays[token] as number) - chance) / (1 - chance))) : 1
    known.set(wordAt(table, token), [rounded((table.weights[token] as number) * stay), held])
  }
  return { rows, known, rest: rounded(restOf(table, order.slice(KEPT), stays)) }
}

/** Values have so many words on average, or what each says matters little. */
const SEVERAL = 1.3

function learnStays(
  table: TokenTable,
  values: Int32Array,
  pairs: Uint32Array,
  weights: Float64Array,
  chances: Float64Array,
): Float64Array | undefined {
  const both = new Float64Array(table.weights.length)
  const one = new Float64Array(table.weights.length)
  let total = 0
  let drawn = 0
  for (let pair = 0; pair < weights.length; pair++) {
    const chance = chances[pair] as number
    if (chance < LIKELY) continue
    const a = values[pairs[2 * pair] as number] as number
    const b = values[pairs[2 * pair + 1] as number] as number
    if (a < 0 || b < 0) continue
    // A single drawn pair that stands for thousands would speak for all words alone.
    const weight = chance * Math.sqrt(weights[pair] as number)
    total += weight
    drawn++
    countShared(table, a, b, weight, both, one)
  }
  return drawn < PULL ? undefined : stayOf(table, both, one, (PULL * total) / drawn)
}

/**
 * Whether most of the words are pairs of Chinese characters. Not all of them are words, and of words that are written apart the rarity says enough.
 */
function isUnspaced(table: TokenTable): boolean {
  let [pairs, all] = [0, 0]
  table.held.forEach((held, token) => {
    all += held
    if ((table.codes[table.codeStarts[token] as number] as number) >= 0x2e80) pairs += held
  })
  return pairs > all / 2
}

function countShared({ starts, tokens }: TokenTable, a: number, b: number, weight: number, both: Float64Array, one: Float64Array): void {
  let i = starts[a] as number
  let j = starts[b] as number
  const endA = starts[a + 1] as number
  const endB = starts[b + 1] as number
  while (i < endA || j < endB) {
    const x = i < endA ? (tokens[i] as number) : 0xffffffff
    const y = j < endB ? (tokens[j] as number) : 0xffffffff
    const into = x === y ? both : one
    const token = Math.min(x, y)
    into[token] = (into[token] as number) + weight
    if (x <= y) i++
    if (y <= x) j++
  }
}

/** How often a matching row has the word that one has; what is seen too seldom is as others of its sort that are as common. */
function stayOf(table: TokenTable, both: Float64Array, one: Float64Array, pull: number): Float64Array {
  const sums = new Map<number, [both: number, all: number]>()
  const groups = Uint32Array.from(table.held, (held, token) => sortOf(wordAt(table, token)) * 64 + Math.round(Math.log2(held)))
  groups.forEach((group, token) => {
    const sum = sums.get(group) ?? [0, 0]
    sum[0] += 2 * (both[token] as number)
    sum[1] += 2 * (both[token] as number) + (one[token] as number)
    sums.set(group, sum)
  })
  return Float64Array.from(groups, (group, token) => {
    const [shared, all] = sums.get(group) as [number, number]
    const usual = (shared + pull * 0.5) / (all + pull)
    const own = 2 * (both[token] as number)
    return (own + pull * usual) / (own + (one[token] as number) + pull)
  })
}

/** The mean over the words that are not kept. */
function restOf({ held, weights, totals }: TokenTable, unkept: readonly number[], stays: Float64Array | undefined): number {
  let [sum, count] = [0, 0]
  const add = (token: number) => {
    sum += (weights[token] as number) * (stays ? Math.sqrt(stays[token] as number) : 1)
    count++
  }
  held.forEach((rows, token) => {
    if (rows === 1) add(token)
  })
  for (const token of unkept) add(token)
  return count ? sum / count : ln(totals.length + 1)
}
