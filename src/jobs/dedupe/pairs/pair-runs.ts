/** Sorted runs of pairs: made in memory, read from disk together. */
import { closeSync, openSync } from 'node:fs'
import { LeitongError } from '../../../errors.js'
import { readFully } from '../../../reading/disk.js'

import type { StoredPair } from './stored-pair.js'

/** Columns of pairs. */
export interface Records {
  readonly documents: Uint32Array<ArrayBuffer>
  readonly others: Uint32Array<ArrayBuffer>
  readonly similarity: Float64Array<ArrayBuffer>
}

/** Sorts the first `length` records by document, then by the other. */
export function sortRecords({ documents, others, similarity }: Records, length: number): void {
  // The upper half of a key decides; the lower half says where the record was.
  const keys = new BigUint64Array(length)
  const halves = new Uint32Array(keys.buffer)
  const sortBy = (column: Uint32Array, from: number, to: number) => {
    for (let i = from; i < to; i++) halves[2 * i + 1] = column[halves[2 * i] as number] as number
    keys.subarray(from, to).sort()
  }
  for (let i = 0; i < length; i++) halves[2 * i] = i
  sortBy(documents, 0, length)
  for (let from = 0; from < length; ) {
    const document = halves[2 * from + 1]
    let to = from + 1
    while (to < length && halves[2 * to + 1] === document) to++
    if (to - from > 1) sortBy(others, from, to)
    from = to
  }
  const places = Uint32Array.from({ length }, (_, i) => halves[2 * i] as number)
  arrange(documents, places)
  arrange(others, places)
  arrange(similarity, places)
}

/** A loop, because mapping typed arrays is many times slower. */
function arrange(column: Uint32Array | Float64Array, places: Uint32Array): void {
  const before = column.slice(0, places.length)
  for (let i = 0; i < places.length; i++) column[i] = before[places[i] as number] as number
}

/** Bytes that are read of a run at once, at least and at most. */
const LEAST = 1 << 12
const MOST = 1 << 18

interface Run {
  /** Where the records lie that are not read yet. */
  position: number
  readonly end: number
  readonly words: Uint32Array
  readonly values: Float64Array
  /** The current record, and how many are in the buffer. */
  at: number
  count: number
}

/** Sorted runs of one file as one ascending sequence. */
export class RunReader {
  readonly #descriptor: number
  readonly #path: string
  readonly #size: number
  /** A heap: the run with the least record first. */
  readonly #heap: Run[] = []

  /**
   * @param runs   records of each run, which lie behind each other
   * @param size   bytes of a record: two words of 32 bits, and a number of 64 from byte 8 on
   * @param bytes  that all runs may hold together
   * @throws {LeitongError} `SOURCE_READ`
   */
  constructor(path: string, runs: readonly number[], size: number, bytes: number) {
    this.#path = path
    this.#size = size
    this.#descriptor = this.#try(() => openSync(path, 'r'))
    const each = Math.floor(Math.max(LEAST, Math.min(MOST, bytes / runs.length)) / size) * size
    let position = 0
    for (const records of runs) {
      const buffer = new ArrayBuffer(each)
      const end = position + records * size
      const run = { position, end, words: new Uint32Array(buffer), values: new Float64Array(buffer), at: 0, count: 0 }
      position = end
      if (this.#fill(run)) this.#heap.push(run)
    }
    for (let i = this.#heap.length >> 1; i >= 0; i--) this.#sink(i)
  }

  #try<Result>(action: () => Result): Result {
    try {
      return action()
    } catch (error) {
      throw new LeitongError('SOURCE_READ', this.#path, (error as Error).message)
    }
  }

  #fill(run: Run): boolean {
    const bytes = new Uint8Array(run.words.buffer, 0, Math.min(run.words.byteLength, run.end - run.position))
    if (bytes.length) this.#try(() => readFully(this.#descriptor, bytes, run.position))
    run.position += bytes.length
    run.at = 0
    run.count = bytes.length / this.#size
    return run.count > 0
  }

  #isLess(x: Run, y: Run): boolean {
    const [a, b] = [x.words[4 * x.at] as number, y.words[4 * y.at] as number]
    return a < b || (a === b && (x.words[4 * x.at + 1] as number) < (y.words[4 * y.at + 1] as number))
  }

  #sink(from: number): void {
    const heap = this.#heap
    for (let at = from; ; ) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && this.#isLess(heap[child] as Run, heap[least] as Run)) least = child
      if (least === at) return
      const run = heap[at] as Run
      heap[at] = heap[least] as Run
      heap[least] = run
      at = least
    }
  }

  *[Symbol.iterator](): Generator<StoredPair> {
    const heap = this.#heap
    for (let run = heap[0]; run; run = heap[0]) {
      const { words, values, at } = run
      yield { document: words[4 * at] as number, other: words[4 * at + 1] as number, similarity: values[2 * at + 1] as number }
      run.at++
      if (run.at === run.count && !this.#fill(run)) {
        const last = heap.pop() as Run
        if (last !== run) heap[0] = last
      }
      this.#sink(0)
    }
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}
