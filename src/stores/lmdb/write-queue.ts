/** Writes that wait for a transaction: those that come in while one is under way share the next, because each is a sync of the disk. */
import type { ProcessTurn } from './process-turn.js'

interface Waiting {
  readonly write: () => unknown
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
}

export class WriteQueue {
  readonly #transact: (writes: readonly (() => unknown)[]) => readonly unknown[]
  readonly #waiting: Waiting[] = []
  readonly #turn: Pick<ProcessTurn, 'take'>
  #flushing: Promise<void> | undefined

  /**
   * @param transact  does all writes in one transaction and returns their results; when it throws all of them are taken back
   * @param turn      taken for each transaction
   */
  constructor(transact: (writes: readonly (() => unknown)[]) => readonly unknown[], turn: Pick<ProcessTurn, 'take'>) {
    this.#transact = transact
    this.#turn = turn
  }

  /** Resolves with the result when it is on disk. */
  add<Result>(write: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject })
      this.#flushing ??= this.#flush()
    })
  }

  /** Resolves when nothing waits any more. */
  async ended(): Promise<void> {
    await this.#flushing
  }

  async #flush(): Promise<void> {
    // Callers that are ready to write now come first.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length) {
      await this.#commitInTurn()
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#flushing = undefined
  }

  async #commitInTurn(): Promise<void> {
    let release: (() => void) | undefined
    try {
      release = await this.#turn.take()
      this.#commitAll(this.#waiting.splice(0))
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    } finally {
      release?.()
    }
  }

  /** A failure takes the whole transaction back: then each has one of its own, so that one's failure is not another's. */
  #commitAll(batch: readonly Waiting[]): void {
    try {
      this.#commit(batch)
    } catch (error) {
      if (batch.length > 1) for (const each of batch) this.#commitAll([each])
      else for (const { reject } of batch) reject(error)
    }
  }

  #commit(batch: readonly Waiting[]): void {
    const results = this.#transact(batch.map(({ write }) => write))
    batch.forEach(({ resolve }, i) => {
      resolve(results[i] as never)
    })
  }
}
