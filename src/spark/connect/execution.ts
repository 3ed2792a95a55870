/**
 * One statement as it runs. The server keeps what it has answered until it is told that it was read, so that a connection that breaks, or a
 * stream that the server ends after a while, is taken up again where it stopped.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { isBroken, isUnknownStatement, type Progress, type Reply, type Stub } from './calls.js'

const CLIENT = 'leitong'
/** Attempts to take a broken connection up again, and milliseconds before the first; each waits twice as long as the one before. */
const ATTEMPTS = 6
const PAUSE = 200

interface Hooks {
  readonly progress?: (progress: Progress) => void
  readonly signal?: AbortSignal | undefined
  /** The server has answered before: where it does not now, the connection broke. */
  readonly isOpen: boolean
}

export class Execution {
  readonly #stub: Stub
  readonly #base: object
  readonly #plan: object
  readonly #hooks: Hooks
  readonly #id = randomUUID()
  #last: string | undefined
  /** Something has come; reports of progress have no number, and often nothing else comes for hours. */
  #isKnown = false

  constructor(stub: Stub, base: object, plan: object, hooks: Hooks) {
    this.#stub = stub
    this.#base = base
    this.#plan = plan
    this.#hooks = hooks
  }

  /** All replies, each once, to the end of the statement. */
  async *replies(): AsyncGenerator<Reply> {
    const { signal, isOpen } = this.#hooks
    let attempt = 0
    let isLost = false
    signal?.throwIfAborted()
    try {
      for (let call = this.#stub.ExecutePlan(this.#request()); ; call = isLost ? this.#stub.ExecutePlan(this.#request()) : this.#again()) {
        const cancel = () => call.cancel()
        signal?.addEventListener('abort', cancel, { once: true })
        try {
          for await (const reply of call) {
            attempt = 0
            this.#isKnown = true
            this.#last = reply.response_id ?? this.#last
            if (reply.execution_progress) this.#hooks.progress?.(reply.execution_progress)
            yield reply
            if (reply.result_complete) return
          }
        } catch (error) {
          // The statement itself may have been lost on its way: then it is sent again.
          isLost = !this.#isKnown && isUnknownStatement(error)
          if (!(isLost || isBroken(error)) || !(this.#isKnown || isOpen) || attempt === ATTEMPTS) throw error
          await setTimeout(PAUSE * 2 ** attempt++, undefined, signal ? { signal } : {})
        } finally {
          signal?.removeEventListener('abort', cancel)
        }
      }
    } finally {
      this.#release()
    }
  }

  #request(): object {
    return {
      ...this.#base,
      client_type: CLIENT,
      operation_id: this.#id,
      plan: this.#plan,
      request_options: [{ reattach_options: { reattachable: true } }],
    }
  }

  #again() {
    const last = this.#last === undefined ? {} : { last_response_id: this.#last }
    return this.#stub.ReattachExecute({ ...this.#base, client_type: CLIENT, operation_id: this.#id, ...last })
  }

  /** Lets the server forget the replies; it does so by itself after a while. */
  #release(): void {
    const deadline = new Date(Date.now() + 10_000)
    this.#stub.ReleaseExecute({ ...this.#base, client_type: CLIENT, operation_id: this.#id, release_all: {} }, { deadline }, () => {})
  }
}
