/** Sources that a signal ends, also while they wait. */

/** The part of an `AbortSignal` that is used here, for hosts whose types do not name it. */
export interface Abort {
  readonly reason?: unknown
  throwIfAborted(): void
  addEventListener(kind: 'abort', listener: () => void): void
  removeEventListener(kind: 'abort', listener: () => void): void
}

/**
 * Passes on what a source gives until a signal aborts: then the reason is thrown at once, and the source is told by `return`. A generator
 * that waits for something ends when that comes; this function does not wait for it.
 */
export async function* untilAborted<Item>(source: AsyncIterable<Item>, signal: Abort | undefined): AsyncGenerator<Item> {
  if (!signal) return yield* source
  const iterator = source[Symbol.asyncIterator]()
  let stop = () => {}
  const onAbort = () => stop()
  signal.addEventListener('abort', onAbort)
  let isDone = false
  try {
    while (true) {
      signal.throwIfAborted()
      // One promise an item: a single one for all would hold on to every item that ever came.
      const next = await new Promise<IteratorResult<Item>>((resolve, reject) => {
        stop = () => reject(signal.reason)
        iterator.next().then(resolve, reject)
      })
      if (next.done) {
        isDone = true
        return
      }
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    if (!isDone) iterator.return?.()?.catch(() => {})
  }
}

/** The same of any documents: what is no async iterable never waits, and a signal that only throws cannot be heard while they do. */
export function untilStopped<Item>(source: Iterable<Item> | AsyncIterable<Item>, signal: Partial<Abort> | undefined): typeof source {
  return signal?.addEventListener && Symbol.asyncIterator in source ? untilAborted(source, signal as Abort) : source
}
