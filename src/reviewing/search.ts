/** Search in all texts, ids, titles and fields of a run: a pass over one file, which is held while somebody searches. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstWhere } from '../hashing/binary-search.js'
import { folded, type RunColumns } from './files.js'

export class TextSearch {
  readonly #folder: string
  readonly #columns: RunColumns
  #bytes: Buffer | undefined
  #ends: Float64Array | undefined

  constructor(folder: string, columns: RunColumns) {
    this.#folder = folder
    this.#columns = columns
  }

  /**
   * Groups with a member that holds these words one behind the other.
   *
   * @returns 1 for each group that was found
   */
  find(words: string): Uint8Array {
    const { starts } = this.#columns
    const groups = starts.length - 1
    const found = new Uint8Array(groups)
    const needle = Buffer.from(folded(words.replaceAll('\u0000', ' ')))
    const bytes = this.#load()
    const ends = this.#ends as Float64Array
    for (let at = bytes.indexOf(needle); at >= 0 && at < bytes.length; ) {
      const member = firstWhere(0, ends.length, (i) => (ends[i] as number) > at)
      const group = firstWhere(0, groups, (i) => (starts[i + 1] as number) > member)
      found[group] = 1
      // The rest of the group needs no look.
      const next = ends[(starts[group + 1] as number) - 1] as number
      at = bytes.indexOf(needle, next)
    }
    return found
  }

  #load(): Buffer {
    if (this.#bytes) return this.#bytes
    const bytes = readFileSync(join(this.#folder, 'searched'))
    const ends = new Float64Array(this.#columns.similarity.length)
    for (let at = bytes.indexOf(0), i = 0; at >= 0; at = bytes.indexOf(0, at + 1)) ends[i++] = at + 1
    this.#ends = ends
    this.#bytes = bytes
    return bytes
  }
}
