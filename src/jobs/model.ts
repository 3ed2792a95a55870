/** A corpus model counted over inputs, as a file for weights by document frequency. */
import { fieldsOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import { expandInputs } from '../reading/inputs.js'
import { createPool } from '../working/pool.js'
import { AtomicFile } from '../writing/atomic-file.js'
import { lazyFolder } from '../writing/temporary.js'
import { countModel } from './dedupe/model.js'

export interface BuiltModel {
  readonly documents: number
  /** Features in two and more documents, which the model holds. */
  readonly features: number
  readonly checksum: string
  /** How often features seen once were let go for want of memory. */
  readonly pruned: number
}

/**
 * Counts in how many documents each feature occurs, and writes the model.
 *
 * @throws {LeitongError} `OUTPUT_WRITE`, and as reading does
 */
export async function buildModel(inputs: readonly string[], options: Options, output: string): Promise<BuiltModel> {
  const files = await expandInputs(inputs, options)
  const file = new AtomicFile(output)
  const pool = createPool(
    options.workers,
    files.reduce((sum, { size }) => sum + (size ?? Number.POSITIVE_INFINITY), 0),
  )
  const folder = lazyFolder(options.temp)
  try {
    const { model, bytes, pruned } = await countModel(files, options, fieldsOf(options), pool, { folder: folder.open })
    file.write(bytes)
    file.finish()
    file.commit()
    return { documents: model.total, features: model.hashes.length, checksum: model.checksum, pruned }
  } finally {
    file.discard()
    await pool.close()
    folder.forget()
  }
}
