/**
 * Decisions on their way to the service: each is shown at once, and sent in its order until the service has answered. None is lost while an answer
 * takes its time, while the network is away, or when the page is loaded anew: each has a key of its own, so that one which is sent twice is done once.
 */
import { type Acted, Failure, type Group, get, post, type State } from '../api.js'
import { actOf, after, type Decision, listedAfter, standingOf } from './decisions.js'

/** A decision that waits to be sent. */
export interface Waiting {
  readonly key: string
  readonly group: string
  readonly run: number
  readonly by: string
  readonly decision: Decision
}

/** Milliseconds before a request that had no answer is made again: at first, and at most. */
const PAUSE = 500
const LONGEST_PAUSE = 8000
/** Groups that are held. */
const HELD = 80

export interface OutboxTold {
  /** Something is shown differently now. */
  readonly changed: () => void
  /** The service has done it. */
  readonly done: (answer: Acted) => void
  /** It was not done, and will not be. */
  readonly refused: (waiting: Waiting, error: Error) => void
  /** The service asks for a key. */
  readonly locked: () => void
}

export class Outbox {
  readonly #review: string
  readonly #told: OutboxTold
  /** Groups as the service has told them. */
  readonly #groups = new Map<string, Group>()
  readonly #loading = new Map<string, Promise<Group>>()
  #waiting: Waiting[]
  /** The first that waits is with the service. */
  #isSent = false
  #isSending = false
  #isEnded = false
  /** Groups with what waits on them, until either changes. */
  readonly #shown = new Map<string, Group>()
  /** Why nothing comes through; empty while it does. */
  failed = ''

  constructor(review: string, told: OutboxTold) {
    this.#review = review
    this.#told = told
    this.#waiting = JSON.parse(sessionStorage.getItem(this.#place) ?? '[]') as Waiting[]
    void this.#send()
  }

  get #place(): string {
    return `leitong unsent ${this.#review}`
  }

  get waiting(): readonly Waiting[] {
    return this.#waiting
  }

  /** A group with all that was decided on it; undefined before it was loaded. */
  group(id: string): Group | undefined {
    const known = this.#groups.get(id)
    if (!known) return undefined
    const shown =
      this.#shown.get(id) ?? this.#waiting.reduce((group, one) => (one.group === id ? after(group, one.decision) : group), known)
    this.#shown.set(id, shown)
    return shown
  }

  /** A group as the service has told it, without what waits; undefined before it was loaded. */
  told(id: string): Group | undefined {
    return this.#groups.get(id)
  }

  /** The state of a group in the list, with all that was decided on it. */
  stateOf(id: string, state: State, size: number): State {
    const waiting = this.#waiting.filter((one) => one.group === id)
    if (!waiting.length) return state
    return this.group(id)?.state ?? waiting.reduce((now, { decision }) => listedAfter(now, size, decision), state)
  }

  /** @throws {Failure} where there is no such group */
  load(id: string): Promise<Group> {
    const known = this.#groups.get(id)
    return known ? Promise.resolve(known) : this.reload(id)
  }

  /** Asks for a group, until there is an answer. @throws {Failure} where there is no such group */
  reload(id: string): Promise<Group> {
    const loading = this.#loading.get(id)
    if (loading) return loading
    const asked = this.#untilAnswered(() => get<Group>([this.#review, 'groups', id])).then((group) => {
      this.take(group)
      return group
    })
    this.#loading.set(id, asked)
    void asked.catch(() => {}).finally(() => this.#loading.delete(id))
    return asked
  }

  /** A group as the service has told it. */
  take(group: Group): void {
    this.#groups.delete(group.id)
    this.#groups.set(group.id, group)
    this.#shown.delete(group.id)
    for (const id of this.#groups.keys()) {
      if (this.#groups.size <= HELD) break
      this.#groups.delete(id)
      this.#shown.delete(id)
    }
    this.#told.changed()
  }

  /** Groups have changed elsewhere: what is held of them is asked for anew when it is shown. */
  forget(ids?: readonly string[]): void {
    for (const id of ids ?? [...this.#groups.keys()]) {
      this.#groups.delete(id)
      this.#shown.delete(id)
      this.#loading.delete(id)
    }
  }

  /** @returns the decision with its key */
  add(group: string, run: number, by: string, decision: Decision): Waiting {
    const waiting: Waiting = { key: newKey(), group, run, by, decision }
    this.#waiting = [...this.#waiting, waiting]
    this.#shown.delete(group)
    this.#keep()
    void this.#send()
    return waiting
  }

  /** Takes back a decision that was not sent yet. @returns whether there was such a one */
  drop(key: string): boolean {
    const at = this.#waiting.findIndex((one) => one.key === key)
    if (at < 0 || (at === 0 && this.#isSent)) return false
    this.#leave(this.#waiting[at] as Waiting)
    return true
  }

  end(): void {
    this.#isEnded = true
  }

  #leave(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiting)
    this.#shown.delete(waiting.group)
    this.#keep()
  }

  #keep(): void {
    if (this.#waiting.length) sessionStorage.setItem(this.#place, JSON.stringify(this.#waiting))
    else sessionStorage.removeItem(this.#place)
    this.#told.changed()
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    while (this.#waiting.length && !this.#isEnded) await this.#sendOne(this.#waiting[0] as Waiting)
    this.#isSending = false
  }

  async #sendOne(waiting: Waiting): Promise<void> {
    const { key, group: id, run, by, decision } = waiting
    let tries = 0
    try {
      const isOfGroup = decision.kind !== 'undo' && decision.kind !== 'undo-batch'
      const group = isOfGroup ? await this.load(id) : this.#groups.get(id)
      if (!this.#waiting.includes(waiting)) return
      const act = actOf(group, decision)
      if (!act) return this.#leave(waiting)
      this.#isSent = true
      const seen = isOfGroup && group ? { seen: group.revision } : {}
      const answer = await this.#untilAnswered(() => {
        tries++
        return post<Acted>([this.#review, 'acts'], { ...act, ...(decision.kind === 'undo-batch' ? {} : { key }), by, run, ...seen })
      })
      const known = this.#groups.get(id)
      if (known) this.#groups.set(id, { ...known, ...standingOf(after(known, decision)), revision: answer.revision })
      this.#isSent = false
      this.#leave(waiting)
      this.#told.done(answer)
    } catch (error) {
      this.#isSent = false
      if (this.#isEnded) return
      if (error instanceof Failure && error.status === 401) {
        this.#isEnded = true
        return this.#told.locked()
      }
      this.#leave(waiting)
      this.forget([id])
      // What was undone as one by a request whose answer was lost is not there to be undone again.
      if (!(decision.kind === 'undo-batch' && tries > 1)) this.#told.refused(waiting, error as Error)
    }
  }

  /** Asks until there is an answer. @throws {Failure} of an answer that another try would not change */
  async #untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let pause = PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        const answer = await ask()
        this.#say('')
        return answer
      } catch (error) {
        const status = error instanceof Failure ? error.status : 0
        if (this.#isEnded || (status && status < 500 && status !== 408 && status !== 429)) throw error
        this.#say((error as Error).message)
        await new Promise((wake) => setTimeout(wake, pause))
      }
    }
  }

  #say(failed: string): void {
    if (failed === this.failed) return
    this.failed = failed
    this.#told.changed()
  }
}

const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
