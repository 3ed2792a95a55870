/** Sessions of the page: a cookie stands for a key, so that a page which is loaded anew need not ask for it; a link lets somebody in once. */
import { createHash, randomBytes } from 'node:crypto'
import type { KeyEntry } from './entry.js'

/** Milliseconds that a session lasts, and a link. */
const LASTS = 12 * 3_600_000
const LINK = 5 * 60_000
/** Sessions that are held: of more the oldest end. */
const MOST = 1000

interface Held {
  readonly key: KeyEntry
  readonly until: number
}

/** The name of the cookie; of each port its own, since browsers send cookies of a host to all of its ports. */
export const cookieName = (port: number): string => `leitong_${port}`

export class Sessions {
  /** By the hash of what the client holds. */
  readonly #sessions = new Map<string, Held>()
  readonly #links = new Map<string, Held>()

  /** A session for a key. @returns what the cookie holds */
  begin(key: KeyEntry): string {
    return hold(this.#sessions, key, LASTS)
  }

  /** The key that a cookie stands for; undefined where the session is over. */
  find(secret: string): KeyEntry | undefined {
    return heldIn(this.#sessions, secret)
  }

  end(secret: string): void {
    this.#sessions.delete(hashOf(secret))
  }

  /** What a link holds that lets somebody in once, within five minutes. */
  link(key: KeyEntry): string {
    return hold(this.#links, key, LINK)
  }

  /** Takes a link, which is no more then. */
  take(secret: string): KeyEntry | undefined {
    const found = heldIn(this.#links, secret)
    this.#links.delete(hashOf(secret))
    return found
  }
}

function hold(all: Map<string, Held>, key: KeyEntry, lasts: number): string {
  const secret = randomBytes(32).toString('base64url')
  for (const [hash, { until }] of all) if (until <= Date.now() || all.size >= MOST) all.delete(hash)
  all.set(hashOf(secret), { key, until: Date.now() + lasts })
  return secret
}

function heldIn(all: ReadonlyMap<string, Held>, secret: string): KeyEntry | undefined {
  const found = all.get(hashOf(secret))
  return found && found.until > Date.now() ? found.key : undefined
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
