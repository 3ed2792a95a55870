/** The batch and its result, which are loaded with the first batch that a program asks for: most of the engine comes with them. */

import { LeitongError } from '../errors.js'
import { type Beside, openAgainst } from '../jobs/dedupe/against/against.js'
import { requireRunFolder } from '../jobs/dedupe/against/save-run.js'
import { type Run, runBatch } from '../jobs/dedupe/dedupe.js'
import { recordsOf } from '../jobs/dedupe/kept/selection.js'
import { mergeRulesOf, readEarlierGroups } from '../jobs/dedupe/merged/files.js'
import { mergedOf } from '../jobs/dedupe/merged/merging.js'
import type { MergeInput } from '../jobs/dedupe/merged/rules.js'
import { Outputs, type OutputsWanted } from '../jobs/dedupe/outputs.js'
import { pairsOf } from '../jobs/dedupe/pairs/pairs.js'
import { batchReport, reportPage } from '../jobs/dedupe/reporting/page.js'
import type { Phase } from '../jobs/dedupe/run-context.js'
import { type Summary, summarize } from '../jobs/dedupe/summary.js'
import type { Options } from '../options/options.js'
import { requireObject } from '../options/require.js'
import { forgetCopies } from '../reading/copied/objects.js'
import { type DocumentInput, type DocumentInputs, documentOfLine, documentsInput } from '../reading/document-input.js'
import { type Input, isInMemory, withEveryColumn } from '../reading/input.js'
import { expandInputs } from '../reading/inputs.js'
import { PassedOver } from '../reading/listing.js'
import { RecordReader } from '../reading/records.js'
import type { Selectors } from '../reading/selectors.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { atOnce } from './at-once.js'
import type { DedupeResult, Files } from './batch.js'
import { type DuplicateGroup, groupsOf, type Removed, removedOf, sharesOf } from './decided.js'
import { type Merged, mergedRows } from './merged.js'
import { withOptionNames } from './option-names.js'
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
  readonly beside: { readonly against: readonly string[]; readonly saveRun: string | undefined }
  readonly merge: MergeInput | undefined
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((phase: Phase, done: number, total: number | undefined) => void) | undefined
}

/** @throws {LeitongError} as `dedupe` */
export async function batchOf(
  input: DocumentInputs | Files,
  { options, spec, selectors, wantPairs, originals, beside: asked, merge, signal, onProgress }: Wishes,
): Promise<DedupeResult<DocumentInput>> {
  if (merge !== undefined) mergeRulesOf(merge)
  const passedOver = new PassedOver({ signal, copied: (done, total) => onProgress?.('copy', done, total) })
  const expanded =
    'files' in input
      ? await expandInputs(input.files, options, spec, passedOver)
      : [documentsInput(input, options, spec, selectors, signal)]
  const inputs = merge === undefined || !('files' in input) ? expanded : withEveryColumn(expanded as Input[])
  const beside = { against: await openAgainst(asked.against, options, passedOver), saveRun: asked.saveRun }
  if (asked.saveRun !== undefined) requireRunFolder(asked.saveRun)
  const hooks = { signal, ...(onProgress ? { progress: onProgress } : {}) }
  const run = await atOnce(signal, runBatch(inputs, options, wantPairs ? 'all' : 'met', hooks, undefined, beside), ({ context }) =>
    context.close(),
  )
  run.context.keepOpen({ close: () => forgetCopies(inputs) })
  return new BatchResult(run, originals, beside, merge)
}

class BatchResult extends Result<Run> implements DedupeResult {
  readonly summary: Summary
  /** The documents themselves, where the caller holds them anyway. */
  readonly #originals: readonly DocumentInput[] | undefined
  readonly #beside: Beside
  readonly #rules: MergeInput | undefined

  constructor(run: Run, originals: readonly DocumentInput[] | undefined, beside: Beside, rules?: MergeInput) {
    super(run)
    this.#beside = beside
    this.#rules = rules
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
        toFile: context.ownInputs,
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

  *merged(rules: MergeInput | undefined = this.#rules, groupsFrom?: string): Generator<Merged> {
    const earlier = groupsFrom === undefined ? undefined : readEarlierGroups(groupsFrom)
    yield* mergedRows(mergedOf(this.run, { rules: mergeRulesOf(rules), earlier }))
  }

  async write(paths: OutputsWanted): Promise<void> {
    return withOptionNames(async () => {
      requireObject(paths, 'outputs')
      const { inputs, ownInputs, options } = this.run.context
      const merge = paths.merge ?? (paths.mergeSources === undefined ? undefined : this.#rules)
      const outputs = new Outputs(
        { ...paths, merge },
        inputs.slice(0, ownInputs),
        options,
        (run) => reportPage(batchReport(run)),
        this.#beside,
      )
      try {
        await outputs.write(this.run)
      } catch (error) {
        outputs.discard()
        throw error
      }
    })
  }
}
