/** Servers go away and come back: they are restarted, fail over, and lose connections. A call waits for that, within reason. */
import { causeOf, type StoreAddress, StoreAway, storeError } from './store-url.js'

/** A server that is away for longer than this many milliseconds is an error. Elections and failovers take some 15 seconds. */
const RETRY_MS = 30_000
const FIRST_PAUSE = 20
const LONGEST_PAUSE = 500

/**
 * Does something that may be done again, and does it again while the server is away.
 *
 * @param isAway  whether an error says so
 * @throws {LeitongError} `STORE`, with the place and without its secrets
 */
export async function withRetry<Result>(
  place: Pick<StoreAddress, 'name' | 'redact'>,
  isAway: (error: unknown) => boolean,
  act: () => Promise<Result>,
  patience = RETRY_MS,
): Promise<Result> {
  // From when it went away: before that an act may have waited for others.
  let end: number | undefined
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await act()
    } catch (error) {
      const away = isAway(error)
      if (!away) throw storeError(error, place)
      end ??= Date.now() + patience
      if (Date.now() + pause > end)
        throw new StoreAway(place.name, `the server was away for ${patience / 1000} s: ${place.redact(causeOf(error))}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)))
  }
}

/** What the system says of a connection that is not there (any more). */
const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']

/** Whether an error is of the network, not of a server that has answered. A name with several addresses has an error for each. */
export function isOfNetwork(error: unknown): boolean {
  const { code, errors } = error as { code?: unknown; errors?: readonly unknown[] }
  return CODES.includes(String(code)) || (errors?.some(isOfNetwork) ?? false)
}
