/** A column whose values come one after the other, for judges that see a few rows at a time. */
import { NO_VALUE, type PackedColumn, roomier } from './columns.js'

/** @example new ComingColumn('city', (value) => value.toLowerCase(), 100).put(0, 'Leeds') */
export class ComingColumn implements PackedColumn {
  readonly name: string
  readonly rows: Int32Array
  readonly starts: Uint32Array
  codes = new Uint16Array(1024)
  /** How often a value comes says nothing of a few rows. */
  readonly counts = new Uint32Array(0)
  readonly coming: NonNullable<PackedColumn['coming']>
  readonly #normalise: (value: string) => string
  readonly #numbers = new Map<string, number>()
  readonly #canonical = new Map<string, number>()
  readonly #told: ((value: number) => void)[] = []

  /**
   * @param normalise  the canonical form of a value; an empty text stands for no value
   * @param room       rows at most
   */
  constructor(name: string, normalise: (value: string) => string, room: number) {
    this.name = name
    this.#normalise = normalise
    this.rows = new Int32Array(room)
    this.starts = new Uint32Array(room + 1)
    this.coming = { room, whenAdded: (take) => this.#told.push(take) }
  }

  /** UTF-16 units of all values. */
  get length(): number {
    return this.starts[this.#canonical.size] as number
  }

  put(row: number, value: string | undefined): void {
    this.rows[row] = value === undefined || value === '' ? NO_VALUE : this.#numberOf(value)
  }

  #numberOf(value: string): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    const canonical = this.#normalise(value)
    const number = canonical ? (this.#canonical.get(canonical) ?? this.#add(canonical)) : NO_VALUE
    this.#numbers.set(value, number)
    return number
  }

  #add(canonical: string): number {
    const number = this.#canonical.size
    const from = this.length
    this.codes = roomier(this.codes, from + canonical.length)
    for (let i = 0; i < canonical.length; i++) this.codes[from + i] = canonical.charCodeAt(i)
    this.#canonical.set(canonical, number)
    this.starts[number + 1] = from + canonical.length
    for (const take of this.#told) take(number)
    return number
  }
}
