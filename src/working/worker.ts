/** What a worker thread runs, and the main thread when there is little to do. */

import { Signer } from '../signing/fingerprinter.js'
import { signatureName } from '../signing/signature.js'
import { decodeModel } from '../weighting/model.js'
import { signTask } from './sign-task.js'
import type { Signed, SignTask, Task, VerifyTask } from './tasks.js'
import { verifyTask } from './verify-task.js'

// A worker serves one run with one set of options; a library caller may come with others.
let current: { key: string; signer: Signer } | undefined

function signerFor(task: Task): Signer {
  const content = task.kind === 'verify' ? 'search' : task.content
  // The name also tells dictionaries apart that have been read again under the same options.
  const key = `${content} ${signatureName(task.options)} ${JSON.stringify(task.options)}`
  if (current?.key !== key)
    current = { key, signer: new Signer(task.options, content, task.model && decodeModel(task.model, 'the corpus model')) }
  return current.signer
}

export function runTask(task: SignTask): Signed
export function runTask(task: VerifyTask): Float64Array<ArrayBuffer>
export function runTask(task: Task): Signed | Float64Array<ArrayBuffer>
export function runTask(task: Task) {
  const signer = signerFor(task)
  return task.kind === 'verify' ? verifyTask(task, signer) : signTask(task, signer)
}
