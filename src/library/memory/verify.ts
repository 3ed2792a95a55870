/** Verification on the calling thread, from texts in memory. */
import { isSimilar } from '../../comparing/similar.js'
import { unreachable } from '../../errors.js'
import type { Verifier } from '../../grouping/candidates.js'
import type { Candidates } from '../../jobs/dedupe/candidates.js'
import { verifyByIndex, verifyBySignature } from '../../jobs/dedupe/signature-verdicts.js'
import { COPIES, NEAR_COPIES, optionsOfCopies } from '../../options/copies.js'
import { isSignatureMeasure, requireNoRowMeasure } from '../../options/resolve.js'
import { featureSet, isCounted, type StoredSet, similarity } from '../../signing/feature-sets.js'
import { Fingerprinter } from '../../signing/fingerprinter.js'
import type { MemoryDocuments } from './documents.js'
import type { RunHooks } from './hooks.js'

/** Bytes of feature sets that are held: those of neighbouring pairs are asked for again and again. */
const HELD = 128 << 20

type Measurable = Pick<MemoryDocuments, 'options' | 'signer' | 'texts'>

/** The way of verification that suits the candidates and the options. */
export function createVerifier(documents: MemoryDocuments, candidates: Candidates, hooks: RunHooks): Verifier {
  const { options } = documents
  if (candidates.known) return verifyByIndex(candidates, options, () => verifyAsCopies(documents, candidates, hooks))
  return options.verify ? verifyByMeasure(documents, candidates, hooks) : verifyBySignature(candidates, options)
}

/** Measures documents as near copies, by their places in the list. */
export const nearVerifier = (read: MemoryDocuments, documents: Uint32Array, hooks: RunHooks): Verifier =>
  verifyAsCopies(read, { documents }, hooks, NEAR_COPIES)

/** The measure of the defaults decides, whatever the options are. */
function verifyAsCopies(
  { options, texts }: MemoryDocuments,
  candidates: Pick<Candidates, 'documents'>,
  hooks: RunHooks,
  threshold: number = COPIES,
): Verifier {
  const asked = { ...optionsOfCopies(options), threshold }
  return verifyByMeasure({ options: asked, signer: new Fingerprinter(asked, 'search'), texts }, candidates, hooks)
}

/** The exact measure decides. */
function verifyByMeasure({ options, signer, texts }: Measurable, candidates: Pick<Candidates, 'documents'>, hooks: RunHooks): Verifier {
  const { measure: by, threshold } = options
  requireNoRowMeasure(by, 'this dedupe has texts')
  if (isSignatureMeasure(by)) return unreachable(`the measure ${by} is of signatures`)
  const counted = isCounted(by)
  const sets = new Map<number, StoredSet>()
  let held = 0
  const setOf = (node: number): StoredSet => {
    const known = sets.get(node)
    if (known) return known
    const made = featureSet(signer, texts[candidates.documents[node] as number] as (typeof texts)[number], by)
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
