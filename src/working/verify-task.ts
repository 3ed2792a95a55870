/** The worker's second task: pairs of documents, measured exactly. */
import { LeitongError } from '../errors.js'
import { isSignatureMeasure } from '../options/resolve.js'
import { decodeRecord, type FileReading, RecordReader, readDocument } from '../reading/records.js'
import { featureSet, isCounted, type StoredSet, similarity } from '../signing/feature-sets.js'
import type { Fingerprinter } from '../signing/fingerprinter.js'
import { PairRules } from '../signing/pair-rules.js'
import type { WeighableText } from '../signing/weigher.js'
import { detectEncoding } from '../sources/formats/encoding.js'
import { isDocument } from '../sources/formats/format.js'
import { FORMATS } from '../sources/formats/formats.js'
import type { RuleContent } from '../sources/rows/row-features.js'
import type { VerifyTask } from './tasks.js'

const reader = new RecordReader()

/** Reads the text of one document again. */
export function textAt(
  task: Pick<VerifyTask, 'files' | 'places' | 'fields' | 'options'>,
  document: number,
): WeighableText & { readonly text: string; readonly rules?: RuleContent } {
  const { places, files, fields, options } = task
  const file = files[places.file[document] as number] as FileReading
  const bytes = !isDocument(FORMATS[file.format])
    ? reader.read(file.path, places.start[document] as number, places.length[document] as number)
    : readDocument(file, options.maxRecord)
  const encoding = file.encoding === 'auto' ? detectEncoding(bytes.subarray(0, 65536)) : file.encoding
  const decoded = decodeRecord(bytes, { ...file, encoding }, fields)
  if (!decoded || 'reason' in decoded) throw new LeitongError('SOURCE_READ', file.path, 'it has changed since it was read')
  return decoded
}

/**
 * The similarity of each pair; of a pair that is similar enough and yet does not meet the rules of its rows, -1 less it.
 */
export function verifyTask(task: VerifyTask, signer: Fingerprinter): Float64Array<ArrayBuffer> {
  const { kernel } = signer
  const by = task.options.measure
  if (isSignatureMeasure(by)) throw new Error(`${by} is of signatures`)
  const sets = new Map<number, StoredSet>()
  // A set is let go after its last pair: only so many are held as pairs reach across.
  const last = new Map<number, number>()
  task.pairs.forEach((document, i) => {
    last.set(document, i >> 1)
  })
  const counted = isCounted(by)
  const rules = new PairRules(task.files.find(({ row }) => row?.rules)?.row?.rules, signer, by)
  const setOf = (document: number) => {
    const known = sets.get(document)
    if (known) return known
    const record = textAt(task, document)
    const made = featureSet(signer, record, by)
    sets.set(document, made)
    rules.keep(document, record.rules)
    return made
  }
  const similarities = new Float64Array(task.pairs.length / 2)
  for (let pair = 0; pair < similarities.length; pair++) {
    const [a, b] = [task.pairs[2 * pair] as number, task.pairs[2 * pair + 1] as number]
    const value = similarity(kernel, setOf(a), setOf(b), by, counted)
    similarities[pair] = value < task.options.threshold || rules.hold(a, b) ? value : -1 - value
    for (const document of [a, b]) {
      if (last.get(document) !== pair) continue
      sets.delete(document)
      rules.drop(document)
    }
  }
  return similarities
}

/** Closes the files that verification has open. */
export function closeRecords(): void {
  reader.close()
}
