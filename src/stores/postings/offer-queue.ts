/** Offers that wait to be written: those of calls that come in while a transaction is under way share the next, and its round trips. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Offer, StoredRecord } from '../store.js'
import { StoreAway } from '../store-errors.js'

/** Offers of several calls that one transaction takes together at most: with more it would hold its locks for too long. */
const TOGETHER = 128

type Written = (StoredRecord | undefined)[]

interface Waiting {
  readonly offers: readonly Offer[]
  readonly resolve: (written: Written) => void
  readonly reject: (error: unknown) => void
}

export class OfferQueue {
  readonly #write: (offers: readonly Offer[]) => Promise<Written>
  readonly #waiting: Waiting[] = []
  #writing: Promise<void> | undefined

  constructor(write: (offers: readonly Offer[]) => Promise<Written>) {
    this.#write = write
  }

  add(offers: readonly Offer[]): Promise<Written> {
    return new Promise<Written>((resolve, reject) => {
      this.#waiting.push({ offers, resolve, reject })
      this.#writing ??= this.#writeAll()
    })
  }

  /** Resolves when nothing waits any more. */
  async ended(): Promise<void> {
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length) {
      // Who has just got an answer often comes again at once: without this the first of them would have a transaction of its own.
      await nextTurn()
      await this.#writeTogether(this.#next())
    }
    this.#writing = undefined
  }

  /** The calls of the next transaction, at least one. */
  #next(): Waiting[] {
    const together: Waiting[] = []
    let count = 0
    do {
      const waiting = this.#waiting.shift() as Waiting
      together.push(waiting)
      count += waiting.offers.length
    } while (this.#waiting.length && count + (this.#waiting[0] as Waiting).offers.length <= TOGETHER)
    return together
  }

  async #writeTogether(together: readonly Waiting[]): Promise<void> {
    try {
      const written = await this.#write(together.flatMap(({ offers }) => offers))
      let at = 0
      for (const { offers, resolve } of together) {
        resolve(written.slice(at, at + offers.length))
        at += offers.length
      }
    } catch (error) {
      // Then each has one of its own, so that one's failure is not another's; one wait for a server is enough for all.
      if (together.length === 1 || error instanceof StoreAway) for (const { reject } of together) reject(error)
      else for (const { offers, resolve, reject } of together) await this.#write(offers).then(resolve, reject)
    }
  }
}
