/** A folder of outputs: one file for each file of the input, at the same path below it. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { LeitongError } from '../../../errors.js'
import type { Options } from '../../../options/options.js'
import type { FileInput, Input } from '../../../reading/input.js'
import { stampOf } from '../../../reading/stamp.js'
import { namedFiles } from '../../../resolving/named-files.js'
import { compressionOf } from '../../../sources/formats/compression.js'
import { isContainer, isDocument, isTable } from '../../../sources/formats/format.js'
import { isObjectUrl } from '../../../sources/objects/objects.js'
import { VERSION } from '../../../version.js'
import { replaceFile } from '../../../writing/atomic-file.js'
import { makeFolder } from '../../../writing/folder.js'
import { removeLeftovers } from '../../../writing/leftovers.js'
import { type ObjectFolder, openObjectFolder, writableStore } from '../../../writing/object-file.js'
import { type Content, writeWhole } from '../../../writing/output-set.js'
import { placeOf } from '../../../writing/place.js'

/** Compressions of the files of a folder. */
export const COMPRESSIONS = ['none', 'gzip', 'zstd'] as const

/** How the files of a folder are written. */
export interface ShardForm {
  /** Of every file; without it each has that of its input. */
  readonly compress?: (typeof COMPRESSIONS)[number] | undefined
  /** Goes on in a folder that an earlier run of the same inputs and options began: files that are there are not written again. */
  readonly resume?: boolean | undefined
}

/** Names the run that a folder belongs to. Listings of folders pass names over that begin with a point. */
const MARK = '.leitong.json'

const ENDINGS = { none: '', gzip: '.gz', zstd: '.zst' } as const

/** Options that change no result. */
const MACHINE: ReadonlySet<string> = new Set(['workers', 'memory', 'temp'])

/** Inputs that leave as one file, by their numbers: sheets of one workbook together, any other alone. */
export interface ShardSpan {
  readonly from: number
  /** The number behind the last one. */
  readonly to: number
}

export class ShardFolder {
  /** As the caller named it. */
  readonly #name: string
  readonly #mark: string
  /** The outputs, in the order of the inputs. */
  readonly #parts: readonly (ShardSpan & { readonly path: string })[]
  readonly #resume: boolean
  /** Of a folder in a store: what is in it. */
  #objects: ObjectFolder | undefined
  /** Files that an earlier run had written. */
  found = 0

  /**
   * Sees before the work that the folder can be written.
   *
   * @param flag   names the output in messages
   * @param nameOf  makes the name of an output from that of its input, both without the ending of a compression
   * @param how    what the content of the files depends on besides inputs and options
   * @throws {LeitongError} `OUTPUT_FORMAT` for inputs that are no files of records, `OPTION_CONFLICT` where two outputs would have one
   *   path or take the place of an input, `OUTPUT_WRITE` when the folder holds something else
   */
  constructor(
    name: string,
    flag: string,
    inputs: readonly Input[],
    options: Options,
    { compress, resume = false }: ShardForm,
    { nameOf = (path) => path, how = {} }: { readonly nameOf?: (path: string) => string; readonly how?: unknown } = {},
  ) {
    const files = filesOf(inputs, flag, name)
    const spans = spansOf(files)
    const firsts = spans.map(({ from }) => files[from] as FileInput)
    const places = relativePaths(firsts).map((path, i) => renamed(path, firsts[i] as FileInput, compress, nameOf))
    this.#name = name
    this.#resume = resume
    // A key has no empty parts, nor any that lead upwards.
    this.#parts = places.map((path, i) => ({ ...(spans[i] as ShardSpan), path: writableStore(name) ? name + path : join(name, path) }))
    refuseSame(
      this.#parts.map(({ path }) => path),
      firsts,
      flag,
    )
    const kept = Object.entries(options).filter(([option]) => !MACHINE.has(option))
    const named = namedFiles(options).map(([path]) => [path, stampOf(path)])
    const read = firsts.map(({ path, stamp, object }, i) => [object?.url ?? path, object?.version ?? stamp, places[i]])
    const run = createHash('sha256')
      .update(JSON.stringify([VERSION, kept.sort(), named, read, how]))
      .digest('hex')
    this.#mark = `${JSON.stringify({ leitong: VERSION, run })}\n`
    if (writableStore(name) || !existsSync(name)) return
    const mark = join(name, MARK)
    // Of a run that was killed while it began.
    removeLeftovers(mark)
    if (!readdirSync(name).length) return
    this.#requireOurs(existsSync(mark) ? readFileSync(mark, 'utf8') : undefined)
  }

  /** @param mark  of what is in the folder; undefined where there is none */
  #requireOurs(mark: string | undefined): void {
    const refuse = (why: string) => {
      throw new LeitongError('OUTPUT_WRITE', this.#name, why)
    }
    if (mark === undefined) refuse('the folder is not empty')
    if (!this.#resume) refuse('the folder is not empty; --resume goes on with what an earlier run began')
    if (mark !== this.#mark) refuse('--resume: it was written from other inputs or with other options, or by another version')
  }

  /**
   * Asks the store of a folder before the work, as the constructor asks the disk.
   *
   * @throws {LeitongError} `OUTPUT_WRITE`
   */
  async ready(): Promise<void> {
    if (!writableStore(this.#name) || this.#objects) return
    const folder = await openObjectFolder(this.#name)
    if (folder.names.size) this.#requireOurs(folder.names.has(MARK) ? await folder.read(MARK) : undefined)
    this.#objects = folder
  }

  /**
   * Writes the files that are not there yet. Each appears when it is complete.
   *
   * @param contentOf  makes the content of a file from its inputs and the path of the output
   * @throws {LeitongError} `OUTPUT_WRITE`; what was written stays, and can be resumed
   */
  async write(contentOf: (inputs: ShardSpan, path: string) => Content): Promise<void> {
    await this.ready()
    if (this.#objects) return this.#send(contentOf, this.#objects)
    try {
      makeFolder(this.#name)
    } catch (error) {
      throw new LeitongError('OUTPUT_WRITE', this.#name, (error as Error).message)
    }
    replaceFile(join(this.#name, MARK), this.#mark)
    for (const { path, ...span } of this.#parts) {
      if (existsSync(path)) {
        this.found++
        continue
      }
      makeFolder(dirname(path))
      await writeWhole(path, contentOf(span, path))
    }
  }

  async #send(contentOf: (inputs: ShardSpan, path: string) => Content, { names }: ObjectFolder): Promise<void> {
    await writeWhole(this.#name + MARK, [Buffer.from(this.#mark)])
    for (const { path, ...span } of this.#parts) {
      if (names.has(path.slice(this.#name.length))) this.found++
      else await writeWhole(path, contentOf(span, path))
    }
  }
}

/** @throws {LeitongError} `OUTPUT_FORMAT` */
function filesOf(inputs: readonly Input[], flag: string, name: string): FileInput[] {
  return inputs.map((input) => {
    if (input.kind !== 'file' || input.name === '-')
      throw new LeitongError('OUTPUT_FORMAT', `${flag} ${name} is a folder, and ${input.name || 'the input'} is no file: name a file`)
    if (isDocument(input.format))
      throw new LeitongError('OUTPUT_FORMAT', `${flag} ${name} is a folder, and ${input.name} is one document: name a file`)
    return input
  })
}

/** Inputs that lie behind each other in one file are its sheets. */
function spansOf(files: readonly FileInput[]): ShardSpan[] {
  const starts = files.flatMap(({ path, sheet }, i) => (i && sheet && files[i - 1]?.path === path ? [] : [i]))
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? files.length }))
}

/** Paths below the folder that was named, where all come from one; else below the deepest folder that they share. */
export function relativePaths(files: readonly FileInput[]): string[] {
  const [first] = files
  if (!first) return []
  const isOneFolder = first.folder !== undefined && files.every(({ folder }) => folder === first.folder)
  const parent = isOneFolder
    ? placedAt(first.folder as string)
    : files.reduce((shared, file) => commonFolder(shared, dirname(placeIn(file))), dirname(placeIn(first)))
  return files.map((file) => relative(parent, placeIn(file)))
}

const placeIn = ({ path, object, name }: FileInput) => (object ? placedAt(name) : path)

/** Objects as if their store was a folder: `/s3/BUCKET/KEY`. */
const placedAt = (name: string) => (isObjectUrl(name) ? `/${name.replace('://', '/')}` : resolve(name))

/** @throws {LeitongError} `OUTPUT_FORMAT` */
function renamed(path: string, { name, format }: FileInput, compress: ShardForm['compress'], nameOf: (path: string) => string): string {
  const { bare } = compressionOf(path)
  const compressed = path.slice(bare.length)
  if (compress === undefined) return nameOf(bare) + compressed
  if (compress !== 'none' && isTable(format))
    throw new LeitongError('OUTPUT_FORMAT', `--compress ${compress}: ${name} is ${format.name}, which is compressed in itself`)
  return nameOf(bare) + ENDINGS[compress]
}

function refuseSame(paths: readonly string[], files: readonly FileInput[], flag: string): void {
  const taken = new Map(files.map(({ path, name }) => [placeOf(path), `the input ${name}`]))
  for (const [i, path] of paths.entries()) {
    const place = placeOf(path)
    const other = taken.get(place)
    if (other) throw new LeitongError('OPTION_CONFLICT', `${flag} would write to ${path}, which is ${other}`)
    taken.set(place, `also the output of ${(files[i] as FileInput).name}`)
  }
}

/** @example commonFolder('/crawl/a', '/crawl/b/c') // '/crawl' */
function commonFolder(a: string, b: string): string {
  let shared = a
  while (b !== shared && !b.startsWith(shared.endsWith('/') ? shared : `${shared}/`)) {
    const up = dirname(shared)
    if (up === shared) return shared
    shared = up
  }
  return shared
}

/** Whether inputs are of many records each, so that a folder of outputs has a file for each of them. */
export const holdRecords = (inputs: readonly Input[]): boolean => inputs.some(({ format }) => isContainer(format) || isTable(format))
