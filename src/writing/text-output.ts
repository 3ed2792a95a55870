/** One output of text: a file that is complete or not there, or standard output, which waits for its reader. */
import { once } from 'node:events'
import { AtomicFile } from './atomic-file.js'

export class TextOutput {
  readonly #file: AtomicFile | undefined

  /**
   * @param path  undefined or `-` for standard output
   * @throws {LeitongError} `OUTPUT_WRITE` for a place that cannot be written to, before any work
   */
  constructor(path: string | undefined) {
    this.#file = path === undefined || path === '-' ? undefined : new AtomicFile(path)
  }

  async write(text: string | Uint8Array): Promise<void> {
    if (this.#file) this.#file.write(text)
    else if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  }

  /** Sees that everything is on disk; the file has no name yet. */
  finish(): void {
    this.#file?.finish()
  }

  /** Gives the file its name. */
  commit(): void {
    this.#file?.commit()
  }

  /** Lets a file go that was not committed. */
  discard(): void {
    this.#file?.discard()
  }
}
