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
/** Pairs of all keys, each counted for every key that has it, for one comparison of the budget at most. */
export const OVERLAP = 2
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
  // Only pairs that may match decide; they are few.
  const numbers: number[] = []
  for (let pair = 0; pair < chances.length; pair++) if ((chances[pair] as number) > 0.01) numbers.push(pair)
  const likely = Uint32Array.from(numbers)
  const finds = sample.found.map((found) => {
    let sum = 0
    for (let i = 0; i < likely.length; i++) if (found[likely[i] as number]) sum += matches[likely[i] as number] as number
    return sum
  })
  const covered = new Uint8Array(chances.length)
  // A pair that a key before has is not compared again.
  const fresh = (offer: number) => {
    const found = sample.found[offer] as Uint8Array
    let [all, open] = [0, 0]
    for (let pair = 0; pair < found.length; pair++) {
      if (!found[pair]) continue
      all += sample.weights[pair] as number
      if (!covered[pair]) open += sample.weights[pair] as number
    }
    return all > 0 ? open / all : 1
  }
  // What a key adds falls with every key that is taken, so what it added before is the most that it can add now: few are counted anew.
  const most = finds.slice()
  const open = new Set(offers.keys())
  const worth = (offer: number) => (most[offer] as number) / ((offers[offer] as KeyOffer).pairs + 1)
  const keys: PlannedKey[] = []
  let cost = 0
  let compared = 0
  while (true) {
    let best: { offer: number; adds: number; value: number } | undefined
    const order = [...open].sort((x, y) => worth(y) - worth(x) || x - y)
    for (const index of order) {
      if (best && worth(index) < best.value) break
      const { pairs } = offers[index] as KeyOffer
      if (cost + pairs > OVERLAP * budget) continue
      const found = sample.found[index] as Uint8Array
      let adds = 0
      for (let i = 0; i < likely.length; i++) {
        const pair = likely[i] as number
        if (found[pair] && !covered[pair]) adds += matches[pair] as number
      }
      most[index] = adds
      if (adds < LEAST_SHARE * total || adds * COMPARISONS_A_MATCH < pairs) {
        open.delete(index)
        continue
      }
      const value = adds / (pairs + 1)
      const isBetter = !best || value > best.value || (value === best.value && index < best.offer)
      // Counted last: it goes through the whole sample.
      if (isBetter && (compared + pairs <= budget || compared + pairs * fresh(index) <= budget)) best = { offer: index, adds, value }
    }
    if (!best) break
    const { offer, adds } = best
    const { name, fields, pairs } = offers[offer] as KeyOffer
    keys.push({ name, fields, pairs, offer, finds: finds[offer] as number, adds })
    cost += pairs
    compared += pairs * fresh(offer)
    open.delete(offer)
    const found = sample.found[offer] as Uint8Array
    for (let pair = 0; pair < found.length; pair++) if (found[pair]) covered[pair] = 1
  }
  let caught = 0
  for (const pair of likely) if (covered[pair]) caught += matches[pair] as number
  const unseen = unseenMatches(offers, sample, matches, likely)
  return { keys, cost, matches: total, recall: total + unseen > 0 ? caught / (total + unseen) : 1, unseen }
}

/**
 * Chao's lower bound from matches that one field's keys find and those that two fields' keys find, for pairs of one number of fields by themselves:
 * where rows have one field in common no second one can find them, and that says nothing of what is missed.
 */
function unseenMatches(offers: readonly KeyOffer[], sample: Sample, matches: Float64Array, likely: Uint32Array): number {
  const fields = Math.max(0, ...offers.flatMap((offer) => offer.fields)) + 1
  const times = new Uint8Array(likely.length)
  const chances = new Uint8Array(likely.length)
  for (let field = 0; field < fields; field++) {
    const own = sample.found.filter((_, index) => offers[index]?.fields.length === 1 && offers[index]?.fields[0] === field)
    if (!own.length) continue
    likely.forEach((pair, i) => {
      const isFound = own.some((found) => found[pair])
      if (isFound) times[i] = (times[i] as number) + 1
      if (isFound || !sample.filled || sample.filled[field]?.[pair]) chances[i] = (chances[i] as number) + 1
    })
  }
  let unseen = 0
  for (let among = 2; among <= fields; among++) {
    let [once, twice] = [0, 0]
    likely.forEach((pair, i) => {
      if (chances[i] !== among) return
      if (times[i] === 1) once += matches[pair] as number
      else if (times[i] === 2) twice += matches[pair] as number
    })
    if (twice > 0) unseen += (((among - 1) / among) * once * once) / (2 * twice)
  }
  return unseen
}
