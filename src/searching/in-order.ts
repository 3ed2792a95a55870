/** Several tasks at once, and their results one after the other. */

/** Keeps up to `width` tasks under way and hands on their results in the order of the tasks. */
export async function* inOrder<In, Out>(
  tasks: AsyncIterable<In> | Iterable<In>,
  width: number,
  run: (task: In) => Promise<Out>,
): AsyncGenerator<[In, Out]> {
  const under: [In, Promise<Out>][] = []
  try {
    for await (const task of tasks) {
      const result = run(task)
      // An early failure must not count as unhandled while it waits for its turn.
      result.catch(() => {})
      under.push([task, result])
      if (under.length >= width) {
        const [first, done] = under.shift() as [In, Promise<Out>]
        yield [first, await done]
      }
    }
    for (const [task, result] of under.splice(0)) yield [task, await result]
  } finally {
    await Promise.allSettled(under.map(([, result]) => result))
  }
}
