/** The keys a table offers to the planner: of single fields, of frequent ones their rare values alone, and of two fields together. */
import type { Field } from '../comparisons.js'
import type { Draws } from '../sampling.js'
import { rarestPieces } from '../whole-row.js'
import { allPairs, KeyIndex, type PairSource, type Scope } from './key-index.js'
import { combined, fieldKeys, type RowKeys, shelved } from './recipes.js'
import { IN_MEMORY, type Shelf } from './shelf.js'

/** Shares of the budget that a key may cost whose frequent values are left out. */
const RARE_SHARES = [1 / 15, 1 / 4]
/** The share that a key of two fields is expected to cost. */
const COMBINED_SHARE = 1 / 7.5
/** Hashes a row may have in a key of two fields. */
const WIDEST = 8
/** Keys of two fields tried for each two fields. */
const TRIED = 2
/** Keys of two fields looked at while it is open whether they are wanted, about. */
const LOOKED_AT = 1 << 16

/** A key that may be planned. */
export interface KeyOffer extends PairSource {
  readonly name: string
  readonly fields: readonly number[]
  /** All its blocks. Of a key whose pairs were estimated too low only the small blocks are kept. */
  index(): KeyIndex
}

interface Single {
  readonly keys: RowKeys
  readonly field: number
  readonly index: KeyIndex
}

/**
 * Keys are offered before a model is learned, and again when it is known what words say. Of fields of which nothing new is known they are then
 * those that were offered before.
 *
 * @param budget  comparisons at most, of all keys together
 * @param shelf   where the keys lie
 * @returns       gives the keys of fields, none of more pairs than the budget
 */
export function keyOffers(scope: Scope, budget: number, shelf: Shelf = IN_MEMORY): (fields: readonly Field[]) => KeyOffer[] {
  const singlesOf = once((field: Field, number: number) =>
    Array.from(fieldKeys(field, number), (recipe): Single => {
      const keys = shelved({ ...recipe, name: `${field.column.name}: ${recipe.name}` }, shelf)
      return { keys, field: number, index: new KeyIndex(keys, scope, { shelf }) }
    }),
  )
  const offersOf = once(({ keys, index }: Single) => {
    if (index.pairs === 0) return []
    return index.pairs <= budget / 2 ? [offerOf(index)] : rareOffers(index, keys, scope, budget, shelf)
  })
  const combinedWith = once((left: Single) =>
    once((right: Single): KeyOffer[] => {
      const offer = combinedOffer(left, right, scope, shelf)
      if (offer.pairs <= budget) return offer.pairs > 0 ? [offer] : []
      const keys = shelved(combined(left.keys, right.keys), shelf)
      return rareOffers(new KeyIndex(keys, scope, { shelf }), keys, scope, budget, shelf)
    }),
  )
  return (fields) => {
    const singles = fields.flatMap((field, number) => singlesOf(field, number))
    const two = triedTogether(singles, scope, budget).flatMap(([left, right]) => combinedWith(left)(right))
    return [...singles.flatMap((single) => offersOf(single)), ...two]
  }
}

/** Makes what belongs to a thing once. */
function once<Thing, Rest extends unknown[], Made>(make: (thing: Thing, ...rest: Rest) => Made): (thing: Thing, ...rest: Rest) => Made {
  const known = new Map<Thing, Made>()
  return (thing, ...rest) => {
    const made = known.get(thing) ?? make(thing, ...rest)
    known.set(thing, made)
    return made
  }
}

/** The keys of a table, see {@link keyOffers}. */
export const offeredKeys = (fields: readonly Field[], scope: Scope, budget: number, shelf?: Shelf): KeyOffer[] =>
  keyOffers(scope, budget, shelf)(fields)

/** Rare pieces of a row that are keys. */
const RARE_PIECES = 16

/** The key of rows that have rare pieces of text in common, in whatever fields: dear, and blind to nothing. */
export function wholeRowOffer(
  fields: readonly Field[],
  rarities: Uint8Array,
  scope: Scope,
  budget: number,
  shelf: Shelf = IN_MEMORY,
): KeyOffer {
  const own = fields.map((_, number) => number)
  const hashes = rarestPieces(fields, rarities, RARE_PIECES)
  const keys = shelved({ name: 'whole row: rare pieces', fields: own, width: RARE_PIECES, hashes }, shelf)
  const index = new KeyIndex(keys, scope, { shelf })
  return offerOf(index.pairs <= budget ? index : new KeyIndex(keys, scope, { crowd: crowdFor(index, budget), shelf, of: index }))
}

const offerOf = (index: KeyIndex): KeyOffer => ({
  name: index.keys.name,
  fields: index.keys.fields,
  pairs: index.pairs,
  drawable: index.drawable,
  draw: (draws, into, at, count) => index.draw(draws, into, at, count),
  shared: (pairs) => index.shared(pairs),
  index: () => index,
})

/** Two keys together, of which a part of the blocks is looked at; all are made when they are wanted. */
function combinedOffer(left: Single, right: Single, scope: Scope, shelf: Shelf): KeyOffer {
  const name = `${left.keys.name} & ${right.keys.name}`
  const every = Math.ceil((scope.rows * left.keys.width * right.keys.width) / LOOKED_AT)
  if (every === 1) return offerOf(new KeyIndex(shelved(combined(left.keys, right.keys), shelf), scope, { shelf }))
  const part = new KeyIndex(combined(left.keys, right.keys), scope, { every, shelf })
  const { pairs, drawable } = part
  return {
    name,
    fields: [...left.keys.fields, ...right.keys.fields],
    pairs,
    drawable,
    draw: (draws: Draws, into: Uint32Array, at: number, count: number) => part.draw(draws, into, at, count),
    shared(pairs) {
      const counts = left.index.shared(pairs)
      return right.index.shared(pairs).map((count, pair) => count * (counts[pair] as number))
    },
    index() {
      const whole = new KeyIndex(shelved(combined(left.keys, right.keys), shelf), scope, { shelf })
      const limit = MISJUDGED * pairs + scope.rows
      return whole.pairs <= limit ? whole : new KeyIndex(whole.keys, scope, { crowd: crowdFor(whole, limit), shelf, of: whole })
    },
  }
}

/** Keys whose frequent values are left out, at several costs. */
function rareOffers(index: KeyIndex, keys: RowKeys, scope: Scope, budget: number, shelf: Shelf): KeyOffer[] {
  const crowds = new Set(RARE_SHARES.map((share) => crowdFor(index, share * budget)).filter((crowd) => crowd > 1))
  return [...crowds].flatMap((crowd) => {
    const rare = new KeyIndex({ ...keys, name: `${keys.name}, up to ${crowd} rows` }, scope, { crowd, shelf, of: index })
    return rare.pairs ? [offerOf(rare)] : []
  })
}

/** So many times the estimate is more than chance explains. */
const MISJUDGED = 1.5

/** The largest block that keeps the pairs of all smaller ones within a limit. */
function crowdFor({ starts, blocks }: KeyIndex, limit: number): number {
  const sizes = Uint32Array.from({ length: blocks }, (_, block) => (starts[block + 1] as number) - (starts[block] as number)).sort()
  let pairs = 0
  let crowd = 1
  for (const size of sizes) {
    pairs += (size * (size - 1)) / 2
    if (pairs > limit) break
    crowd = size
  }
  return crowd
}

/** For each two fields the loosest keys that together are expected to cost little. */
function triedTogether(singles: readonly Single[], scope: Scope, budget: number): (readonly [Single, Single])[] {
  const total = allPairs(scope)
  const fields = [...new Set(singles.map(({ field }) => field))]
  const keysOf = (wanted: number) => singles.filter(({ field }) => field === wanted)
  return fields.flatMap((a) =>
    fields.flatMap((b) => {
      if (a >= b) return []
      const tried = keysOf(a)
        .flatMap((left) => keysOf(b).map((right) => ({ left, right, expected: (left.index.pairs * right.index.pairs) / total })))
        .filter(
          ({ left, right, expected }) =>
            left.keys.width * right.keys.width <= WIDEST && expected > 0 && expected <= COMBINED_SHARE * budget,
        )
        .sort((x, y) => y.expected - x.expected)
      return tried.slice(0, TRIED).map(({ left, right }) => [left, right] as const)
    }),
  )
}
