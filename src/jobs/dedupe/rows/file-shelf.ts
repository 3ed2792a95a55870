/** A shelf for arrays of keys: those that were used last are in memory, as many as there is room for, the rest in a file of the run. */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../../errors.js'
import type { Shelf, Shelved } from '../../../matching/candidates/shelf.js'
import { readFully } from '../../../reading/disk.js'
import { writeFully } from '../../../writing/write-fully.js'

interface Entry {
  readonly kind: Float64ArrayConstructor | Uint32ArrayConstructor
  readonly length: number
  readonly bytes: number
  /** Undefined while it is in the file alone. */
  held: Shelved | undefined
  /** Where it lies in the file; undefined as long as it was never written. */
  place: number | undefined
  used: number
}

export class FileShelf implements Shelf {
  readonly room: number
  readonly #folder: () => string
  readonly #held = new Set<Entry>()
  #bytes = 0
  #clock = 0
  #file: number | undefined
  #written = 0

  /**
   * @param room    bytes in memory at once; one array is held in any case
   * @param folder  makes the folder for the file when it is first needed
   */
  constructor(room: number, folder: () => string) {
    this.room = room
    this.#folder = folder
  }

  /** Bytes that were written to the file. */
  get spilled(): number {
    return this.#written
  }

  keep<Kind extends Shelved>(numbers: Kind): () => Kind {
    const kind = numbers instanceof Float64Array ? Float64Array : Uint32Array
    const entry: Entry = { kind, length: numbers.length, bytes: numbers.byteLength, held: undefined, place: undefined, used: 0 }
    this.#hold(entry, numbers)
    return () => {
      entry.used = ++this.#clock
      return (entry.held ?? this.#readBack(entry)) as Kind
    }
  }

  close(): void {
    this.#held.clear()
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #hold(entry: Entry, numbers: Shelved): void {
    entry.held = numbers
    entry.used = ++this.#clock
    this.#held.add(entry)
    this.#bytes += entry.bytes
    while (this.#bytes > this.room && this.#held.size > 1) {
      let oldest = entry
      for (const other of this.#held) if (other.used < oldest.used) oldest = other
      this.#putAway(oldest)
    }
  }

  #putAway(entry: Entry): void {
    if (entry.place === undefined) {
      const { buffer, byteOffset, byteLength } = entry.held as Shelved
      try {
        this.#file ??= openSync(join(this.#folder(), 'keys'), 'wx+')
        writeFully(this.#file, new Uint8Array(buffer, byteOffset, byteLength))
      } catch (error) {
        throw new LeitongError('OUTPUT_WRITE', 'the file of keys of rows', (error as Error).message)
      }
      entry.place = this.#written
      this.#written += byteLength
    }
    entry.held = undefined
    this.#held.delete(entry)
    this.#bytes -= entry.bytes
  }

  #readBack(entry: Entry): Shelved {
    const numbers = new entry.kind(entry.length)
    readFully(this.#file as number, new Uint8Array(numbers.buffer), entry.place as number)
    this.#hold(entry, numbers)
    return numbers
  }
}
