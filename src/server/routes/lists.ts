/** Lists in parts: all of them take a limit and a cursor, and say where the next part begins. */
import { LeitongError } from '../../errors.js'

export const PART = {
  limit: { type: 'integer', minimum: 1, maximum: 10_000, description: 'so many at most; all without it' },
  cursor: { type: 'string', minLength: 1, maxLength: 200, description: 'of the answer before, as "next" told it' },
}

/**
 * A part of a list.
 *
 * @param nameOf  what no two of the list have in common; the cursor is that of the last one told
 * @throws {LeitongError} `SERVICE_REQUEST` for a cursor of something that is not there any more
 */
export function partOfList<Item>(
  all: readonly Item[],
  { limit, cursor }: Readonly<Record<string, string | number | undefined>>,
  nameOf: (item: Item) => string,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const from = cursor === undefined ? 0 : all.findIndex((item) => nameOf(item) === cursor) + 1
  if (cursor !== undefined && from === 0) throw new LeitongError('SERVICE_REQUEST', 'what the cursor names is not there; begin without one')
  const items = all.slice(from, limit === undefined ? undefined : from + Number(limit))
  const last = items.at(-1)
  return { items, next: last !== undefined && from + items.length < all.length ? nameOf(last) : null }
}
