/**
 * Retries while a server is away: servers are restarted, fail over, and lose connections, and a call waits for that, within reason.
 *
 * By hand because the time is counted from the first failure and not from the first attempt, which may have waited for others: p-retry
 * counts from the attempt, and told otherwise by its hooks it takes more lines than the loop below.
 */
import { causeOf, type Named, StoreAway, storeError } from './store-errors.js'

/** Milliseconds that a server may be away before that is an error. Elections and failovers take some 15 seconds. */
const RETRY_MS = 30_000
/** Milliseconds between attempts: at first, and at most, each time twice as long. A restart is noticed at once, a long absence costs little. */
const FIRST_PAUSE = 20
const LONGEST_PAUSE = 500

/**
 * Does something that may be done again, and does it again while the server is away.
 *
 * @param isAway   whether an error says so
 * @param retryMs  milliseconds from the first such error on
 * @throws {LeitongError} `STORE`, with the name and without its secrets
 */
export async function withRetry<Result>(
  named: Named,
  isAway: (error: unknown) => boolean,
  act: () => Promise<Result>,
  retryMs = RETRY_MS,
): Promise<Result> {
  let end: number | undefined
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await act()
    } catch (error) {
      if (!isAway(error)) throw storeError(error, named)
      end ??= Date.now() + retryMs
      if (Date.now() + pause > end)
        throw new StoreAway(named.name, `the server was away for ${retryMs / 1000} s: ${named.redact(causeOf(error))}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)))
  }
}

/** Codes of the system for a connection that is gone or not there yet; a name that is unknown stays unknown, and is not among them. */
const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']

/** Whether an error is of the network, not of a server that has answered. A name with several addresses has an error for each. */
export function isOfNetwork(error: unknown): boolean {
  const { code, errors } = error as { code?: unknown; errors?: readonly unknown[] }
  return CODES.includes(String(code)) || (errors?.some(isOfNetwork) ?? false)
}
