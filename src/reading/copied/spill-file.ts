/** What a run has no room for in memory, in a temporary file: written behind each other, and read back by place. */
import { closeSync, openSync, unlinkSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import { writeFully } from '../../writing/write-fully.js'
import { readFully } from '../disk.js'

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)

export class SpillFile {
  readonly #called: string
  readonly #descriptor: number
  /** Bytes that were written. */
  size = 0

  /**
   * The file has no name once it is open: it goes with the process, however that ends.
   *
   * @param path    of no file yet
   * @param called  what messages call it
   * @throws {LeitongError} `OUTPUT_WRITE`
   */
  constructor(path: string, called: string) {
    this.#called = called
    this.#descriptor = this.#writing(() => openSync(path, 'wx+'))
    unlinkSync(path)
  }

  /** @returns where it lies. @throws {LeitongError} `OUTPUT_WRITE` */
  append(values: ArrayBufferView): number {
    const at = this.size
    this.#writing(() => writeFully(this.#descriptor, bytesOf(values)))
    this.size += values.byteLength
    return at
  }

  /** @returns how many bytes there were. @param least  bytes that there must be. @throws {LeitongError} `SOURCE_READ` where there are fewer */
  read(into: ArrayBufferView, position: number, least = into.byteLength): number {
    const read = readFully(this.#descriptor, bytesOf(into), position)
    if (read < least) throw new LeitongError('SOURCE_READ', this.#called, 'it has become shorter since it was written')
    return read
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #writing<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw new LeitongError('OUTPUT_WRITE', this.#called, (error as Error).message)
    }
  }
}
