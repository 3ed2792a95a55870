/** The threads that hold indexes, as the thread of the clients sees them. */

import { Worker } from 'node:worker_threads'
import { LeitongError, receiveError } from '../../errors.js'
import { ownFile } from '../../packages.js'
import type { Answer } from './operations.js'
import type { Call, NumberedCall, Reply } from './thread.js'

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** Why a call failed that the caller could not help: told in the log, not to clients. */
export class Mistake extends Error {}

/** Calls that one thread may have before it: more would only wait in memory. */
const MOST_WAITING = 4096
/** And their bytes. */
const MOST_BYTES = 512 << 20

export class Thread {
  #worker: Worker | undefined
  #number = 0
  #bytes = 0
  /** Calls of this turn of the event loop: one message takes them all, since waking another thread costs more than most queries. */
  #outbox: NumberedCall[] = []
  readonly #waiting = new Map<number, Waiting & { readonly bytes: number }>()
  readonly #openIndexes: number

  constructor(openIndexes: number) {
    this.#openIndexes = openIndexes
  }

  get waiting(): number {
    return this.#waiting.size
  }

  call(call: Call): Promise<Answer> {
    const given = 'given' in call ? call.given.bytes : undefined
    const bytes = given?.byteLength ?? 0
    if (this.#waiting.size >= MOST_WAITING || (this.#bytes && this.#bytes + bytes > MOST_BYTES))
      return Promise.reject(new LeitongError('SERVICE_BUSY', `${this.#waiting.size} requests wait for one index thread`))
    const number = ++this.#number
    this.#bytes += bytes
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject, bytes })
      if (this.#outbox.push({ number, call }) === 1) setImmediate(() => this.#send())
    })
  }

  #send(): void {
    const calls = this.#outbox
    this.#outbox = []
    if (calls.length) this.#started().postMessage({ calls, openIndexes: this.#openIndexes })
  }

  #started(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(ownFile('server/indexes/thread.js'))
    this.#worker = worker
    worker.on('message', (replies: readonly Reply[]) => {
      for (const reply of replies) this.#take(reply)
    })
    // The next call starts another one.
    const ended = (cause: string) => {
      if (this.#worker === worker) this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(new Mistake(cause))
      this.#waiting.clear()
      this.#outbox = []
      this.#bytes = 0
    }
    worker.on('error', (error) => ended(String(error.stack ?? error)))
    worker.on('exit', (code) => this.#worker === worker && ended(`the thread ended with ${code}`))
    return worker
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.number)
    this.#waiting.delete(reply.number)
    this.#bytes -= waiting?.bytes ?? 0
    if ('answer' in reply) waiting?.resolve(reply.answer)
    else waiting?.reject('error' in reply ? receiveError(reply.error) : new Mistake(reply.mistake))
  }

  /** Ends the thread in the middle of its work. */
  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  async end(): Promise<void> {
    this.#send()
    const worker = this.#worker
    if (!worker) return
    await this.call({ kind: 'end' }).catch(() => undefined)
    this.#worker = undefined
    await worker.terminate()
  }
}

/** An index lives in one thread, so that its search structure is in memory once. */
export class Threads {
  readonly #threads: readonly Thread[]
  #turn = 0

  constructor(count: number, openIndexes: number) {
    this.#threads = Array.from({ length: count }, () => new Thread(openIndexes))
  }

  /** Calls that wait for an answer. */
  get waiting(): number {
    return this.#threads.reduce((sum, thread) => sum + thread.waiting, 0)
  }

  /** @param name  of an index; without it any thread will do */
  call(call: Call, name?: string): Promise<Answer> {
    const at = name === undefined ? this.#turn++ : hashOf(name)
    return (this.#threads[at % this.#threads.length] as Thread).call(call)
  }

  async everywhere(call: Call): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.call(call)))
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}

function hashOf(name: string): number {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) >>> 0
  return hash
}
