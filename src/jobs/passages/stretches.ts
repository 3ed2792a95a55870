/** The stretches of windows that repeat, as sequences of pieces: each different one once, and where its copies are. */
import { LeitongError } from '../../errors.js'
import { Uint32List, withRoom } from '../../hashing/typed-list.js'
import { FIRST_ITEM, SEPARATOR, type Stretches } from '../../repeating/repeats.js'
import { SequenceSet } from '../../repeating/sequences.js'
import { hasBit, type WindowMarks } from '../../repeating/windows.js'
import type { RunSpool } from './run-spool.js'

/** Bytes that the search for repeats takes for a piece of a stretch: five columns of 4 bytes, and flags. */
const BYTES_A_PIECE = 23

/** Different stretches of pieces, with the copies of each. */
export interface DistinctStretches extends Stretches {
  /** By place in the items: the windows before it, counted through all stretches. */
  readonly windows: Uint32Array
  /** The first copy of each stretch, and of each copy the next one, one higher; 0 for none. */
  readonly firstCopy: Uint32Array
  readonly nextCopy: Uint32Array
  /** By copy: its run, and the item of the run with which it begins. */
  readonly copyRuns: Uint32Array
  readonly copyStarts: Uint32Array
}

interface StretchReading {
  /** Items of a window. */
  readonly least: number
  /** Bytes. */
  readonly memory: number
  /** The side of a run. */
  readonly sideOf: (run: number) => number
  readonly pause: () => Promise<void>
}

/**
 * Makes the stretches of runs.
 *
 * @throws {LeitongError} `REPEATS_MEMORY` where what is repeated does not fit
 */
export async function readStretches(
  runs: RunSpool,
  { repeated, cuts }: WindowMarks,
  { least, memory, sideOf, pause }: StretchReading,
): Promise<DistinctStretches> {
  const store = new StretchStore(memory, least)
  let since = 0
  for (const [run, items, base] of runs.each()) {
    const windows = items.length - least + 1
    for (let i = 0; i < windows; i++) {
      if (!hasBit(repeated, base + i)) continue
      const start = i
      let piece = i
      for (i++; i < windows && hasBit(repeated, base + i); i++) {
        if (!hasBit(cuts, base + i)) continue
        store.push(items, piece, i, piece > start)
        piece = i
      }
      store.push(items, piece, i, piece > start)
      store.finish(run, start, sideOf(run))
    }
    since += items.length
    if (since > 4 << 20) {
      await pause()
      since = 0
    }
  }
  return store.taken()
}

class StretchStore {
  readonly #memory: number
  readonly #least: number
  /** Pieces by what they say, and the windows of each. */
  readonly #pieces = new SequenceSet()
  readonly #windows = new Uint32List()
  /** Stretches by their pieces. */
  readonly #stretches = new SequenceSet()
  #sides = new Uint8Array(1024)
  #again = new Uint8Array(1024)
  readonly #firstCopy = new Uint32List()
  #lastCopy = new Uint32Array(1024)
  #nextCopy = new Uint32Array(1024)
  readonly #copyRuns = new Uint32List()
  readonly #copyStarts = new Uint32List()
  /** The pieces of the stretch that has begun. */
  #open = new Uint32List()

  constructor(memory: number, least: number) {
    this.#memory = memory
    this.#least = least
  }

  /** Adds the windows from `start` to `end` as a piece of the stretch. */
  push(items: Int32Array, start: number, end: number, continues: boolean): void {
    const piece = this.#pieces.add(items, start, end + this.#least - 1, continues ? this.#least - 1 : 0)
    if (piece === this.#windows.length) this.#windows.push(end - start)
    this.#open.push(piece)
  }

  /** Ends a stretch: it is kept where it is the first of its kind, and noted as a copy otherwise. */
  finish(run: number, start: number, side: number): void {
    const copy = this.#copyRuns.length
    this.#copyRuns.push(run)
    this.#copyStarts.push(start)
    this.#nextCopy = withRoom(this.#nextCopy, copy + 1)
    const stretch = this.#stretches.add(this.#open.taken(), 0, this.#open.length)
    this.#open.length = 0
    if (stretch < this.#firstCopy.length) {
      this.#nextCopy[this.#lastCopy[stretch] as number] = copy + 1
      if (((this.#sides[stretch] as number) & side) !== 0) this.#again[stretch] = 1
    } else {
      this.#firstCopy.push(copy)
      this.#lastCopy = withRoom(this.#lastCopy, stretch + 1)
      this.#sides = withRoom(this.#sides, stretch + 1)
      this.#again = withRoom(this.#again, stretch + 1)
    }
    this.#lastCopy[stretch] = copy
    this.#sides[stretch] = (this.#sides[stretch] as number) | side
    const bytes = this.#pieces.bytes + this.#stretches.bytes + (this.#stretches.length + this.#stretches.count) * BYTES_A_PIECE
    if (bytes > this.#memory) throw new LeitongError('REPEATS_MEMORY', bytes, this.#memory)
  }

  taken(): DistinctStretches {
    const count = this.#stretches.count
    const items = new Int32Array(this.#stretches.length + count + 1)
    const windows = new Uint32Array(items.length)
    const starts = new Uint32Array(count)
    let [at, before] = [0, 0]
    for (let stretch = 0; stretch < count; stretch++) {
      starts[stretch] = at
      for (const piece of this.#stretches.of(stretch)) {
        windows[at] = before
        before += this.#windows.at(piece)
        items[at++] = FIRST_ITEM + piece
      }
      windows[at] = before
      items[at++] = SEPARATOR
    }
    return {
      items,
      kinds: FIRST_ITEM + this.#pieces.count,
      windows,
      starts,
      sides: this.#sides.subarray(0, count),
      again: this.#again.subarray(0, count),
      firstCopy: this.#firstCopy.taken(),
      nextCopy: this.#nextCopy,
      copyRuns: this.#copyRuns.taken(),
      copyStarts: this.#copyStarts.taken(),
    }
  }
}
