/** Long work on one thread that lets others have their turn: signals, timers, whoever wants to stop it. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work between two turns: a signal is answered well within a second, and the pauses cost nothing. */
const SLICE = 50

export class Turns {
  #last = performance.now()

  /** Call it after each piece of work; it lets others on when a slice of time is over. */
  async take(): Promise<void> {
    if (performance.now() - this.#last < SLICE) return
    await setImmediate()
    this.#last = performance.now()
  }
}
