/** An output file of a sync: it grows, and what was written beyond the saved place is taken back. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import { writeFully } from '../../writing/write-fully.js'
import type { Added } from '../live/add.js'
import type { OutputPlace } from './state.js'
import type { SyncOutput } from './sync.js'

/** Bytes before a place whose digest tells whether this is the file that the place was in. More would tell two logs of like lines apart better, and cost a read each batch. */
const MARKED = 4096

/**
 * Sees that lines can be taken back from an output after a crash, before anything is made.
 *
 * @throws {LeitongError} `OPTION_VALUE` for a device or a pipe
 */
export function requireTakingBack(name: string | undefined): void {
  const found = name === undefined || name === '-' ? undefined : statSync(name, { throwIfNoEntry: false })
  if (!found || found.isFile() || found.isDirectory()) return
  const wanted = 'a file, from which lines are taken back after a crash; without --output they go to standard output'
  throw new LeitongError('OPTION_VALUE', 'output', name as string, wanted)
}

export class OutputFile implements SyncOutput {
  readonly #name: string
  readonly #path: string
  readonly #descriptor: number
  readonly #lineOf: (answer: Added) => string

  /**
   * @param lineOf  an answer as a line
   * @throws {LeitongError} `OUTPUT_WRITE`
   */
  constructor(name: string, lineOf: (answer: Added) => string) {
    this.#name = name
    this.#lineOf = lineOf
    this.#descriptor = this.#try(() => openSync(name, existsSync(name) ? 'r+' : 'w+'))
    this.#path = this.#try(() => realpathSync(name))
  }

  begin(place: OutputPlace | undefined): OutputPlace {
    return this.#try(() => {
      const { size } = fstatSync(this.#descriptor)
      if (place && place.path === this.#path && place.bytes < size && this.#markAt(place.bytes) === place.mark)
        ftruncateSync(this.#descriptor, place.bytes)
      return this.#placeAt(fstatSync(this.#descriptor).size)
    })
  }

  async write(answers: readonly Added[]): Promise<OutputPlace> {
    const bytes = Buffer.from(answers.map(this.#lineOf).join(''))
    return this.#try(() => {
      const { size } = fstatSync(this.#descriptor)
      writeFully(this.#descriptor, bytes, size)
      if (bytes.length) fsyncSync(this.#descriptor)
      return this.#placeAt(size + bytes.length)
    })
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #placeAt(bytes: number): OutputPlace {
    return { path: this.#path, bytes, mark: this.#markAt(bytes) }
  }

  #markAt(bytes: number): string {
    const last = Buffer.alloc(Math.min(bytes, MARKED))
    readSync(this.#descriptor, last, 0, last.length, bytes - last.length)
    return createHash('sha256').update(last).digest('hex')
  }

  #try<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw new LeitongError('OUTPUT_WRITE', this.#name, (error as Error).message)
    }
  }
}
