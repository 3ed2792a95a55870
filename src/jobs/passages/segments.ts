/** The parts of texts in which passages are looked for: whole texts, or what is left of them between stretches that are passed over. */
import { resized, withRoom } from '../../hashing/typed-list.js'
import type { TextSpool } from './text-spool.js'

export class Segments {
  count = 0
  #text: Uint32Array<ArrayBuffer> = new Uint32Array(1024)
  #start: Uint32Array<ArrayBuffer> = new Uint32Array(1024)
  #end: Uint32Array<ArrayBuffer> = new Uint32Array(1024)

  /**
   * Texts without some stretches.
   *
   * @param texts   how many of the first texts
   * @param gapsOf  start and end of each stretch of a text, ascending; none by default
   */
  static ofTexts(spool: TextSpool, texts = spool.count, gapsOf: (text: number) => ArrayLike<number> = () => []): Segments {
    const segments = new Segments()
    for (let text = 0; text < texts; text++) {
      const gaps = gapsOf(text)
      let at = 0
      for (let i = 0; i < gaps.length; i += 2) {
        if ((gaps[i] as number) > at) segments.add(text, at, gaps[i] as number)
        at = gaps[i + 1] as number
      }
      if (at < spool.lengthOf(text)) segments.add(text, at, spool.lengthOf(text))
    }
    return segments
  }

  /** Segments come in the order of texts, and of places in them. */
  add(text: number, start: number, end: number): void {
    const number = this.count++
    this.#text = withRoom(this.#text, this.count)
    if (this.#start.length < this.#text.length) {
      this.#start = resized(this.#start, this.#text.length)
      this.#end = resized(this.#end, this.#text.length)
    }
    this.#text[number] = text
    this.#start[number] = start
    this.#end[number] = end
  }

  textOf(segment: number): number {
    return this.#text[segment] as number
  }

  /** UTF-16 units from the start of the text. */
  startOf(segment: number): number {
    return this.#start[segment] as number
  }

  endOf(segment: number): number {
    return this.#end[segment] as number
  }

  /** The segments one after the other, with the units of each and of its whole text; only those that are wanted. */
  *units(
    spool: TextSpool,
    wanted: (segment: number) => boolean = () => true,
  ): Generator<readonly [segment: number, units: Uint16Array, whole: Uint16Array]> {
    let segment = 0
    const isWanted = (text: number) => {
      for (; segment < this.count && this.textOf(segment) <= text; segment++)
        if (this.textOf(segment) === text && wanted(segment)) return true
      return false
    }
    for (const [text, units] of spool.texts(isWanted)) {
      for (; segment < this.count && this.textOf(segment) === text; segment++)
        if (wanted(segment)) yield [segment, units.subarray(this.startOf(segment), this.endOf(segment)), units]
    }
  }
}
