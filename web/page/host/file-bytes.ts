/** A file that is read where it is asked for. A call for bytes of a file takes a millisecond or more however few they are, so that they are read by blocks. */
import type { Bytes, Part } from '../../../src/page/bytes.js'

/** Only workers have it: it waits for the disk. */
declare const FileReaderSync: new () => { readAsArrayBuffer(file: Blob): ArrayBuffer }

/** Bytes of a range that a worker takes. */
export const BLOCK = 4 << 20
/** Bytes beside a block that are read with it: the one before tells whether a line begins with it, those behind have the end of its last line. */
const BEFORE = 1
const BEHIND = 64 << 10
/** Of records that are read again, in no order, smaller blocks are held, so many of them. */
const WINDOW = 1 << 20
const WINDOWS = 64
/** A shorter stretch is copied into an output: slices cost time each. */
const SHORT = 64 << 10

/** What a thread holds of its files. */
export class Held {
  /** Bytes of blocks that may still be held: a file is read several times. */
  room: number
  /** Windows by their file and their number; the one that was used last stands last. */
  readonly windows = new Map<string, Uint8Array>()

  constructor(room: number) {
    this.room = room
  }
}

let files = 0

export class FileBytes implements Bytes {
  readonly #file: Blob
  readonly #number = files++
  readonly #held: Held
  readonly #blocks = new Map<number, Uint8Array>()

  constructor(file: Blob, held: Held) {
    this.#file = file
    this.#held = held
  }

  get size(): number {
    return this.#file.size
  }

  read(start: number, end: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(end, this.size) - start))
    this.readInto(bytes, start)
    return bytes
  }

  /** @returns how many bytes there were */
  readInto(into: Uint8Array, position: number): number {
    const end = Math.min(position + into.length, this.size)
    for (let at = position; at < end; ) {
      const [from, bytes] = this.#around(at, end)
      const part = bytes.subarray(at - from, Math.min(end - from, bytes.length))
      into.set(part, at - position)
      at += part.length
    }
    return Math.max(0, end - position)
  }

  /** Bytes in which a place lies, and where they begin. */
  #around(at: number, end: number): readonly [from: number, bytes: Uint8Array] {
    // A range begins with the byte before its block.
    const number = Math.floor((at + BEFORE) / BLOCK)
    const start = Math.max(0, number * BLOCK - BEFORE)
    const known = this.#blocks.get(number)
    if (known) return [start, known]
    if (end - at < WINDOW) return this.#window(at)
    const block = this.#load(start, (number + 1) * BLOCK + BEHIND)
    if (block.length <= this.#held.room) {
      this.#blocks.set(number, block)
      this.#held.room -= block.length
    }
    return [start, block]
  }

  #window(at: number): readonly [from: number, bytes: Uint8Array] {
    const number = Math.floor(at / WINDOW)
    const { windows } = this.#held
    const key = `${this.#number}:${number}`
    const window = windows.get(key) ?? this.#load(number * WINDOW, (number + 1) * WINDOW)
    windows.delete(key)
    windows.set(key, window)
    if (windows.size > WINDOWS) windows.delete(windows.keys().next().value as string)
    return [number * WINDOW, window]
  }

  part(start: number, end: number): Part {
    return end - start < SHORT ? this.read(start, end) : this.#file.slice(start, end)
  }

  #load(start: number, end: number): Uint8Array {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.#file.slice(start, end)))
  }
}
