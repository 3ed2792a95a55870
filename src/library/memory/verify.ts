/** Verification on the calling thread, from texts in memory. */
import { isSimilar } from '../../comparing/similar.js'
import { unreachable } from '../../errors.js'
import { isSignatureMeasure } from '../../methods/derive.js'
import type { Batch, PairsJudge } from '../../methods/method.js'
import { methodOf } from '../../methods/methods.js'
import { requireNoRowMeasure } from '../../methods/refusals.js'
import type { Options } from '../../options/options.js'
import { featureSet, isCounted, type StoredSet, similarity } from '../../signing/feature-sets.js'
import type { Fingerprinter } from '../../signing/fingerprinter.js'
import type { WeighableText } from '../../signing/weigher.js'
import type { TakenTexts } from './documents.js'
import type { RunHooks } from './hooks.js'

/** Bytes of feature sets that are held: those of neighbouring pairs are asked for again and again. */
const HELD = 128 << 20

/** Measures documents by options that may differ from those of the run. */
export const measuring =
  (own: Options, signer: TakenTexts['signer'], textOf: (document: number) => WeighableText, hooks: RunHooks): Batch['measure'] =>
  (options, documents) =>
    measured(
      options,
      options === own ? (signer as Fingerprinter) : (methodOf(options).createSigner(options, 'search') as Fingerprinter),
      (node) => textOf(documents[node] as number),
      hooks,
    )

/** The exact measure decides. */
function measured(options: Options, signer: Fingerprinter, textOf: (node: number) => WeighableText, hooks: RunHooks): PairsJudge {
  const { measure: by, threshold } = options
  requireNoRowMeasure(by, 'this dedupe has texts')
  if (isSignatureMeasure(by)) return unreachable(`the measure ${by} is of signatures`)
  const counted = isCounted(by)
  const sets = new Map<number, StoredSet>()
  let held = 0
  const setOf = (node: number): StoredSet => {
    const known = sets.get(node)
    if (known) return known
    const made = featureSet(signer, textOf(node), by)
    if (held > HELD) {
      sets.clear()
      held = 0
    }
    sets.set(node, made)
    held += made.bytes.length
    return made
  }
  let verified = 0
  return async (pairs) => {
    const count = pairs.length / 2
    const found = { similarity: new Float64Array(count), similar: new Uint8Array(count) }
    for (let i = 0; i < count; i++) {
      hooks.signal?.throwIfAborted()
      const value = similarity(signer.kernel, setOf(pairs[2 * i] as number), setOf(pairs[2 * i + 1] as number), by, counted)
      found.similarity[i] = value
      found.similar[i] = isSimilar(value, threshold) ? 1 : 0
    }
    verified += count
    hooks.onProgress?.('verify', verified, undefined)
    return found
  }
}
