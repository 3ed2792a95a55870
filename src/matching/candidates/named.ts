/** A plan of keys that somebody named: what each finds is estimated, and none is left out. */
import { LeitongError } from '../../errors.js'
import { type CandidatePlan, type KeyOffer, type PlannedKey, planCandidates } from './plan.js'
import type { Sample } from './strata.js'

/**
 * @param names  of offers
 * @throws {LeitongError} `ARGUMENT` for a name that no offer has
 */
export function planNamed(names: readonly string[], offers: readonly KeyOffer[], sample: Sample, chances: Float64Array): CandidatePlan {
  const numbers = [...new Set(names)].map((name) => {
    const number = offers.findIndex((offer) => offer.name === name)
    if (number < 0) throw new LeitongError('ARGUMENT', `the key "${name}"`, `one of ${offers.map((offer) => `"${offer.name}"`).join(', ')}`)
    return number
  })
  const own = { ...sample, found: numbers.map((number) => sample.found[number] as Uint8Array) }
  const chosen = numbers.map((number) => offers[number] as KeyOffer)
  const plan = planCandidates(chosen, own, chances, Number.POSITIVE_INFINITY)
  const worth = plan.keys.map((key) => ({ ...key, offer: numbers[key.offer] as number }))
  const rest = numbers
    .filter((number) => worth.every(({ offer }) => offer !== number))
    .map((number): PlannedKey => ({ ...(offers[number] as KeyOffer), offer: number, finds: 0, adds: 0 }))
  const keys = [...worth, ...rest]
  return { ...plan, keys, cost: keys.reduce((sum, { pairs }) => sum + pairs, 0) }
}
