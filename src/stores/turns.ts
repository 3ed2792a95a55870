/**
 * Turns for work that must not overlap: each begins when those before it have ended.
 *
 * By hand because p-limit, which does this too, brings two packages for the lines below.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Does work after all that came before it, whether that succeeded or failed. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }

  /** Resolves when all work that has been taken in so far has ended. */
  async ended(): Promise<void> {
    await this.#last
  }
}
