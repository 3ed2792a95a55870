/** Features beyond memory, in a temporary file of the run. */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../../errors.js'
import { readFully } from '../../../reading/disk.js'
import type { Overflow } from '../../../searching/containing/text-features.js'
import { writeFully } from '../../../writing/write-fully.js'

const bytesOf = (words: Uint32Array) => new Uint8Array(words.buffer, words.byteOffset, words.byteLength)

export class FeatureFile implements Overflow {
  readonly #descriptor: number

  /**
   * @param folder  for temporary files
   * @throws {LeitongError} `OUTPUT_WRITE`
   */
  constructor(folder: string) {
    this.#descriptor = wrapped(() => openSync(join(folder, 'features'), 'wx+'))
  }

  append(words: Uint32Array): void {
    wrapped(() => writeFully(this.#descriptor, bytesOf(words)))
  }

  read(at: number, into: Uint32Array): void {
    readFully(this.#descriptor, bytesOf(into), at * 4)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

function wrapped<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new LeitongError('OUTPUT_WRITE', 'the file of spilled features', (error as Error).message)
  }
}
