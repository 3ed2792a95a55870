/** Choices of the generators of rows: the same for the same seed everywhere. */
import { Draws } from '../src/matching/sampling.ts'

export class Choices {
  readonly #draws: Draws

  constructor(seed: number) {
    this.#draws = new Draws(seed)
  }

  /** An integer of 32 bits. */
  next = () => this.#draws.next()
  /** An integer from 0 to n - 1. */
  below = (n: number) => this.#draws.below(n)
  /** True with the probability p. */
  chance = (p: number) => this.#draws.next() < p * 2 ** 32
  pick = <Item>(list: readonly Item[]): Item => list[this.below(list.length)] as Item
}
