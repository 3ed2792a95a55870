/** Runs of texts as numbers of items, in a temporary file: words and characters are told apart once, and read several times. */
import { join } from 'node:path'
import { Uint32List } from '../../hashing/typed-list.js'
import { SpillFile } from '../../reading/copied/spill-file.js'
import { foldedWord } from '../../repeating/words.js'
import { isHigh, isLow, itemsOf, type Unit } from './items.js'
import type { Runs } from './runs.js'
import type { Segments } from './segments.js'
import { type TextSpool, textOf } from './text-spool.js'

/** Items that are written or read at once. */
const BLOCK = 1 << 20

interface RunReading {
  readonly unit: Unit
  readonly least: number
  readonly folder: string
  /** Tells the searches of one run apart. */
  readonly number: number
  readonly pause: () => Promise<void>
}

export class RunSpool {
  readonly #file: SpillFile
  readonly #segments = new Uint32List()
  readonly #starts = new Uint32List()
  readonly #ends = new Uint32List()
  readonly #counts = new Uint32List()
  #block = new Int32Array(BLOCK)
  #filled = 0
  /** Items of all runs. */
  items = 0

  private constructor(path: string) {
    this.#file = new SpillFile(path, 'the file of words and characters')
  }

  /**
   * Reads the texts of runs. What is shorter than `least` is left out.
   *
   * @throws {LeitongError} `OUTPUT_WRITE`
   */
  static async of(spool: TextSpool, segments: Segments, runs: Runs, reading: RunReading): Promise<RunSpool> {
    const made = new RunSpool(join(reading.folder, `runs-${reading.number}`))
    try {
      await made.#read(spool, segments, runs, reading)
      made.#flush()
      return made
    } catch (error) {
      made.close()
      throw error
    }
  }

  get count(): number {
    return this.#counts.length
  }

  segmentOf(run: number): number {
    return this.#segments.at(run)
  }

  /** Where a run begins and ends in its segment, in UTF-16 units. */
  startOf(run: number): number {
    return this.#starts.at(run)
  }

  endOf(run: number): number {
    return this.#ends.at(run)
  }

  /** The items of all runs, one after the other; the array is overwritten when the next is asked for. */
  *each(): Generator<readonly [run: number, items: Int32Array, base: number]> {
    let block = new Int32Array(Math.min(BLOCK, this.items))
    let [base, from, to] = [0, 0, 0]
    for (let run = 0; run < this.count; run++) {
      const count = this.#counts.at(run)
      if (base + count > to) {
        if (count > block.length) block = new Int32Array(count)
        from = base
        to = base + this.#file.read(block, base * 4, count * 4) / 4
      }
      yield [run, block.subarray(base - from, base - from + count), base]
      base += count
    }
  }

  close(): void {
    this.#file.close()
  }

  async #read(spool: TextSpool, segments: Segments, runs: Runs, { unit, least, pause }: RunReading): Promise<void> {
    const words = new WordNumbers()
    let [next, since] = [0, 0]
    const isWanted = (segment: number) => {
      while (next < runs.segments.length && (runs.segments[next] as number) < segment) next++
      return runs.segments[next] === segment
    }
    for (const [segment, units] of segments.units(spool, isWanted)) {
      const items = itemsOf(units, unit)
      const text = unit === 'characters' ? '' : textOf(units)
      for (; runs.segments[next] === segment; next++) {
        const [first, end] = [runs.starts[next] as number, runs.ends[next] as number]
        const room = this.#room(end - first)
        let count = 0
        let from = items.start(first)
        let to = items.end(end - 1)
        if (unit === 'characters') {
          // Half a character is none: what repeats begins behind it, and ends before it.
          if (from && isLow(units[from] as number) && isHigh(units[from - 1] as number)) from++
          if (to < units.length && isLow(units[to] as number) && isHigh(units[to - 1] as number)) to--
          count = characters(units, from, to, room)
        } else for (let i = first; i < end; i++) room[count++] = words.of(text.slice(items.start(i), items.end(i)))
        if (count < least) continue
        this.#filled += count
        this.items += count
        this.#segments.push(segment)
        this.#starts.push(from)
        this.#ends.push(to)
        this.#counts.push(count)
      }
      since += units.length
      if (since > 4 << 20) {
        await pause()
        since = 0
      }
    }
  }

  /** Room for some items behind those that are not yet written. */
  #room(count: number): Int32Array {
    if (this.#filled + count > this.#block.length) this.#flush()
    if (count > this.#block.length) this.#block = new Int32Array(count)
    return this.#block.subarray(this.#filled)
  }

  #flush(): void {
    this.#file.append(this.#block.subarray(0, this.#filled))
    this.#filled = 0
  }
}

/** Code points of a stretch of UTF-16 units; says how many. */
function characters(units: Uint16Array, from: number, to: number, into: Int32Array): number {
  let count = 0
  for (let i = from; i < to; i++) {
    const code = units[i] as number
    into[count++] =
      isHigh(code) && i + 1 < to && isLow(units[i + 1] as number) ? ((code - 0xd800) << 10) + (units[++i] as number) + 0x2400 : code
  }
  return count
}

/** Numbers for words as they are compared. */
class WordNumbers {
  readonly #spelled = new Map<string, number>()
  readonly #folded = new Map<string, number>()

  of(word: string): number {
    let number = this.#spelled.get(word)
    if (number === undefined) {
      const folded = foldedWord(word)
      number = this.#folded.get(folded) ?? this.#folded.size
      this.#folded.set(folded, number)
      this.#spelled.set(word, number)
    }
    return number
  }
}
