/** The columns of the documents of one piece, as they grow. */
import { resized, Uint32List, withRoom } from '../hashing/typed-list.js'
import type { LineRecords } from '../kernel/lines.js'
import { bandBytes, hasGrams } from '../methods/methods.js'
import type { Options } from '../options/options.js'
import { noRanks, RankColumn } from '../options/ranks.js'
import { DIGEST_BYTES, type EntryContent } from '../signing/signature.js'
import { fromUtf8 } from '../sources/formats/utf8.js'
import type { RowValues } from '../sources/rows/row-features.js'
import type { ChineseScript } from '../tokenizing/chinese/script.js'
import { toColumns } from './row-columns.js'
import type { PieceColumns, Reject } from './tasks.js'
import { ValueCollector } from './value-columns.js'

/** One document, its row aside. */
export interface PieceDocument {
  readonly start: number
  readonly end: number
  readonly line: number
  /** Code points of the text. */
  readonly length: number
  readonly features: number
  /** JSON, undefined for none. */
  readonly id: string | undefined
  readonly rank: unknown
  /** Sampled features under method `rare`, two words each; or the vector, as so many words. */
  readonly grams: Uint32Array
  /** Code points that were left out of the text. */
  readonly ignored?: number | undefined
  readonly script?: ChineseScript | undefined
}

const encoder = new TextEncoder()

export class PieceBuilder {
  count = 0
  readonly rejects: Reject[] = []
  /** Bytes that a record may have. */
  readonly maxRecord: number
  readonly #entryBytes: number
  readonly #content: EntryContent | 'values'
  readonly #bands: number
  #bytes = 0
  readonly #ignored = { texts: 0, characters: 0 }
  readonly #scripts = { simplified: 0, traditional: 0 }
  #start = new Uint32Array(256)
  #end = new Uint32Array(256)
  #line = new Uint32Array(256)
  #length = new Uint32Array(256)
  #features = new Uint32Array(256)
  #idEnds = new Uint32Array(256)
  readonly #ranks: RankColumn | undefined
  #entries: Uint8Array<ArrayBuffer>
  #ids = new Uint8Array(4096)
  #idBytes = 0
  readonly #withGrams: boolean
  readonly #grams = new Uint32List()
  readonly #gramEnds: number[] = []
  #values: ValueCollector | undefined

  constructor(rowBytes: number, content: EntryContent | 'values', options: Options) {
    const { keep, dateOrder, maxRecord } = options

    this.#entryBytes = rowBytes
    this.#content = content
    this.#bands = bandBytes(options) / 4
    this.#withGrams = hasGrams(options)
    this.maxRecord = maxRecord
    this.#entries = new Uint8Array(rowBytes * 256)
    this.#ranks = keep.includes(':') ? new RankColumn(keep, dateOrder) : undefined
  }

  /** Whether rows begin with a digest. */
  get isForSearch(): boolean {
    return this.#content === 'search'
  }

  /** Where the row of the next document goes; there is room for `documents` rows. */
  entry(documents = 1): Uint8Array {
    while (this.count + documents > this.#start.length) this.#grow()
    return this.#entries.subarray(this.count * this.#entryBytes, (this.count + documents) * this.#entryBytes)
  }

  /** Adds the document whose row was just written. */
  add({ start, end, line, length, features, id, rank, grams, ignored, script }: PieceDocument): void {
    if (script) this.#scripts[script]++
    if (ignored) {
      this.#ignored.texts++
      this.#ignored.characters += ignored
    }
    if (this.#withGrams) this.addGrams(grams, [grams.length / 2])
    const i = this.count++
    this.#start[i] = start
    this.#end[i] = end
    this.#line[i] = line
    this.#length[i] = length
    this.#features[i] = features
    if (id !== undefined) this.#addId(id)
    this.#idEnds[i] = this.#idBytes
    this.#ranks?.set(i, rank)
    this.#bytes += end - start
  }

  /**
   * Adds the features of documents that are or will be added in the same order.
   *
   * @param ends  where those of each document end, in features
   */
  addGrams(grams: Uint32Array, ends: Iterable<number>): void {
    const base = this.#grams.length / 2
    for (const end of ends) this.#gramEnds.push(base + end)
    this.#grams.append(grams)
  }

  /** Adds the values of the row that comes next. */
  addValues(values: RowValues): void {
    this.#values ??= new ValueCollector()
    this.#values.add(this.count, values)
  }

  #addId(id: string): void {
    this.#roomForId(id.length * 3)
    this.#idBytes += encoder.encodeInto(id, this.#ids.subarray(this.#idBytes)).written
  }

  #roomForId(bytes: number): void {
    this.#ids = withRoom(this.#ids, this.#idBytes + bytes)
  }

  #grow(): void {
    const size = this.#start.length * 2
    this.#start = resized(this.#start, size)
    this.#end = resized(this.#end, size)
    this.#line = resized(this.#line, size)
    this.#length = resized(this.#length, size)
    this.#features = resized(this.#features, size)
    this.#idEnds = resized(this.#idEnds, size)
    this.#entries = resized(this.#entries, size * this.#entryBytes)
  }

  /**
   * Adds documents that the kernel signed from lines; their rows were just written.
   *
   * @param piece  the bytes that their places refer to
   * @param line   the number of the first line
   */
  addRecords(records: LineRecords, piece: Uint8Array, line: number): void {
    for (let record = 0; record < records.count; record++) {
      const i = this.count++
      const start = records.start(record)
      const end = records.end(record)
      this.#start[i] = start
      this.#end[i] = end
      this.#line[i] = line + records.line(record)
      this.#length[i] = records.codePoints(record)
      this.#features[i] = records.features(record)
      const script = records.script(record)
      if (script) this.#scripts[script]++
      if (records.hasId(record)) {
        const id = records.id(record, piece)
        // Escapes are spelled as JSON.stringify spells them, whichever way the record came in.
        if (records.hasEscapedId(record)) this.#addId(JSON.stringify(JSON.parse(fromUtf8(id))))
        else {
          this.#roomForId(id.length)
          this.#ids.set(id, this.#idBytes)
          this.#idBytes += id.length
        }
      }
      this.#idEnds[i] = this.#idBytes
      if (this.#ranks) {
        const rank = records.rank(record, piece)
        this.#ranks.set(i, rank.length ? JSON.parse(fromUtf8(rank)) : undefined)
      }
      this.#bytes += end - start
    }
  }

  /** Columns for the search; in full, whole rows (digest and signature) one by one. */
  #signatures(): Pick<PieceColumns, 'digests' | 'signatures'> {
    const rows = this.#entries.subarray(0, this.count * this.#entryBytes)
    if (this.#content === 'values') return { digests: new Uint8Array(), signatures: new Uint8Array() }
    if (this.#content === 'search') return toColumns(rows, this.count, this.#bands, this.#entryBytes - DIGEST_BYTES - this.#bands * 4)
    return { digests: new Uint8Array(), signatures: rows.slice() }
  }

  finish(lines: number, base = 0): PieceColumns {
    const { count } = this
    return {
      count,
      start: this.#start.slice(0, count),
      end: this.#end.slice(0, count),
      line: this.#line.slice(0, count),
      length: this.#length.slice(0, count),
      features: this.#features.slice(0, count),
      ...this.#signatures(),
      grams: this.#grams.taken().slice(),
      gramEnds: Uint32Array.from(this.#gramEnds),
      ids: this.#ids.slice(0, this.#idBytes),
      idEnds: this.#idEnds.slice(0, count),
      ...(this.#ranks?.finish(count) ?? { ranks: new Float64Array(), turned: new Float64Array() }),
      ranked: this.#ranks?.tally ?? noRanks(),
      rejects: this.rejects,
      ...(this.#values ? { values: this.#values.finish() } : {}),
      lines,
      base,
      bytes: this.#bytes,
      ignored: this.#ignored,
      scripts: this.#scripts,
    }
  }
}
