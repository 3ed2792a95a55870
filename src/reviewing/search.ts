/**
 * Search in all texts, ids, titles and fields of a run: a pass over one file, of which only the places of members stay in memory. Between one block
 * and the next others have their turn, however large the file is.
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { lookedFor } from '../comparing/spellings.js'
import { firstWhere } from '../hashing/binary-search.js'
import type { RunColumns } from './files.js'

/** Bytes that are looked through at once. */
const BLOCK = 2 << 20

export class TextSearch {
  readonly #folder: string
  readonly #columns: RunColumns
  #ends: Promise<Float64Array> | undefined

  constructor(folder: string, columns: RunColumns) {
    this.#folder = folder
    this.#columns = columns
  }

  /**
   * Groups with a member that holds these words one behind the other.
   *
   * @returns 1 for each group that was found
   */
  async find(words: string): Promise<Uint8Array> {
    const { starts } = this.#columns
    const groups = starts.length - 1
    const found = new Uint8Array(groups)
    this.#ends ??= this.#endsOfMembers()
    const ends = await this.#ends
    for (const spelt of lookedFor(words.replaceAll('\u0000', ' '))) await this.#findSpelt(Buffer.from(spelt), ends, found)
    return found
  }

  async #findSpelt(needle: Buffer, ends: Float64Array, found: Uint8Array): Promise<void> {
    const { starts } = this.#columns
    const groups = starts.length - 1
    let next = 0
    await this.#pass(needle.length - 1, (bytes, start) => {
      for (let at = bytes.indexOf(needle, Math.max(0, next - start)); at >= 0; ) {
        const member = firstWhere(0, ends.length, (i) => (ends[i] as number) > start + at)
        const group = firstWhere(0, groups, (i) => (starts[i + 1] as number) > member)
        if (group === groups) return
        found[group] = 1
        // The rest of the group needs no look.
        next = ends[(starts[group + 1] as number) - 1] as number
        if (next - start >= bytes.length) return
        at = bytes.indexOf(needle, next - start)
      }
    })
  }

  /** A zero ends each member. */
  async #endsOfMembers(): Promise<Float64Array> {
    const ends = new Float64Array(this.#columns.similarity.length)
    let i = 0
    await this.#pass(0, (bytes, start) => {
      for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) ends[i++] = start + at + 1
    })
    return ends
  }

  /** @param again  bytes of each block that the next one begins with */
  async #pass(again: number, look: (bytes: Buffer, start: number) => void): Promise<void> {
    const file = await open(join(this.#folder, 'searched'), 'r')
    try {
      const block = Buffer.allocUnsafe(BLOCK + again)
      for (let [start, kept] = [0, 0]; ; ) {
        const { bytesRead } = await file.read(block, kept, BLOCK, start + kept)
        if (!bytesRead) return
        const bytes = block.subarray(0, kept + bytesRead)
        look(bytes, start)
        kept = Math.min(again, bytes.length)
        start += bytes.length - kept
        block.copyWithin(0, bytes.length - kept, bytes.length)
      }
    } finally {
      await file.close()
    }
  }
}
