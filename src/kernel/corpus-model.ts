/** The corpus model in the kernel's memory: documents of each feature, looked up while weighing (assembly/model.ts). */
import { LeitongError } from '../errors.js'
import type { KernelExports } from './exports.js'
import { longsAt, wordsAt } from './memory.js'

/**
 * Puts a model below everything else: loaded once, before any text.
 *
 * @param hashes     ascending
 * @param documents  of each hash: how many documents have the feature
 * @throws {LeitongError} `MEMORY`
 */
export function loadCorpusModel(kernel: KernelExports, hashes: BigUint64Array, documents: Uint32Array): void {
  const size = hashes.length
  const at = kernel.modelReserve(size) >>> 0
  if (!at) throw new LeitongError('MEMORY', size * 12, 'hold the corpus model')
  longsAt(kernel, at, size).set(hashes)
  wordsAt(kernel, at + size * 8, size).set(documents)
  if (!kernel.modelFinish(size)) throw new LeitongError('MEMORY', size * 4, 'index the corpus model')
}
