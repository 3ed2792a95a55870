/** Verification of candidate pairs: by measuring the texts again in workers, or by signatures where nothing is to be verified. */
import { isSimilar } from '../../comparing/similar.js'
import type { Verifier } from '../../grouping/candidates.js'
import type { DecidingOptions } from '../../options/deciding.js'
import { inOrder } from '../../working/pool.js'
import type { VerifyTask } from '../../working/tasks.js'
import type { Candidates } from './candidates.js'
import type { RunContext } from './run-context.js'

/** Pairs of one task: more make the last worker slow, fewer read texts again that neighbours share. */
const PAIRS = 4096
/** Bytes of records of one task, which a worker holds together. */
const BYTES = 8 << 20

/** The way of verification that suits the candidates and the options. */
export function createVerifier(context: RunContext, candidates: Candidates): Verifier {
  const { options } = context
  if (candidates.known) return verifyByIndex(candidates.known, options)
  return options.verify ? verifyByMeasure(context, candidates) : verifyBySignature(candidates, options)
}

/** Signatures decide: simhash within its distance, minhash by its estimate, or a similarity made of signatures. */
function verifyBySignature({ estimate, signature }: Candidates, { threshold, measure }: DecidingOptions): Verifier {
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

/** The search has measured exactly already. */
function verifyByIndex(known: (a: number, b: number) => number, { threshold }: DecidingOptions): Verifier {
  return async (pairs) => {
    const similarity = Float64Array.from({ length: pairs.length / 2 }, (_, i) => known(pairs[2 * i] as number, pairs[2 * i + 1] as number))
    return { similarity, similar: Uint8Array.from(similarity, (value) => (isSimilar(value, threshold) ? 1 : 0)) }
  }
}

/** The exact measure decides, and the rules of rows where there are any. */
function verifyByMeasure(context: RunContext, candidates: Candidates): Verifier {
  const { pool, hooks } = context
  const { threshold } = context.options
  let verified = 0
  return async (pairs) => {
    const count = pairs.length / 2
    const similarity = new Float64Array(count)
    const similar = new Uint8Array(count)
    let filled = 0
    for await (const [, measured] of inOrder(tasksOf(pairs, candidates, context), pool.width, (task) => pool.run(task))) {
      for (let i = 0; i < measured.similarity.length; i++) {
        const value = measured.similarity[i] as number
        similarity[filled] = value
        similar[filled++] = measured.allowed[i] && isSimilar(value, threshold) ? 1 : 0
      }
      verified += measured.similarity.length
      hooks.progress?.('verify', verified, undefined)
    }
    return { similarity, similar }
  }
}

/** Tasks of neighbouring pairs, each with the places that its own pairs name. */
function* tasksOf(pairs: Uint32Array, candidates: Candidates, { documents, options, fields }: RunContext): Generator<VerifyTask> {
  for (let at = 0; at < pairs.length; ) {
    const local = new Map<number, number>()
    const asked: number[] = []
    let bytes = 0
    while (at < pairs.length && asked.length < PAIRS * 2 && bytes < BYTES) {
      for (let side = 0; side < 2; side++) {
        const document = candidates.documents[pairs[at++] as number] as number
        let number = local.get(document)
        if (number === undefined) {
          number = local.size
          local.set(document, number)
          bytes += documents.endOf(document) - documents.startOf(document)
        }
        asked.push(number)
      }
    }
    const places = documents.places([...local.keys()])
    // Only the files of this task travel with it.
    const numbers = [...new Set(places.file)]
    const files = numbers.map((number) => documents.files[number] as (typeof documents.files)[number])
    const renumbered = new Map(numbers.map((number, i) => [number, i]))
    places.file.forEach((number, i) => {
      places.file[i] = renumbered.get(number) as number
    })
    yield { kind: 'verify', options, fields, files, places, pairs: Uint32Array.from(asked) }
  }
}
