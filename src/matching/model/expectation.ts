/**
 * Fellegi–Sunter parameters by expectation–maximisation.
 *
 * Each pair matches or does not; given that, the level of a field depends on nothing but the level of at most one other field (a tree). E: the
 * chance of each pair to match, from the parameters. M: the parameters that make the pairs most likely, each pair counting for as many as it
 * stands for. Where a level was never seen with a parent's level among pairs that do not match, the chances of matches take its place, so that
 * it says nothing.
 *
 * @see I. Fellegi and A. Sunter, "A theory for record linkage", 1969; W. Winkler, "Using the EM algorithm for weight computation in the
 *      Fellegi–Sunter model of record linkage", 1988; C. Chow and C. Liu, "Approximating discrete probability distributions with dependence trees", 1968
 */
import { MISSING } from '../comparisons.js'
import { type ChanceTable, chanceTable, tableRow } from './levels.js'

export interface Observations {
  /** levels[field][pair]. */
  readonly levels: readonly Uint8Array[]
  /** How many pairs each pair stands for. */
  readonly weights: Float64Array
  /** What equal values add beyond their level by being rare, for each field and pair: a logarithm. */
  readonly rarity: readonly Float32Array[]
  /** For each field the others that say the same, by which its m and u are not learned; itself included. Empty: learned by all. */
  readonly apart: readonly (readonly number[])[]
}

export interface Parameters {
  prior: number
  readonly parents: Int8Array
  readonly m: readonly ChanceTable[]
  readonly u: readonly ChanceTable[]
}

export interface ExpectationOptions {
  readonly rounds: number
  /** Rounds in which u stays as it is. */
  readonly fixedU: number
  /** Made-up pairs that pull m towards its starting point, as a share of the matches. */
  readonly pull: number
  /** The prior does not fall below it: a table in which little is found at first would end with nothing. */
  readonly leastPrior: number
  /** Whether u too is learned by the other fields: sure as long as it is not known which fields depend on each other. */
  readonly uApart: boolean
}

/** Chances are no less, so that nothing is impossible. */
const LEAST = 1e-9

/** A starting point: matches are equal more often than anything else, others as drawn. */
export function startingPoint(sizes: readonly number[], parents: Int8Array, prior: number): Parameters {
  const rowsOf = (field: number) => ((parents[field] as number) < 0 ? 1 : (sizes[parents[field] as number] as number) + 1)
  const m = sizes.map((size, field) => {
    const table = chanceTable(rowsOf(field), size)
    for (let row = 0; row < table.rows; row++)
      for (let level = 0; level < size; level++) table.chances[row * size + level] = startingChance(level, size)
    return table
  })
  return { prior, parents, m, u: sizes.map((size, field) => chanceTable(rowsOf(field), size)) }
}

/** 0.7 for equal, the rest halving from level to level, a tenth for the last. */
function startingChance(level: number, size: number): number {
  if (size === 1) return 1
  if (size === 2) return level ? 0.1 : 0.9
  if (level === 0) return 0.7
  if (level === size - 1) return 0.1
  const between = size - 2
  return (0.2 * 2 ** (between - level)) / (2 ** between - 1)
}

/** The logarithm of the odds that each pair matches, and what each field adds to it. */
export function logOdds(
  { levels, rarity }: Observations,
  { prior, parents, m, u }: Parameters,
  into: Float64Array,
  added: readonly Float32Array[],
): void {
  into.fill(Math.log(prior / (1 - prior)))
  levels.forEach((own, field) => {
    const adds = added[field] as Float32Array
    const parent = parents[field] as number
    const above = parent < 0 ? undefined : levels[parent]
    const ratio = logRatios(m[field] as ChanceTable, u[field] as ChanceTable)
    const { size } = m[field] as ChanceTable
    const rare = rarity[field] as Float32Array
    const shares = rarityShares(u[field] as ChanceTable)
    for (let pair = 0; pair < own.length; pair++) {
      const level = own[pair] as number
      if (level === MISSING) continue
      const row = tableRow(m[field] as ChanceTable, above ? (above[pair] as number) : MISSING)
      const rarityAdds = level === 0 ? (rare[pair] as number) * (shares[row] as number) : 0
      adds[pair] = (ratio[row * size + level] as number) + rarityAdds
      into[pair] = (into[pair] as number) + (adds[pair] as number)
    }
  })
}

/**
 * ln(m / u) of each cell. What a level says once the parent's is known lies between nothing and what it says alone: a dependence takes evidence
 * away and never makes new, or a few matches counted among the others would speak against all that are like them.
 */
export function logRatios(m: ChanceTable, u: ChanceTable): Float64Array {
  const { rows, size } = m
  const ratios = m.chances.map((chance, cell) => Math.log(Math.max(chance, LEAST) / Math.max(u.chances[cell] as number, LEAST)))
  for (let cell = 0; cell < (rows - 1) * size; cell++) {
    const alone = ratios[(rows - 1) * size + (cell % size)] as number
    ratios[cell] = Math.max(Math.min(0, alone), Math.min(Math.max(0, alone), ratios[cell] as number))
  }
  return ratios
}

/** How much of what equality says is left to say once the parent's level is known: 1 without a parent, 0 where it follows. */
export function rarityShares({ rows, size, chances }: ChanceTable): Float64Array {
  const alone = Math.log(Math.max(chances[(rows - 1) * size] as number, LEAST))
  return Float64Array.from({ length: rows }, (_, row) =>
    alone < 0 ? Math.min(1, Math.max(0, Math.log(Math.max(chances[row * size] as number, LEAST)) / alone)) : 0,
  )
}

/**
 * Runs expectation–maximisation in place.
 *
 * The m and u of a field are learned from what pairs are by the others. With itself among them, two fields that depend on each other (a town and its
 * postcode) could make neighbours the matches of the model.
 *
 * @returns  the chance of each pair to match
 */
export function expectationMaximisation(observations: Observations, parameters: Parameters, options: ExpectationOptions): Float64Array {
  const { weights } = observations
  const odds = new Float64Array(weights.length)
  const chances = new Float64Array(weights.length)
  const without = new Float64Array(weights.length)
  const added = observations.levels.map(() => new Float32Array(weights.length))
  const start = parameters.m.map(({ chances: starting }) => starting.slice())
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (let round = 0; round < options.rounds; round++) {
    logOdds(observations, parameters, odds, added)
    let matches = 0
    for (let pair = 0; pair < chances.length; pair++) {
      const chance = likely(odds[pair] as number)
      chances[pair] = chance
      matches += chance * (weights[pair] as number)
    }
    parameters.prior = Math.min(0.5, Math.max(matches / total, options.leastPrior))
    const made = options.pull * matches + 1
    for (const fields of togetherLearned(observations.apart, parameters.m.length)) {
      const apart = (observations.apart[fields[0] as number] ?? []).map((other) => added[other] as Float32Array)
      const matching = apart.length ? chancesWithout(odds, apart, without) : chances
      for (const field of fields) {
        const table = parameters.m[field] as ChanceTable
        maximise(observations, parameters, field, matching, table, { start: start[field] as Float64Array, made })
        if (round < options.fixedU) continue
        maximise(observations, parameters, field, options.uApart ? matching : chances, parameters.u[field] as ChanceTable, undefined)
      }
    }
  }
  return chances
}

/**
 * Odds to chance, small chances to none: there are so many pairs of which little is known that a thousandth of each would be more than all
 * matches, and the model would drift to take them for some.
 */
function likely(logOdds: number): number {
  const chance = 1 / (1 + Math.exp(-logOdds))
  return chance < LEAST_CHANCE ? 0 : chance
}

const LEAST_CHANCE = 0.1

/** Fields that are learned by the same others. */
function togetherLearned(apart: Observations['apart'], fields: number): number[][] {
  const together = new Map<string, number[]>()
  for (let field = 0; field < fields; field++) {
    const key = (apart[field] ?? []).join(' ')
    together.set(key, [...(together.get(key) ?? []), field])
  }
  return [...together.values()]
}

function chancesWithout(odds: Float64Array, added: readonly Float32Array[], into: Float64Array): Float64Array {
  for (let pair = 0; pair < into.length; pair++) {
    let rest = odds[pair] as number
    for (const adds of added) rest -= adds[pair] as number
    into[pair] = likely(rest)
  }
  return into
}

/** u of every field from the pairs that do not match. */
export function estimateU(observations: Observations, parameters: Parameters, chances: Float64Array | undefined): void {
  parameters.u.forEach((table, field) => {
    maximise(observations, parameters, field, chances, table, undefined)
  })
}

/** m of every field from the pairs that match. */
export function estimateM(observations: Observations, parameters: Parameters, chances: Float64Array): void {
  parameters.m.forEach((table, field) => {
    maximise(observations, parameters, field, chances, table, { start: table.chances.slice(), made: 1 })
  })
}

/** Counts levels under each level of the parent, by the chance to match (m) or not to (u), and makes chances of the counts. */
function maximise(
  { levels, weights }: Observations,
  { parents, m }: Parameters,
  field: number,
  matching: Float64Array | undefined,
  table: ChanceTable,
  forM: { readonly start: Float64Array; readonly made: number } | undefined,
): void {
  const { size, rows } = table
  const own = levels[field] as Uint8Array
  const above = (parents[field] as number) < 0 ? undefined : levels[parents[field] as number]
  const counts = new Float64Array(rows * size)
  const seen = new Float64Array(rows)
  for (let pair = 0; pair < own.length; pair++) {
    const level = own[pair] as number
    if (level === MISSING) continue
    const chance = matching ? (matching[pair] as number) : 0
    const weight = (weights[pair] as number) * (forM ? chance : 1 - chance)
    const row = above ? tableRow(table, above[pair] as number) : rows - 1
    counts[row * size + level] = (counts[row * size + level] as number) + weight
    seen[row] = (seen[row] as number) + (forM ? chance : 1 - chance)
    // The last row is what is known without the parent: it counts every pair.
    if (row !== rows - 1) {
      counts[(rows - 1) * size + level] = (counts[(rows - 1) * size + level] as number) + weight
      seen[rows - 1] = (seen[rows - 1] as number) + (forM ? chance : 1 - chance)
    }
  }
  for (let row = 0; row < rows; row++) {
    let sum = 0
    for (let level = 0; level < size; level++) sum += counts[row * size + level] as number
    // A few made-up pairs stand for what was not seen: as many as would weigh like that many drawn ones.
    const each = (seen[row] as number) > 0 ? sum / (seen[row] as number) : 1
    const made = forM ? (row === rows - 1 ? forM.made : 2 * each) : row === rows - 1 ? 0.5 * each : MADE_UP * each
    for (let level = 0; level < size; level++) {
      const cell = row * size + level
      const model = forM
        ? row === rows - 1
          ? (forM.start[cell] as number)
          : (table.chances[(rows - 1) * size + level] as number)
        : ((m[field] as ChanceTable).chances[cell] as number)
      table.chances[cell] = Math.max(LEAST, ((counts[cell] as number) + made * model) / (sum + made || 1))
    }
  }
}

/** Drawn pairs that the chances of matches count in a row of u. */
const MADE_UP = 3
