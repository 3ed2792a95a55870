/**
 * Threads for texts that belong to no index. Two long texts take minutes: whoever compares them must not keep others from their indexes, and
 * the work ends with its time, or when its client has left.
 */
import { LeitongError } from '../../errors.js'
import type { Answer } from './operations.js'
import type { Call } from './thread.js'
import { Thread } from './threads.js'

/** Calls that wait for a thread. */
const MOST_WAITING = 256

export class TextThreads {
  readonly #threads: readonly Thread[]
  readonly #idle: Thread[]
  readonly #waiting: ((thread: Thread) => void)[] = []
  readonly #seconds: number

  /** @param seconds  that a call may take, its waiting with it */
  constructor(count: number, seconds: number) {
    this.#threads = Array.from({ length: count }, () => new Thread(1))
    this.#idle = [...this.#threads]
    this.#seconds = seconds
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * @param left  aborted when nobody waits for the answer any more
   * @throws {LeitongError} `SERVICE_TIME`, `SERVICE_BUSY`, and those of the call
   */
  async ask(call: Call, left?: AbortSignal): Promise<Answer> {
    const time = AbortSignal.timeout(this.#seconds * 1000)
    const end = left ? AbortSignal.any([time, left]) : time
    const late = () => new LeitongError('SERVICE_TIME', this.#seconds)
    const thread = await this.#take(end, late)
    let stop = () => {}
    const ended = new Promise<never>((_, reject) => {
      stop = () => reject(late())
      end.addEventListener('abort', stop)
    })
    try {
      if (end.aborted) throw late()
      return await Promise.race([thread.call(call), ended])
    } finally {
      end.removeEventListener('abort', stop)
      if (end.aborted) await thread.stop()
      this.#giveBack(thread)
    }
  }

  #take(end: AbortSignal, late: () => Error): Promise<Thread> {
    const idle = this.#idle.pop()
    if (idle) return Promise.resolve(idle)
    if (this.#waiting.length >= MOST_WAITING)
      return Promise.reject(new LeitongError('SERVICE_BUSY', `${MOST_WAITING} requests wait for a thread for texts`))
    return new Promise((resolve, reject) => {
      const take = (thread: Thread) => {
        end.removeEventListener('abort', leave)
        resolve(thread)
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1)
        reject(late())
      }
      this.#waiting.push(take)
      end.addEventListener('abort', leave, { once: true })
    })
  }

  #giveBack(thread: Thread): void {
    const next = this.#waiting.shift()
    if (next) next(thread)
    else this.#idle.push(thread)
  }

  /** Has a call done by all threads, each after the work it has. */
  async everywhere(call: Call): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.call(call)))
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}
