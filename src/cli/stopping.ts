/** What has to be told of a signal before the program exits: a cluster goes on working for whoever does not stop it. */

/** Milliseconds that are spent on it. */
const PATIENCE = 5000

let taken: (() => void) | undefined

/** Waits for a signal that asks the program to end; a second one ends it at once. */
export const takeSignals = (): Promise<void> =>
  new Promise((resolve) => {
    taken = resolve
  })

/** Whether the signal was waited for. */
export function giveSignal(): boolean {
  const wasTaken = taken !== undefined
  taken?.()
  taken = undefined
  return wasTaken
}

const stops = new Set<() => Promise<void>>()

/** Does work that is stopped by a signal: `stop` is called then, and waited for. */
export async function stoppable<Result>(stop: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
  stops.add(stop)
  try {
    return await work()
  } finally {
    stops.delete(stop)
  }
}

/** Stops what is under way; undefined where nothing has to be stopped. */
export function stopAll(): Promise<unknown> | undefined {
  if (!stops.size) return undefined
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE).unref())
  return Promise.race([Promise.allSettled([...stops].map((stop) => stop())), late])
}
