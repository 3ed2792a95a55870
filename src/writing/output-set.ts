/** The outputs of a command. All files are complete before the first gets its name; what goes to standard output comes last. */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { LeitongError } from '../errors.js'
import { compressBytes, compressionOf } from '../sources/formats/compression.js'
import { AtomicFile } from './atomic-file.js'

/** Where to write what; `-` is standard output. */
export type Paths<Kind extends string> = { readonly [Name in Kind]?: string | undefined }

/** The bytes of an output, or a function that writes a file itself, to this path. */
export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ((temporary: string) => Promise<void>)

interface Target<Kind> {
  readonly kind: Kind
  readonly path: string
  /** Undefined for standard output, and for what is not opened here. */
  readonly file: AtomicFile | undefined
}

export class OutputSet<Kind extends string> {
  readonly #targets: Target<Kind>[] = []

  /**
   * Opens all outputs before the work begins, so that a bad path shows at once.
   *
   * @param inputs    paths that are read, each with its name
   * @param isFolder  an output that is a folder, which its caller makes
   * @throws {LeitongError} `OPTION_CONFLICT` when an output is an input or another output; `OUTPUT_WRITE`
   */
  constructor(
    paths: Paths<Kind>,
    inputs: Iterable<readonly [path: string, name: string]> = [],
    isFolder: (kind: Kind, path: string) => boolean = () => false,
  ) {
    const wanted = Object.entries(paths).filter((entry): entry is [Kind, string] => entry[1] !== undefined)
    const taken = new Map(Array.from(inputs, ([path, name]) => [path, `the input ${name}`]))
    for (const [kind, path] of wanted) {
      const full = path === '-' ? '-' : resolve(path)
      const other = taken.get(full)
      if (other) throw new LeitongError('OPTION_CONFLICT', `--${kind} would write to ${path}, which is ${other}`)
      taken.set(full, `also the target of --${kind}`)
    }
    try {
      for (const [kind, path] of wanted)
        this.#targets.push({ kind, path, file: path === '-' || isFolder(kind, path) ? undefined : new AtomicFile(path) })
    } catch (error) {
      this.discard()
      throw error
    }
  }

  /**
   * Writes everything. Files are compressed as their names say.
   *
   * @param complete  called when all files are complete and none has its name
   * @throws {LeitongError} `OUTPUT_WRITE`; call {@link discard} then
   */
  async write(contentOf: (kind: Kind) => Content, complete: () => void = () => {}): Promise<void> {
    for (const { kind, path, file } of this.#targets) {
      if (!file) continue
      await fill(file, contentOf(kind), path)
      file.finish()
    }
    complete()
    for (const { file } of this.#targets) file?.commit()
    for (const { kind, path } of this.#targets) {
      if (path !== '-') continue
      const content = contentOf(kind)
      if (typeof content !== 'function') for await (const bytes of content) await toStandardOutput(bytes)
    }
  }

  /** Leaves nothing behind of what has no name yet. */
  discard(): void {
    for (const { file } of this.#targets) file?.discard()
  }
}

async function fill(file: AtomicFile, content: Content, path: string): Promise<void> {
  if (typeof content === 'function') return content(file.temporary)
  for await (const bytes of compressBytes(asynchronous(content), compressionOf(path).compression)) file.write(bytes)
}

async function* asynchronous(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes
}

/** Writes to standard output, at the speed of its reader. */
export async function toStandardOutput(bytes: Uint8Array | string): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
}

/** One output, as it is written piece by piece. */
export interface Output {
  write(bytes: Uint8Array | string): Promise<void>
}

/**
 * Opens one output, does the work that writes it, and gives it its name; when the work fails, nothing is left of it. It is not compressed.
 *
 * @param path  `-` is standard output; undefined for none
 * @throws {LeitongError} `OUTPUT_WRITE`
 */
export async function withOutput<Result, Path extends string | undefined>(
  path: Path,
  work: (output: Path extends undefined ? Output | undefined : Output) => Promise<Result>,
): Promise<Result> {
  const file = path === undefined || path === '-' ? undefined : new AtomicFile(path)
  const output = path === '-' ? { write: toStandardOutput } : file && { write: async (bytes: Uint8Array | string) => file.write(bytes) }
  try {
    const result = await work(output as Output)
    file?.commit()
    return result
  } finally {
    // Nothing is left to discard of a file that has its name.
    file?.discard()
  }
}
