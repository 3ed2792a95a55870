/**
 * The planner: which keys find most matches for the comparisons they cost.
 *
 * It sees a weighted sample of all pairs, which key finds which of them, and how likely each is to match. Key after key is taken that finds
 * most new matches for each comparison, until the budget is spent or nothing worth its cost is left.
 */
import type { Sample } from './strata.js'

export interface KeyOffer {
  readonly name: string
  /** Fields it is made of. */
  readonly fields: readonly number[]
  readonly pairs: number
}

export interface PlannedKey extends KeyOffer {
  /** Which of the offers. */
  readonly offer: number
  /** Matches it finds, and those that no key before it finds; estimates. */
  readonly finds: number
  readonly adds: number
}

export interface CandidatePlan {
  readonly keys: readonly PlannedKey[]
  /** Comparisons at most. */
  readonly cost: number
  /** Matches among all pairs that any offered key finds, or chance drew: an estimate. */
  readonly matches: number
  /** The share of the matches that the planned keys find: an estimate. */
  readonly recall: number
  /** Matches that no offered key finds, estimated from how many keys find the others (Chao 1987). */
  readonly unseen: number
}

/** A key that adds less than this share of the matches is not worth a pass. */
const LEAST_SHARE = 0.0005
/** A key must add a match for so many comparisons at least. */
const COMPARISONS_A_MATCH = 20_000

/**
 * @param sample   `found` holds a list for each offer
 * @param chances  of each sampled pair to match
 * @param budget   comparisons at most
 */
export function planCandidates(offers: readonly KeyOffer[], sample: Sample, chances: Float64Array, budget: number): CandidatePlan {
  const matches = chances.map((chance, pair) => chance * (sample.weights[pair] as number))
  const total = matches.reduce((sum, match) => sum + match, 0)
  const finds = sample.found.map((found) => found.reduce((sum, hit, pair) => sum + hit * (matches[pair] as number), 0))
  // Only pairs that may match decide; they are few.
  const likely = Uint32Array.from(chances.keys()).filter((pair) => (chances[pair] as number) > 0.01)
  const uncovered = new Set(likely)
  const keys: PlannedKey[] = []
  let cost = 0
  while (true) {
    let best: { offer: number; adds: number; value: number } | undefined
    offers.forEach((offer, index) => {
      if (keys.some((key) => key.offer === index) || cost + offer.pairs > budget) return
      const found = sample.found[index] as Uint8Array
      let adds = 0
      for (const pair of uncovered) if (found[pair]) adds += matches[pair] as number
      if (adds < LEAST_SHARE * total || adds * COMPARISONS_A_MATCH < offer.pairs) return
      const value = adds / (offer.pairs + 1)
      if (!best || value > best.value) best = { offer: index, adds, value }
    })
    if (!best) break
    const { offer, adds } = best
    const { name, fields, pairs } = offers[offer] as KeyOffer
    keys.push({ name, fields, pairs, offer, finds: finds[offer] as number, adds })
    cost += pairs
    const found = sample.found[offer] as Uint8Array
    for (const pair of uncovered) if (found[pair]) uncovered.delete(pair)
  }
  let caught = 0
  for (const pair of likely) if (!uncovered.has(pair)) caught += matches[pair] as number
  const unseen = unseenMatches(offers, sample, matches)
  return { keys, cost, matches: total, recall: total + unseen > 0 ? caught / (total + unseen) : 1, unseen }
}

/** Chao's lower bound from matches that one field's keys find and those that two fields' keys find. */
function unseenMatches(offers: readonly KeyOffer[], sample: Sample, matches: Float64Array): number {
  const fields = Math.max(0, ...offers.flatMap((offer) => offer.fields)) + 1
  let once = 0
  let twice = 0
  const caught = new Uint8Array(fields)
  for (let pair = 0; pair < matches.length; pair++) {
    caught.fill(0)
    offers.forEach((offer, index) => {
      if (offer.fields.length === 1 && sample.found[index]?.[pair]) caught[offer.fields[0] as number] = 1
    })
    const times = caught.reduce((sum, hit) => sum + hit, 0)
    if (times === 1) once += matches[pair] as number
    else if (times === 2) twice += matches[pair] as number
  }
  return twice > 0 ? (once * once) / (2 * twice) : 0
}
