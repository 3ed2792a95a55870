/** The second task of a worker: pairs of documents, measured exactly. */
import { isSimilar } from '../comparing/similar.js'
import { unreachable } from '../errors.js'
import { isSignatureMeasure } from '../methods/derive.js'
import { requireNoRowMeasure } from '../methods/refusals.js'
import type { RecordReader } from '../reading/records.js'
import { featureSet, isCounted, type StoredSet, similarity } from '../signing/feature-sets.js'
import type { Fingerprinter } from '../signing/fingerprinter.js'
import { PairRules } from '../signing/pair-rules.js'
import type { MeasuredPairs, VerifyTask } from './tasks.js'

/** @param reader  of the thread that runs the task */
export function verifyTask(task: VerifyTask, signer: Fingerprinter, reader: RecordReader): MeasuredPairs {
  const { measure: by, threshold, maxRecord } = task.options
  requireNoRowMeasure(by, 'a pair of texts has none')
  if (isSignatureMeasure(by)) return unreachable(`the measure ${by} is of signatures`)
  const records = { ...task, maxRecord }
  const sets = new Map<number, StoredSet>()
  // A set is let go after its last pair: those are held that pairs still reach for.
  const last = new Map<number, number>()
  task.pairs.forEach((document, i) => {
    last.set(document, i >> 1)
  })
  const counted = isCounted(by)
  const rules = new PairRules(task.files.find(({ row }) => row?.rules)?.row?.rules, signer, by)
  const setOf = (document: number) => {
    const known = sets.get(document)
    if (known) return known
    const record = reader.textAt(records, document)
    const made = featureSet(signer, record, by)
    sets.set(document, made)
    rules.keep(document, record.rules)
    return made
  }
  const count = task.pairs.length / 2
  const measured = { similarity: new Float64Array(count), allowed: new Uint8Array(count) }
  for (let pair = 0; pair < count; pair++) {
    const [a, b] = [task.pairs[2 * pair] as number, task.pairs[2 * pair + 1] as number]
    const value = similarity(signer.kernel, setOf(a), setOf(b), by, counted)
    measured.similarity[pair] = value
    // Rules are asked where they can matter: they take as long as the measure.
    measured.allowed[pair] = isSimilar(value, threshold) && !rules.hold(a, b) ? 0 : 1
    for (const document of [a, b]) {
      if (last.get(document) !== pair) continue
      sets.delete(document)
      rules.drop(document)
    }
  }
  return measured
}
