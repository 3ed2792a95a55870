/** Maps by whole numbers beyond the 2^24 entries of a Map. */

/** Keys that share a Map, as a power of two: half of what one takes, since a Map that grows doubles. */
const SHARD_BITS = 23

export class NumberMap<Value> {
  readonly #shards: Map<number, Value>[] = []
  readonly #factor: number

  /** @param bits  keys of one shard, as a power of two @default 23 */
  constructor(bits = SHARD_BITS) {
    this.#factor = 2 ** bits
  }

  /** @param key  a whole number from 0 */
  get(key: number): Value | undefined {
    return this.#shards[Math.floor(key / this.#factor)]?.get(key)
  }

  has(key: number): boolean {
    return this.#shards[Math.floor(key / this.#factor)]?.has(key) ?? false
  }

  set(key: number, value: Value): void {
    const number = Math.floor(key / this.#factor)
    while (this.#shards.length <= number) this.#shards.push(new Map())
    this.#shards[number]?.set(key, value)
  }

  /** Values in the order of the keys' shards, and within one as they came. */
  *values(): Generator<Value> {
    for (const shard of this.#shards) yield* shard.values()
  }
}
