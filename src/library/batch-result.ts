/** The batch and its result, which are loaded with the first batch that a program asks for: most of the engine comes with them. */
import { LeitongError } from '../errors.js'
import { type Run, runBatch } from '../jobs/dedupe/dedupe.js'
import { recordsOf } from '../jobs/dedupe/kept/kept-records.js'
import { type OutputPaths, Outputs } from '../jobs/dedupe/outputs.js'
import { pairsOf } from '../jobs/dedupe/pairs/pairs.js'
import { reportPage } from '../jobs/dedupe/report.js'
import type { Phase } from '../jobs/dedupe/run-context.js'
import { type Summary, summarize } from '../jobs/dedupe/summary.js'
import type { Options } from '../options/options.js'
import { requireObject } from '../options/require.js'
import { type DocumentInput, type DocumentInputs, documentOfLine, documentsInput } from '../reading/document-input.js'
import { isInMemory } from '../reading/input.js'
import { expandInputs } from '../reading/inputs.js'
import { RecordReader } from '../reading/records.js'
import type { Selectors } from '../reading/selectors.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { atOnce } from './at-once.js'
import type { DedupeResult, Files } from './batch.js'
import { type DuplicateGroup, groupsOf, type Removed, removedOf, sharesOf } from './decided.js'
import { Result, type SimilarPair } from './result.js'

interface Wishes {
  readonly options: Options
  /** What of rows is compared, where the caller has said it himself. */
  readonly spec: FieldsSpec | undefined
  /** Fields that are functions. */
  readonly selectors: Selectors | undefined
  readonly wantPairs: boolean
  /** The documents themselves, where the caller holds them anyway. */
  readonly originals: readonly DocumentInput[] | undefined
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((phase: Phase, done: number, total: number | undefined) => void) | undefined
}

/** @throws {LeitongError} as `dedupe` */
export async function batchOf(
  input: DocumentInputs | Files,
  { options, spec, selectors, wantPairs, originals, signal, onProgress }: Wishes,
): Promise<DedupeResult<DocumentInput>> {
  const inputs =
    'files' in input ? await expandInputs(input.files, options, spec) : [documentsInput(input, options, spec, selectors, signal)]
  const hooks = { signal, ...(onProgress ? { progress: onProgress } : {}) }
  const run = await atOnce(signal, runBatch(inputs, options, wantPairs ? 'all' : 'met', hooks), ({ context }) => context.close())
  return new BatchResult(run, originals)
}

class BatchResult extends Result<Run> implements DedupeResult {
  readonly summary: Summary
  /** The documents themselves, where the caller holds them anyway. */
  readonly #originals: readonly DocumentInput[] | undefined

  constructor(run: Run, originals: readonly DocumentInput[] | undefined) {
    super(run)
    this.summary = summarize(run)
    this.#originals = originals
  }

  async *kept(): AsyncGenerator<DocumentInput> {
    const { context } = this.run
    const { documents, options } = context
    if (!isInMemory(context.inputs[0]))
      throw new LeitongError('ARGUMENT', 'kept() of files', 'documents handed over; of files, write({ output }) writes what stays')
    const [file] = documents.files
    const reader = new RecordReader()
    try {
      let position = -1
      for (const { start, end, isRemoved } of recordsOf({
        documents: this.run.context.documents,
        removed: this.run.decisions.removedDocuments(),
      })) {
        position++
        if (isRemoved) continue
        const original = this.#originals?.[position]
        yield original ?? documentOfLine(Buffer.from(reader.read(file?.path ?? '', start, end - start)).toString(), options)
      }
    } finally {
      reader.close()
    }
  }

  removed(): Generator<Removed> {
    return removedOf(this.run.decisions, (document) => this.idOf(document))
  }

  groups(): Generator<DuplicateGroup> {
    return groupsOf(this.run.decisions, (document) => this.idOf(document))
  }

  *pairs(): Generator<SimilarPair> {
    for (const pair of pairsOf(this.run.decisions, this.run.context.options.maxCopies)) {
      const { a, b, similarity, distance, answers } = pair
      yield { a: this.idOf(a), b: this.idOf(b), similarity, distance, ...sharesOf(pair), ...(answers ? { answers } : {}) }
    }
  }

  async write(paths: OutputPaths): Promise<void> {
    requireObject(paths, 'outputs')
    const outputs = new Outputs(paths, this.run.context.inputs, this.run.context.options, (run) => reportPage(run))
    try {
      await outputs.write(this.run)
    } catch (error) {
      outputs.discard()
      throw error
    }
  }
}
