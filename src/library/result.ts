/// <reference lib="esnext.disposable" preserve="true" />
/** The half that results of all batches share: ids as they came in, records that could not be judged, and an end. */
import type { RunContext } from '../jobs/dedupe/run-context.js'
import { parseJson } from '../reading/whole-numbers-json.js'
import type { Id, Rejected, SimilarPair } from './decided.js'

export type { Id, Rejected, SimilarPair }

/** The part of a run that a result stands on. */
interface Ran {
  readonly context: RunContext
}

export abstract class Result<Run extends Ran> implements AsyncDisposable {
  readonly #run: Run

  constructor(run: Run) {
    this.#run = run
  }

  /** A getter, so that printing a result does not print the whole run. */
  protected get run(): Run {
    return this.#run
  }

  /** @typeParam I  what the caller's types say of it */
  protected idOf<I>(document: number): I {
    return parseJson(this.run.context.documents.idOf(document)) as I
  }

  /** Records that could not be judged, and why. */
  *rejects(): Generator<Rejected> {
    const { rejects, files } = this.run.context.documents
    for (const { file, line, reason } of rejects) yield { source: files[file]?.name ?? '', line, reason }
  }

  /** Lets workers and temporary files go. */
  async close(): Promise<void> {
    await this.run.context.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}
