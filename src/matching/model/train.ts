/** Learns a model of a table without labels. */
import type { PairSource, Scope } from '../candidates/key-index.js'
import { allPairs } from '../candidates/key-index.js'
import { type Sample, samplePairs } from '../candidates/strata.js'
import { type Field, MISSING } from '../comparisons.js'
import type { KindOptions } from '../kinds/kind.js'
import { kindOf } from '../kinds/kinds.js'
import { pieceRarities, raritiesToText } from '../whole-row.js'
import { ComparedPairs } from './compared-pairs.js'
import { agreementDependences, dependenceTree, textOverlaps } from './dependence.js'
import { estimateM, estimateU, expectationMaximisation, logRatios, type Parameters, startingPoint } from './expectation.js'
import type { ChanceTable } from './levels.js'
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

/** What one more of the similarity of whole rows adds to the natural logarithm of the odds. */
const WHOLE_SLOPE = 10
/**
 * The similarity that says nothing: two tables may write about one thing in other words and other columns; where the model is in doubt, rows must be
 * the more alike. Chosen on public tables, where 0.55 to 0.75 do as well within one table, and 0.35 to 0.55 across two.
 */
const WHOLE_EVEN = { alike: 0.6, inDoubt: 0.75, apart: 0.46 }

export interface Trained {
  readonly model: MatchModel
  readonly sample: Sample
  /** The chance of each sampled pair to match. */
  readonly chances: Float64Array
  /** How alike the rows are, as a whole, of what the model takes for matches: a mean from 0 to 1. */
  readonly likeness: number
  /** The pairs are of two tables that write about one thing in ways of their own. */
  readonly isApart: boolean
}

/** A sample, and what was compared of it. */
export interface DrawnSample extends Sample {
  readonly compared: ComparedPairs
}

/** Pairs drawn from a key, and from all keys together, at most. */
const DRAWN = 1500
const DRAWN_TOGETHER = 90000
const ROUNDS = 15
const ROUNDS_ANCHORED = 2
/** The likeness of rows that are nearly equal. */
const ANCHORED = 0.8
/** The likeness of rows that hardly differ. */
const SAME = 0.9
/** The share of nearly equal rows that hardly differ, from which two tables write alike: .35 and more within a table, .25 and less across shops and libraries. */
const MOSTLY_SAME = 0.3
/** Nearly equal rows from which this is looked at. */
const LEAST_ANCHORED = 20
/** Change of the matches, as a share of them, that is no change. */
const SETTLED = 0.001
/** The least prior, as a share of one match for every second row. */
const LEAST_PRIOR = 0.2
/** Rounds until u leaves the value it has among all pairs, matches included. */
const FIXED_U = 4
/** The most m for u of levels that contradict a match. */
const CONTRADICTED = 4
/** The most m for u of two values of an identifier that tells. */
const TOLD_APART = 0.01
/** The share of pairs that share an identifier, from which it tells. */
const MOSTLY = 0.5
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

/** @param indexes  keys that likely matches share */
export function drawSample(indexes: readonly PairSource[], scope: Scope, options: TrainOptions = {}): DrawnSample {
  const { drawn = Math.min(DRAWN, Math.ceil(DRAWN_TOGETHER / Math.max(1, indexes.length))), random = 40_000, seed = 1 } = options
  const sample = samplePairs(indexes, scope, drawn, Math.min(random, Math.ceil(allPairs(scope))), seed)
  return { ...sample, compared: new ComparedPairs(sample.pairs, options) }
}

/**
 * Learns m, u, the prior and the dependences of fields from pairs drawn from keys and from all pairs.
 *
 * @example
 * const { model } = trainModel(fields, drawSample(indexes, { rows }), { rows })
 */
export function trainModel(fields: readonly Field[], drawn: DrawnSample, scope: Scope, options: TrainOptions = {}): Trained {
  const { seed = 1 } = options
  const overlaps = textOverlaps(fields, seed)
  const prior = Math.min(0.1, (0.5 * scope.rows) / allPairs(scope))
  const telling = fields.map(({ column }) => column.starts[column.counts.length] ?? 0)
  const tree = dependenceTree(fields.length, overlaps, telling)

  const alike = likenesses(fields, drawn.compared)
  const isApart = scope.split !== undefined && !writesAlike(alike, drawn)
  const anchor = options.anchored ? Float64Array.from(alike, (share) => Number(share >= ANCHORED)) : undefined
  const sample = anchor ? { ...drawn, weights: onceARow(drawn, anchor) } : drawn

  // What words say is learned from what the rows are by words as they are common or rare.
  const guess = firstLook(fields, sample, tree, prior, anchor)
  const guessed = pairChances(guess)
  const worded = fields.map((field) => {
    const words = learnWords(field, sample.pairs, sample.weights, guessed)
    return words ? { ...field, words } : field
  })
  const { levels, patterns, parameters: first, chances: firstChances, sizes } = firstLook(worded, sample, tree, prior, anchor)

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
    // In a first learning too, this would hide what is wrong with it: models that take pairs of like prices for matches seem sound then.
    fallsFromEqual: anchor !== undefined,
    pull: PULL,
    leastPrior: prior * LEAST_PRIOR,
    uApart: false,
  })
  const chances = sample.weights.map((_, pair) => rareChances[rare.of[pair] as number] as number)
  if (anchor) tellApart(second, tellingIdentifiers(fields, drawn))
  levels.forEach((own, field) => {
    boundUnseen(second.m[field] as ChanceTable, second.u[field] as ChanceTable, own)
  })
  return {
    model: modelOf(worded, second, raritiesOf(fields, second, scope), scope, evenOf(isApart, options.anchored === true)),
    sample,
    chances,
    likeness: meanOverMatches(alike, sample.weights, chances),
    isApart,
  }
}

/**
 * Whether two tables write about one thing in the same way, as two halves of one table do: what is nearly equal then hardly differs, most often. Where
 * two shops or two libraries write, nearly equal rows differ in many ways.
 */
function writesAlike(alike: Float64Array, { weights }: Sample): boolean {
  let [near, same] = [0, 0]
  alike.forEach((share, pair) => {
    if (share >= ANCHORED) near += weights[pair] as number
    if (share >= SAME) same += weights[pair] as number
  })
  // Of a few dozen rows a share says little: it has to hold by one standard error.
  return near >= LEAST_ANCHORED && same - Math.sqrt(same * (1 - same / near)) >= MOSTLY_SAME * near
}

/**
 * Identifiers that rows have in common which are nearly equal in all other fields. What is written in every issue of a journal is alike in all but its
 * identifier, and most of what is alike is no such series. An identifier that each shop gives for itself is seldom shared, and tells nothing.
 *
 * @returns  numbers of fields
 */
function tellingIdentifiers(fields: readonly Field[], sample: DrawnSample): number[] {
  const { pairs } = sample
  return fields.flatMap(({ kind, column: { rows } }, number) => {
    if (kind !== 'id_number' || fields.length < 2) return []
    const others = fields.filter((_, other) => other !== number)
    const has = (row: number | undefined) => (rows[row as number] as number) >= 0
    const near = likenesses(others, sample.compared).map((share, pair) =>
      Number(share >= ANCHORED && has(pairs[2 * pair]) && has(pairs[2 * pair + 1])),
    )
    let [both, equal] = [0, 0]
    onceARow(sample, near).forEach((weight, pair) => {
      if (!near[pair]) return
      both += weight
      if (rows[pairs[2 * pair] as number] === rows[pairs[2 * pair + 1] as number]) equal += weight
    })
    return both > 0 && equal >= MOSTLY * both ? [number] : []
  })
}

/**
 * A level that no drawn pair has says no more for a match than the levels beside it that some have: what it says by itself comes from made-up pairs
 * alone.
 *
 * @param levels  of the drawn pairs
 */
function boundUnseen({ rows, size, chances }: ChanceTable, u: ChanceTable, levels: Uint8Array): void {
  const isSeen = new Uint8Array(MISSING + 1)
  for (const level of levels) isSeen[level] = 1
  const last = (rows - 1) * size
  const ratioOf = (level: number) => (chances[last + level] as number) / (u.chances[last + level] as number)
  const seen = Array.from({ length: size }, (_, level) => level).filter((level) => isSeen[level])
  for (let level = 0; level < size; level++) {
    if (isSeen[level]) continue
    const beside = [seen.findLast((other) => other < level), seen.find((other) => other > level)].flatMap((other) =>
      other === undefined ? [] : [ratioOf(other)],
    )
    if (!beside.length) continue
    chances[last + level] = Math.min(ratioOf(level), Math.max(...beside)) * (u.chances[last + level] as number)
  }
}

/** Two values of an identifier that tells are two things, but for mistakes. */
function tellApart({ m, u }: Parameters, identifiers: readonly number[]): void {
  for (const field of identifiers) {
    const { size, chances } = m[field] as ChanceTable
    const others = (u[field] as ChanceTable).chances
    for (let cell = 0; cell < chances.length; cell++)
      if (cell % size > 0) chances[cell] = Math.min(chances[cell] as number, TOLD_APART * (others[cell] as number))
  }
}

/**
 * Weights of pairs by which the matches of a row count as one together: a series of rows that are all nearly equal, such as the editorials of a
 * journal, has many more pairs than the rows that are there twice, and must not teach what a match is.
 */
function onceARow({ pairs, weights }: Sample, matching: Float64Array): Float64Array {
  const matches = new Map<number, number>()
  matching.forEach((chance, pair) => {
    for (const row of pairs.subarray(2 * pair, 2 * pair + 2)) matches.set(row, (matches.get(row) ?? 0) + chance * (weights[pair] as number))
  })
  const of = (pair: number, side: number) => matches.get(pairs[2 * pair + side] as number) as number
  return weights.map((weight, pair) => (matching[pair] ? weight / Math.max(1, of(pair, 0), of(pair, 1)) : weight))
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
  sample: DrawnSample,
  tree: Int8Array,
  prior: number,
  anchor: Float64Array | undefined,
): FirstLook {
  const levels = fields.map((field) => sample.compared.of(field).levels)
  const sizes = fields.map((field) => kindOf(field).levels.length)
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
  spelled: fields.map((field) => kindOf(field).spelled === true),
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

const evenOf = (isApart: boolean, inDoubt: boolean): number =>
  isApart ? WHOLE_EVEN.apart : inDoubt ? WHOLE_EVEN.inDoubt : WHOLE_EVEN.alike

function modelOf(
  fields: readonly Field[],
  { prior, parents, m, u }: Parameters,
  rarities: readonly Rarity[],
  scope: Scope,
  even: number,
): MatchModel {
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
    ...(fields.length === 1 ? { way: 'fields' } : { whole: { even, slope: WHOLE_SLOPE, pieces: raritiesToText(pieceRarities(fields)) } }),
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
