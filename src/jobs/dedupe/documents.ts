/** All documents of a run: where each lies and what it is called; columns by piece, in the order of the input. */
import { firstWhere } from '../../hashing/binary-search.js'
import { fnv1a32 } from '../../hashing/fnv.js'
import { addTally, isTurned, noRanks } from '../../options/ranks.js'
import type { ReadFile } from '../../reading/open-input.js'
import type { Places } from '../../reading/records.js'
import { fromUtf8 } from '../../sources/formats/utf8.js'
import { Slabs } from '../../working/slabs.js'
import type { PieceColumns } from '../../working/tasks.js'

interface Part {
  readonly first: number
  readonly file: number
  /** Where the piece starts in the file. */
  readonly start: number
  /** The number of its first line, from 1. */
  readonly line: number
  readonly columns: Columns
}

/** The columns that are held; those that nothing asks for are empty. */
type Columns = Pick<PieceColumns, 'count' | 'start' | 'end' | 'line' | 'length' | 'ids' | 'idEnds' | 'ranks' | 'turned'>

const NONE = new Uint32Array()

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
  /** Documents of the batch itself: those behind them are old ones, which it is held against. */
  own = 0
  /** Bytes of the batch itself. */
  bytes = 0
  /** Texts in each script of Chinese. */
  readonly scripts = { simplified: 0, traditional: 0 }
  /** How the values of the field of a keep rule were read. */
  readonly ranked = noRanks()
  readonly #parts: Part[] = []
  readonly #slabs = new Slabs()
  #last = 0
  readonly #withLengths: boolean
  readonly #ownFiles: number

  /**
   * @param withLengths  hold the lengths of texts
   * @param ownFiles     files of the batch itself, the first ones
   */
  constructor(withLengths: boolean, ownFiles = Number.POSITIVE_INFINITY) {
    this.#withLengths = withLengths
    this.#ownFiles = ownFiles
  }

  /** Adds the documents of a piece of one container; with `line` 0, those of whole files numbered from `file`. */
  add(file: number, start: number, line: number, signed: PieceColumns): void {
    const isContainer = line > 0
    for (const reject of signed.rejects) {
      this.rejects.push({
        file: isContainer ? file : file + reject.line,
        start: start + reject.start,
        end: start + reject.end,
        line: isContainer ? line + reject.line : 0,
        reason: reject.reason,
        ...(reject.id === undefined ? {} : { id: reject.id }),
      })
    }
    this.scripts.simplified += signed.scripts.simplified
    this.scripts.traditional += signed.scripts.traditional
    addTally(this.ranked, signed.ranked)
    if (!signed.count) return
    const { count, start: starts, end, line: lines, length, ids, idEnds, ranks, turned } = signed
    // Lines only serve to name documents without an id, to tell files of a batch apart, and to number rows of a table.
    const withLines = !isContainer || this.files[file]?.isTable || idEnds.some((idEnd, i) => idEnd === (i ? idEnds[i - 1] : 0))
    const slabs = this.#slabs
    const columns = {
      count,
      start: slabs.keep(starts),
      end: slabs.keep(end),
      line: slabs.keep(withLines ? lines : NONE),
      length: slabs.keep(this.#withLengths ? length : NONE),
      ids: slabs.keep(ids),
      idEnds: slabs.keep(idEnds),
      ranks: slabs.keep(ranks),
      turned: slabs.keep(turned),
    }
    this.#parts.push({ first: this.count, file, start, line, columns })
    this.count += signed.count
    if (file >= this.#ownFiles) return
    this.own = this.count
    this.bytes += signed.bytes
  }

  #part(ordinal: number): Part {
    const parts = this.#parts
    // Most look-ups follow each other: the part of the last one is tried first.
    const recent = parts[this.#last]
    if (recent && ordinal >= recent.first && ordinal < recent.first + recent.columns.count) return recent
    // By hand: pairs ask for documents in any order, and firstWhere with its call a step takes a third longer.
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
    return part.line ? part.file : part.file + (part.columns.line[ordinal - part.first] as number)
  }

  startOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.start + (part.columns.start[ordinal - part.first] as number)
  }

  endOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.start + (part.columns.end[ordinal - part.first] as number)
  }

  /** The line on which a record starts, from 1; 0 for a whole file. */
  lineOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.line && part.line + (part.columns.line[ordinal - part.first] as number)
  }

  /** Code points of the text. */
  lengthOf(ordinal: number): number {
    const part = this.#part(ordinal)
    return part.columns.length[ordinal - part.first] as number
  }

  rankOf(ordinal: number): number {
    const part = this.#part(ordinal)
    const { ranks, turned } = part.columns
    return (turned.length > 0 && isTurned(this.ranked) ? turned : ranks)[ordinal - part.first] as number
  }

  /** The id as JSON: the record's own, in its own type, or where the record stands. */
  idOf(ordinal: number): string {
    const part = this.#part(ordinal)
    const i = ordinal - part.first
    const start = i ? (part.columns.idEnds[i - 1] as number) : 0
    const end = part.columns.idEnds[i] as number
    if (end > start) return fromUtf8(part.columns.ids.subarray(start, end))
    const { name } = this.files[this.fileOf(ordinal)] as ReadFile
    if (!name) return String(this.lineOf(ordinal) - 1)
    return JSON.stringify(part.line ? `${name}:${part.line + (part.columns.line[i] as number)}` : name)
  }

  /** A hash of the id that a record has itself; undefined where it goes by its place, which no other has. */
  hashOfId(ordinal: number): number | undefined {
    const part = this.#part(ordinal)
    const i = ordinal - part.first
    const { ids, idEnds } = part.columns
    const start = i ? (idEnds[i - 1] as number) : 0
    const end = idEnds[i] as number
    return end > start ? fnv1a32(ids.subarray(start, end)) : undefined
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

/**
 * The first document of side B of two; documents are in the order of the inputs.
 *
 * @param ofA  how many inputs are of A
 */
export function firstOfB(documents: Documents, ofA: number): number {
  return firstWhere(0, documents.count, (document) => documents.fileOf(document) >= ofA)
}
