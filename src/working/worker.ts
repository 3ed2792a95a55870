/** A worker: what one thread holds from task to task. Every worker thread has one, and so has a job that is too small for threads. */
import type { GivenSigner } from '../methods/given/signer.js'
import { methodOf, signatureName } from '../methods/methods.js'
import { RangeReader } from '../reading/line-ranges.js'
import { RecordReader } from '../reading/records.js'
import { equalRuns } from '../searching/equal-runs.js'
import type { Fingerprinter } from '../signing/fingerprinter.js'
import type { EntryContent } from '../signing/signature.js'
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
  #signer: { readonly key: string; readonly made: Fingerprinter | GivenSigner } | undefined

  run(task: Exclude<Task, ScoreTask>): TaskResult {
    if (task.kind === 'verify') return verifyTask(task, this.#fingerprinterFor(task), this.#records)
    if (task.kind === 'collect') return collectTask(task, this.#fingerprinterFor(task), this.#records)
    if (task.kind === 'runs') return equalRuns(task.keys)
    if (task.kind === 'compare') return compareTask(task, this.#fingerprinterFor(task).kernel)
    const { content } = task
    return fingerprintTask(task, content === 'values' ? UNSIGNED : this.#signerFor(task, content), this.#ranges)
  }

  #signerFor(task: Exclude<Task, RunsTask | ScoreTask>, content: EntryContent): Fingerprinter | GivenSigner {
    // The name also tells dictionaries apart that have been read again under the same options.
    const key = `${content} ${signatureName(task.options)} ${JSON.stringify(task.options)}`
    if (this.#signer?.key !== key)
      this.#signer = {
        key,
        made: methodOf(task.options).createSigner(task.options, content, task.model && decodeModel(task.model, 'the corpus model')),
      }
    return this.#signer.made
  }

  /** Texts are measured by what signs them. */
  #fingerprinterFor(task: Exclude<Task, RunsTask | ScoreTask>): Fingerprinter {
    return this.#signerFor(task, 'search') as Fingerprinter
  }

  /** Closes its files, and lets the kernel go, whose address space a process has little of. */
  close(): void {
    this.#records.close()
    this.#signer = undefined
  }
}
