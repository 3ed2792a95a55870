/**
 * What a value says by being rare: the chance that another row holds it too although it is about something else.
 *
 * A value's own share of the rows overstates that where each thing has several rows, for they hold it themselves. What a row's own matches
 * hold is taken off, and what is left is raised by half the chance that any two unlike rows agree: a value seen once is not impossible.
 */
import { ln } from '../../hashing/logarithms.js'
import { eachValue, type PackedColumn, roomFor, valueAt, valueCount } from '../columns.js'
import { hashCodes } from '../sampling.js'

/** Values written into a model by name; the rest share one chance. */
const NAMED = 2000

export interface Rarity {
  readonly frequent: readonly (readonly [value: string, chance: number])[]
  readonly rare: number
}

/**
 * @param matches  how many other rows a row matches, on average
 * @param equal    how often they hold the same value (m)
 * @param unlike   how often any two unlike rows do (u)
 */
export function rarityOf(column: PackedColumn, matches: number, equal: number, unlike: number): Rarity {
  const size = valueCount(column)
  const filled = column.counts.reduce((sum, count) => sum + count, 0)
  const chanceOf = (count: number) => Math.max(0, count - 1 - matches * equal) / Math.max(1, filled) + unlike / 2
  // One number a value, so that they are sorted without comparing one by one: by their counts, the most frequent first, then by number.
  const order = Array.from(
    Float64Array.from(column.counts, (count, value) => value - count * size).sort(),
    (key) => key - Math.floor(key / size) * size,
  )
  const chances = order.map((value) => Math.min(1, chanceOf(column.counts[value] as number)))
  const rest = chances.slice(NAMED)
  const rare = rest.length ? rest.reduce((sum, chance) => sum + chance, 0) / rest.length : Math.min(1, chanceOf(1))
  const frequent = order
    .slice(0, NAMED)
    .map((value, i) => [valueAt(column, value), chances[i] as number] as const)
    .filter(([, chance]) => chance > rare)
  return { frequent, rare }
}

/** What each value of a column adds to the level of equal values: ln(u / chance). */
export function rarityWeights(column: PackedColumn, { frequent, rare }: Rarity, unlike: number): Float32Array {
  const weights = new Float32Array(roomFor(column)).fill(ln(unlike / rare))
  const { chances, hashes } = namedIn(frequent)
  eachValue(column, (value) => {
    if (!hashes.has(hashCodes(column.codes, column.starts[value] as number, column.starts[value + 1] as number, 0))) return
    const chance = chances.get(valueAt(column, value))
    if (chance !== undefined) weights[value] = ln(unlike / chance)
  })
  return weights
}

/** Values with names, to look them up: of a model that scores row after row they are made once. */
function namedIn(frequent: Rarity['frequent']) {
  const known = NAMES.get(frequent)
  if (known) return known
  // Hashes tell nearly all values apart from those with names, without making texts of them.
  const named = { chances: new Map(frequent), hashes: new Set(frequent.map(([value]) => hashOf(value))) }
  NAMES.set(frequent, named)
  return named
}

const NAMES = new WeakMap<Rarity['frequent'], { readonly chances: ReadonlyMap<string, number>; readonly hashes: ReadonlySet<number> }>()

function hashOf(text: string): number {
  const codes = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i)
  return hashCodes(codes, 0, text.length, 0)
}
