/** Columns that hold millions of a worker's rows: as objects they would take several times the room. */
import { firstWhere } from '../../hashing/binary-search.js'

/** Places at the start, and ids that are joined at once; a power of 2. */
const PIECE = 4096

/** Numbers from 0 below 2^64, as those of documents are. */
export class Longs {
  length = 0
  #values = new BigUint64Array(PIECE)

  push(value: bigint): void {
    if (this.length === this.#values.length) {
      const larger = new BigUint64Array(this.length + (this.length >> 1))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  at(place: number): bigint {
    return this.#values[place] as bigint
  }

  /** A copy, ascending. */
  sorted(): BigUint64Array {
    return this.#values.slice(0, this.length).sort()
  }
}

/** The place of a number among ascending ones; -1 where it is not among them. */
export function placeOf(sorted: BigUint64Array, value: bigint): number {
  const place = firstWhere(0, sorted.length, (at) => (sorted[at] as bigint) >= value)
  return sorted[place] === value ? place : -1
}

/** Ids of documents, as JSON. */
export class Ids {
  readonly #pieces: { readonly bytes: Buffer; readonly ends: Uint32Array }[] = []
  #last: string[] = []

  /** @param id  UTF-8, one character a byte, as rows are read */
  push(id: string): void {
    this.#last.push(id)
    if (this.#last.length < PIECE) return
    let end = 0
    const ends = Uint32Array.from(this.#last, ({ length }) => {
      end += length
      return end
    })
    this.#pieces.push({ bytes: Buffer.from(this.#last.join(''), 'latin1'), ends })
    this.#last = []
  }

  at(place: number): string {
    const piece = this.#pieces[Math.floor(place / PIECE)]
    const i = place % PIECE
    if (!piece) return Buffer.from(this.#last[i] as string, 'latin1').toString()
    return piece.bytes.toString('utf8', i ? piece.ends[i - 1] : 0, piece.ends[i])
  }
}
