/** An abort that is told in time. */

/** Milliseconds that work has to end by itself, with nothing left behind, before its end is told without it. */
const PATIENCE = 500

/**
 * The result of work, or the reason of a signal soon after it aborts. Work that waits for a source that gives nothing cannot end by itself: it
 * cleans up behind the answer, when the source goes on.
 *
 * @param letGo  for a result that comes too late
 */
export async function atOnce<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
  letGo: (late: Result) => Promise<void>,
): Promise<Result> {
  if (!signal) return work
  let stop = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      timer = setTimeout(() => reject(signal.reason), PATIENCE)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  let isLate = true
  try {
    const result = await Promise.race([work, aborted])
    isLate = false
    return result
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    // What went wrong after the abort is of no use to anybody.
    if (isLate) work.then(letGo).catch(() => {})
  }
}
