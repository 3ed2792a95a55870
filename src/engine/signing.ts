/** The worker's first task: the records of a piece, signed. */
import { statSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { detectEncoding } from '../sources/encoding.js'
import type { Decoded } from '../sources/source.js'
import { rankOf } from './keep.js'
import type { Options } from './options.js'
import { decodeRecord, readDocument, splitPiece } from './records.js'
import type { Signer } from './signer.js'
import type { Reject, Signed, SignTask } from './tasks.js'

const encoder = new TextEncoder()

/** Columns that grow as records come in. */
class Columns {
  count = 0
  bytes = 0
  readonly rejects: Reject[] = []
  readonly #start: number[] = []
  readonly #end: number[] = []
  readonly #line: number[] = []
  readonly #length: number[] = []
  readonly #features: number[] = []
  readonly #ranks: number[] = []
  readonly #idEnds: number[] = []
  #ids = new Uint8Array(4096)
  #idBytes = 0
  #rows: Uint8Array<ArrayBuffer>
  readonly #signer: Signer
  readonly #options: Options

  constructor(signer: Signer, options: Options) {
    this.#signer = signer
    this.#options = options
    this.#rows = new Uint8Array(signer.rowBytes * 256)
  }

  add(decoded: Decoded, start: number, end: number, line: number): void {
    const { id } = decoded
    const reject = (reason: string) => {
      this.rejects.push(id === undefined ? { start, end, line, reason } : { start, end, line, reason, id })
    }
    if ('reason' in decoded) return reject(decoded.reason)
    const offset = this.count * this.#signer.rowBytes
    if (offset + this.#signer.rowBytes > this.#rows.length) this.#rows = grown(this.#rows)
    let features: number
    try {
      features = this.#signer.sign(decoded.text, this.#rows, offset)
    } catch (error) {
      if (!(error instanceof LeitongError)) throw error
      return reject(error.message)
    }
    this.#start.push(start)
    this.#end.push(end)
    this.#line.push(line)
    this.#length.push(decoded.text.length)
    this.#features.push(features)
    if (this.#options.keep.includes(':')) this.#ranks.push(rankOf(decoded.rank, this.#options.keep))
    if (id !== undefined) {
      while (this.#idBytes + id.length * 3 > this.#ids.length) this.#ids = grown(this.#ids)
      this.#idBytes += encoder.encodeInto(id, this.#ids.subarray(this.#idBytes)).written
    }
    this.#idEnds.push(this.#idBytes)
    this.bytes += end - start
    this.count++
  }

  finish(lines: number): Signed {
    return {
      count: this.count,
      start: Uint32Array.from(this.#start),
      end: Uint32Array.from(this.#end),
      line: Uint32Array.from(this.#line),
      length: Uint32Array.from(this.#length),
      features: Uint32Array.from(this.#features),
      rows: this.#rows.slice(0, this.count * this.#signer.rowBytes),
      ids: this.#ids.slice(0, this.#idBytes),
      idEnds: Uint32Array.from(this.#idEnds),
      ranks: Float64Array.from(this.#ranks),
      rejects: this.rejects,
      lines,
      bytes: this.bytes,
    }
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2)
  larger.set(bytes)
  return larger
}

export function signTask(task: SignTask, signer: Signer): Signed {
  const columns = new Columns(signer, task.options)
  const { maxRecord } = task.options
  if (task.kind === 'sign') {
    const lines = splitPiece(task.bytes, task.reading, (start, end, line) => {
      const decoded = decodeRecord(task.bytes.subarray(start, end), task.reading, task.fields)
      if (decoded) columns.add(decoded, start, end, line)
    })
    return columns.finish(lines)
  }
  task.files.forEach((file, number) => {
    const { size } = statSync(file.path, { throwIfNoEntry: false }) ?? { size: 0 }
    if (size > maxRecord) return columns.add({ reason: tooLong(size, maxRecord) }, 0, size, number)
    let bytes: Uint8Array
    try {
      bytes = readDocument(file, maxRecord)
    } catch (error) {
      if (!(error instanceof LeitongError)) throw error
      return columns.add({ reason: error.message }, 0, size, number)
    }
    const encoding = file.encoding === 'auto' ? detectEncoding(bytes.subarray(0, 65536)) : file.encoding
    const decoded = decodeRecord(bytes, { ...file, encoding }, task.fields)
    if (decoded) columns.add(decoded, 0, size, number)
  })
  return columns.finish(0)
}

export const tooLong = (size: number, limit: number) => `a record of ${size} bytes is longer than --max-record ${limit}`
