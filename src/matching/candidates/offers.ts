/** The keys a table offers to the planner: of single fields, of frequent ones their rare values alone, and of two fields together. */
import type { Field } from '../comparisons.js'
import type { KindOptions } from '../kinds/kind.js'
import { allPairs, KeyIndex, type Scope } from './key-index.js'
import { combined, fieldKeys, type RowKeys } from './recipes.js'

/** Pairs a row may cost through a key of rare values. */
const RARE_PAIRS = 4
/** Pairs a row may cost through a key of two fields. */
const COMBINED_PAIRS = 8
/** Hashes a row may have in a key of two fields. */
const WIDEST = 8
/** Keys of two fields tried for each two fields. */
const TRIED = 2

interface Single {
  readonly keys: RowKeys
  readonly field: number
  readonly index: KeyIndex
}

/**
 * @param budget  comparisons at most, of all keys together
 * @returns       indexes, none of more pairs than the budget
 */
export function offeredKeys(fields: readonly Field[], scope: Scope, budget: number, options: KindOptions): KeyIndex[] {
  const names = (keys: RowKeys, field: number) => ({ ...keys, name: `${fields[field]?.column.name}: ${keys.name}` })
  const singles: Single[] = fields.flatMap((field, number) =>
    fieldKeys(field, number, options).map((keys) => ({ keys: names(keys, number), field: number, index: new KeyIndex(keys, scope) })),
  )
  const offers: KeyIndex[] = []
  for (const { keys, index } of singles) {
    if (index.pairs === 0) continue
    if (index.pairs <= budget / 2) offers.push(index)
    else {
      const crowd = crowdFor(index, RARE_PAIRS * scope.rows)
      const rare = crowd > 1 ? new KeyIndex({ ...keys, name: `${keys.name}, rare` }, scope, crowd) : undefined
      if (rare?.pairs) offers.push(rare)
    }
  }
  return [...offers, ...combinedKeys(singles, scope, budget)]
}

/** The largest block that keeps the pairs of all smaller ones within a limit. */
function crowdFor({ starts, blocks }: KeyIndex, limit: number): number {
  const sizes = Array.from({ length: blocks }, (_, block) => (starts[block + 1] as number) - (starts[block] as number)).sort(
    (a, b) => a - b,
  )
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
function combinedKeys(singles: readonly Single[], scope: Scope, budget: number): KeyIndex[] {
  const total = allPairs(scope)
  const offers: KeyIndex[] = []
  const fields = [...new Set(singles.map(({ field }) => field))]
  for (const a of fields)
    for (const b of fields) {
      if (a >= b) continue
      const tried = singles
        .filter(({ field }) => field === a)
        .flatMap((left) =>
          singles
            .filter(({ field }) => field === b)
            .map((right) => ({ left, right, expected: (left.index.pairs * right.index.pairs) / total })),
        )
        .filter(
          ({ left, right, expected }) =>
            left.keys.width * right.keys.width <= WIDEST && expected > 0 && expected <= COMBINED_PAIRS * scope.rows,
        )
        .sort((x, y) => y.expected - x.expected)
      for (const { left, right } of tried.slice(0, TRIED)) {
        const index = new KeyIndex(combined(left.keys, right.keys), scope)
        if (index.pairs > 0 && index.pairs <= budget) offers.push(index)
        else if (index.pairs > budget) {
          const rare = new KeyIndex({ ...index.keys, name: `${index.keys.name}, rare` }, scope, crowdFor(index, RARE_PAIRS * scope.rows))
          if (rare.pairs) offers.push(rare)
        }
      }
    }
  return offers
}
