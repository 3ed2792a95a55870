/**
 * The first pass: every input read once, its records signed by workers, in the order of the input.
 *
 * What cannot be read twice where it lies (compressed containers, standard input, tables) is spooled to a temporary file.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import { preferenceOf } from '../../options/keep-rule.js'
import { traitsOf } from '../../options/methods.js'
import type { Options } from '../../options/options.js'
import type { InputFile } from '../../reading/input.js'
import { readHead } from '../../reading/inputs.js'
import { cutContainer, PIECE, tooLong } from '../../reading/pieces.js'
import { POSTING_BYTES, Postings } from '../../searching/rare.js'
import type { EntryContent } from '../../signing/signature.js'
import { readBytes } from '../../sources/formats/compression.js'
import { checkColumns } from '../../sources/formats/csv.js'
import { detectEncoding, isWide, markLength } from '../../sources/formats/encoding.js'
import { type ContainerFormat, type Fields, isContainer, isDocument, isTable, type TableFormat } from '../../sources/formats/format.js'
import { FORMATS } from '../../sources/formats/formats.js'
import { inOrder, type Pool } from '../../working/pool.js'
import type { FingerprintTask, PieceColumns } from '../../working/tasks.js'
import { Documents, type ReadFile } from './documents.js'
import { SignatureStore } from './signature-store.js'

export interface SigningPass {
  readonly documents: Documents
  readonly signatures: SignatureStore
  /** Of method `rare`. */
  readonly postings: Postings | undefined
}

export interface SigningHooks {
  /** What rows hold. @default 'search' */
  readonly content?: EntryContent
  /** Of method `rare`: which features are still wanted. */
  readonly sample?: () => number
  /** Called with the number of input bytes that are signed. */
  readonly progress?: (bytes: number) => void
  /** The folder of this run, made when first asked for. */
  readonly folder: () => string
  readonly signal?: AbortSignal
}

/** A task with where its records belong. */
interface Unit {
  readonly file: number
  readonly start: number
  readonly size: number
  readonly task?: FingerprintTask
  readonly tooLong?: number
}

/** Whole files that a worker signs at once. */
const BATCH = 256

/** Reads and signs everything, and keeps the columns. */
export async function signInputs(
  inputs: readonly InputFile[],
  options: Options,
  fields: Fields,
  pool: Pool,
  hooks: SigningHooks,
): Promise<SigningPass> {
  const documents = new Documents(preferenceOf(options.keep) === 'length')
  const rows = new SignatureStore(options, options.memory, hooks.folder)
  const postings = traitsOf(options).needsBatch ? new Postings(Math.floor(options.memory / POSTING_BYTES)) : undefined
  const sampling = postings ? { ...hooks, sample: () => postings.sample } : hooks
  for await (const signed of signAll(inputs, options, fields, pool, documents, sampling)) {
    rows.add(signed)
    postings?.add(signed.grams, signed.gramEnds)
  }
  return { documents, signatures: rows, postings }
}

/** Reads and signs everything; adds each piece to `documents` and hands it on, in the order of the input. */
export async function* signAll(
  inputs: readonly InputFile[],
  options: Options,
  fields: Fields,
  pool: Pool,
  documents: Documents,
  hooks: SigningHooks,
): AsyncGenerator<PieceColumns> {
  let file = -1
  let line = 1
  const units = unitsOf(inputs, options, fields, documents, hooks)
  const sign = (task: FingerprintTask) => pool.run(hooks.sample ? { ...task, sample: hooks.sample() } : task)
  for await (const [unit, signed] of inOrder(units, pool.width, (unit) => (unit.task ? sign(unit.task) : Promise.resolve(undefined)))) {
    hooks.signal?.throwIfAborted()
    if (unit.file !== file) line = 1 + ((documents.files[unit.file] as ReadFile).opening.lines ?? 0)
    file = unit.file
    if (signed) {
      // Whole files have no lines.
      documents.add(unit.file, unit.start + signed.base, unit.task?.kind === 'sign-files' ? 0 : line, signed)
      line += signed.lines
      yield signed
    } else {
      const size = unit.tooLong ?? 0
      documents.rejects.push({ file, start: unit.start, end: unit.start + size, line, reason: tooLong(size, options.maxRecord) })
      line++
    }
    hooks.progress?.(unit.size)
  }
}

async function* unitsOf(
  inputs: readonly InputFile[],
  options: Options,
  fields: Fields,
  documents: Documents,
  hooks: SigningHooks,
): AsyncGenerator<Unit> {
  for (let i = 0; i < inputs.length; ) {
    const input = inputs[i] as InputFile
    if (isContainer(input.format)) {
      yield* containerUnits(input, input.format, options, fields, documents, hooks)
      i++
    } else if (isTable(input.format)) {
      yield* tableUnits(input, input.format, options, fields, documents, hooks)
      i++
    } else {
      // Whole files that follow each other go to workers in batches.
      const batch: InputFile[] = []
      let bytes = 0
      while (i < inputs.length && batch.length < BATCH && bytes < PIECE && isDocument((inputs[i] as InputFile).format)) {
        const next = inputs[i++] as InputFile
        batch.push(next)
        bytes += next.size ?? 0
      }
      const first = documents.files.length
      documents.files.push(...batch.map((next) => documentFile(next, options)))
      yield {
        file: first,
        start: 0,
        size: bytes,
        task: { kind: 'sign-files', content: hooks.content ?? 'search', options, fields, files: documents.files.slice(first) },
      }
    }
  }
}

function documentFile(input: InputFile, options: Options): ReadFile {
  if (input.compression === 'zstd' || input.size === undefined) {
    throw new LeitongError('SOURCE_READ', input.name, 'a single document can be plain or gzip, and a file')
  }
  const { name, path, format, compression } = input
  return {
    name,
    path,
    original: path,
    format: format.name,
    encoding: options.encoding,
    opening: { start: 0 },
    prelude: 0,
    compressed: compression === 'gzip',
  }
}

async function* containerUnits(
  input: InputFile,
  format: ContainerFormat,
  options: Options,
  fields: Fields,
  documents: Documents,
  hooks: SigningHooks,
): AsyncGenerator<Unit> {
  const plain = !input.compression && input.size !== undefined
  if (plain && (format.name === 'jsonl' || format.name === 'lines')) {
    const units = rangeUnits(input, options, fields, documents, hooks)
    if (units) return yield* units
  }
  const path = plain ? input.path : join(hooks.folder(), `spool-${documents.files.length}`)
  const chunks = plain ? readPlain(input.path) : spooled(input.stream ?? readBytes(input.path, input.compression, options.maxRatio), path)
  const { encoding, opening, prelude, pieces } = await cutContainer(
    chunks[Symbol.asyncIterator](),
    format,
    input.name,
    // Lines that were made here, of rows and documents, are in UTF-8 whatever the encoding of files.
    input.stream ? 'utf-8' : options.encoding,
    options.maxRecord,
  )
  checkColumns(input.name, opening, input.row ? { ...fields, row: input.row } : fields)
  const file = documents.files.length
  documents.files.push({
    name: input.name,
    path,
    original: input.path,
    format: format.name,
    encoding,
    opening,
    prelude,
    compressed: false,
    ...(input.row ? { row: input.row } : {}),
  })
  const reading = documents.files[file] as ReadFile
  // Progress counts bytes of the input as it lies on disk.
  const scale = plain || !input.size ? 1 : 0
  for await (const { start, bytes, tooLong: size } of pieces) {
    if (size !== undefined) yield { file, start, size, tooLong: size }
    else
      yield {
        file,
        start,
        size: bytes.length * scale,
        task: { kind: 'sign', content: hooks.content ?? 'search', options, fields, reading, file, start, bytes },
      }
  }
}

/** A plain file of lines, which workers read themselves; undefined where lines do not end with one byte. */
function rangeUnits(
  input: InputFile,
  options: Options,
  fields: Fields,
  documents: Documents,
  { content = 'search' }: SigningHooks,
): Generator<Unit> | undefined {
  const head = readHead(input.path, 65536)
  const encoding = options.encoding === 'auto' ? detectEncoding(head) : options.encoding
  if (isWide(encoding)) return undefined
  const first = markLength(head)
  const file = documents.files.length
  const reading = {
    name: input.name,
    path: input.path,
    original: input.path,
    format: input.format.name,
    encoding,
    opening: { start: 0 },
    prelude: first,
    compressed: false,
    ...(input.row ? { row: input.row } : {}),
  }
  documents.files.push(reading)
  const size = input.size as number
  return (function* () {
    for (let from = first; from < size; from += PIECE) {
      const to = Math.min(from + PIECE, size)
      yield {
        file,
        start: from,
        size: to - from,
        task: { kind: 'sign-range', content, options, fields, reading, file, range: { first, from, to } },
      }
    }
  })()
}

async function* tableUnits(
  input: InputFile,
  format: TableFormat,
  options: Options,
  fields: Fields,
  documents: Documents,
  hooks: SigningHooks,
): AsyncGenerator<Unit> {
  if (input.compression || input.size === undefined)
    throw new LeitongError('SOURCE_READ', input.name, `${format.name} is read from a plain file`)
  const path = join(hooks.folder(), `spool-${documents.files.length}`)
  const { encoding, opening, prelude, pieces } = await cutContainer(
    spooled(format.rows(input.path, columnsOf(input, fields)), path)[Symbol.asyncIterator](),
    FORMATS.jsonl as ContainerFormat,
    input.name,
    'utf-8',
    options.maxRecord,
  )
  const file = documents.files.length
  documents.files.push({
    name: input.name,
    path,
    original: input.path,
    format: 'jsonl',
    encoding,
    opening,
    prelude,
    compressed: false,
    isTable: true,
    ...(input.row ? { row: input.row } : {}),
  })
  const reading = documents.files[file] as ReadFile
  for await (const { start, bytes, tooLong: size } of pieces) {
    if (size !== undefined) yield { file, start, size: 0, tooLong: size }
    else
      yield {
        file,
        start,
        size: 0,
        task: { kind: 'sign', content: hooks.content ?? 'search', options, fields, reading, file, start, bytes },
      }
  }
}

/** The columns of a table that are read. */
function columnsOf({ row }: InputFile, fields: Fields): Fields {
  if (!row) return fields
  return { ...fields, text: [...new Set([...row.fields.map(({ name }) => name), ...row.key])] }
}

async function* readPlain(path: string): AsyncGenerator<Uint8Array> {
  try {
    const file = await open(path)
    try {
      while (true) {
        const buffer = Buffer.allocUnsafeSlow(PIECE)
        const { bytesRead } = await file.read(buffer, 0, PIECE)
        if (!bytesRead) return
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof LeitongError) throw error
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
}

/** Passes bytes on and writes them to a file. */
async function* spooled(bytes: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'wx')
    for await (const chunk of bytes) {
      for (let done = 0; done < chunk.length; ) done += writeSync(descriptor, chunk, done, chunk.length - done)
      yield chunk
    }
  } catch (error) {
    if (error instanceof LeitongError) throw error
    throw new LeitongError('OUTPUT_WRITE', path, (error as Error).message)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
