/**
 * what is told of a file (its number, format, compression, name in base64, bytes), a piece of it (base64) -> file, start, kind, raw record (base64),
 * line of JSON. A file that lies where workers can read it is one row without a piece. Others come line by line, as their bytes have them, and only
 * the first row tells of the file; what is to be told is empty in the others.
 *
 * The files are read as on one machine. A record of a table becomes the line of JSON that is decoded to the same document.
 */
import { isUtf8 } from 'node:buffer'
import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError, receiveError, unreachable } from '../../errors.js'
import { fieldsOf } from '../../methods/fields.js'
import type { Options } from '../../options/options.js'
import { openPieces, type ReadFile } from '../../reading/open-input.js'
import { decodeRecord, rowOf, splitPiece } from '../../reading/records.js'
import { tooLong } from '../../reading/too-long.js'
import { type Compression, readBytes } from '../../sources/formats/compression.js'
import type { Fields } from '../../sources/formats/format.js'
import type { FormatName } from '../../sources/formats/format-names.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { writeFully } from '../../writing/write-fully.js'
import { REJECT } from '../marks.js'
import { inLocalFolder } from './local-folder.js'
import { NULL, rows, say } from './pipe.js'
import { PlacedFile } from './placed-file.js'

/** Longer records are read like others here: what is said of them is said of their lines. */
const LONGEST = 1 << 30

/** A file that is here. */
interface Handed {
  readonly number: string
  readonly format: FormatName
  readonly compression: Compression
  readonly name: string
  readonly path: string
  /** Its byte order mark was left out on the way. */
  readonly lacksMark: boolean
  /** Asks whether it was read as it was listed. */
  readonly end?: () => void
}

export const records = (options: Options, plan: RowPlan | undefined): Promise<void> =>
  inLocalFolder(async (folder) => {
    for (const file of handed(join(folder, 'file'))) {
      await hand(file, options, plan)
      file.end?.()
    }
  })

/** One file after the other: where it lies, or from its pieces. */
function* handed(path: string): Generator<Handed> {
  let coming: ComingFile | undefined
  for (const [about = '', piece] of rows()) {
    if (about) {
      if (coming) yield coming.whole()
      coming = undefined
      const [number = '', format = '', compression = '', name = '', bytes = ''] = about.split(',')
      const packed = compression === 'gzip' || compression === 'zstd' ? compression : undefined
      const told = { number, format: format as FormatName, compression: packed } as const
      if (piece === NULL) yield placed(told, name, bytes)
      else coming = new ComingFile(path, { ...told, name: Buffer.from(name, 'base64').toString() }, Number(bytes))
    }
    if (piece !== NULL) (coming ?? unreachable('a file begins in its middle')).add(Buffer.from(piece as string, 'base64'))
  }
  if (coming) yield coming.whole()
}

type Told = Pick<Handed, 'number' | 'format' | 'compression'>

function placed(told: Told, name: string, bytes: string): Handed {
  const file = new PlacedFile(name, bytes)
  const end = () => {
    file.requireUnchanged()
    file.close()
  }
  return { ...told, name: file.path, path: file.path, lacksMark: false, end }
}

/** A file that comes as its lines: on disk its bytes, as far as they tell of themselves. */
class ComingFile {
  readonly #told: Told & Pick<Handed, 'name'>
  readonly #bytes: number
  readonly #path: string
  readonly #descriptor: number
  #waiting: Buffer[] = []
  #held = 0
  #written = 0

  /** @param bytes  its size when it was listed */
  constructor(path: string, told: Told & Pick<Handed, 'name'>, bytes: number) {
    this.#told = told
    this.#bytes = bytes
    this.#path = path
    this.#descriptor = openSync(path, 'w')
  }

  /** @param line  without its end */
  add(line: Buffer): void {
    this.#waiting.push(line, LINE_FEED)
    this.#held += line.length + 1
    if (this.#held > 1 << 20) this.#flush()
  }

  #flush(): void {
    writeFully(this.#descriptor, Buffer.concat(this.#waiting))
    this.#written += this.#held
    this.#waiting = []
    this.#held = 0
  }

  /**
   * Spark leaves out a byte order mark, and does not say whether the last line has an end: the size of the file tells.
   *
   * @throws {LeitongError} `SOURCE_CHANGED` where it has another size now
   */
  whole(): Handed {
    this.#flush()
    const lacksMark = this.#bytes - this.#written >= MARK.length - 1
    const excess = this.#written - (this.#bytes - (lacksMark ? MARK.length : 0))
    if (excess !== 0 && excess !== 1) throw new LeitongError('SOURCE_CHANGED', this.#told.name)
    ftruncateSync(this.#descriptor, this.#written - excess)
    closeSync(this.#descriptor)
    return { ...this.#told, path: this.#path, lacksMark }
  }
}

const LINE_FEED = Buffer.from('\n')
const MARK = Buffer.from('\uFEFF')

async function hand(handed: Handed, options: Options, plan: RowPlan | undefined): Promise<void> {
  const { number, format, name } = handed
  const head: Uint8Array[] = []
  let isOpen = false
  const source = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytesOf(handed, options)) {
      if (!isOpen) head.push(chunk)
      yield chunk
    }
  }
  const input = {
    kind: 'stream',
    name,
    source: source(),
    format: FORMATS[format],
    compression: undefined,
    ...(plan ? { row: plan } : {}),
  } as const
  const fields = fieldsOf(options)
  const { file, pieces } = await openPieces(input, { ...options, maxRecord: LONGEST, encoding: 'utf-8' }, fields)
  isOpen = true
  const requireUtf8 = (bytes: Uint8Array) => {
    if (!isUtf8(bytes)) throw new LeitongError('CLUSTER', name, 'it is not UTF-8; a cluster reads no other encoding')
  }
  const { columns } = file.opening
  const prelude = Buffer.concat(head.splice(0)).subarray(0, file.prelude)
  requireUtf8(prelude)
  if (columns || (file.prelude && format === 'jsonl'))
    say([number, 0, 'p', unended(prelude).toString('base64'), columns ? JSON.stringify(columns) : NULL].join('\t'))
  for await (const { start, bytes } of pieces) {
    requireUtf8(bytes)
    splitPiece(bytes, file, (from, to) => {
      const record = bytes.subarray(from, to)
      const line = format === 'jsonl' ? NULL : lineOf(record, file, fields, options.maxRecord)
      say([number, start + from, 'r', unended(record).toString('base64'), line].join('\t'))
    })
  }
}

/** The content of a file, unpacked. */
async function* bytesOf({ path, name, compression, lacksMark }: Handed, { maxRatio }: Options): AsyncGenerator<Uint8Array> {
  if (lacksMark) yield MARK
  try {
    yield* readBytes(path, compression, maxRatio)
  } catch (error) {
    if (!(error instanceof LeitongError)) throw error
    // Of a copy that is here nobody knows.
    throw receiveError({ code: error.code, args: error.args.map((arg) => (arg === path ? name : arg)) })
  }
}

/** Lines are written with a line feed at their end. */
function unended(record: Uint8Array): Buffer {
  const length = record.at(-1) === 10 ? record.length - 1 : record.length
  return Buffer.from(record.buffer, record.byteOffset, length)
}

/** A record of a table as a line of JSON. */
function lineOf(record: Uint8Array, file: ReadFile, fields: Fields, maxRecord: number): string {
  const reject = (reason: string) => `${REJECT}${JSON.stringify(reason)}`
  if (record.length > maxRecord) return reject(tooLong(record.length, maxRecord))
  const decoded = decodeRecord(record, file, fields)
  if (!decoded) return ''
  const row = rowOf(record, file)
  if ('reason' in decoded || !row) return reject('reason' in decoded ? decoded.reason : 'it cannot be read')
  // An empty field of a row is none.
  if (file.row) return JSON.stringify(row, (_, value) => (value === '' ? null : value))
  const wanted = [...fields.text, fields.rank, ...(fields.info ?? [])].filter((name) => name !== undefined && Object.hasOwn(row, name))
  const named = [fields.id, fields.title].filter((name) => row[name])
  return JSON.stringify(Object.fromEntries([...wanted, ...named].map((name) => [name as string, row[name as string]])))
}
