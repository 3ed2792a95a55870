/** The values of all rows of a run, field by field, as they were read: every distinct value once. */
import { LeitongError } from '../../../errors.js'
import { TextNumbers } from '../../../matching/text-numbers.js'
import type { PieceColumns } from '../../../working/tasks.js'
import type { ValueColumn } from '../../../working/value-columns.js'

/** Bytes of a distinct value beside its letters: the text's head and its place in a map and a list. */
const HEAD = 64
/** Bytes of a row's number: as read, grown by half again, and packed. */
const NUMBER = 4 * 2.5
/** Bytes of a letter: as read, and packed. */
const LETTER = 4

/** One field as it was read. */
export interface ReadColumn {
  readonly name: string
  readonly values: readonly string[]
  /** For each row the number of its value, -1 for none. */
  readonly rows: Int32Array
}

class GrowingColumn {
  readonly values: string[] = []
  readonly #known = new TextNumbers()
  #rows = new Int32Array(1024).fill(-1)
  letters = 0

  /** @param first  the number of the first row of the piece */
  add({ values, rows }: ValueColumn, first: number): void {
    const numbers = values.map((value) => {
      const known = this.#known.get(value)
      if (known !== undefined) return known
      this.letters += value.length
      this.values.push(value)
      return this.#known.add(value)
    })
    if (first + rows.length > this.#rows.length) {
      const grown = new Int32Array(Math.max(first + rows.length, Math.ceil(this.#rows.length * 1.5))).fill(-1)
      grown.set(this.#rows)
      this.#rows = grown
    }
    for (let row = 0; row < rows.length; row++) {
      const number = rows[row] as number
      if (number >= 0) this.#rows[first + row] = numbers[number] as number
    }
  }

  taken(count: number): Int32Array {
    if (count <= this.#rows.length) return this.#rows.subarray(0, count)
    const whole = new Int32Array(count).fill(-1)
    whole.set(this.#rows)
    return whole
  }
}

export class ValueStore {
  count = 0
  readonly #memory: number
  readonly #columns = new Map<string, GrowingColumn>()

  /** @param memory  bytes that the columns may take */
  constructor(memory: number) {
    this.#memory = memory
  }

  /** Bytes that the columns take, or will when they are packed. */
  get bytes(): number {
    let bytes = this.count * NUMBER * this.#columns.size
    for (const { values, letters } of this.#columns.values()) bytes += values.length * HEAD + letters * LETTER
    return bytes
  }

  /** @throws {LeitongError} `COLUMNS_MEMORY` */
  add({ count, values = [] }: Pick<PieceColumns, 'count' | 'values'>): void {
    for (const column of values) {
      let own = this.#columns.get(column.name)
      if (!own) {
        own = new GrowingColumn()
        this.#columns.set(column.name, own)
      }
      own.add(column, this.count)
    }
    this.count += count
    if (this.bytes > this.#memory) throw new LeitongError('COLUMNS_MEMORY', this.bytes, this.count, this.#memory)
  }

  /** In the order in which the fields came first. */
  *columns(): Generator<ReadColumn> {
    for (const [name, column] of this.#columns) yield { name, values: column.values, rows: column.taken(this.count) }
  }
}
