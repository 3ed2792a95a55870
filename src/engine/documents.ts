/** All documents of a run: where each lies, what it is called, and its row; columns by piece, in the order of the input. */
import type { FileReading, Places, Signed } from './tasks.js'

/** A file as it was read. */
export interface ReadFile extends FileReading {
  /** As the caller named it. */
  readonly name: string
  /** The input itself; `path` may be a spool. */
  readonly original: string
  /** Bytes before the first record: byte order mark, header row, opening bracket. */
  readonly prelude: number
}

interface Part {
  readonly first: number
  readonly file: number
  /** Where the piece starts in the file. */
  readonly start: number
  /** The number of its first line, from 1. */
  readonly line: number
  readonly signed: Omit<Signed, 'rows' | 'rejects'>
}

/** A record that could not be judged. */
export interface Rejected {
  readonly file: number
  readonly start: number
  readonly end: number
  /** From 1; 0 for a whole file. */
  readonly line: number
  readonly reason: string
  readonly id?: string
}

export class Documents {
  readonly files: ReadFile[] = []
  readonly rejects: Rejected[] = []
  count = 0
  bytes = 0
  readonly #parts: Part[] = []
  #last = 0

  /** Adds the documents of a piece of one container; with `line` 0, those of whole files numbered from `file`. */
  add(file: number, start: number, line: number, signed: Signed): void {
    const { rows: _rows, rejects, ...columns } = signed
    const isContainer = line > 0
    for (const reject of rejects) {
      this.rejects.push({
        file: isContainer ? file : file + reject.line,
        start: start + reject.start,
        end: start + reject.end,
        line: isContainer ? line + reject.line : 0,
        reason: reject.reason,
        ...(reject.id === undefined ? {} : { id: reject.id }),
      })
    }
    if (!signed.count) return
    this.#parts.push({ first: this.count, file, start, line, signed: columns })
    this.count += signed.count
    this.bytes += signed.bytes
  }

  #part(ordinal: number): Part {
    const parts = this.#parts
    // Most look-ups follow each other: the part of the last one is tried first.
    const recent = parts[this.#last]
    if (recent && ordinal >= recent.first && ordinal < recent.first + recent.signed.count) return recent
    let low = 0
    let high = parts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((parts[middle] as Part).first <= ordinal) low = middle
      else high = middle - 1
    }
    this.#last = low
    return parts[low] as Part
  }

  fileOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.line ? part.file : part.file + (part.signed.line[ordinal - part.first] as number)
  }

  startOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.start + (part.signed.start[ordinal - part.first] as number)
  }

  endOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.start + (part.signed.end[ordinal - part.first] as number)
  }

  /** The line on which a record starts, from 1; 0 for a whole file. */
  lineOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.line && part.line + (part.signed.line[ordinal - part.first] as number)
  }

  /** Code points of the text. */
  lengthOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.signed.length[ordinal - part.first] as number
  }

  featuresOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.signed.features[ordinal - part.first] as number
  }

  rankOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.signed.ranks[ordinal - part.first] as number
  }

  /** The id as JSON: the record's own, in its own type, or where the record stands. */
  idOf(ordinal: number): string {
    const part = this.#part(ordinal)
    const i = ordinal - part.first
    const start = i ? (part.signed.idEnds[i - 1] as number) : 0
    const end = part.signed.idEnds[i] as number
    if (end > start) return Buffer.from(part.signed.ids.buffer, part.signed.ids.byteOffset + start, end - start).toString()
    const { name } = this.files[this.fileOf(ordinal)] as ReadFile
    if (!name) return String(this.lineOf(ordinal) - 1)
    return JSON.stringify(part.line ? `${name}:${part.line + (part.signed.line[i] as number)}` : name)
  }

  places(ordinals: readonly number[] | Uint32Array): Places {
    const file = new Uint32Array(ordinals.length)
    const start = new Float64Array(ordinals.length)
    const length = new Uint32Array(ordinals.length)
    ordinals.forEach((ordinal: number, i: number) => {
      file[i] = this.fileOf(ordinal)
      start[i] = this.startOf(ordinal)
      length[i] = this.endOf(ordinal) - (start[i] as number)
    })
    return { file, start, length }
  }
}
