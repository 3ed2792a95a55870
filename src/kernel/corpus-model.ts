/** The corpus model in the kernel's memory: documents of each feature, looked up while weighing (assembly/model.ts). */
import { LeitongError } from '../errors.js'
import type { KernelExports } from './exports.js'
import { wordsAt } from './memory.js'

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
  const entries = wordsAt(kernel, at, size * 3)
  const halves = new Uint32Array(hashes.buffer, hashes.byteOffset, size * 2)
  for (let i = 0; i < size; i++) {
    entries[3 * i] = halves[2 * i] as number
    entries[3 * i + 1] = halves[2 * i + 1] as number
    entries[3 * i + 2] = documents[i] as number
  }
  if (!kernel.modelFinish(size)) throw new LeitongError('MEMORY', size * 4, 'index the corpus model')
}
