/** An abort that is told at once. */

/**
 * The result of work, or the reason of a signal as soon as it aborts. The work goes on to clean up behind it: workers that are starting
 * take a moment to end, and nobody has to wait for them.
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
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  let isLate = true
  try {
    const result = await Promise.race([work, aborted])
    isLate = false
    return result
  } finally {
    signal.removeEventListener('abort', stop)
    // What went wrong after the abort is of no use to anybody.
    if (isLate) work.then(letGo).catch(() => {})
  }
}
