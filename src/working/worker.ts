/** What a worker thread runs, and the main thread when there is little to do. */

import '../signing/dictionaries.js'
import { Fingerprinter } from '../signing/fingerprinter.js'
import { signatureName } from '../signing/signature.js'
import { decodeModel } from '../weighting/model.js'
import { fingerprintTask } from './fingerprint-task.js'
import type { FingerprintTask, PieceColumns, Task, VerifyTask } from './tasks.js'
import { verifyTask } from './verify-task.js'

// A worker serves one run with one set of options; a library caller may come with others.
let current: { key: string; signer: Fingerprinter } | undefined

function signerFor(task: Task): Fingerprinter {
  const content = task.kind === 'verify' ? 'search' : task.content
  // The name also tells dictionaries apart that have been read again under the same options.
  const key = `${content} ${signatureName(task.options)} ${JSON.stringify(task.options)}`
  if (current?.key !== key)
    current = { key, signer: new Fingerprinter(task.options, content, task.model && decodeModel(task.model, 'the corpus model')) }
  return current.signer
}

export function runTask(task: FingerprintTask): PieceColumns
export function runTask(task: VerifyTask): Float64Array<ArrayBuffer>
export function runTask(task: Task): PieceColumns | Float64Array<ArrayBuffer>
export function runTask(task: Task) {
  const signer = signerFor(task)
  return task.kind === 'verify' ? verifyTask(task, signer) : fingerprintTask(task, signer)
}
