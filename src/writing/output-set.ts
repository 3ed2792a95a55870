/** The outputs of a command. All files are complete before the first gets its name; what goes to standard output comes last. */
import { once } from 'node:events'
import { LeitongError } from '../errors.js'
import { rememberedFiles } from '../named-file.js'
import { compressBytes, compressionOf } from '../sources/formats/compression.js'
import { changed } from './changed.js'
import { openWhole, type WholeFile } from './object-file.js'
import { placeOf, type ReadPath } from './place.js'
import { Turns } from './turns.js'

/** Where to write what; `-` is standard output. */
export type Paths<Kind extends string> = { readonly [Name in Kind]?: string | undefined }

/** The bytes of an output, or a function that writes a file itself, to this path. */
export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ((temporary: string) => Promise<void>)

interface Target<Kind> {
  readonly kind: Kind
  readonly path: string
  /** Undefined for standard output, and for what is not opened here. */
  readonly file: WholeFile | undefined
}

export class OutputSet<Kind extends string> {
  readonly #targets: Target<Kind>[] = []

  /**
   * Opens all outputs before the work begins, so that a bad path shows at once.
   *
   * @param reads     paths that are read, each with its name
   * @param isFolder  an output that is a folder, which its caller makes
   * @throws {LeitongError} `OPTION_CONFLICT` when an output is an input or another output; `OUTPUT_WRITE`
   */
  constructor(paths: Paths<Kind>, reads: Iterable<ReadPath> = [], isFolder: (kind: Kind, path: string) => boolean = () => false) {
    const wanted = pathsIn(paths)
    const taken = placesOf(reads)
    for (const [kind, path] of wanted) {
      const place = path === '-' ? '-' : placeOf(path)
      refuseTaken(taken, place, `--${kebab(kind)}`, path)
      taken.set(place, `also the target of --${kebab(kind)}`)
    }
    try {
      for (const [kind, path] of wanted)
        this.#targets.push({ kind, path, file: path === '-' || isFolder(kind, path) ? undefined : openWhole(path) })
    } catch (error) {
      this.discard()
      throw error
    }
  }

  /**
   * Asks the stores of outputs that are objects whether these can be written, before the work.
   *
   * @throws {LeitongError} `OUTPUT_WRITE`; call {@link discard} then
   */
  async ready(): Promise<void> {
    for (const { file } of this.#targets) await file?.ready?.()
  }

  /**
   * Writes everything. Files are compressed as their names say. Streams come before names are given: what fails there leaves all
   * files as they were.
   *
   * @param complete  called when all bytes are written and no file has its name; what it throws ends the writing
   * @throws {LeitongError} `OUTPUT_WRITE`; call {@link discard} then
   */
  async write(contentOf: (kind: Kind) => Content, complete: () => Promise<void> | void = () => {}): Promise<void> {
    const files: WholeFile[] = []
    for (const { kind, path, file } of this.#targets) {
      if (!file) continue
      await fill(file, contentOf(kind), path)
      file.finish()
      files.push(file)
    }
    for (const file of files.filter(({ isStream }) => isStream)) await file.give()
    await complete()
    await sendAll(files.filter(({ ready }) => ready))
    commitAll(files.filter(({ isStream, ready }) => !isStream && !ready))
    for (const { kind, path } of this.#targets) {
      if (path !== '-') continue
      const content = contentOf(kind)
      if (typeof content === 'function') continue
      changed(path)
      for await (const bytes of asynchronous(content)) await toStandardOutput(bytes)
    }
  }

  /** Temporary files of dead processes that were removed beside the outputs. */
  get leftovers(): readonly string[] {
    return this.#targets.flatMap(({ file }) => file?.leftovers ?? [])
  }

  /** Leaves nothing behind of what has no name yet. */
  discard(): void {
    for (const { file } of this.#targets) file?.discard()
  }
}

/** @throws {LeitongError} `OPTION_VALUE` for what is no path, as callers without types may give */
function pathsIn<Kind extends string>(paths: Paths<Kind>): [Kind, string][] {
  const wanted = Object.entries(paths).filter(([, path]) => path !== undefined)
  for (const [kind, path] of wanted)
    if (typeof path !== 'string' || !path)
      throw new LeitongError('OPTION_VALUE', kind, JSON.stringify(path), 'a path, or - for standard output')
  return wanted as [Kind, string][]
}

/** Objects are sent before files get their names: more can go wrong there. */
async function sendAll(files: readonly WholeFile[]): Promise<void> {
  for (const [done, file] of files.entries())
    await file.give().catch((error: unknown) => {
      throw partly(error, files.slice(0, done))
    })
}

function partly(error: unknown, done: readonly WholeFile[]): unknown {
  if (!done.length || !(error instanceof LeitongError)) return error
  return new LeitongError('OUTPUT_PART', error.message, done.map(({ path }) => path).join(', '))
}

/** Where a rename fails after others were done, the error says which outputs are in place. */
function commitAll(files: readonly WholeFile[]): void {
  files.forEach((file, done) => {
    try {
      file.commit()
    } catch (error) {
      throw partly(error, files.slice(0, done))
    }
  })
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * Sees that an output does not take the place of what is read.
 *
 * @param flag  the name of the output in messages
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function refuseRead(path: string | undefined, flag: string, reads: Iterable<ReadPath>): void {
  if (path !== undefined && path !== '-') refuseTaken(placesOf(reads), placeOf(path), flag, path)
}

const placesOf = (reads: Iterable<ReadPath>) =>
  new Map([...rememberedFiles().map((path) => [path, path] as const), ...reads].map(([path, name]) => [placeOf(path), `the input ${name}`]))

function refuseTaken(taken: ReadonlyMap<string, string>, place: string, flag: string, path: string): void {
  const other = taken.get(place)
  if (other) throw new LeitongError('OPTION_CONFLICT', `${flag} would write to ${path}, which is ${other}`)
}

/**
 * Writes one output, compressed as its name says; it appears when it is complete.
 *
 * @throws {LeitongError} `OUTPUT_WRITE`; nothing is left of it then
 */
export async function writeWhole(path: string, content: Content): Promise<void> {
  const file = openWhole(path)
  try {
    await fill(file, content, path)
    await file.give()
  } finally {
    // Nothing is left to discard of a file that has its name.
    file.discard()
  }
}

async function fill(file: WholeFile, content: Content, path: string): Promise<void> {
  if (typeof content === 'function') return content(file.temporary)
  const turns = new Turns()
  let unsynced = 0
  try {
    for await (const bytes of compressBytes(asynchronous(content), compressionOf(path).compression)) {
      file.write(bytes)
      unsynced += bytes.length
      if (unsynced >= SYNCED) {
        unsynced = 0
        await file.beginSync()
      }
      await turns.take()
    }
  } finally {
    // Nobody closes the file under the system's hands.
    await file.settle()
  }
}

/** Bytes after which the system is asked to begin with the disk. */
const SYNCED = 128 << 20

/** Pieces may be empty: whoever makes them takes long, and lets others have their turn. */
async function* asynchronous(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const turns = new Turns()
  for await (const bytes of pieces) {
    if (bytes.length) yield bytes
    else await turns.take()
  }
}

/** Whether the reader of standard output is gone. */
let isUnread = false

/** Writes to standard output, at the speed of its reader; nothing any more when the reader is gone. */
export async function toStandardOutput(bytes: Uint8Array | string): Promise<void> {
  if (isUnread) return
  try {
    // A file or a terminal takes all at once and never asks to wait.
    if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
    else await outputTurns.take()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    isUnread = true
  }
}

const outputTurns = new Turns()

/** One output, as it is written piece by piece. */
export interface Output {
  write(bytes: Uint8Array | string): Promise<void>
}

/**
 * Opens one output, does the work that writes it, and gives it its name; when the work fails, nothing is left of it. It is not compressed.
 *
 * @param path   `-` is standard output; undefined for none
 * @param reads  paths that are read, each with its name
 * @throws {LeitongError} `OUTPUT_WRITE`, `OPTION_CONFLICT` when the output is one of those that are read
 */
export async function withOutput<Result, Path extends string | undefined>(
  path: Path,
  reads: Iterable<ReadPath>,
  work: (output: Path extends undefined ? Output | undefined : Output) => Promise<Result>,
): Promise<Result> {
  refuseRead(path, 'the output', reads)
  const file = path === undefined || path === '-' ? undefined : openWhole(path)
  const turns = new Turns()
  const toFile = async (bytes: Uint8Array | string) => {
    file?.write(bytes)
    await turns.take()
  }
  if (path === '-') changed(path)
  const output = path === '-' ? { write: toStandardOutput } : file && { write: toFile }
  try {
    await file?.ready?.()
    const result = await work(output as Output)
    await file?.give()
    return result
  } finally {
    // Nothing is left to discard of a file that has its name.
    file?.discard()
  }
}
