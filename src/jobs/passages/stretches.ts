/** The stretches in which repeats may lie, each different one once, and where its copies are. */
import { LeitongError } from '../../errors.js'
import { Uint32List } from '../../hashing/typed-list.js'
import { FIRST_ITEM, SEPARATOR, type Stretches } from '../../repeating/repeats.js'
import { foldedWord } from '../../repeating/words.js'
import type { MarkedAnchors } from './anchor-spool.js'
import { itemsOf, type Unit } from './items.js'
import type { Segments } from './segments.js'
import { type TextSpool, textOf } from './text-spool.js'

/** Bytes that the search for repeats takes for an item: four columns of 4 bytes, and flags. */
const BYTES_AN_ITEM = 19

/** Runs of items of segments. */
export interface Runs {
  readonly segments: Uint32Array
  /** The first item, and the one behind the last. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** Runs of windows whose anchors come again: every passage lies in one of them. */
export async function repeatedRuns(anchors: MarkedAnchors, least: number): Promise<Runs> {
  const segments = new Uint32List()
  const starts = new Uint32List()
  const ends = new Uint32List()
  await anchors.each((segment, firsts, repeated, items) => {
    const windows = items - least + 1
    for (let i = 0; i < firsts.length; ) {
      if (!repeated(i)) {
        i++
        continue
      }
      const first = firsts[i] as number
      while (i < firsts.length && repeated(i)) i++
      segments.push(segment)
      starts.push(first)
      ends.push((i < firsts.length ? (firsts[i] as number) : windows) - 1 + least)
    }
  })
  return { segments: segments.taken(), starts: starts.taken(), ends: ends.taken() }
}

/** Different stretches, with the copies of each. */
export interface DistinctStretches extends Stretches {
  /** The first copy of each stretch, and of each copy the next one, one higher; 0 for none. */
  readonly firstCopy: Uint32Array
  readonly nextCopy: Uint32Array
  /** By copy: its segment, and where in the segment it begins and ends, in UTF-16 units. */
  readonly copySegments: Uint32Array
  readonly copyStarts: Uint32Array
  readonly copyEnds: Uint32Array
}

interface StretchReading {
  readonly unit: Unit
  readonly least: number
  /** Bytes. */
  readonly memory: number
  readonly sideOf: (text: number) => number
  readonly pause: () => Promise<void>
}

/**
 * Reads the texts of runs.
 *
 * @throws {LeitongError} `REPEATS_MEMORY` where what is repeated does not fit
 */
export async function readStretches(
  spool: TextSpool,
  segments: Segments,
  runs: Runs,
  { unit, least, memory, sideOf, pause }: StretchReading,
): Promise<DistinctStretches> {
  const names = unit === 'characters' ? new CharacterNames() : new WordNames()
  const store = new StretchStore(memory, names)
  let [next, since] = [0, 0]
  const isWanted = (segment: number) => {
    while (next < runs.segments.length && (runs.segments[next] as number) < segment) next++
    return runs.segments[next] === segment
  }
  for (const [segment, units] of segments.units(spool, isWanted)) {
    const items = itemsOf(units, unit)
    const text = unit === 'characters' ? '' : textOf(units)
    const side = sideOf(segments.textOf(segment))
    for (; runs.segments[next] === segment; next++) {
      let from = items.start(runs.starts[next] as number)
      let to = items.end((runs.ends[next] as number) - 1)
      if (unit === 'characters') {
        // Half a character is none: what repeats begins behind it, and ends before it.
        if (from && isLow(units[from] as number) && isHigh(units[from - 1] as number)) from++
        if (to < units.length && isLow(units[to] as number) && isHigh(units[to - 1] as number)) to--
        store.begin()
        for (let i = from; i < to; i++) {
          const code = units[i] as number
          if (isHigh(code) && i + 1 < to && isLow(units[i + 1] as number))
            store.push(((code - 0xd800) << 10) + (units[++i] as number) + 0x2400)
          else store.push(code)
        }
      } else {
        store.begin()
        for (let i = runs.starts[next] as number; i < (runs.ends[next] as number); i++)
          store.pushWord(text.slice(items.start(i), items.end(i)))
      }
      store.finish(segment, from, to, side, least)
    }
    since += units.length
    if (since > 4 << 20) {
      await pause()
      since = 0
    }
  }
  return store.taken()
}

export const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800
export const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

/** Numbers for code points, as they come. */
class CharacterNames {
  readonly #numbers = new Int32Array(0x110000)
  count = FIRST_ITEM

  of(code: number): number {
    let number = this.#numbers[code] as number
    if (!number) {
      number = this.count++
      this.#numbers[code] = number
    }
    return number
  }
}

/** Numbers for words as they are compared. */
class WordNames {
  readonly #spelled = new Map<string, number>()
  readonly #folded = new Map<string, number>()
  count = FIRST_ITEM

  of(word: string): number {
    let number = this.#spelled.get(word)
    if (number === undefined) {
      const folded = foldedWord(word)
      number = this.#folded.get(folded) ?? this.count++
      this.#folded.set(folded, number)
      this.#spelled.set(word, number)
    }
    return number
  }
}

class StretchStore {
  readonly #memory: number
  readonly #names: CharacterNames | WordNames
  #items: Int32Array<ArrayBuffer> = new Int32Array(1 << 16)
  #length = 0
  #begun = 0
  /** First copies by hash of what they say. */
  readonly #known = new Map<number, number[]>()
  readonly #starts = new Uint32List()
  #sides: number[] = []
  #again: number[] = []
  readonly #firstCopy = new Uint32List()
  #lastCopy: number[] = []
  #nextCopy = new Uint32List()
  readonly #next: number[] = []
  readonly #copySegments = new Uint32List()
  readonly #copyStarts = new Uint32List()
  readonly #copyEnds = new Uint32List()

  constructor(memory: number, names: CharacterNames | WordNames) {
    this.#memory = memory
    this.#names = names
  }

  begin(): void {
    this.#begun = this.#length
  }

  push(code: number): void {
    this.#pushItem((this.#names as CharacterNames).of(code))
  }

  pushWord(word: string): void {
    this.#pushItem((this.#names as WordNames).of(word))
  }

  #pushItem(item: number): void {
    if (this.#length + 2 >= this.#items.length) {
      const longer = new Int32Array(this.#items.length * 2)
      longer.set(this.#items)
      this.#items = longer
    }
    this.#items[this.#length++] = item
  }

  /** Ends a stretch: it is kept where it is the first of its kind, and noted as a copy otherwise. */
  finish(segment: number, start: number, end: number, side: number, least: number): void {
    const [from, to] = [this.#begun, this.#length]
    if (to - from < least) {
      this.#length = from
      return
    }
    let hash = to - from
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ (this.#items[i] as number), 0x9e3779b1) ^ (hash >>> 15)
    const known = this.#known.get(hash)
    const same = known?.find((stretch) => this.#isSame(stretch, from, to))
    const copy = this.#next.push(0) - 1
    this.#copySegments.push(segment)
    this.#copyStarts.push(start)
    this.#copyEnds.push(end)
    if (same !== undefined) {
      this.#length = from
      this.#next[this.#lastCopy[same] as number] = copy + 1
      this.#lastCopy[same] = copy
      if (((this.#sides[same] as number) & side) !== 0) this.#again[same] = 1
      this.#sides[same] = (this.#sides[same] as number) | side
      return
    }
    const stretch = this.#starts.length
    if (known) known.push(stretch)
    else this.#known.set(hash, [stretch])
    this.#starts.push(from)
    this.#firstCopy.push(copy)
    this.#lastCopy.push(copy)
    this.#sides.push(side)
    this.#again.push(0)
    this.#pushItem(SEPARATOR)
    if (this.#length * BYTES_AN_ITEM > this.#memory)
      throw new LeitongError('REPEATS_MEMORY', Math.ceil(this.#length * BYTES_AN_ITEM), this.#memory)
  }

  #isSame(stretch: number, from: number, to: number): boolean {
    const items = this.#items
    const start = this.#starts.taken()[stretch] as number
    for (let i = 0; i < to - from; i++) if (items[start + i] !== items[from + i]) return false
    return items[start + to - from] === SEPARATOR
  }

  taken(): DistinctStretches {
    this.#items[this.#length++] = 0
    for (const next of this.#next) this.#nextCopy.push(next)
    return {
      items: this.#items.subarray(0, this.#length),
      kinds: this.#names.count,
      starts: this.#starts.taken(),
      sides: Uint8Array.from(this.#sides),
      again: Uint8Array.from(this.#again),
      firstCopy: this.#firstCopy.taken(),
      nextCopy: this.#nextCopy.taken(),
      copySegments: this.#copySegments.taken(),
      copyStarts: this.#copyStarts.taken(),
      copyEnds: this.#copyEnds.taken(),
    }
  }
}
