/** A worker: what one thread holds from task to task. Every worker thread has one, and so has a job that is too small for threads. */

import '../signing/dictionaries.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'
import { RangeReader } from '../reading/line-ranges.js'
import { RecordReader } from '../reading/records.js'
import { equalRuns } from '../searching/equal-runs.js'
import { Fingerprinter } from '../signing/fingerprinter.js'
import { GivenSigner } from '../signing/given/given.js'
import { type EntryContent, signatureName } from '../signing/signature.js'
import { decodeModel } from '../weighting/model.js'
import { fingerprintTask } from './fingerprint-task.js'
import { collectTask, compareTask } from './set-tasks.js'
import type { RunsTask, ScoreTask, Task, TaskResult } from './tasks.js'
import { UNSIGNED } from './unsigned.js'
import { verifyTask } from './verify-task.js'

export class Worker {
  readonly #records = new RecordReader()
  readonly #ranges = new RangeReader()
  // A run has one or two sets of options, one after the other: the last one serves nearly all tasks.
  #fingerprinter: { readonly key: string; readonly made: Fingerprinter } | undefined

  #given: { readonly key: string; readonly made: GivenSigner } | undefined

  run(task: Exclude<Task, ScoreTask>): TaskResult {
    if (task.kind === 'verify') return verifyTask(task, this.#fingerprinterFor(task, 'search'), this.#records)
    if (task.kind === 'collect') return collectTask(task, this.#fingerprinterFor(task, 'search'), this.#records)
    if (task.kind === 'runs') return equalRuns(task.keys)
    if (task.kind === 'compare') return compareTask(task, this.#fingerprinterFor(task, 'search').kernel)
    const { content, options } = task
    const signer =
      content === 'values' ? UNSIGNED : traitsOf(options).isGiven ? this.#givenFor(options) : this.#fingerprinterFor(task, content)
    return fingerprintTask(task, signer, this.#ranges)
  }

  #givenFor(options: Options): GivenSigner {
    const key = JSON.stringify(options)
    if (this.#given?.key !== key) this.#given = { key, made: new GivenSigner(options) }
    return this.#given.made
  }

  #fingerprinterFor(task: Exclude<Task, RunsTask | ScoreTask>, content: EntryContent): Fingerprinter {
    // The name also tells dictionaries apart that have been read again under the same options.
    const key = `${content} ${signatureName(task.options)} ${JSON.stringify(task.options)}`
    if (this.#fingerprinter?.key !== key)
      this.#fingerprinter = {
        key,
        made: new Fingerprinter(task.options, content, task.model && decodeModel(task.model, 'the corpus model')),
      }
    return this.#fingerprinter.made
  }

  /** Closes its files, and lets the kernel go, whose address space a process has little of. */
  close(): void {
    this.#records.close()
    this.#fingerprinter = undefined
    this.#given = undefined
  }
}
