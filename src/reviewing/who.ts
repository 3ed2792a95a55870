/** Who does something in a review: everybody says their name themselves; the service adds the key that the request came with. */
import { LeitongError } from '../errors.js'

/** @throws {LeitongError} `OPTION_VALUE` where nobody says who they are */
export function nameOfWho(by: unknown): string {
  if (typeof by === 'string' && by.trim() && by.length <= 200) return by
  throw new LeitongError(
    'OPTION_VALUE',
    'by',
    JSON.stringify(by ?? null).slice(0, 64),
    'the name of who asks, a text of at most 200 characters',
  )
}
