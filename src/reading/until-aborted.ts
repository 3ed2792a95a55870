/** Sources that a signal ends, also while they wait. */

/**
 * Passes on what a source gives until a signal aborts: then the reason is thrown at once, and the source is told by `return`. A generator
 * that waits for something is done when that comes; nobody waits for it here.
 */
export async function* untilAborted<Item>(source: AsyncIterable<Item>, signal: AbortSignal | undefined): AsyncGenerator<Item> {
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
