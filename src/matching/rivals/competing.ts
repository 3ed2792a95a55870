/**
 * Two tables of which one lists each thing once: of the pairs of a row of the other table one at most is a match, and the others speak against each
 * other. Nothing but the tables says which of them does.
 */
import { firstWhere } from '../../hashing/binary-search.js'
import { ln } from '../../hashing/logarithms.js'
import { Comparisons, type Field } from '../comparisons.js'
import type { ScoredEdges } from '../groups.js'
import { informationOf } from '../model/likeness.js'
import { surestFirst } from './ranking.js'

/** Whether each thing is listed once at most: in the first table, in the second. */
export interface ListedOnce {
  readonly first: boolean
  readonly second: boolean
}

/** The chance from which a pair competes. */
const TAKEN = 0.5
/** The similarity of two values that nearly say the same. */
const NEAR = 0.8
/** Rows whose best partner has a rival, from which rivals are looked at. */
const LEAST_RIVALS = 50
/** A field tells things apart when its equal values are half as rare as those of the rarest, and half of the matches nearly agree in it. */
const TELLING = 0.5
const AGREEING = 0.5
/**
 * Rivals are things of their own when they nearly agree in some telling field less often than this share of what matches do: .19 to .22 where a
 * table lists each thing once, .49 and more where it does not. Chosen on public tables (docs/quality.md).
 */
const APART = 0.3
/**
 * The share of what the telling fields say that must set rivals apart: a person who is listed twice, with two e-mails, has one name and one address, and
 * two papers of one group have unlike titles. .5 and more in two libraries, .3 and less for such people.
 */
const WEIGHTY = 0.4

/**
 * Compares each row's best partner with its second best one, which both come from one table. Where a table lists a thing several times, they are nearly
 * equal as often as matches are. Where it lists each thing once, the second best is another thing, and what tells things apart shows it.
 *
 * @param edges  of two tables, the row of the first one as `a`
 * @param rows   of both tables
 */
export function listedOnce(edges: ScoredEdges, fields: readonly Field[], rows: number): ListedOnce {
  const comparisons = new Comparisons(fields)
  const information = informationOf(fields)
  const most = Math.max(...information)
  const telling = fields.flatMap((_, field) => ((information[field] as number) >= TELLING * most ? [field] : []))
  const order = surestFirst(edges)
  const ofSecond = firstTwo(edges.chance, order, edges.a, edges.b, rows)
  const ofFirst = firstTwo(edges.chance, order, edges.b, edges.a, rows)
  const isOnce = ({ best, second, rivals }: FirstTwo, { best: partner }: FirstTwo) => {
    if (rivals < LEAST_RIVALS) return false
    // A second row of one thing has nobody else; another thing most often has its own row, which is its best.
    const orphans = second.reduce((sum, rival, row) => sum + Number(rival >= 0 && partner[rival] === row), 0)
    if (2 * orphans > rivals) return false
    let [weight, all] = [0, 0]
    for (const field of telling) {
      const [matches, apart] = [new NearShare(), new NearShare()]
      for (let row = 0; row < rows; row++) {
        const [one, two] = [best[row] as number, second[row] as number]
        if (one >= 0) matches.add(comparisons.similarity(field, one, row))
        if (two >= 0) apart.add(comparisons.similarity(field, one, two))
      }
      all += information[field] as number
      if (matches.share >= AGREEING && apart.count >= LEAST_RIVALS && apart.share <= APART * matches.share)
        weight += information[field] as number
    }
    return weight >= WEIGHTY * all
  }
  return { first: isOnce(ofSecond, ofFirst), second: isOnce(ofFirst, ofSecond) }
}

/** The share of similarities that are near; rows without a value are left out. */
class NearShare {
  count = 0
  #near = 0

  add(similarity: number): void {
    if (Number.isNaN(similarity)) return
    this.count++
    if (similarity >= NEAR) this.#near++
  }

  get share(): number {
    return this.count ? this.#near / this.count : 0
  }
}

/** For each row of one table the two surest rows of the other, -1 for none, and how many rows have two. */
interface FirstTwo {
  readonly best: Int32Array
  readonly second: Int32Array
  readonly rivals: number
}

/**
 * The two surest rows of `own` for each row of `other`.
 *
 * @param order  edges, the surest first
 */
function firstTwo(chance: Float64Array, order: Uint32Array, own: Uint32Array, other: Uint32Array, rows: number): FirstTwo {
  const best = new Int32Array(rows).fill(-1)
  const second = new Int32Array(rows).fill(-1)
  let rivals = 0
  for (const edge of order) {
    if ((chance[edge] as number) < TAKEN) break
    const row = other[edge] as number
    if ((best[row] as number) < 0) best[row] = own[edge] as number
    else if ((second[row] as number) < 0) {
      second[row] = own[edge] as number
      rivals++
    }
  }
  return { best, second, rivals }
}

/** Pairs that are equally sure: their odds are within a factor of 4. */
const EQUALLY = 2 * Math.LN2
/** Equally sure pairs from which their share tells something. */
const LEAST_EQUALLY = 20

const stepOf = (chance: number) => 128 + Math.max(-127, Math.min(127, Math.floor(ln(Math.max(oddsOf(chance), Number.MIN_VALUE)) / EQUALLY)))

function borneOut(chance: Float64Array, surer: Float64Array): (chance: number) => number {
  const pairs = new Uint32Array(256)
  const beaten = new Uint32Array(256)
  chance.forEach((own, edge) => {
    const step = stepOf(own)
    pairs[step] = (pairs[step] as number) + 1
    if ((surer[edge] as number) > 0) beaten[step] = (beaten[step] as number) + 1
  })
  return (own) => {
    const step = stepOf(own)
    const count = pairs[step] as number
    return count < LEAST_EQUALLY ? own : Math.min(own, 1 - (beaten[step] as number) / count)
  }
}

/** Pairs as they are beside the surer pairs of their rows. */
export interface Ranked {
  readonly edges: ScoredEdges
  /**
   * A chance as far as the tables bear it out: no more than the share of the equally sure pairs that have no surer one. Those that have one are no
   * matches, and show what the chances of the model are worth.
   */
  likely(chance: number): number
  /** What the rank of a pair adds, as a logarithm to base 2: below 0; undefined where no pair of its rows is surer, and for pairs below a chance of 0.01. */
  bitsOf(a: number, b: number): number | undefined
}

/** The chance from which it is told what a pair has lost. */
const TOLD = 0.01

/** The odds of a chance, bounded. */
const oddsOf = (chance: number) => Math.min(chance, SURE) / (1 - Math.min(chance, SURE))
const SURE = 1 - 2 ** -40

/**
 * Chances that count what is likelier: a pair of odds o beside surer pairs of odds p, q … of the same row is a match with a chance of
 * o ÷ (1 + o + p + q + …). The surest pair of a row keeps its chance, and so do equally sure ones.
 */
export function besideRivals(edges: ScoredEdges, { first, second }: ListedOnce, rows: number): Ranked {
  const { size, a, b, chance } = edges
  const scores = chance.slice(0, size)
  const surer = new Float64Array(size)
  // Where the first table lists each thing once, the pairs of a row of the second one compete.
  const competing = [...(first ? [b] : []), ...(second ? [a] : [])]
  const order = competing.length ? surestFirst(edges) : new Uint32Array()
  for (const of of competing) {
    const sums = new Float64Array(rows)
    // Equally sure pairs do not count against each other.
    const last = new Float64Array(rows)
    const equal = new Float64Array(rows)
    for (const edge of order) {
      const row = of[edge] as number
      const own = chance[edge] as number
      if (last[row] !== own) {
        sums[row] = (sums[row] as number) + (equal[row] as number)
        last[row] = own
        equal[row] = 0
      }
      equal[row] = (equal[row] as number) + oddsOf(own)
      surer[edge] = (surer[edge] as number) + (sums[row] as number)
    }
  }
  for (let edge = 0; edge < size; edge++) {
    const rivals = surer[edge] as number
    if (rivals === 0) continue
    const odds = oddsOf(chance[edge] as number)
    scores[edge] = odds / (1 + odds + rivals)
  }
  return {
    edges: { size, a, b, chance: scores },
    likely: borneOut(chance.subarray(0, size), surer),
    bitsOf: lostBits(edges, scores, surer, rows),
  }
}

/** What pairs have lost to surer ones, in arrays: there may be more such pairs than a Map holds. */
function lostBits({ size, a, b }: ScoredEdges, scores: Float64Array, surer: Float64Array, rows: number): Ranked['bitsOf'] {
  const isTold = (edge: number) => (surer[edge] as number) > 0 && (scores[edge] as number) >= TOLD
  let count = 0
  for (let edge = 0; edge < size; edge++) count += Number(isTold(edge))
  const keys = new Float64Array(count)
  const keyOf = (x: number, y: number) => Math.min(x, y) * rows + Math.max(x, y)
  const placeOf = (key: number) => firstWhere(0, count, (at) => (keys[at] as number) >= key)
  let at = 0
  for (let edge = 0; edge < size; edge++) if (isTold(edge)) keys[at++] = keyOf(a[edge] as number, b[edge] as number)
  keys.sort()
  const bits = new Float64Array(count)
  for (let edge = 0; edge < size; edge++)
    if (isTold(edge)) bits[placeOf(keyOf(a[edge] as number, b[edge] as number))] = -ln(1 + (surer[edge] as number)) / Math.LN2
  return (x, y) => {
    const place = placeOf(keyOf(x, y))
    return keys[place] === keyOf(x, y) ? bits[place] : undefined
  }
}
