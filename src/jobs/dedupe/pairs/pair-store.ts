/**
 * Similar pairs of texts, by documents in the order of the input: in memory as far as they fit, in sorted runs on disk beyond.
 *
 * A record is a document, the first document with the text that it is like, and the similarity.
 */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../../errors.js'
import { withRoom } from '../../../hashing/typed-list.js'
import { writeFully } from '../../../writing/write-fully.js'
import { type Records, RunReader, sortRecords } from './pair-runs.js'
import type { StoredPair } from './stored-pair.js'

/** Bytes of a record: two numbers and a similarity. */
const RECORD = 16
/** Records that are held and sorted together at most. */
const MOST = 1 << 24

export class PairStore {
  readonly #room: number
  readonly #folder: () => string
  #held: Records = { documents: new Uint32Array(1024), others: new Uint32Array(1024), similarity: new Float64Array(1024) }
  #length = 0
  #isSorted = true
  /** Records of each run on disk, one behind the other. */
  readonly #runs: number[] = []
  #path: string | undefined

  /**
   * @param bytes   that may be held
   * @param folder  makes the folder for the runs when it is first needed
   */
  constructor(bytes: number, folder: () => string) {
    // Sorting takes as much again.
    this.#room = Math.max(1024, Math.min(MOST, Math.floor(bytes / (2 * RECORD))))
    this.#folder = folder
  }

  /** Bytes that lie on disk. */
  get spilled(): number {
    return this.#runs.reduce((sum, records) => sum + records, 0) * RECORD
  }

  add(document: number, other: number, similarity: number): void {
    if (this.#length === this.#room) this.#spill()
    const at = this.#length++
    const held = this.#held
    if (at >= held.documents.length) {
      const size = Math.min(this.#room, 2 * at)
      this.#held = {
        documents: withRoom(held.documents, size),
        others: withRoom(held.others, size),
        similarity: withRoom(held.similarity, size),
      }
    }
    const { documents, others, similarity: values } = this.#held
    if (at && this.#isSorted) {
      const before = documents[at - 1] as number
      this.#isSorted = before < document || (before === document && (others[at - 1] as number) < other)
    }
    documents[at] = document
    others[at] = other
    values[at] = similarity
  }

  #sort(): void {
    if (!this.#isSorted) sortRecords(this.#held, this.#length)
    this.#isSorted = true
  }

  #spill(): void {
    this.#sort()
    const { documents, others, similarity } = this.#held
    const bytes = new ArrayBuffer(this.#length * RECORD)
    const [words, values] = [new Uint32Array(bytes), new Float64Array(bytes)]
    for (let i = 0; i < this.#length; i++) {
      words[4 * i] = documents[i] as number
      words[4 * i + 1] = others[i] as number
      values[2 * i + 1] = similarity[i] as number
    }
    try {
      this.#path ??= join(this.#folder(), 'pairs')
      const file = openSync(this.#path, 'a')
      try {
        writeFully(file, new Uint8Array(bytes))
      } finally {
        closeSync(file)
      }
    } catch (error) {
      throw error instanceof LeitongError ? error : new LeitongError('OUTPUT_WRITE', 'the file of similar pairs', (error as Error).message)
    }
    this.#runs.push(this.#length)
    this.#length = 0
    this.#isSorted = true
  }

  /** All pairs, ascending by document, then by the other; each once. */
  *[Symbol.iterator](): Generator<StoredPair> {
    this.#sort()
    if (!this.#runs.length) {
      yield* this.#inMemory()
      return
    }
    const reader = new RunReader(this.#path as string, this.#runs, RECORD, this.#room * RECORD)
    try {
      yield* merged(reader, this.#inMemory())
    } finally {
      reader.close()
    }
  }

  *#inMemory(): Generator<StoredPair> {
    const { documents, others, similarity } = this.#held
    let last: StoredPair | undefined
    for (let i = 0; i < this.#length; i++) {
      const pair = { document: documents[i] as number, other: others[i] as number, similarity: similarity[i] as number }
      if (last && compare(last, pair) === 0) continue
      yield pair
      last = pair
    }
  }
}

const compare = (x: StoredPair, y: StoredPair) => x.document - y.document || x.other - y.other

/** Two ascending sequences as one, each pair once. */
function* merged(runs: Iterable<StoredPair>, held: Iterable<StoredPair>): Generator<StoredPair> {
  const [left, right] = [runs[Symbol.iterator](), held[Symbol.iterator]()]
  let [x, y] = [left.next(), right.next()]
  let last: StoredPair | undefined
  while (!x.done || !y.done) {
    const takesLeft = y.done || (!x.done && compare(x.value, y.value) <= 0)
    const pair = (takesLeft ? x.value : y.value) as StoredPair
    if (!last || compare(last, pair)) yield pair
    last = pair
    if (takesLeft) x = left.next()
    else y = right.next()
  }
}
