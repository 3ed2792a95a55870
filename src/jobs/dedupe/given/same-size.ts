/** Signatures that came with the records: all of a run have as many bits, or dimensions. */
import { LeitongError } from '../../../errors.js'
import type { GivenValues } from '../../../methods/given/method.js'
import { methodOf } from '../../../methods/methods.js'
import type { ReadFile } from '../../../reading/open-input.js'
import { flagOf } from '../../../resolving/names.js'
import type { PieceColumns } from '../../../working/tasks.js'
import type { RunContext } from '../run-context.js'

export class SameSize {
  readonly #context: RunContext
  readonly #given: GivenValues | undefined
  #size: number | undefined

  constructor(context: RunContext) {
    this.#context = context
    this.#given = methodOf(context.options).given
  }

  /** That of all documents so far; undefined before the first, and under methods that make signatures. */
  get size(): number | undefined {
    return this.#size
  }

  /**
   * Looks at a piece whose documents were just added to the run.
   *
   * @throws {LeitongError} `SIGNATURES_MIXED` with the places of the first document and of the first unlike one
   */
  note({ count, features }: PieceColumns): void {
    if (!this.#given || !count) return
    this.#size ??= features[0] as number
    const other = features.findIndex((size) => size !== this.#size)
    if (other < 0) return
    const { called, counts, option } = this.#given
    const first = this.#context.documents.count - count
    const has = (document: number, size: number) => `${this.#placeOf(document)} has a ${called} of ${size} ${counts}`
    throw new LeitongError('SIGNATURES_MIXED', has(0, this.#size), has(first + other, features[other] as number), flagOf(option))
  }

  #placeOf(document: number): string {
    const { documents } = this.#context
    const { name } = documents.files[documents.fileOf(document)] as ReadFile
    const line = documents.lineOf(document)
    return `${name || 'document'}${line ? `${name ? ':' : ' '}${line}` : ''}`
  }
}

/** The run with the size of its signatures, which shows itself when they are read. */
export function withSize(context: RunContext, size: number | undefined): RunContext {
  const { given } = methodOf(context.options)
  return given && size !== undefined ? context.with({ options: given.withSize(context.options, size) }) : context
}
