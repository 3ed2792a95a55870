/** Verification without texts: by signatures, or by what the search has measured. */
import { isSimilar } from '../../comparing/similar.js'
import { unreachable } from '../../errors.js'
import type { Verifier } from '../../grouping/candidates.js'
import { COPIES } from '../../options/copies.js'
import type { DecidingOptions } from '../../options/deciding.js'
import type { Candidates } from './candidates.js'

/** Signatures decide: simhash within its distance, minhash by its estimate, or a similarity made of signatures. */
export function verifyBySignature({ estimate, signature }: Candidates, { threshold, measure }: DecidingOptions): Verifier {
  return async (pairs) => {
    const count = pairs.length / 2
    const similar = new Uint8Array(count).fill(1)
    const similarity = new Float64Array(count).fill(Number.NaN)
    for (let i = 0; i < count; i++) {
      const [a, b] = [pairs[2 * i] as number, pairs[2 * i + 1] as number]
      if (signature) similarity[i] = signature(a, b)
      // Of bits the search radius has the last word: more bits than the threshold says must be equal.
      const value = signature && measure !== 'bits' ? similarity[i] : estimate?.(a, b)
      if (value !== undefined) similar[i] = isSimilar(value, threshold) ? 1 : 0
    }
    return { similar, similarity }
  }
}

/**
 * The search has measured exactly already. Where it says that a pair may be near copies all the same, their texts are measured as the
 * defaults do; where both questions are asked, also those of a pair that is similar already.
 *
 * @param measured  measures texts by `optionsOfCopies`
 */
export function verifyByIndex(
  { known, maybeNear, questions }: Candidates,
  { threshold }: DecidingOptions,
  measured: () => Verifier,
): Verifier {
  if (!known) return unreachable('the search has measured nothing')
  const ask = maybeNear && measured()
  return async (pairs) => {
    const similarity = Float64Array.from({ length: pairs.length / 2 }, (_, i) => known(pairs[2 * i] as number, pairs[2 * i + 1] as number))
    const similar = Uint8Array.from(similarity, (value) => (isSimilar(value, threshold) ? 1 : 0))
    const open: number[] = []
    similar.forEach((yes, i) => {
      const [a, b] = [pairs[2 * i] as number, pairs[2 * i + 1] as number]
      if ((!yes || questions) && maybeNear?.(a, b)) open.push(i)
      else if (yes) questions?.noCopies(a, b)
    })
    if (!ask || !open.length) return { similarity, similar }
    const near = await ask(Uint32Array.from(open.flatMap((i) => [pairs[2 * i] as number, pairs[2 * i + 1] as number])))
    open.forEach((pair, i) => {
      const value = near.similarity[i] as number
      if (!isSimilar(value, COPIES)) {
        questions?.noCopies(pairs[2 * pair] as number, pairs[2 * pair + 1] as number)
        return
      }
      similarity[pair] = value
      similar[pair] = 1
    })
    return { similarity, similar }
  }
}
