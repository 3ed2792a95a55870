/** Documents with the same digest are copies: searched and measured once, by the first of them. */
import { Uint32List } from '../../hashing/typed-list.js'

export interface Copies {
  /** For each document the first one with the same text (itself when it is the first). */
  readonly first: Uint32Array
  /** The first ones, ascending: the distinct texts. */
  readonly distinct: Uint32Array
}

/**
 * @param digests  four words for each document
 */
export function findCopies(digests: Uint32Array): Copies {
  const count = digests.length / 4
  let size = 64
  while (size < count * 1.5) size *= 2
  // Open addressing; a slot holds a document's number plus one.
  const slots = new Uint32Array(size)
  const first = new Uint32Array(count)
  let distinct = 0
  for (let i = 0; i < count; i++) {
    let slot = (digests[4 * i] as number) & (size - 1)
    let owner = i
    while (true) {
      const found = slots[slot] as number
      if (!found) {
        slots[slot] = i + 1
        distinct++
        break
      }
      if (equal(digests, i, found - 1)) {
        owner = found - 1
        break
      }
      slot = (slot + 1) & (size - 1)
    }
    first[i] = owner
  }
  const list = new Uint32Array(distinct)
  let filled = 0
  for (let i = 0; i < count; i++) if (first[i] === i) list[filled++] = i
  return { first, distinct: list }
}

function equal(digests: Uint32Array, a: number, b: number): boolean {
  for (let word = 0; word < 4; word++) if (digests[4 * a + word] !== digests[4 * b + word]) return false
  return true
}

/** Lists of documents by the first one with the same text; only texts with two or more. */
export class CopyLists {
  readonly #starts: Uint32Array
  readonly #documents: Uint32Array
  /** First documents with copies, ascending. */
  readonly firsts: Uint32Array

  constructor({ first }: Copies) {
    const sizes = new Uint32Array(first.length + 1)
    for (const owner of first) sizes[owner + 1] = (sizes[owner + 1] as number) + 1
    // A text that occurs once needs no list.
    for (let i = 0; i < first.length; i++) if (sizes[i + 1] === 1) sizes[i + 1] = 0
    const firsts = new Uint32List()
    for (let i = 0; i < first.length; i++) {
      if (sizes[i + 1]) firsts.push(i)
      sizes[i + 1] = (sizes[i + 1] as number) + (sizes[i] as number)
    }
    this.#starts = sizes
    this.#documents = new Uint32Array(sizes[first.length] as number)
    const next = sizes.slice()
    first.forEach((owner, i) => {
      if (sizes[owner] === sizes[owner + 1]) return
      const at = next[owner] as number
      this.#documents[at] = i
      next[owner] = at + 1
    })
    this.firsts = firsts.taken()
  }

  /** The documents with the text of this first one, itself included, ascending. */
  of(first: number): Uint32Array {
    const from = this.#starts[first] as number
    const end = this.#starts[first + 1] as number
    return from === end ? Uint32Array.of(first) : this.#documents.subarray(from, end)
  }
}

/** The sides of a text in a search over two, as bits: its copies may be on both. */
export const A = 1
export const B = 2

/**
 * The sides of each text, by its first document.
 *
 * @param first  for each document the first one with the same text
 * @param start  the first document of B
 */
export function sidesOfTexts(first: Uint32Array, start: number): Uint8Array {
  const sides = new Uint8Array(first.length)
  first.forEach((text, document) => {
    sides[text] = (sides[text] as number) | (document < start ? A : B)
  })
  return sides
}
