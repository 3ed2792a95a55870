/** The inputs of a run as units of work: each is a task for a worker, or a record that is too long for any. */
import { writeFileSync } from 'node:fs'

import type { Input } from '../../reading/input.js'
import { canBeReadAgain, openAnyDocument, openLines, openPieces, type ReadFile } from '../../reading/open-input.js'
import { PIECE, type Piece } from '../../reading/pieces.js'
import { untilAborted } from '../../reading/until-aborted.js'
import { checkColumns } from '../../sources/formats/columns.js'
import { isDocument } from '../../sources/formats/format.js'
import type { FilesTask, Fingerprinting, PieceTask, RangeTask } from '../../working/tasks.js'
import { spooled } from '../../writing/spool.js'
import type { RunContext } from './run-context.js'

/** Work with where its records belong. */
export interface Unit {
  /** The number of its file; of whole files that of the first. */
  readonly file: number
  /** Where it starts in the file. */
  readonly start: number
  /** Bytes of the input, for progress. */
  readonly size: number
  readonly work: FilesTask | PieceTask | RangeTask | { readonly kind: 'too-long'; readonly bytes: number }
}

/** Whole files in one task, at most: more of them make tasks uneven, fewer cost a message between threads each. */
const BATCH = 256

export class Units {
  readonly #context: RunContext
  readonly #how: Fingerprinting

  constructor(context: RunContext, content: Fingerprinting['content']) {
    this.#context = context
    this.#how = { content, options: context.options, fields: content === 'values' ? { ...context.fields, values: true } : context.fields }
  }

  /** All units, in the order of the input. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Unit> {
    const { sources } = this.#context
    for (let next = 0; next < sources.length; ) {
      const batch = this.#wholeFiles(next)
      if (batch.length) yield await this.#filesUnit(batch)
      else yield* this.#recordUnits(sources[next] as Input)
      next += Math.max(1, batch.length)
    }
  }

  /** Whole files that follow each other go to workers together: those from a number on, until there are enough for one task. */
  #wholeFiles(from: number): Input[] {
    const batch: Input[] = []
    let bytes = 0
    const { sources, ownInputs } = this.#context
    // Old documents are pieces of their own.
    const to = from < ownInputs ? Math.min(ownInputs, from + BATCH) : from + BATCH
    for (const input of sources.slice(from, to)) {
      if (!isDocument(input.format) || bytes >= PIECE) break
      batch.push(input)
      bytes += sizeOf(input)
    }
    return batch
  }

  async #filesUnit(batch: readonly Input[]): Promise<Unit> {
    const files: ReadFile[] = []
    for (const input of batch) files.push(await openAnyDocument(input, this.#how.options, (text) => this.#spoolText(text)))
    const size = batch.reduce((sum, input) => sum + sizeOf(input), 0)
    return { file: this.#add(...files), start: 0, size, work: { ...this.#how, kind: 'files', files } }
  }

  #spoolText(text: string): string {
    const path = this.#context.newSpool()
    writeFileSync(path, text)
    return path
  }

  async *#recordUnits(input: Input): AsyncGenerator<Unit> {
    const { options, fields } = this.#how
    const lines = openLines(input, options)
    if (lines) return yield* this.#rangeUnits(lines.file, lines.size)
    const { file: reading, pieces } = await openPieces(input, options, fields, (bytes) => {
      const path = this.#context.newSpool()
      return { path, bytes: spooled(untilAborted(bytes, this.#context.hooks.signal), path) }
    })
    try {
      yield* this.#pieceUnits(input, reading, pieces)
    } finally {
      // Also where not one piece was asked for: the source of the pieces is told that nobody comes any more.
      await pieces.return(undefined)
    }
  }

  async *#pieceUnits(input: Input, reading: ReadFile, pieces: AsyncIterable<Piece>): AsyncGenerator<Unit> {
    const { fields } = this.#how
    // Of one input the columns tell all; of several, others may have what this one lacks.
    if (this.#context.sources.length === 1)
      checkColumns(reading.name, reading.opening, reading.row ? { ...fields, row: reading.row } : fields)
    const file = this.#add(reading)
    // Progress counts bytes as they lie on disk: those of an unpacked file say nothing of it.
    const scale = input.kind !== 'file' || canBeReadAgain(input) ? 1 : 0
    for await (const { start, bytes, tooLong } of pieces) {
      if (tooLong !== undefined) yield { file, start, size: tooLong * scale, work: { kind: 'too-long', bytes: tooLong } }
      else yield { file, start, size: bytes.length * scale, work: { ...this.#how, kind: 'piece', reading, file, start, bytes } }
    }
  }

  *#rangeUnits(reading: ReadFile, size: number): Generator<Unit> {
    const file = this.#add(reading)
    const first = reading.prelude
    for (let from = first; from < size; from += PIECE) {
      const to = Math.min(from + PIECE, size)
      yield { file, start: from, size: to - from, work: { ...this.#how, kind: 'range', reading, file, range: { first, from, to } } }
    }
  }

  /** Adds files to those of the run; returns the number of the first. */
  #add(...files: readonly ReadFile[]): number {
    return this.#context.documents.files.push(...files) - files.length
  }
}

const sizeOf = (input: Input) => (input.kind === 'file' ? input.size : 0)
