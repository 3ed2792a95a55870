/** The texts of a run in a temporary file, in UTF-16 as they are in memory: read several times, and held never. */
import { join } from 'node:path'
import { withRoom } from '../../hashing/typed-list.js'
import { SpillFile } from '../../reading/copied/spill-file.js'

/** Bytes that are written or read at once. */
const BLOCK = 8 << 20
/** Bytes of the first block: small jobs need no more. */
const FIRST_BLOCK = 64 << 10

export class TextSpool {
  readonly #file: SpillFile
  #block = Buffer.allocUnsafe(FIRST_BLOCK)
  #filled = 0
  #units = 0
  /** Where each text ends, in UTF-16 units. */
  #ends: Float64Array<ArrayBuffer> = new Float64Array(1024)
  /** Ids as JSON. */
  readonly ids: string[] = []

  /** @throws {LeitongError} `OUTPUT_WRITE` */
  constructor(folder: string) {
    this.#file = new SpillFile(join(folder, 'texts'), 'the file of texts')
  }

  get count(): number {
    return this.ids.length
  }

  /** UTF-16 units of all texts. */
  get units(): number {
    return this.#units
  }

  add(id: string, text: string): void {
    const number = this.ids.push(id) - 1
    const bytes = text.length * 2
    if (this.#filled + bytes > this.#block.length) {
      this.#flush()
      if (this.#block.length < BLOCK) this.#block = Buffer.allocUnsafe(BLOCK)
    }
    if (bytes > this.#block.length) this.#file.append(Buffer.from(text, 'utf16le'))
    else this.#filled += this.#block.write(text, this.#filled, 'utf16le')
    this.#units += text.length
    this.#ends = withRoom(this.#ends, number + 1)
    this.#ends[number] = this.#units
  }

  startOf(text: number): number {
    return text ? (this.#ends[text - 1] as number) : 0
  }

  /** UTF-16 units of a text. */
  lengthOf(text: number): number {
    return (this.#ends[text] as number) - this.startOf(text)
  }

  /** Writes out what is still held: texts can be read from then on. */
  finish(): void {
    this.#flush()
    this.#block = Buffer.alloc(0)
  }

  /**
   * Some texts one after the other, the units of each; the array is overwritten when the next is asked for.
   *
   * @param wanted  whether a text is; all by default
   */
  *texts(wanted: (text: number) => boolean = () => true): Generator<readonly [text: number, units: Uint16Array]> {
    let block = new Uint8Array(Math.min(BLOCK, this.#units * 2))
    // The stretch of the file that is in the block, in bytes.
    let [from, to] = [0, 0]
    for (let text = 0; text < this.count; text++) {
      if (!wanted(text)) continue
      const start = this.startOf(text) * 2
      const end = start + this.lengthOf(text) * 2
      if (end > to || start < from) {
        if (end - start > block.length) block = new Uint8Array(end - start)
        from = start
        to = start + this.#file.read(block, start, end - start)
      }
      yield [text, new Uint16Array(block.buffer, start - from, (end - start) / 2)]
    }
  }

  /** A stretch of a text, by UTF-16 units. */
  read(text: number, from: number, to: number): string {
    const bytes = Buffer.allocUnsafe((to - from) * 2)
    this.#file.read(bytes, (this.startOf(text) + from) * 2)
    return bytes.toString('utf16le')
  }

  close(): void {
    this.#file.close()
  }

  #flush(): void {
    this.#file.append(this.#block.subarray(0, this.#filled))
    this.#filled = 0
  }
}

/** Units as text. */
export const textOf = (units: Uint16Array): string => Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le')
