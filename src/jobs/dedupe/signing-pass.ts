/** The first pass: every input read once and its records fingerprinted by workers, in the order of the input. */

import { join } from 'node:path'
import { Uint32List } from '../../hashing/typed-list.js'
import { SpillFile } from '../../reading/copied/spill-file.js'
import type { Overflow } from '../../searching/containing/text-features.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import { distinct, type KeysOf, type SavedRun } from './against/saved-run.js'
import type { RunContext } from './run-context.js'
import { collectSigned, type Signed } from './sign-all.js'
import { SignatureStore } from './signature-store.js'

/** Everything about the documents that a search needs. */
export interface Signatures extends Signed {
  readonly store: SignatureStore
}

/** Of `--memory`, what features take before they go to disk. */
const FEATURES = 1 / 2

/**
 * Fingerprints everything, and keeps the columns that a search asks for.
 *
 * @param runs  saved runs: their documents that may be like one of these come behind them
 */
export async function signInputs(context: RunContext, runs: readonly SavedRun[] = []): Promise<Signatures> {
  const { options, documents } = context
  const store = new SignatureStore(options, options.memory, context.folder)
  const overflow = (): Overflow => {
    const file = new SpillFile(join(context.folder(), 'features'), 'the file of spilled features')
    return { append: (words) => void file.append(words), read: (at, into) => void file.read(into, at * 4), close: () => file.close() }
  }
  const digests = new Uint32List()
  const collected = await collectSigned(context, { bytes: options.memory, share: FEATURES, overflow }, (signed) => {
    store.add(signed)
    if (runs.length) digests.append(firstWords(signed.digests))
  })
  const keysOf = keysByColumn(digests.taken(), store)
  for (const run of runs) {
    for (const { file, pieces } of run.search(keysOf)) {
      const number = documents.files.push(file) - 1
      for (const { start, columns } of pieces) {
        documents.add(number, start, 1, columns)
        store.add(columns)
        await context.pause()
      }
    }
  }
  return { store, ...collected }
}

/** The first four bytes of each digest. */
function firstWords(digests: Uint8Array): Uint32Array {
  const words = new Uint32Array(digests.length / DIGEST_BYTES)
  const bytes = new Uint8Array(words.buffer)
  for (let i = 0; i < words.length; i++) bytes.set(digests.subarray(i * DIGEST_BYTES, i * DIGEST_BYTES + 4), 4 * i)
  return words
}

/** The keys of the documents so far by the columns of a saved run, each sorted once. */
function keysByColumn(digests: Uint32Array, store: SignatureStore): KeysOf {
  const columns: Uint32Array[] = []
  const count = digests.length
  return (column) => {
    columns[column] ??= distinct((column ? store.band(column - 1).slice(0, count) : digests).sort())
    return columns[column]
  }
}
