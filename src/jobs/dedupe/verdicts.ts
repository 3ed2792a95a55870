/** Decides candidate pairs: by measuring the texts again in workers, or by signatures where nothing is to be verified. */
import type { Verifier } from '../../grouping/candidates.js'
import type { DecidingOptions } from '../../options/deciding.js'
import type { Options } from '../../options/options.js'
import type { Fields } from '../../sources/formats/format.js'
import { inOrder, type Pool } from '../../working/pool.js'
import type { VerifyTask } from '../../working/tasks.js'
import type { Candidates } from './candidates.js'
import type { Documents } from './documents.js'

/** A task ends at so many pairs, or when its documents have so many bytes. */
const PAIRS = 4096
const BYTES = 8 << 20

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
      const value = signature && measure !== 'bits' ? (similarity[i] as number) + ROUNDING : estimate?.(a, b)
      if (value !== undefined) similar[i] = value >= threshold ? 1 : 0
    }
    return { similar, similarity }
  }
}

/** So that 0.9 / 4 + 0.1 * 0.25 reaches 0.25. */
const ROUNDING = 1e-12
/** The search has measured exactly already. */
export function verifyByIndex(known: (a: number, b: number) => number, { threshold }: DecidingOptions): Verifier {
  return async (pairs) => {
    const similarity = Float64Array.from({ length: pairs.length / 2 }, (_, i) => known(pairs[2 * i] as number, pairs[2 * i + 1] as number))
    return { similarity, similar: Uint8Array.from(similarity, (value) => (value >= threshold ? 1 : 0)) }
  }
}

/** The exact measure decides. */
export function verifyByMeasure(
  proposal: Candidates,
  documents: Documents,
  options: Options,
  fields: Fields,
  pool: Pool,
  progress?: (pairs: number) => void,
): Verifier {
  return async (pairs) => {
    const similarity = new Float64Array(pairs.length / 2)
    const refused = new Set<number>()
    let filled = 0
    for await (const [task, measured] of inOrder(tasksOf(pairs, proposal, documents, options, fields), pool.width, (task) =>
      pool.run(task),
    )) {
      for (const value of measured) {
        // Similar, but its rules are not met.
        if (value < 0) refused.add(filled)
        similarity[filled++] = value < 0 ? -1 - value : value
      }
      progress?.(task.pairs.length / 2)
    }
    const similar = Uint8Array.from(similarity, (value, i) => (value >= options.threshold && !refused.has(i) ? 1 : 0))
    return { similarity, similar }
  }
}

function* tasksOf(pairs: Uint32Array, proposal: Candidates, documents: Documents, options: Options, fields: Fields): Generator<VerifyTask> {
  for (let at = 0; at < pairs.length; ) {
    const local = new Map<number, number>()
    const asked: number[] = []
    let bytes = 0
    while (at < pairs.length && asked.length < PAIRS * 2 && bytes < BYTES) {
      for (let side = 0; side < 2; side++) {
        const document = proposal.documents[pairs[at++] as number] as number
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
