/** Learns a model of a table without labels. */
import type { PairSource, Scope } from '../candidates/key-index.js'
import { allPairs } from '../candidates/key-index.js'
import { type Sample, samplePairs } from '../candidates/strata.js'
import { Comparisons, type Field, MISSING } from '../comparisons.js'
import type { KindOptions } from '../kinds/kind.js'
import { kindOf } from '../kinds/kinds.js'
import { agreementDependences, dependenceTree, textOverlaps } from './dependence.js'
import { estimateM, estimateU, expectationMaximisation, logRatios, type Parameters, startingPoint } from './expectation.js'
import { type ChanceTable, levelCount, levelsOf } from './levels.js'
import { likenesses, meanOverMatches } from './likeness.js'
import type { FieldModel, MatchModel } from './model.js'
import { countPatterns, type Patterns } from './patterns.js'
import { type Rarity, rarityOf, rarityWeights } from './rarity.js'
import { learnWords } from './words.js'

export interface TrainOptions extends KindOptions {
  /** Pairs drawn from each key. @default 1500, fewer where there are many keys */
  readonly drawn?: number
  /** Pairs drawn from all. @default 40000 */
  readonly random?: number
  /** @default 1 */
  readonly seed?: number
  /** The first look takes for matches what is nearly equal row by row, and one round follows: it cannot drift far. @default false */
  readonly anchored?: boolean
}

export interface Trained {
  readonly model: MatchModel
  readonly sample: Sample
  /** The chance of each sampled pair to match. */
  readonly chances: Float64Array
  /** How alike the rows are, as a whole, of what the model takes for matches: a mean from 0 to 1. */
  readonly likeness: number
}

/** Pairs drawn from a key, and from all keys together, at most. */
const DRAWN = 1500
const DRAWN_TOGETHER = 90000
const ROUNDS = 15
const ROUNDS_ANCHORED = 2
/** The likeness of rows that are nearly equal. */
const ANCHORED = 0.8
/** Change of the matches, as a share of them, that is no change. */
const SETTLED = 0.001
/** The least prior, as a share of one match for every second row. */
const LEAST_PRIOR = 0.2
/** Rounds until u leaves the value it has among all pairs, matches included. */
const FIXED_U = 4
/** The most m for u of levels that contradict a match. */
const CONTRADICTED = 4
/** What is left of m for u at least from one step to the next, where levels are steps. */
const FALL = 0.15
/** The least m for u, about e^-3.5. */
const LEAST_RATIO = 0.03
/**
 * The same where levels are steps, about e^-1.9: two sellers ask unlike prices for one thing. With few fields the model takes pairs of like
 * prices alone for matches, and learns from them that no match has unlike ones.
 */
const LEAST_OF_STEPS = 0.15
/** How firmly m is held at its starting point. */
const PULL = 0.06

/**
 * Learns m, u, the prior and the dependences of fields from pairs drawn from keys and from all pairs.
 *
 * @param indexes  keys that likely matches share
 * @example
 * const { model } = trainModel(fields, indexes, { rows })
 */
export function trainModel(fields: readonly Field[], indexes: readonly PairSource[], scope: Scope, options: TrainOptions = {}): Trained {
  const { drawn = Math.min(DRAWN, Math.ceil(DRAWN_TOGETHER / Math.max(1, indexes.length))), random = 40_000, seed = 1 } = options
  const sample = samplePairs(indexes, scope, drawn, Math.min(random, Math.ceil(allPairs(scope))), seed)
  const overlaps = textOverlaps(fields, seed)
  const prior = Math.min(0.1, (0.5 * scope.rows) / allPairs(scope))
  const telling = fields.map(({ column }) => column.starts[column.counts.length] ?? 0)
  const tree = dependenceTree(fields.length, overlaps, telling)

  const alike = likenesses(fields, sample.pairs, options)
  const anchor = options.anchored ? Float64Array.from(alike, (share) => Number(share >= ANCHORED)) : undefined

  // What words say is learned from what the rows are by words as they are common or rare.
  const guess = firstLook(fields, sample, tree, prior, options, anchor)
  const guessed = pairChances(guess)
  const worded = fields.map((field) => ({ ...field, words: learnWords(field, sample.pairs, sample.weights, guessed) }))
  const { levels, patterns, parameters: first, chances: firstChances, sizes } = firstLook(worded, sample, tree, prior, options, anchor)

  const observations = { ...patterns, apart: [] }
  const rarities = raritiesOf(fields, first, scope)
  const rarity = fields.map((_, field) => pairRarity(fields, field, rarities, first, sample, levels[field] as Uint8Array))
  const dependences = agreementDependences(
    patterns.levels,
    speaking(first),
    firstChances.map((chance) => 1 - chance),
    patterns.weights,
    patterns.drawn,
  )
  const edges = [...overlaps.map(({ a, b, strength }) => ({ a, b, strength: strength + 1 })), ...dependences]
  const second = startingPoint(sizes, dependenceTree(fields.length, edges, telling), first.prior)
  const start = second.m.map(({ chances }) => chances.slice())
  estimateU(observations, second, firstChances)
  estimateM(observations, second, firstChances)
  const rare = countPatterns(levels, sample.weights, rarity)
  const rareChances = expectationMaximisation({ ...rare, apart: partsOf(second, levels) }, second, {
    rounds: anchor ? ROUNDS_ANCHORED : ROUNDS,
    settled: SETTLED,
    leastRatio: LEAST_RATIO,
    leastOfSteps: LEAST_OF_STEPS,
    anchor: start,
    fixedU: 0,
    ...boundsOf(fields),
    pull: PULL,
    leastPrior: prior * LEAST_PRIOR,
    uApart: false,
  })
  const chances = sample.weights.map((_, pair) => rareChances[rare.of[pair] as number] as number)
  return {
    model: modelOf(worded, second, raritiesOf(fields, second, scope), scope),
    sample,
    chances,
    likeness: meanOverMatches(alike, sample.weights, chances),
  }
}

interface FirstLook {
  readonly levels: readonly Uint8Array[]
  readonly sizes: readonly number[]
  readonly patterns: Patterns
  readonly parameters: Parameters
  /** Of each pattern. */
  readonly chances: Float64Array
}

/** The sampled pairs judged without a look at how rare equal values are. */
function firstLook(
  fields: readonly Field[],
  sample: Sample,
  tree: Int8Array,
  prior: number,
  options: KindOptions,
  anchor: Float64Array | undefined,
): FirstLook {
  const comparisons = new Comparisons(fields, options)
  const levels = levelsOf(comparisons, sample.pairs)
  const sizes = fields.map((_, field) => levelCount(comparisons, field))
  const parameters = startingPoint(sizes, tree, prior)
  const patterns = countPatterns(levels, sample.weights)
  const observations = { ...patterns, apart: [] }
  if (anchor) return anchoredLook({ levels, sizes, patterns, parameters }, sample, prior, anchor)
  estimateU(observations, parameters, undefined)
  const chances = expectationMaximisation({ ...observations, apart: partsOf(parameters, levels) }, parameters, {
    rounds: ROUNDS,
    settled: SETTLED,
    leastRatio: LEAST_RATIO,
    leastOfSteps: LEAST_OF_STEPS,
    fixedU: FIXED_U,
    ...boundsOf(fields),
    pull: PULL,
    leastPrior: prior * LEAST_PRIOR,
    uApart: true,
  })
  return { levels, sizes, patterns, parameters, chances }
}

/** What is learned when the pairs of the anchor are the matches. */
function anchoredLook(look: Omit<FirstLook, 'chances'>, { weights }: Sample, prior: number, anchor: Float64Array): FirstLook {
  const { patterns, parameters } = look
  const matching = new Float64Array(patterns.weights.length)
  let [matches, all] = [0, 0]
  anchor.forEach((chance, pair) => {
    const pattern = patterns.of[pair] as number
    const weight = weights[pair] as number
    matching[pattern] = (matching[pattern] as number) + chance * weight
    matches += chance * weight
    all += weight
  })
  const chances = matching.map((weight, pattern) => weight / (patterns.weights[pattern] as number))
  const observations = { ...patterns, apart: [] }
  estimateU(observations, parameters, chances)
  estimateM(observations, parameters, chances)
  parameters.prior = Math.min(0.5, Math.max(matches / all, prior * LEAST_PRIOR))
  return { ...look, chances }
}

const pairChances = ({ patterns, chances }: FirstLook): Float64Array =>
  Float64Array.from(patterns.of, (pattern) => chances[pattern] as number)

/** What no learned level may do, by the kinds of the fields. */
const boundsOf = (fields: readonly Field[]) => ({
  contradicting: fields.map((field) => kindOf(field).levels.map(({ contradicts = false }) => contradicts)),
  contradicted: CONTRADICTED,
  gradual: fields.map((field) => kindOf(field).gradual === true),
  fall: FALL,
})

/** Whether each level of each field speaks for a match. */
const speaking = ({ m, u }: Parameters): boolean[][] =>
  m.map((table, field) => {
    const ratios = logRatios(table, u[field] as ChanceTable)
    return Array.from({ length: table.size }, (_, level) => (ratios[(table.rows - 1) * table.size + level] as number) > 0.7)
  })

const alone = (table: ChanceTable, level: number): number => table.chances[(table.rows - 1) * table.size + level] as number

/**
 * For each field those by which its m and u are not learned: its whole tree, if there are trees enough beside it to tell a match; else none.
 */
function partsOf({ parents, u }: Parameters, levels: readonly Uint8Array[]): number[][] {
  const roots = Array.from(parents, (_, field) => {
    let root = field
    while ((parents[root] as number) >= 0) root = parents[root] as number
    return root
  })
  const telling = u.flatMap((table, field) => {
    const own = levels[field] as Uint8Array
    const present = own.reduce((sum, level) => sum + Number(level !== MISSING), 0)
    return alone(table, 0) <= TELLING && present >= own.length * FILLED ? [roots[field] as number] : []
  })
  if (new Set(telling).size < TREES) return []
  return roots.map((root) => roots.flatMap((other, index) => (other === root ? [index] : [])))
}

/** Trees that tell enough for one of them to be left out. */
const TREES = 4
/** A field tells something when no more than this share of all pairs has equal values, */
const TELLING = 0.15
/** and at least this share of the pairs has values. */
const FILLED = 0.3

function raritiesOf(fields: readonly Field[], { prior, m, u }: Parameters, scope: Scope): Rarity[] {
  const matches = (2 * prior * allPairs(scope)) / scope.rows
  return fields.map(({ column }, field) => rarityOf(column, matches, alone(m[field] as ChanceTable, 0), alone(u[field] as ChanceTable, 0)))
}

function pairRarity(
  fields: readonly Field[],
  field: number,
  rarities: readonly Rarity[],
  { u }: Parameters,
  { pairs }: Sample,
  levels: Uint8Array,
): Float32Array {
  const { column } = fields[field] as Field
  const weights = rarityWeights(column, rarities[field] as Rarity, alone(u[field] as ChanceTable, 0))
  const rarity = new Float32Array(levels.length)
  for (let pair = 0; pair < levels.length; pair++)
    if (levels[pair] === 0) rarity[pair] = weights[column.rows[pairs[2 * pair] as number] as number] as number
  return rarity
}

function modelOf(fields: readonly Field[], { prior, parents, m, u }: Parameters, rarities: readonly Rarity[], scope: Scope): MatchModel {
  const rounded = (chance: number) => Number(chance.toPrecision(6))
  // Chances that were raised to their least are taken from the others.
  const rows = ({ rows: count, size, chances }: ChanceTable) =>
    Array.from({ length: count }, (_, row) => {
      const own = chances.subarray(row * size, (row + 1) * size)
      const sum = own.reduce((total, chance) => total + chance, 0)
      return Array.from(own, (chance) => rounded(chance / (sum || 1)))
    })
  return {
    format: 'leitong-match-1',
    ...(fields.length === 1 ? { way: 'fields' } : {}),
    prior: rounded(prior),
    rows: scope.rows,
    fields: fields.map(
      ({ column, kind, settings, words }, field): FieldModel => ({
        name: column.name,
        kind,
        ...(settings ? { settings } : {}),
        levels: kindOf({ kind, settings }).levels.map(({ name }) => name),
        parent: parents[field] as number,
        m: rows(m[field] as ChanceTable),
        u: rows(u[field] as ChanceTable),
        frequent: (rarities[field] as Rarity).frequent.map(([value, chance]) => [value, rounded(chance)] as const),
        rare: rounded((rarities[field] as Rarity).rare),
        ...(words
          ? {
              words: {
                rows: words.rows,
                known: [...words.known].map(([word, [weight, held]]) => [word, weight, held] as const),
                rest: words.rest,
              },
            }
          : {}),
      }),
    ),
  }
}
