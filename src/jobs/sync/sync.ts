/**
 * One pass of a sync: new rows of a source into a live index, in the order of the source, each held against everything before it.
 *
 * Each batch is looked at first: rows that the index does not have yet are written down as pending in the state file. Then the batch
 * goes to the index, its answers to the output, and with the next batch the position follows. After a crash at any moment the output is
 * cut back to what the state knows, and rows are read again from the position on. Of those that are in the index already exactly the
 * pending ones are answered, from what is older than they are. All others were answered before, and stay silent.
 */
import { LeitongError } from '../../errors.js'
import { inTimelyBatches } from '../../reading/batches.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import type { PositionValue } from '../../sources/databases/position.js'
import type { Added } from '../live/add.js'
import { documentOf, type LiveDocument } from '../live/document.js'
import { refusals } from '../live/emptiness.js'
import type { LiveIndex } from '../live/live-index.js'
import { isRow, type SyncItem, type SyncReject, type SyncRow, type SyncSource } from './items.js'
import { type OutputPlace, readState, type SyncState, writeState } from './state.js'

/** The place where answers go. */
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
  /** Rows of a table that cannot be followed, because a column of their position is NULL; counted in the first pass. */
  unplaced: number
  /** Of an index of rows: rows that may be alike, beyond those that share the most, and were not measured; over all answers. */
  unmeasured: number
}

export const noCounts = (): SyncCounts => ({ rows: 0, new: 0, duplicates: 0, unchanged: 0, rejects: 0, unplaced: 0, unmeasured: 0 })

export interface SyncHow {
  /** Mode and columns, which the state remembers. */
  readonly mode: string
  /** Undefined for a stream, which has no position. */
  readonly statePath: string | undefined
  readonly output: SyncOutput
  /** Called with each row that cannot be judged. */
  readonly reject: (what: string) => void
  /** Told how many rows this pass has answered so far. */
  readonly progress?: ((rows: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Rows that go to the index at once: enough that a server is asked seldom, few enough that the first answers come soon. */
const BATCH = 256
/** Milliseconds that a row of a slow stream waits for others; a person who watches does not notice them. */
const WAIT = 50

/**
 * Reads a source from its position to the end of what there is.
 *
 * @throws {LeitongError} `OPTION_CONFLICT` when the state is of another source; those of source and index
 */
export async function syncOnce(source: SyncSource, index: LiveIndex, how: SyncHow): Promise<SyncCounts> {
  const { created } = await index.stats()
  const state = stateFor(source, how, created)
  return new Pass(source, index, how, state).run()
}

/** The state that the last pass left; a new one where there is none, or the index is another. */
function stateFor({ name }: SyncSource, { mode, statePath }: SyncHow, created: string): SyncState {
  const state = statePath === undefined ? undefined : readState(statePath)
  if (!state || state.index !== created) return { format: 2, source: name, mode, index: created, pending: [] }
  if (state.source !== name || state.mode !== mode)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `${statePath} tells how far ${state.source} was read in mode ${state.mode}, not ${name} in mode ${mode}: name another --state`,
    )
  return state
}

class Pass {
  readonly #source: SyncSource
  readonly #index: LiveIndex
  readonly #how: SyncHow
  readonly #counts = noCounts()
  /** As the state file has it, or would. */
  #state: SyncState
  /** Ids, as JSON, of rows that may be in the index without an answer. */
  readonly #pending: Set<string>
  /** Everything up to here is answered. */
  #position: readonly PositionValue[] | undefined
  #place: OutputPlace | undefined
  readonly #refusal: ReturnType<typeof refusals>

  constructor(source: SyncSource, index: LiveIndex, how: SyncHow, state: SyncState) {
    this.#source = source
    this.#index = index
    this.#refusal = refusals(index.options)
    this.#how = how
    this.#state = state
    this.#pending = new Set(state.pending)
    this.#position = state.position
    this.#place = how.output.begin(state.pending.length ? state.output : undefined)
  }

  async run(): Promise<SyncCounts> {
    for await (const batch of inTimelyBatches(this.#source.items(this.#position), BATCH, WAIT)) {
      this.#how.signal?.throwIfAborted()
      await this.#take(batch)
    }
    // Pending rows that are not there any more have nothing to be answered.
    this.#pending.clear()
    this.#save()
    return this.#counts
  }

  async #take(batch: readonly SyncItem[]): Promise<void> {
    const judged = batch.map((item) => this.#judged(item))
    const rows = judged.filter(isRow)
    const documents = rows.map((row) => documentOf(row, this.#index.options))
    await this.#notePending(rows, documents)
    if (this.#pending.size) this.#save()
    const answers = await this.#answer(rows, documents)
    for (const item of judged) if (!isRow(item)) await this.#reject(item)
    this.#counts.rows += batch.length
    this.#place = (await this.#how.output.write(answers)) ?? this.#place
    for (const { id } of rows) this.#pending.delete(nameOf(id))
    this.#position = batch.at(-1)?.position ?? this.#position
    this.#how.progress?.(this.#counts.rows)
  }

  /** Notes the rows that the index does not have. Of a stream none is noted, for all that is sent is answered. */
  async #notePending(rows: readonly SyncRow[], documents: readonly LiveDocument[]): Promise<void> {
    if (this.#source.isStream) return
    const present = await this.#index.has(documents)
    rows.forEach(({ id }, i) => {
      if (present[i] === false) this.#pending.add(nameOf(id))
    })
  }

  /** Adds rows; the answers that are to be written. */
  async #answer(rows: readonly SyncRow[], documents: readonly LiveDocument[]): Promise<Added[]> {
    const answers: Added[] = []
    const answered = new Set<string>()
    let at = 0
    for await (const answer of this.#index.addAll(documents)) {
      const name = nameOf((rows[at] as SyncRow).id)
      const document = documents[at++] as LiveDocument
      // A row that comes twice, as it was, is pending still when it comes again.
      const isAsked = this.#source.isStream || (this.#pending.has(name) && !answered.has(name))
      if (answer.status !== 'unchanged') answers.push(answer)
      else if (isAsked) answers.push((await this.#index.answersOf([document]))[0] ?? answer)
      else this.#counts.unchanged++
      answered.add(name)
    }
    for (const { status, unmeasured = 0 } of answers) {
      this.#counts.unmeasured += unmeasured
      if (status === 'new') this.#counts.new++
      else this.#counts.duplicates++
    }
    return answers
  }

  /** A row that cannot be judged any more must not go on standing for what it was. */
  async #reject(item: SyncReject): Promise<void> {
    this.#counts.rejects++
    const left = item.id !== undefined && (await this.#index.remove(item.id))
    this.#how.reject(`${item.where}: ${item.reason}${left ? '; what it was has left the index' : ''}`)
  }

  /** A signature that is none makes its row one that cannot be judged. */
  #judged(item: SyncItem): SyncItem {
    if (!isRow(item)) return item
    const reason = this.#refusal?.(item.given ?? item.text)
    if (reason === undefined) return item
    const { id, position } = item
    return { id, where: `id ${nameOf(id)}`, reason, ...(position ? { position } : {}) }
  }

  #save(): void {
    const { statePath } = this.#how
    if (statePath === undefined) return
    this.#state = {
      ...this.#state,
      ...(this.#position ? { position: this.#position } : {}),
      pending: [...this.#pending],
      ...(this.#place ? { output: this.#place } : {}),
    }
    writeState(statePath, this.#state)
  }
}

const nameOf = (id: unknown) => toJson(id) as string
