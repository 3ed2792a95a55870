/** A file that lies where workers can read it. */
import { closeSync, fstatSync, openSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import { readFully } from '../../reading/disk.js'
import { markLength } from '../../sources/formats/encoding.js'

/** Bytes of the byte order mark of UTF-8. */
const MARK = 3

export class PlacedFile {
  readonly path: string
  readonly bytes: number
  readonly descriptor: number
  /** Bytes of a byte order mark, which Spark leaves out. */
  readonly mark: number
  readonly #changed: bigint

  /**
   * Whether it is the file that was listed shows by its size alone: each machine may have a copy of its own, made at another time.
   *
   * @param name   its path or URI of the scheme `file`, in base64
   * @param bytes  its size when the run began
   * @throws {LeitongError} `SOURCE_READ`; `SOURCE_CHANGED` where it has another size now
   */
  constructor(name: string, bytes: string) {
    this.path = Buffer.from(name, 'base64')
      .toString()
      .replace(/^file:\/*(?=\/)/, '')
    this.bytes = Number(bytes)
    this.descriptor = this.#reading(() => openSync(this.path, 'r'))
    const { size, mtimeNs } = this.#reading(() => fstatSync(this.descriptor, { bigint: true }))
    this.#changed = mtimeNs
    if (Number(size) !== this.bytes) {
      this.close()
      throw new LeitongError('SOURCE_CHANGED', this.path)
    }
    const head = Buffer.alloc(Math.min(MARK, this.bytes))
    this.read(head, 0)
    this.mark = markLength(head) === MARK ? MARK : 0
  }

  /** @throws {LeitongError} `SOURCE_READ` */
  read(into: Uint8Array, position: number): void {
    this.#reading(() => {
      if (readFully(this.descriptor, into, position) < into.length) throw new Error('it has become shorter since it was listed')
    })
  }

  /** @throws {LeitongError} `SOURCE_CHANGED` where somebody has written to it since it was opened */
  requireUnchanged(): void {
    const { mtimeNs } = this.#reading(() => fstatSync(this.descriptor, { bigint: true }))
    if (mtimeNs !== this.#changed) throw new LeitongError('SOURCE_CHANGED', this.path)
  }

  close(): void {
    closeSync(this.descriptor)
  }

  #reading<Result>(read: () => Result): Result {
    try {
      return read()
    } catch (error) {
      throw new LeitongError('SOURCE_READ', this.path, (error as Error).message)
    }
  }
}
