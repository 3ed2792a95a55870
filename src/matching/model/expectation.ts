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
import { exp, ln } from '../../hashing/logarithms.js'
import { MISSING } from '../comparisons.js'
import { type ChanceTable, chanceTable } from './levels.js'

export interface Observations {
  /** levels[field][pair]. */
  readonly levels: readonly Uint8Array[]
  /** How many pairs each pair stands for. */
  readonly weights: Float64Array
  /** How many drawn pairs each is, where pairs of one pattern are counted as one; 1 each unless given. */
  readonly drawn?: Float64Array
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
  /** Rounds end when the matches change by no more than this share of them. @default 0 */
  readonly settled?: number
  /** Rounds in which u stays as it is. */
  readonly fixedU: number
  /** The m to which it is pulled; what it begins with unless given. */
  readonly anchor?: readonly Float64Array[]
  /** m is at least this share of u: nothing speaks against a match without bound, for in every table something is wrong. @default 0 */
  readonly leastRatio?: number
  /** The same for fields whose levels are steps. @default leastRatio */
  readonly leastOfSteps?: number
  /** Levels, field by field, whose m is at most their u times `contradicted`: what speaks against a match never speaks for one. */
  readonly contradicting?: readonly (readonly boolean[])[]
  readonly contradicted?: number
  /** Fields whose m / u falls from level to level to no less than the share `fall`. */
  readonly gradual?: readonly boolean[]
  readonly fall?: number
  /** A step hands on no more than equality says, where nothing was seen of it. @default false */
  readonly fallsFromEqual?: boolean
  /** Fields of which no level speaks more for a match than equality does. */
  readonly spelled?: readonly boolean[]
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

/** 0.7 for equal, the rest halving from level to level (less steeply where there are many), a tenth for the last. */
function startingChance(level: number, size: number): number {
  if (size === 1) return 1
  if (size === 2) return level ? 0.1 : 0.9
  if (level === 0) return 0.7
  if (level === size - 1) return 0.1
  const between = size - 2
  const fall = 2 ** Math.max(-1, -STEEPEST / between)
  return (0.2 * fall ** (level - 1) * (1 - fall)) / (1 - fall ** between)
}

/** Times that chances are halved from the second level to the last but one, at most. */
const STEEPEST = 6

/** The logarithm of the odds that each pair matches, and what each field adds to it. @returns  the least that each field adds, 0 at most */
export function logOdds(
  { levels, rarity }: Observations,
  { prior, parents, m, u }: Parameters,
  into: Float64Array,
  added: readonly Float32Array[],
): Float64Array {
  into.fill(ln(prior / (1 - prior)))
  return Float64Array.from(levels, (own, field) => {
    let least = 0
    const adds = added[field] as Float32Array
    const parent = parents[field] as number
    const above = parent < 0 ? undefined : levels[parent]
    const { size, rows } = m[field] as ChanceTable
    const ratio = logRatios(m[field] as ChanceTable, u[field] as ChanceTable)
    const rare = rarity[field] as Float32Array
    const shares = rarityShares(u[field] as ChanceTable)
    for (let pair = 0; pair < own.length; pair++) {
      const level = own[pair] as number
      if (level === MISSING) continue
      const row = above ? Math.min(above[pair] as number, rows - 1) : rows - 1
      let add = ratio[row * size + level] as number
      if (level === 0) add += (rare[pair] as number) * (shares[row] as number)
      adds[pair] = add
      into[pair] = (into[pair] as number) + add
      if (add < least) least = add
    }
    return least
  })
}

/**
 * ln(m / u) of each cell. What a level says once the parent's is known lies between nothing and what it says alone: a dependence takes evidence
 * away and never makes new, or a few matches counted among the others would speak against all that are like them.
 */
export function logRatios(m: ChanceTable, u: ChanceTable): Float64Array {
  const { rows, size } = m
  const ratios = m.chances.map((chance, cell) => ln(Math.max(chance, LEAST) / Math.max(u.chances[cell] as number, LEAST)))
  for (let cell = 0; cell < (rows - 1) * size; cell++) {
    const alone = ratios[(rows - 1) * size + (cell % size)] as number
    ratios[cell] = Math.max(Math.min(0, alone), Math.min(Math.max(0, alone), ratios[cell] as number))
  }
  return ratios
}

/** How much of what equality says is left to say once the parent's level is known: 1 without a parent, 0 where it follows. */
export function rarityShares({ rows, size, chances }: ChanceTable): Float64Array {
  const alone = ln(Math.max(chances[(rows - 1) * size] as number, LEAST))
  return Float64Array.from({ length: rows }, (_, row) =>
    alone < 0 ? Math.min(1, Math.max(0, ln(Math.max(chances[row * size] as number, LEAST)) / alone)) : 0,
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
  const all = new Likely(weights.length)
  const apart = new Likely(weights.length)
  const added = observations.levels.map(() => new Float32Array(weights.length))
  const start = options.anchor ?? parameters.m.map(({ chances: starting }) => starting.slice())
  const everyone = parameters.m.map((_, field) => countLevels(observations, parameters, field, undefined))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const together = togetherLearned(observations.apart, parameters.m.length)
  let before = 0
  for (let field = 0; field < parameters.m.length; field++) contradict(parameters, field, options)
  for (let round = 0; round < options.rounds; round++) {
    const least = logOdds(observations, parameters, odds, added)
    all.take(odds, [], 0)
    let matches = 0
    for (let i = 0; i < all.size; i++) matches += (all.chances[i] as number) * (weights[all.pairs[i] as number] as number)
    parameters.prior = Math.min(0.5, Math.max(matches / total, options.leastPrior))
    if (round > options.fixedU + 1 && Math.abs(matches - before) <= (options.settled ?? 0) * matches) break
    before = matches
    const made = options.pull * matches + 1
    for (const fields of together) {
      const others = observations.apart[fields[0] as number] ?? []
      if (others.length)
        apart.take(
          odds,
          others.map((other) => added[other] as Float32Array),
          others.reduce((sum, other) => sum + (least[other] as number), 0),
        )
      const matching = others.length ? apart : all
      for (const field of fields) {
        const of = countLevels(observations, parameters, field, matching)
        maximiseM(parameters, field, of, start[field] as Float64Array, made, leastOf(field, options))
        contradict(parameters, field, options)
        slope(parameters, field, options)
        if (round >= options.fixedU) {
          const those = options.uApart || matching === all ? of : countLevels(observations, parameters, field, all)
          maximiseU(parameters, field, everyone[field] as Counts, those)
        }
        equalSaysMost(parameters, field, options)
      }
    }
  }
  for (let i = 0; i < all.size; i++) chances[all.pairs[i] as number] = all.chances[i] as number
  return chances
}

/**
 * Odds to chances, small chances to none: there are so many pairs of which little is known that a thousandth of each would be more than all
 * matches, and the model would drift to take them for some.
 */
class Likely {
  /** Numbers of the pairs that may match, and their chances. */
  readonly pairs: Uint32Array
  readonly chances: Float64Array
  size = 0

  constructor(pairs: number) {
    this.pairs = new Uint32Array(pairs)
    this.chances = new Float64Array(pairs)
  }

  /**
   * @param without  what is taken off the odds
   * @param least    the least that may be, all together: most pairs are out of reach without a look at it
   */
  take(odds: Float64Array, without: readonly Float32Array[], least: number): void {
    let size = 0
    const reach = LEAST_ODDS + least - ROUNDING
    for (let pair = 0; pair < odds.length; pair++) {
      let rest = odds[pair] as number
      if (rest < reach) continue
      for (let i = 0; i < without.length; i++) rest -= (without[i] as Float32Array)[pair] as number
      if (rest < LEAST_ODDS) continue
      this.pairs[size] = pair
      this.chances[size++] = 1 / (1 + exp(-rest))
    }
    this.size = size
  }

  static of(chances: Float64Array): Likely {
    const likely = new Likely(chances.length)
    for (let pair = 0; pair < chances.length; pair++) {
      if (!chances[pair]) continue
      likely.pairs[likely.size] = pair
      likely.chances[likely.size++] = chances[pair] as number
    }
    return likely
  }
}

/** Sums of single precision differ by less. */
const ROUNDING = 0.001
/** A chance of 0.1. */
const LEAST_ODDS = ln(0.1 / 0.9)

/** Fields that are learned by the same others. */
function togetherLearned(apart: Observations['apart'], fields: number): number[][] {
  const together = new Map<string, number[]>()
  for (let field = 0; field < fields; field++) {
    const key = (apart[field] ?? []).join(' ')
    together.set(key, [...(together.get(key) ?? []), field])
  }
  return [...together.values()]
}

/** u of every field from the pairs that do not match. */
export function estimateU(observations: Observations, parameters: Parameters, chances: Float64Array | undefined): void {
  const matching = chances ? Likely.of(chances) : new Likely(0)
  for (let field = 0; field < parameters.u.length; field++)
    maximiseU(
      parameters,
      field,
      countLevels(observations, parameters, field, undefined),
      countLevels(observations, parameters, field, matching),
    )
}

/** m of every field from the pairs that match. */
export function estimateM(observations: Observations, parameters: Parameters, chances: Float64Array): void {
  const matching = Likely.of(chances)
  parameters.m.forEach((table, field) => {
    maximiseM(parameters, field, countLevels(observations, parameters, field, matching), table.chances.slice(), 1)
  })
}

/** Levels under each level of the parent, the last row under any. */
interface Counts {
  /** Pairs, as many as they stand for. */
  readonly counts: Float64Array
  /** Drawn pairs of each row. */
  readonly seen: Float64Array
}

/** @param matching  pairs count by their chance to match; undefined: all pairs, fully */
function countLevels(
  { levels, weights, drawn }: Observations,
  { parents, m }: Parameters,
  field: number,
  matching: Likely | undefined,
): Counts {
  const { size, rows } = m[field] as ChanceTable
  const own = levels[field] as Uint8Array
  const above = (parents[field] as number) < 0 ? undefined : levels[parents[field] as number]
  const counts = new Float64Array(rows * size)
  const seen = new Float64Array(rows)
  const end = matching ? matching.size : own.length
  for (let i = 0; i < end; i++) {
    const pair = matching ? (matching.pairs[i] as number) : i
    const level = own[pair] as number
    if (level === MISSING) continue
    const chance = matching ? (matching.chances[i] as number) : 1
    const row = above ? Math.min(above[pair] as number, rows - 1) : rows - 1
    counts[row * size + level] = (counts[row * size + level] as number) + (weights[pair] as number) * chance
    seen[row] = (seen[row] as number) + (drawn ? (drawn[pair] as number) * chance : chance)
  }
  // The last row is what is known without the parent: it counts every pair.
  const last = rows - 1
  for (let row = 0; row < last; row++) {
    seen[last] = (seen[last] as number) + (seen[row] as number)
    for (let level = 0; level < size; level++)
      counts[last * size + level] = (counts[last * size + level] as number) + (counts[row * size + level] as number)
  }
  return { counts, seen }
}

const sumOfRow = (counts: Float64Array, row: number, size: number): number => {
  let sum = 0
  for (let level = 0; level < size; level++) sum += counts[row * size + level] as number
  return sum
}

const leastOf = (field: number, { gradual, leastRatio, leastOfSteps = leastRatio }: ExpectationOptions) =>
  gradual?.[field] ? leastOfSteps : leastRatio

// A few made-up pairs stand for what was not seen: as many as would weigh like that many drawn ones.

function maximiseM({ m, u }: Parameters, field: number, { counts, seen }: Counts, start: Float64Array, made: number, least = 0): void {
  const { size, rows, chances } = m[field] as ChanceTable
  for (let row = 0; row < rows; row++) {
    const sum = sumOfRow(counts, row, size)
    const each = (seen[row] as number) > 0 ? sum / (seen[row] as number) : 1
    const extra = row === rows - 1 ? made : 2 * each
    for (let level = 0; level < size; level++) {
      const cell = row * size + level
      const model = row === rows - 1 ? start[cell] : chances[(rows - 1) * size + level]
      const floor = row === rows - 1 ? least * ((u[field] as ChanceTable).chances[cell] as number) : 0
      chances[cell] = Math.max(LEAST, floor, ((counts[cell] as number) + extra * (model as number)) / (sum + extra || 1))
    }
  }
}

/** What is taken off goes to no other level: it is as if matches that contradict themselves were seen less often. */
function contradict({ m, u }: Parameters, field: number, { contradicting, contradicted = 1 }: ExpectationOptions): void {
  const { size, rows, chances } = m[field] as ChanceTable
  contradicting?.[field]?.forEach((is, level) => {
    if (!is) return
    for (let cell = level; cell < rows * size; cell += size)
      chances[cell] = Math.min(chances[cell] as number, contradicted * ((u[field] as ChanceTable).chances[cell] as number))
  })
}

/**
 * Of neighbouring steps one cannot speak for a match and the next against it: where few fields tell a match, the model would else take those
 * pairs for matches that agree to the step, and learn from them that all do.
 */
function slope({ m, u }: Parameters, field: number, { gradual, fall = 0, fallsFromEqual = false }: ExpectationOptions): void {
  if (!gradual?.[field]) return
  const { size, rows, chances } = m[field] as ChanceTable
  const others = (u[field] as ChanceTable).chances
  for (let row = 0; row < rows; row++) {
    const most = fallsFromEqual ? (chances[row * size] as number) / Math.max(LEAST, others[row * size] as number) : Number.POSITIVE_INFINITY
    for (let level = 1; level + 1 < size; level++) {
      const cell = row * size + level
      const before = Math.min(most, (chances[cell - 1] as number) / Math.max(LEAST, others[cell - 1] as number))
      chances[cell] = Math.max(chances[cell] as number, fall * before * (others[cell] as number))
    }
  }
}

/**
 * A spelling that is close cannot say more than the same one. Where names are many, few of those drawn by chance are close and many of those
 * that are equal are namesakes: the model would take the close ones for what matches look like.
 */
function equalSaysMost({ m, u }: Parameters, field: number, { spelled }: ExpectationOptions): void {
  if (!spelled?.[field]) return
  const { size, rows, chances } = m[field] as ChanceTable
  const others = (u[field] as ChanceTable).chances
  for (let row = 0; row < rows; row++) {
    const first = row * size
    const most = (chances[first] as number) / Math.max(LEAST, others[first] as number)
    for (let cell = first + 1; cell < first + size; cell++)
      chances[cell] = Math.max(LEAST, Math.min(chances[cell] as number, most * (others[cell] as number)))
  }
}

/** All pairs less those that match. */
function maximiseU({ m, u }: Parameters, field: number, all: Counts, matching: Counts): void {
  const { size, rows, chances } = u[field] as ChanceTable
  const counts = all.counts.map((count, cell) => Math.max(0, count - (matching.counts[cell] as number)))
  for (let row = 0; row < rows; row++) {
    const sum = sumOfRow(counts, row, size)
    const seen = (all.seen[row] as number) - (matching.seen[row] as number)
    const each = seen > 0 ? sum / seen : 1
    const extra = row === rows - 1 ? 0.5 * each : MADE_UP * each
    for (let level = 0; level < size; level++) {
      const cell = row * size + level
      chances[cell] = Math.max(
        LEAST,
        ((counts[cell] as number) + extra * ((m[field] as ChanceTable).chances[cell] as number)) / (sum + extra || 1),
      )
    }
  }
}

/** Drawn pairs that the chances of matches count in a row of u. */
const MADE_UP = 3
