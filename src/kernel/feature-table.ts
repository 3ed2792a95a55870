/**
 * The feature table of assembly/table.ts: the distinct features of the prepared text in order of first appearance, column by
 * column. Weights that the kernel does not know are computed outside from these columns and written back into the last one.
 */

import type { EntryBlock } from './entry-block.js'
import type { KernelExports } from './exports.js'
import { copySet } from './feature-set.js'
import { allocate, longsAt, scoped, wordsAt } from './memory.js'

/** The columns by the numbers that `tableColumn` in assembly/index.ts knows them by. */
const COLUMN = { hashes: 0, counts: 1, places: 2, lengths: 3, flags: 4, documents: 5, weights: 6 } as const

/** Columns are valid until the next text; {@link FeatureTable.build} makes them, and {@link scoped} takes them away. */
export class FeatureTable {
  /** Distinct features. */
  size = 0
  readonly #kernel: KernelExports
  #spare = 0

  constructor(kernel: KernelExports) {
    this.#kernel = kernel
  }

  /**
   * Collects the distinct features of the prepared text.
   *
   * @param spare  entries to leave room for behind them, in `hashes` and `weights`
   * @returns      false without room
   */
  build(features: number, spare = 0): boolean {
    this.size = this.#kernel.tableBuild(features, spare)
    this.#spare = spare
    return this.size >= 0
  }

  /** Hashes, the spare entries included. */
  get hashes(): BigUint64Array<ArrayBuffer> {
    return longsAt(this.#kernel, this.#kernel.tableColumn(COLUMN.hashes), this.size + this.#spare)
  }

  /** Occurrences in the text. */
  get counts(): Uint32Array<ArrayBuffer> {
    return this.#words(COLUMN.counts)
  }

  /** The number of the token that the feature starts with, where it occurs first. */
  get places(): Uint32Array<ArrayBuffer> {
    return this.#words(COLUMN.places)
  }

  /** Code points, spaces not counted. */
  get lengths(): Uint32Array<ArrayBuffer> {
    return this.#words(COLUMN.lengths)
  }

  /** Bits that {@link flag} and {@link mark} set; in the second byte the id of the part of speech. */
  get flags(): Uint32Array<ArrayBuffer> {
    return this.#words(COLUMN.flags)
  }

  /** Documents of the corpus model that have the feature, after {@link lookUp}. */
  get documents(): Uint32Array<ArrayBuffer> {
    return this.#words(COLUMN.documents)
  }

  /** Weights as whole numbers, for the caller to write, the spare entries included. */
  get weights(): Int32Array<ArrayBuffer> {
    const { buffer, byteOffset, length } = wordsAt(this.#kernel, this.#kernel.tableColumn(COLUMN.weights), this.size + this.#spare)
    return new Int32Array(buffer, byteOffset, length)
  }

  #words(column: number): Uint32Array<ArrayBuffer> {
    return wordsAt(this.#kernel, this.#kernel.tableColumn(column), this.size)
  }

  /** Fills `documents` from the corpus model. */
  lookUp(): void {
    this.#kernel.tableLookUp()
  }

  /** Sets a bit in the flags of the features that have one of these hashes. */
  flag(hashes: BigUint64Array, bit: number): void {
    this.#withHashes(hashes, (at) => this.#kernel.tableFlag(at, hashes.length, bit))
  }

  /** Sets a bit in the flags of the features that start in a sentence with one of the runs of `width` words that have these hashes. */
  mark(runs: BigUint64Array, width: number, bit: number): void {
    this.#withHashes(runs, (at) => this.#kernel.tableMark(at, runs.length, bit, width))
  }

  #withHashes(hashes: BigUint64Array, use: (at: number) => void): void {
    scoped(this.#kernel, () => {
      const at = allocate(this.#kernel, hashes.byteLength, 'hold marker words or a title')
      longsAt(this.#kernel, at, hashes.length).set(hashes)
      use(at)
    })
  }

  /** Writes the simhash of all features by their weights, the spare ones included, into an entry. */
  writeSimhash(bits: number, entry: EntryBlock): void {
    this.#kernel.tableSimhash(this.size + this.#spare, bits, entry.signature)
  }

  /** The features, ascending, with weights in place of counts, see {@link copySet}; undefined without room. */
  toSet(): Uint8Array<ArrayBuffer> | undefined {
    return this.#kernel.tableToSet(this.size) ? copySet(this.#kernel, this.size, true) : undefined
  }
}
