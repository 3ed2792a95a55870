/**
 * file, format, compression, name, part, bytes (base64; whole files, their parts in order) -> file, start, kind, raw record (base64), line of JSON.
 *
 * The files are read as on one machine. A record of a table becomes the line of JSON that is decoded to the same document.
 */
import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError, unreachable } from '../../errors.js'
import { fieldsOf } from '../../methods/fields.js'
import type { Options } from '../../options/options.js'
import { openPieces, type ReadFile } from '../../reading/open-input.js'
import { decodeRecord, rowOf, splitPiece } from '../../reading/records.js'
import { tooLong } from '../../reading/too-long.js'
import { readBytes } from '../../sources/formats/compression.js'
import type { Fields } from '../../sources/formats/format.js'
import type { FormatName } from '../../sources/formats/format-names.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { spooled } from '../../writing/spool.js'
import { writeFully } from '../../writing/write-fully.js'
import { REJECT } from '../marks.js'
import { inLocalFolder } from './local-folder.js'
import { rows, say } from './pipe.js'

/** Longer records are read like others here: what is said of them is said of their lines. */
const LONGEST = 1 << 30

interface Spooled {
  readonly number: string
  readonly format: FormatName
  readonly compression: 'gzip' | 'zstd' | undefined
  readonly name: string
  readonly path: string
}

export const records = (options: Options, plan: RowPlan | undefined): Promise<void> =>
  inLocalFolder(async (folder) => {
    for (const file of spools(join(folder, 'file'))) await hand(file, options, plan)
  })

/** One file after the other, as a file here. */
function* spools(path: string): Generator<Spooled> {
  let file: Spooled | undefined
  let descriptor: number | undefined
  try {
    for (const [number = '', format = '', compression = '', name = '', part, bytes = ''] of rows()) {
      if (part === '0') {
        if (file) yield file
        if (!/^\d+$/.test(number)) unreachable('a file has no number')
        if (descriptor !== undefined) closeSync(descriptor)
        descriptor = openSync(path, 'w')
        const packed = compression === 'gzip' || compression === 'zstd' ? compression : undefined
        file = { number, format: format as FormatName, compression: packed, name: Buffer.from(name, 'base64').toString(), path }
      }
      writeFully(descriptor ?? unreachable('a file begins in its middle'), Buffer.from(bytes, 'base64'))
    }
    if (file) yield file
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

async function hand({ number, format, compression, name, path }: Spooled, options: Options, plan: RowPlan | undefined): Promise<void> {
  const plain = compression ? `${path}.plain` : path
  if (compression) for await (const _ of spooled(readBytes(path, compression, options.maxRatio), plain));
  const input = { kind: 'file', name, path: plain, format: FORMATS[format], compression: undefined, size: statSync(plain).size } as const
  const fields = fieldsOf(options)
  const { file, pieces } = await openPieces(input, { ...options, maxRecord: LONGEST, encoding: 'utf-8' }, fields)
  const requireUtf8 = (bytes: Uint8Array) => {
    if (!isUtf8(bytes)) throw new LeitongError('CLUSTER', name, 'it is not UTF-8; a cluster reads no other encoding')
  }
  const { columns } = file.opening
  requireUtf8(headOf(file))
  if (columns || (file.prelude && format === 'jsonl'))
    say([number, 0, 'p', unended(headOf(file)).toString('base64'), columns ? JSON.stringify(columns) : '\\N'].join('\t'))
  for await (const { start, bytes } of pieces) {
    requireUtf8(bytes)
    splitPiece(bytes, file, (from, to) => {
      const record = bytes.subarray(from, to)
      const line = format === 'jsonl' ? '\\N' : lineOf(record, file, fields, plan, options.maxRecord)
      say([number, start + from, 'r', unended(record).toString('base64'), line].join('\t'))
    })
  }
  if (compression) rmSync(plain)
}

/** What stands before the records. */
function headOf({ path, prelude }: ReadFile): Buffer {
  const head = Buffer.alloc(prelude)
  const descriptor = openSync(path, 'r')
  try {
    readSync(descriptor, head, 0, prelude, 0)
  } finally {
    closeSync(descriptor)
  }
  return head
}

/** Lines are written with a line feed at their end. */
function unended(record: Uint8Array): Buffer {
  const length = record.at(-1) === 10 ? record.length - 1 : record.length
  return Buffer.from(record.buffer, record.byteOffset, length)
}

/** A record of a table as a line of JSON. */
function lineOf(record: Uint8Array, file: ReadFile, fields: Fields, plan: RowPlan | undefined, maxRecord: number): string {
  const reject = (reason: string) => `${REJECT}${JSON.stringify(reason)}`
  if (record.length > maxRecord) return reject(tooLong(record.length, maxRecord))
  const decoded = decodeRecord(record, plan ? { ...file, row: plan } : file, fields)
  if (!decoded) return ''
  const row = rowOf(record, file)
  if ('reason' in decoded || !row) return reject('reason' in decoded ? decoded.reason : 'it cannot be read')
  // An empty field of a row is none.
  if (plan) return JSON.stringify(row, (_, value) => (value === '' ? null : value))
  const wanted = [...fields.text, fields.rank, ...(fields.info ?? [])].filter((name) => name !== undefined && Object.hasOwn(row, name))
  const named = [fields.id, fields.title].filter((name) => row[name])
  return JSON.stringify(Object.fromEntries([...wanted, ...named].map((name) => [name as string, row[name as string]])))
}
