/**
 * Batches of an iterable: documents come one at a time, and a store, a worker or a file is asked once for many of them.
 */
import type { Many } from './document-line.js'

export type { Many }

/**
 * Items in batches of `size`, in their order; the last batch may be smaller.
 *
 * An error of the items comes when its batch would have come: the items just before it are lost with it.
 *
 * @example for await (const batch of inBatches([1, 2, 3], 2)) … // [1, 2], then [3]
 */
export async function* inBatches<Item>(items: Many<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/**
 * The same items, of which the first is there already, with what went wrong until then.
 *
 * @example const numbers = await begun(count()) // throws where count() throws before its first number
 */
export async function begun<Item>(items: AsyncGenerator<Item>): Promise<AsyncGenerator<Item>> {
  const first = await items.next()
  return (async function* () {
    try {
      if (!first.done) yield first.value
      if (!first.done) yield* items
    } finally {
      await items.return(undefined)
    }
  })()
}

/**
 * Items in batches of up to `size`, of which none waits longer than `wait` for the next one: for sources that pause.
 *
 * An error of the items comes after the batch of those before it.
 *
 * @param wait  milliseconds
 */
export async function* inTimelyBatches<Item>(items: AsyncIterable<Item>, size: number, wait: number): AsyncGenerator<Item[]> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (let next = iterator.next(); ; ) {
      const first = await next
      if (first.done) return
      const batch = [first.value]
      next = iterator.next()
      while (batch.length < size) {
        const result = await withinTime(next, wait)
        if (!result || result.done) break
        batch.push(result.value)
        next = iterator.next()
      }
      // The loop meets the error when it awaits `next`; until then it must not count as unhandled.
      next.catch(() => {})
      yield batch
    }
  } finally {
    await iterator.return?.()
  }
}

/** The result of a promise; undefined when it fails, or takes longer than `wait` milliseconds. */
async function withinTime<Result>(promise: Promise<Result>, wait: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), wait)
  })
  try {
    return await Promise.race([promise.catch(() => undefined), timeout])
  } finally {
    clearTimeout(timer)
  }
}
