/** The groups of two and more, in a few numbers for each member: there may be millions. */

export interface Group {
  /** From 1, in the order in which groups begin in the input. */
  readonly number: number
  readonly kept: number
  /** All members, the kept one first, then in the order of the input. */
  readonly members: Uint32Array
}

export class Groups {
  readonly length: number
  /** Members of all groups together. */
  readonly members: number
  /** For each document that is kept in a group the number of that group, 0 for all others. */
  readonly #numberOf: Uint32Array
  readonly #starts: Uint32Array
  readonly #documents: Uint32Array

  /**
   * @param count   documents
   * @param shared  whether a document is in a group
   * @param keptOf  the document that is kept of its group
   */
  constructor(count: number, shared: (document: number) => boolean, keptOf: (document: number) => number) {
    this.#numberOf = new Uint32Array(count)
    let length = 0
    let members = 0
    for (let document = 0; document < count; document++) {
      if (!shared(document)) continue
      members++
      const kept = keptOf(document)
      if (!this.#numberOf[kept]) this.#numberOf[kept] = ++length
    }
    const starts = new Uint32Array(length + 2)
    for (let document = 0; document < count; document++) {
      if (!shared(document)) continue
      const number = this.#numberOf[keptOf(document)] as number
      starts[number + 1] = (starts[number + 1] as number) + 1
    }
    for (let number = 1; number < starts.length; number++) starts[number] = (starts[number] as number) + (starts[number - 1] as number)
    this.#documents = new Uint32Array(members)
    // The kept one goes first, so that the others begin one further.
    const next = starts.map((start) => start + 1)
    for (let document = 0; document < count; document++) {
      if (!shared(document)) continue
      const kept = keptOf(document)
      const number = this.#numberOf[kept] as number
      if (kept === document) this.#documents[starts[number] as number] = document
      else {
        const at = next[number] as number
        this.#documents[at] = document
        next[number] = at + 1
      }
    }
    this.length = length
    this.members = members
    this.#starts = starts
  }

  /** The number of the group that a document is kept of; undefined when it is alone. */
  numberOf(kept: number): number | undefined {
    return this.#numberOf[kept] || undefined
  }

  sizeOf(number: number): number {
    return (this.#starts[number + 1] as number) - (this.#starts[number] as number)
  }

  /** @param number  from 1 to `length` */
  get(number: number): Group {
    const members = this.#documents.subarray(this.#starts[number], this.#starts[number + 1])
    return { number, kept: members[0] as number, members }
  }

  *[Symbol.iterator](): Generator<Group> {
    for (let number = 1; number <= this.length; number++) yield this.get(number)
  }

  /** The groups with the most members, at most `limit`. */
  largest(limit: number): Group[] {
    const numbers = Uint32Array.from({ length: this.length }, (_, i) => i + 1)
    numbers.sort((a, b) => this.sizeOf(b) - this.sizeOf(a) || a - b)
    return Array.from(numbers.subarray(0, limit), (number) => this.get(number))
  }
}
