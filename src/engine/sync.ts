/**
 * New rows of a source into a live index, in the order of the source, each held against everything before it.
 *
 * A batch goes to the index, then its answers to the output, then the position to the state file. Adding is idempotent by id, so
 * after a crash at any moment the rows behind the position are read again and nothing changes; which of them were in the index
 * already shows there, and they are answered from what is older than they are. Rows up to the last answered one stay silent.
 */
import { LeitongError } from '../errors.js'
import type { PositionValue } from '../sources/database/database.js'
import type { Added, LiveDocument, LiveIndex } from './live.js'
import type { SyncItem, SyncSource } from './sync-source.js'
import { readState, type SyncState, writeState } from './sync-state.js'

/** Where answers go. */
export interface SyncOutput {
  /**
   * Takes back what was written beyond so many bytes; undefined: nothing.
   *
   * @returns bytes there are now; undefined where nothing can be taken back
   */
  begin(bytes: number | undefined): number | undefined
  /** @returns bytes there are now, kept as safe as can be; undefined where nothing can be taken back */
  write(answers: readonly Added[]): Promise<number | undefined>
}

export interface SyncCounts {
  rows: number
  new: number
  duplicates: number
  unchanged: number
  rejects: number
}

/** Rows of a batch, and milliseconds that a row waits for others. */
const BATCH = 256
const PATIENCE = 50

export class Sync {
  readonly #source: SyncSource
  readonly #index: LiveIndex
  readonly #output: SyncOutput
  readonly #path: string | undefined
  readonly #mode: string
  readonly #reject: (what: string) => void
  readonly #signal: AbortSignal | undefined

  /**
   * @param statePath  undefined for a stream, which has no position
   * @param reject     called with each row that cannot be judged
   */
  constructor(
    source: SyncSource,
    index: LiveIndex,
    {
      mode,
      statePath,
      output,
      reject,
      signal,
    }: {
      mode: string
      statePath: string | undefined
      output: SyncOutput
      reject: (what: string) => void
      signal?: AbortSignal | undefined
    },
  ) {
    this.#source = source
    this.#index = index
    this.#mode = mode
    this.#path = statePath
    this.#output = output
    this.#reject = reject
    this.#signal = signal
  }

  /**
   * Reads to the end of what there is.
   *
   * @throws {LeitongError} `OPTION_CONFLICT` when the state is of another source; those of source and index
   */
  async pass(): Promise<SyncCounts> {
    const counts: SyncCounts = { rows: 0, new: 0, duplicates: 0, unchanged: 0, rejects: 0 }
    const { created } = await this.#index.stats()
    const before = this.#readState(created)
    let state: SyncState = before ?? { format: 1, source: this.#source.name, mode: this.#mode, index: created, open: false }
    let bytes = this.#output.begin(state.open ? state.output : undefined)
    // Up to the last answered row everything is answered; one batch behind it may be in the index unanswered.
    let isBehind = state.last === undefined
    let recallable = this.#source.isStream ? Number.POSITIVE_INFINITY : state.open ? BATCH : 0
    let latest: { position?: readonly PositionValue[]; last?: unknown } = {}
    for await (const batch of batchesOf(this.#source.items(state.position))) {
      this.#signal?.throwIfAborted()
      if (!state.open) {
        state = { ...state, open: true, ...(bytes === undefined ? {} : { output: bytes }) }
        this.#save(state)
      }
      const documents = batch.flatMap((item) => ('text' in item ? [this.#documentOf(item)] : []))
      const answers: Added[] = []
      for await (const answer of this.#index.addAll(documents)) answers.push(answer)
      const lines: Added[] = []
      let at = 0
      for (const item of batch) {
        counts.rows++
        if (!('text' in item)) {
          counts.rejects++
          this.#reject(`${item.where}: ${item.reason}`)
          continue
        }
        const document = documents[at] as LiveDocument
        const answer = answers[at++] as Added
        if (answer.status !== 'unchanged') lines.push(answer)
        else if (isBehind && recallable > 0) {
          recallable--
          const [recalled] = await this.#index.recall([document])
          lines.push(recalled ?? answer)
        } else counts.unchanged++
        if (!isBehind && JSON.stringify(item.id) === JSON.stringify(state.last)) isBehind = true
        latest = { ...(item.position ? { position: item.position } : {}), last: item.id }
      }
      for (const { status } of lines) {
        if (status === 'new') counts.new++
        else counts.duplicates++
      }
      bytes = (await this.#output.write(lines)) ?? bytes
      if (!isBehind) continue
      state = { ...state, ...latest, ...(bytes === undefined ? {} : { output: bytes }) }
      this.#save(state)
    }
    // The last answered row may be gone: then everything up to the end is answered now.
    if (state.open) this.#save({ ...state, ...latest, ...(bytes === undefined ? {} : { output: bytes }), open: false })
    return counts
  }

  #documentOf({ id, text }: { readonly id: unknown; readonly text: string }): LiveDocument {
    const { idField, textField } = this.#index.options
    return { [idField]: id, [textField[0] as string]: text }
  }

  #readState(created: string): SyncState | undefined {
    const state = this.#path === undefined ? undefined : readState(this.#path)
    if (!state || state.index !== created) return undefined
    const { source, mode } = state
    if (source !== this.#source.name || mode !== this.#mode)
      throw new LeitongError(
        'OPTION_CONFLICT',
        `${this.#path} tells how far ${source} was read in mode ${mode}, not ${this.#source.name} in mode ${this.#mode}: name another --state`,
      )
    return state
  }

  #save(state: SyncState): void {
    if (this.#path !== undefined) writeState(this.#path, state)
  }
}

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
