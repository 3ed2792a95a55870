/** A shelf for arrays of keys: those that were used last are in memory, as many as there is room for, the rest in a file of the run. */
import { join } from 'node:path'
import type { Shelf, Shelved } from '../../../matching/candidates/shelf.js'
import { SpillFile } from '../../../reading/copied/spill-file.js'

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
  #file: SpillFile | undefined

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
    return this.#file?.size ?? 0
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
    this.#file?.close()
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
      this.#file ??= new SpillFile(join(this.#folder(), 'keys'), 'the file of keys of rows')
      entry.place = this.#file.append(entry.held as Shelved)
    }
    entry.held = undefined
    this.#held.delete(entry)
    this.#bytes -= entry.bytes
  }

  #readBack(entry: Entry): Shelved {
    const numbers = new entry.kind(entry.length)
    this.#file?.read(numbers, entry.place as number)
    this.#hold(entry, numbers)
    return numbers
  }
}
