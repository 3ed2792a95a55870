/** Indexes by their names: where each is kept, which there are, and what is asked of them. */
import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { LiveIndex } from '../../jobs/live/live-index.js'
import { dropIndex, open } from '../../jobs/live/open.js'
import type { SettingsInput } from '../../jobs/live/settings.js'
import { ProcessTurn } from '../../stores/lmdb/process-turn.js'
import type { Settings } from '../settings.js'
import { type DecisionSource, decisionsPath } from './decisions.js'
import type { Answer, OperationName } from './operations.js'
import type { Given } from './request.js'
import { TextThreads } from './text-threads.js'
import { Threads } from './threads.js'

/** Names that every store takes. */
export const INDEX_NAME = '^[a-z][a-z0-9_]{0,39}$'
const isName = (name: string) => new RegExp(INDEX_NAME).test(name)
/** The index that lists the others: in the same store, so that every process of a service sees the same list. */
const LIST = 'leitong_list'

export interface IndexEntry {
  readonly name: string
  readonly created: string
}

/** Tells of each answer, for figures. */
export class Indexes extends EventEmitter<{ answered: [operation: OperationName, answer: Answer] }> {
  readonly #settings: Settings
  readonly #threads: Threads
  readonly #texts: TextThreads
  #list: Promise<LiveIndex> | undefined
  /** Indexes that were looked up, with the decisions that they obey. */
  readonly #known = new Map<string, DecisionSource | undefined>()
  /** Indexes that are being removed, until that is done: nobody opens one meanwhile. */
  readonly #leaving = new Set<string>()

  constructor(settings: Settings) {
    super()
    this.#settings = settings
    this.#threads = new Threads(settings.threads, settings.openIndexes)
    this.#texts = new TextThreads(settings.threads, settings.timeout)
  }

  /** Requests that wait for a thread. */
  get waiting(): number {
    return this.#threads.waiting + this.#texts.waiting
  }

  /** The URL of the index of a name. @throws {LeitongError} `SERVICE_REQUEST` */
  urlOf(name: string): string {
    if (!isName(name))
      throw new LeitongError('SERVICE_REQUEST', 'the name of an index is 1 to 40 letters (a-z), digits and _, a letter first')
    const { store, data } = this.#settings
    return store === undefined ? `lmdb:${join(data, 'indexes', name)}` : store.replaceAll('{name}', name)
  }

  /** The URL of an index that may have to be made. @throws {LeitongError} `SERVICE_REQUEST` */
  urlOfNew(name: string): string {
    if (name === LIST) throw new LeitongError('SERVICE_REQUEST', `the name ${LIST} is taken by the service`)
    return this.urlOf(name)
  }

  /** @throws {LeitongError} `STORE` when the store is not reached */
  #listing(): Promise<LiveIndex> {
    if (this.#settings.store === undefined) mkdirSync(join(this.#settings.data, 'indexes'), { recursive: true, mode: 0o700 })
    const list = this.#list ?? open(this.urlOf(LIST), { method: 'exact', payload: 'text' })
    this.#list = list
    list.catch(() => {
      this.#list = undefined
    })
    return list
  }

  /** The store answers. */
  async ready(): Promise<void> {
    await (await this.#listing()).get('')
  }

  async list(): Promise<readonly IndexEntry[]> {
    const entries: IndexEntry[] = []
    for await (const line of (await this.#listing()).export()) {
      const { id, text } = line as { readonly id?: unknown; readonly text?: unknown }
      if (typeof id === 'string' && typeof text === 'string') entries.push({ name: id, created: text.split(' ')[1] ?? '' })
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** @throws {LeitongError} `INDEX_MISSING` */
  async requireIndex(name: string): Promise<string> {
    const url = this.urlOf(name)
    if (name === LIST) throw new LeitongError('INDEX_MISSING', name)
    // Another process may have removed it: then opening says so.
    if (!this.#known.has(name)) {
      const entry = await (await this.#listing()).get(name)
      if (!entry) throw new LeitongError('INDEX_MISSING', name)
      this.#known.set(name, decisionsOf(entry.text))
    }
    return url
  }

  /**
   * Makes an index, where there is none.
   *
   * @param decisions  that it obeys from now on; null: none any more; undefined: as before
   * @returns its description, and whether it is new
   * @throws {LeitongError} `INDEX_OPTIONS` where there is one with other options; for wrong options
   */
  async create(name: string, options: SettingsInput, decisions?: DecisionSource | null): Promise<Answer & { readonly isNew: boolean }> {
    const url = this.urlOfNew(name)
    return this.#alone(name, async (list) => {
      const asked = decisions ? { ...options, decisions: decisionsPath(decisions, this.#settings) } : options
      const answer = await this.#threads.call({ kind: 'create', url, options: asked }, name)
      const entry = await list.get(name)
      if (!entry || decisions !== undefined) {
        const created = entry?.text?.split(' ')[1] ?? new Date().toISOString()
        await list.add({ id: name, text: entryOf(name, created, decisions ?? undefined) })
      }
      this.#known.set(name, decisions === undefined ? decisionsOf(entry?.text) : (decisions ?? undefined))
      return { ...answer, isNew: entry === undefined }
    })
  }

  /** Makes or removes an index: of all processes of the service one at a time works on a name, so that the list says what there is. */
  async #alone<Result>(name: string, work: (list: LiveIndex) => Promise<Result>): Promise<Result> {
    const list = await this.#listing()
    const release = await new ProcessTurn(name, this.#settings.data, undefined, `-index-${name}`).take()
    try {
      return await work(list)
    } finally {
      release()
    }
  }

  /** An index that a task has written to, or made: groups that it brought are brought in line with decisions when it is opened again. */
  async taken(name: string): Promise<void> {
    await this.#alone(name, async (list) => {
      if (!(await list.get(name))) await list.add({ id: name, text: entryOf(name, new Date().toISOString(), undefined) })
      await this.#threads.call({ kind: 'close', url: this.urlOf(name) }, name)
    })
  }

  async delete(name: string): Promise<void> {
    const url = await this.requireIndex(name)
    await this.#alone(name, async (list) => {
      if (!(await list.get(name))) throw new LeitongError('INDEX_MISSING', name)
      this.#leaving.add(name)
      try {
        await this.#threads.call({ kind: 'close', url }, name)
        await dropIndex(url)
        await list.remove(name)
      } finally {
        this.#known.delete(name)
        this.#leaving.delete(name)
      }
    })
  }

  /** Between this and the call of a thread nothing may wait. @throws {LeitongError} `INDEX_MISSING` */
  #refuseLeaving(name: string): void {
    if (this.#leaving.has(name)) throw new LeitongError('INDEX_MISSING', name)
  }

  /** @throws {LeitongError} `INDEX_MISSING`, and those of the operation */
  async ask(name: string, operation: OperationName, given: Given = {}): Promise<Answer> {
    const url = await this.requireIndex(name)
    this.#refuseLeaving(name)
    try {
      const decided = this.#known.get(name)
      const decisions = decided && decisionsPath(decided, this.#settings)
      const answer = await this.#threads.call({ kind: 'operation', name: operation, url, given, ...(decisions ? { decisions } : {}) }, name)
      this.emit('answered', operation, answer)
      return answer
    } catch (error) {
      if (!(error instanceof LeitongError && error.code === 'INDEX_MISSING')) throw error
      this.#known.delete(name)
      throw new LeitongError('INDEX_MISSING', name)
    }
  }

  /** Two texts compared, or texts signed. @param left  aborted when the client has left: the work ends */
  askTexts(kind: 'compare' | 'fingerprint', given: Given, left?: AbortSignal): Promise<Answer> {
    return this.#texts.ask({ kind, given, places: this.#settings.folders }, left)
  }

  /** Dictionaries are read from their files again, and the list of indexes as other processes have left it. */
  async reload(): Promise<void> {
    this.#known.clear()
    await Promise.all([this.#threads, this.#texts].map((threads) => threads.everywhere({ kind: 'reload' })))
  }

  async end(): Promise<void> {
    await Promise.all([this.#threads.end(), this.#texts.end()])
    await (await this.#list?.catch(() => undefined))?.close()
  }
}

/** An index in the list: its name, when it was made, and the decisions that it obeys. */
const entryOf = (name: string, created: string, decisions: DecisionSource | undefined): string =>
  `${name} ${created}${decisions ? ` ${JSON.stringify(decisions)}` : ''}`

function decisionsOf(entry = ''): DecisionSource | undefined {
  const at = entry.indexOf(' {')
  return at < 0 ? undefined : (JSON.parse(entry.slice(at + 1)) as DecisionSource)
}
