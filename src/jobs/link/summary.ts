/** The figures of a link. */
import { withOdds } from '../../matching/estimate.js'
import type { WeakHash } from '../../methods/weak-hash.js'
import type { IgnoredTotal } from '../../signing/lexicons.js'
import type { ScriptCounts } from '../../tokenizing/chinese/script.js'
import type { Figures } from '../dedupe/figures.js'
import { pairsFrom, type RowsSummary, summarizeRows } from '../dedupe/rows/summary.js'
import { commonFigures, secondsOf } from '../dedupe/summary.js'
import type { LinkRun } from './link.js'

/** What a join of two sides has in numbers, however it joins them. */
export interface SidesSummary extends WeakHash {
  readonly version: string
  /** Documents of each side. */
  readonly a: number
  readonly b: number
  readonly rejects: number
  readonly seconds: number
  readonly plan: string
  readonly signature: string
  readonly limits: { readonly manyCopies: number; readonly crowded: number; readonly unpaired: number }
  /** Under `--ignore`: what was left out of the texts. */
  readonly ignored?: IgnoredTotal
  /** Where texts in both scripts of Chinese occur: how many in each. */
  readonly scripts?: ScriptCounts
  /** Sheets of workbooks: which were read, and which of the same file were not. */
  readonly sheets?: Figures['sheets']
  /** Tables as text with rows above their headers: the row of each header, from 1. */
  readonly headers?: Figures['headers']
  /** Under a measure of rows. */
  readonly rows?: RowsSummary
}

/** One link, in numbers. */
export interface LinkSummary extends SidesSummary {
  readonly pairs: number
  /** Documents of each side that are in some pair. */
  readonly linkedA: number
  readonly linkedB: number
}

/**
 * That no row is in two pairs is evidence: the odds of a pair that was chosen are ten times those of its score alone. It is half (as a logarithm)
 * of what the threshold of such a join takes for granted.
 */
const CHOSEN = 10

function* chancesOf({ matches, rows }: LinkRun): Generator<number> {
  for (const { similarity = 0 } of matches.pairs()) {
    const chance = rows?.likely(similarity) ?? similarity
    yield matches.isOneToOne ? withOdds(chance, CHOSEN) : chance
  }
}

/**
 * The chances of the pairs that were not taken. Where no row may be in two pairs, a rival of pairs that were taken can be a match as far as they are none.
 */
function* chancesLeft({ matches, rows, context }: LinkRun): Generator<number> {
  if (!rows) return
  if (!matches.isOneToOne) return yield* pairsFrom(rows, context.options.threshold).left()
  const taken = new Map<number, { readonly partner: number; readonly chance: number }>()
  for (const { a, b, similarity = 0 } of matches.pairs()) {
    const chance = withOdds(rows.likely(similarity), CHOSEN)
    taken.set(a, { partner: b, chance })
    taken.set(b, { partner: a, chance })
  }
  const { size, a, b, chance } = rows.edges
  for (let edge = 0; edge < size; edge++) {
    const [one, other] = [taken.get(a[edge] as number), taken.get(b[edge] as number)]
    if (one?.partner !== b[edge]) yield rows.likely(chance[edge] as number) * (1 - Math.max(one?.chance ?? 0, other?.chance ?? 0))
  }
}

export function summarizeLink(run: LinkRun): LinkSummary {
  const [left, right] = [new Set<number>(), new Set<number>()]
  let pairs = 0
  for (const { a, b } of run.matches.pairs()) {
    pairs++
    left.add(a)
    right.add(b)
  }
  const { version, rejects, plan, signature, limits, ...more } = commonFigures(run)
  return {
    version,
    a: run.ofA,
    b: run.context.documents.count - run.ofA,
    pairs,
    linkedA: left.size,
    linkedB: right.size,
    rejects,
    seconds: secondsOf(run.context).total,
    plan,
    signature,
    limits,
    ...more,
    ...(run.rows
      ? { rows: summarizeRows(run.rows, run.context.documents.count, 0, { taken: () => chancesOf(run), left: () => chancesLeft(run) }) }
      : {}),
  }
}
