/** The search of an index as its options say it, and the measure that it verifies with. */
import type { Measure } from '../../comparing/measures.js'
import { LeitongError } from '../../errors.js'
import { widthOf } from '../../fingerprinting/simhash.js'
import { traitsOf } from '../../options/methods.js'
import type { Options } from '../../options/options.js'
import { isSignatureMeasure, requireNoRowMeasure } from '../../options/resolve.js'
import type { SearchSpec } from '../../searching/index-keys.js'
import { copiesOf } from './versions.js'

/** The kind of search that a method asks for. */
export function searchOf(options: Options): SearchSpec {
  const { method, bits, distance, bands, numPerm, threshold } = options
  const { signsBits, signsPositions, needsBatch, holdsFeatures } = traitsOf({ method })
  if (needsBatch) {
    const { rarest, every } = options
    const near = copiesOf(options)
    return { kind: 'rare', rarest, every, threshold, bands: near.bands, numPerm: near.numPerm }
  }
  if (signsBits) return { kind: 'simhash', bits: widthOf(bits), distance }
  if (holdsFeatures) return { kind: 'features', threshold }
  return signsPositions ? { kind: 'minhash', bands, numPerm } : { kind: 'exact' }
}

/** @throws {LeitongError} `OPTION_CONFLICT` for a measure that an index cannot have */
export function indexMeasure(options: Options): Measure {
  const { measure } = options
  requireNoRowMeasure(measure, 'an index holds signatures of texts')
  // Signatures decide under it, and no measure of texts is asked.
  if (measure === 'combined') return 'jaccard'
  // Neither where signatures come with the documents (given.ts).
  if (traitsOf(options).isGiven) return 'cosine'
  if (isSignatureMeasure(measure))
    throw new LeitongError(
      'OPTION_CONFLICT',
      `measure "${measure}" is of batches; an index verifies with an exact measure, lets the distance decide, or combines it with other information`,
    )
  return measure
}
