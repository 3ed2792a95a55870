/** Pairs that wait to be judged: gathered, so that a verifier gets many at once, and forgotten when they are answered. */
import { Uint32List } from '../hashing/typed-list.js'
import type { GroupingHooks, Verifier } from './candidates.js'

/** Pairs that are judged at once: more take memory, fewer leave workers idle in between. */
const PAIRS = 1 << 19

export class Questions {
  readonly #judge: Verifier
  readonly #found: GroupingHooks['found']
  #pairs = new Uint32List()

  constructor(judge: Verifier, { found }: GroupingHooks) {
    this.#judge = judge
    this.#found = found
  }

  /** Numbers that wait, two for each pair. */
  get length(): number {
    return this.#pairs.length
  }

  /** Whether it is time to ask. */
  get isFull(): boolean {
    return this.#pairs.length >= PAIRS * 2
  }

  /** Adds a pair, the more preferred first. */
  add(a: number, b: number): void {
    this.#pairs.push(a)
    this.#pairs.push(b)
  }

  /** Has all that wait judged, and hands the answers on in their order. */
  async ask(answer: (a: number, b: number, similar: boolean, similarity: number) => void = () => {}): Promise<void> {
    if (!this.#pairs.length) return
    const pairs = this.#pairs.taken()
    this.#pairs = new Uint32List()
    const { similar, similarity } = await this.#judge(pairs)
    for (let i = 0; i < similar.length; i++) {
      const a = pairs[2 * i] as number
      const b = pairs[2 * i + 1] as number
      const value = similarity[i] as number
      if (similar[i]) this.#found?.(a, b, value)
      answer(a, b, similar[i] === 1, value)
    }
  }
}
