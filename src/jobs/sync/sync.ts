/**
 * New rows of a source into a live index, in the order of the source, each held against everything before it.
 *
 * Each batch is looked at first: what the index does not have yet is written down as pending in the state file, then the batch goes to
 * the index, its answers to the output, and with the next batch the position follows. After a crash at any moment the output is cut
 * back to what the state knows, rows are read again from the position on, and of those that are in the index already exactly the
 * pending ones are answered, from what is older than they are. All others were answered before, and stay silent.
 */
import { LeitongError } from '../../errors.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { type Added, type LiveDocument, type LiveIndex, ROW } from '../live/live-index.js'
import type { SyncItem, SyncReject, SyncRow, SyncSource } from './source.js'
import { type OutputPlace, readState, type SyncState, writeState } from './state.js'

/** Where answers go. */
export interface SyncOutput {
  /**
   * Takes back what was written beyond a place in this output; undefined, or a place in another: nothing.
   *
   * @returns the place it stands at; undefined where nothing can be taken back
   */
  begin(place: OutputPlace | undefined): OutputPlace | undefined
  /** @returns the place it stands at now, kept as safe as can be; undefined where nothing can be taken back */
  write(answers: readonly Added[]): Promise<OutputPlace | undefined>
}

export interface SyncCounts {
  rows: number
  new: number
  duplicates: number
  unchanged: number
  rejects: number
}

export interface SyncHow {
  readonly mode: string
  /** Undefined for a stream, which has no position. */
  readonly statePath: string | undefined
  readonly output: SyncOutput
  /** Called with each row that cannot be judged. */
  readonly reject: (what: string) => void
  readonly signal?: AbortSignal | undefined
}

/** Rows of a batch, and milliseconds that a row waits for others. */
const BATCH = 256
const PATIENCE = 50

const isRow = (item: SyncItem): item is SyncRow => 'text' in item
const nameOf = (id: unknown) => toJson(id) as string

export class Sync {
  readonly #source: SyncSource
  readonly #index: LiveIndex
  readonly #how: SyncHow

  constructor(source: SyncSource, index: LiveIndex, how: SyncHow) {
    this.#source = source
    this.#index = index
    this.#how = how
  }

  /**
   * Reads to the end of what there is.
   *
   * @throws {LeitongError} `OPTION_CONFLICT` when the state is of another source; those of source and index
   */
  async pass(): Promise<SyncCounts> {
    const { mode, output, signal } = this.#how
    const counts: SyncCounts = { rows: 0, new: 0, duplicates: 0, unchanged: 0, rejects: 0 }
    const { created } = await this.#index.stats()
    let state: SyncState = this.#readState(created) ?? { format: 2, source: this.#source.name, mode, index: created, pending: [] }
    let place = output.begin(state.pending.length ? state.output : undefined)
    const pending = new Set(state.pending)
    let position = state.position
    for await (const batch of batchesOf(this.#source.items(state.position))) {
      signal?.throwIfAborted()
      const rows = batch.filter(isRow)
      const documents = rows.map(documentOf(this.#index))
      // Of a stream nothing is noted: all that is sent is answered.
      const present = this.#source.isStream ? undefined : await this.#index.has(documents)
      rows.forEach(({ id }, i) => {
        if (present?.[i] === false) pending.add(nameOf(id))
      })
      if (pending.size) {
        state = { ...state, ...(position ? { position } : {}), pending: [...pending], ...(place ? { output: place } : {}) }
        this.#save(state)
      }
      const lines = await this.#judge(rows, documents, pending, counts)
      for (const item of batch) if (!isRow(item)) await this.#rejectItem(item, counts)
      counts.rows += batch.length
      place = (await output.write(lines)) ?? place
      for (const { id } of rows) pending.delete(nameOf(id))
      position = batch.at(-1)?.position ?? position
    }
    // Pending rows that are not there any more have nothing to be answered.
    this.#save({ ...state, ...(position ? { position } : {}), pending: [], ...(place ? { output: place } : {}) })
    return counts
  }

  /** Adds rows; the answers to be written. */
  async #judge(
    rows: readonly SyncRow[],
    documents: readonly LiveDocument[],
    pending: ReadonlySet<string>,
    counts: SyncCounts,
  ): Promise<Added[]> {
    const lines: Added[] = []
    let at = 0
    for await (const answer of this.#index.addAll(documents)) {
      const { id } = rows[at] as SyncRow
      const document = documents[at++] as LiveDocument
      if (answer.status !== 'unchanged') lines.push(answer)
      else if (this.#source.isStream || pending.has(nameOf(id))) lines.push((await this.#index.answersOf([document]))[0] ?? answer)
      else counts.unchanged++
    }
    for (const { status } of lines) {
      if (status === 'new') counts.new++
      else counts.duplicates++
    }
    return lines
  }

  /** What cannot be judged any more must not go on standing for what it was. */
  async #rejectItem(item: SyncReject, counts: SyncCounts): Promise<void> {
    counts.rejects++
    const left = item.id !== undefined && (await this.#index.remove(item.id))
    this.#how.reject(`${item.where}: ${item.reason}${left ? '; what it was has left the index' : ''}`)
  }

  #readState(created: string): SyncState | undefined {
    const { statePath, mode } = this.#how
    const state = statePath === undefined ? undefined : readState(statePath)
    if (!state || state.index !== created) return undefined
    if (state.source !== this.#source.name || state.mode !== mode)
      throw new LeitongError(
        'OPTION_CONFLICT',
        `${statePath} tells how far ${state.source} was read in mode ${state.mode}, not ${this.#source.name} in mode ${mode}: name another --state`,
      )
    return state
  }

  #save(state: SyncState): void {
    if (this.#how.statePath !== undefined) writeState(this.#how.statePath, state)
  }
}

/** A row as a document of the index. */
const documentOf =
  ({ options: { idField, textField } }: LiveIndex) =>
  ({ id, text, row }: SyncRow): LiveDocument => ({ [idField]: id, [textField[0] as string]: text, ...(row ? { [ROW]: row } : {}) })

/** Batches of what comes; one that comes slowly is not waited for. */
async function* batchesOf(items: AsyncIterable<SyncItem>): AsyncGenerator<SyncItem[]> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (let next = iterator.next(); ; ) {
      const first = await next
      if (first.done) return
      const batch = [first.value]
      next = iterator.next()
      while (batch.length < BATCH) {
        const result = await orNothing(next)
        if (!result || result.done) break
        batch.push(result.value)
        next = iterator.next()
      }
      // An error comes when it is asked for, after the batch.
      next.catch(() => {})
      yield batch
    }
  } finally {
    await iterator.return?.()
  }
}

async function orNothing<Result>(promise: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE)
  })
  try {
    return await Promise.race([promise.catch(() => undefined), patience])
  } finally {
    clearTimeout(timer)
  }
}
