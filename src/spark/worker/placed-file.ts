/** A file that lies where workers can read it. */
import { closeSync, fstatSync, openSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import { readFully } from '../../reading/read-fully.js'
import { markLength } from '../../sources/formats/encoding.js'

/** Bytes of the byte order mark of UTF-8. */
const MARK = 3

export class PlacedFile {
  readonly path: string
  readonly bytes: number
  /** Bytes of a byte order mark, which Spark leaves out. */
  readonly mark: number
  readonly #descriptor: number

  /**
   * @param name     its path or URI of the scheme `file`, in base64
   * @param bytes    its size when the run began
   * @param changed  when it was changed last, in whole milliseconds
   * @throws {LeitongError} `SOURCE_READ`; `SOURCE_CHANGED` where it is another one now
   */
  constructor(name: string, bytes: string, changed: string) {
    this.path = Buffer.from(name, 'base64')
      .toString()
      .replace(/^file:\/*(?=\/)/, '')
    this.bytes = Number(bytes)
    this.#descriptor = this.#reading(() => openSync(this.path, 'r'))
    const { size, mtimeMs } = this.#reading(() => fstatSync(this.#descriptor))
    if (size !== this.bytes || Math.floor(mtimeMs) !== Number(changed)) {
      this.close()
      throw new LeitongError('SOURCE_CHANGED', this.path)
    }
    const head = Buffer.alloc(Math.min(MARK, size))
    this.read(head, 0)
    this.mark = markLength(head) === MARK ? MARK : 0
  }

  /** @throws {LeitongError} `SOURCE_READ` */
  read(into: Uint8Array, position: number): void {
    this.#reading(() => {
      if (readFully(this.#descriptor, into, position) < into.length) throw new Error('it has become shorter since it was listed')
    })
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #reading<Result>(read: () => Result): Result {
    try {
      return read()
    } catch (error) {
      throw new LeitongError('SOURCE_READ', this.path, (error as Error).message)
    }
  }
}
