/** The queue of a review: groups that fit, in an order, with what each facet would show. Counting is one pass over typed arrays. */
import { firstWhere } from '../hashing/binary-search.js'
import type { RunColumns } from './files.js'
import { MARKS, type Mark } from './risk.js'
import { STATES, type State } from './states.js'
import { timeEdges } from './times.js'

export const SORTS = ['risk', 'size', 'similarity', 'input'] as const
export type Sort = (typeof SORTS)[number]

/** A range of a facet, both ends included; undefined: open. */
export interface Span {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface Filter {
  readonly size?: Span | undefined
  /** The least similarity to the reference, 0 to 1. */
  readonly similarity?: Span | undefined
  /** UTF-16 units of the longest member. */
  readonly length?: Span | undefined
  /** Milliseconds since 1970. */
  readonly time?: Span | undefined
  readonly state?: readonly State[] | undefined
  /** Numbers of files. */
  readonly source?: readonly number[] | undefined
  /** All of these. */
  readonly marks?: readonly Mark[] | undefined
  /** 1 for each group that a search has found. */
  readonly found?: Uint8Array | undefined
}

/** A bar of a histogram: from where to where, groups that fit all but this facet, and whether the facet takes it. */
export interface Bar {
  readonly from: number
  readonly to: number
  readonly count: number
}

export interface Facets {
  readonly size: readonly Bar[]
  readonly similarity: readonly Bar[]
  readonly length: readonly Bar[]
  /** In milliseconds since 1970; empty where no group has a time. */
  readonly time: readonly Bar[]
  readonly state: Readonly<Record<State, number>>
  readonly source: readonly number[]
  readonly marks: Readonly<Record<Mark, number>>
}

/** The lower ends of the bars; the last has no upper end. */
const SIZES = [2, 3, 4, 6, 11, 21, 51, 101, 1001]
const LENGTHS = [0, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
const SIMILARITIES = Array.from({ length: 20 }, (_, i) => i / 20)

// Facets, as bits of what a group fails.
const FAILS = { size: 1, similarity: 2, length: 4, state: 8, source: 16, marks: 32, found: 64, time: 128 } as const

export class Queue {
  readonly #columns: RunColumns
  readonly #orders = new Map<Sort, Uint32Array>()
  /** The place of each group in an order. */
  readonly #ranks = new Map<Sort, Uint32Array>()
  readonly #sources: number
  /** The bar of each group in each histogram, which never changes. */
  readonly #bars: Readonly<Record<'size' | 'similarity' | 'length' | 'time', Uint8Array>>
  readonly #timeEdges: readonly number[]
  /** The state of each group, by its place in STATES. */
  readonly states: Uint8Array

  constructor(columns: RunColumns, sources: number) {
    this.#columns = columns
    this.#sources = sources
    this.states = new Uint8Array(columns.risk.length)
    const barsOf = (edges: readonly number[], value: (group: number) => number) =>
      Uint8Array.from(this.states, (_, group) => barOf(edges, value(group)))
    this.#timeEdges = timeEdges(columns.time)
    this.#bars = {
      size: barsOf(SIZES, (group) => this.sizeOf(group)),
      similarity: barsOf(SIMILARITIES, (group) => columns.low[group] as number),
      length: barsOf(LENGTHS, (group) => columns.length[group] as number),
      time: barsOf(this.#timeEdges.slice(0, -1), (group) => columns.time[group] as number),
    }
  }

  get groups(): number {
    return this.#columns.risk.length
  }

  sizeOf(group: number): number {
    const { starts } = this.#columns
    return (starts[group + 1] as number) - (starts[group] as number)
  }

  /** Groups that fit, in an order, and the facets beside them. */
  select(filter: Filter, sort: Sort): { readonly found: Uint32Array; readonly facets: Facets } {
    const { groups } = this
    const fails = new Uint8Array(groups)
    const { low, length, marks, source, time } = this.#columns
    const hasTimes = this.#timeEdges.length > 0
    const wantedStates = filter.state && new Set(filter.state.map((state) => STATES.indexOf(state)))
    const wantedSources = filter.source && new Set(filter.source)
    const wantedMarks = (filter.marks ?? []).reduce((bits, mark) => bits | MARKS[mark], 0)
    const counts = {
      size: new Uint32Array(SIZES.length),
      similarity: new Uint32Array(SIMILARITIES.length),
      length: new Uint32Array(LENGTHS.length),
      time: new Uint32Array(Math.max(0, this.#timeEdges.length - 1)),
      state: new Uint32Array(STATES.length),
      source: new Uint32Array(this.#sources),
      marks: new Uint32Array(Object.keys(MARKS).length),
    }
    const { size: sizes, similarity: similarities, length: lengths, time: times } = this.#bars
    let total = 0
    for (let group = 0; group < groups; group++) {
      const size = this.sizeOf(group)
      const similarity = low[group] as number
      let failed = 0
      if (!within(size, filter.size)) failed |= FAILS.size
      if (!within(similarity, filter.similarity)) failed |= FAILS.similarity
      if (!within(length[group] as number, filter.length)) failed |= FAILS.length
      if (!within(time[group] as number, filter.time)) failed |= FAILS.time
      if (wantedStates && !wantedStates.has(this.states[group] as number)) failed |= FAILS.state
      if (wantedSources && !wantedSources.has(source[group] as number)) failed |= FAILS.source
      if (((marks[group] as number) & wantedMarks) !== wantedMarks) failed |= FAILS.marks
      if (filter.found && !filter.found[group]) failed |= FAILS.found
      fails[group] = failed
      if (!failed) total++
      // A group that fails two facets is counted by none.
      if (failed & (failed - 1)) continue
      if (!(failed & ~FAILS.size)) count(counts.size, sizes[group] as number)
      if (!(failed & ~FAILS.similarity) && !Number.isNaN(similarity)) count(counts.similarity, similarities[group] as number)
      if (!(failed & ~FAILS.length)) count(counts.length, lengths[group] as number)
      if (hasTimes && !(failed & ~FAILS.time) && !Number.isNaN(time[group] as number)) count(counts.time, times[group] as number)
      if (!(failed & ~FAILS.state)) count(counts.state, this.states[group] as number)
      if (!(failed & ~FAILS.source)) count(counts.source, source[group] as number)
      if (!(failed & ~FAILS.marks))
        for (let bit = 0; bit < counts.marks.length; bit++) if ((marks[group] as number) & (1 << bit)) count(counts.marks, bit)
    }
    const found = new Uint32Array(total)
    let filled = 0
    const order = this.#order(sort)
    for (let i = 0; i < groups; i++) if (!fails[order[i] as number]) found[filled++] = order[i] as number
    return {
      found,
      facets: {
        size: bars(SIZES, counts.size),
        similarity: bars(SIMILARITIES, counts.similarity, 1),
        length: bars(LENGTHS, counts.length),
        time: bars(this.#timeEdges.slice(0, -1), counts.time, this.#timeEdges.at(-1)),
        state: Object.fromEntries(STATES.map((state, i) => [state, counts.state[i] as number])) as Facets['state'],
        source: [...counts.source],
        marks: Object.fromEntries(Object.keys(MARKS).map((mark, i) => [mark, counts.marks[i] as number])) as Facets['marks'],
      },
    }
  }

  /** How many of a selection stand before a group in an order, whether the group is among them or not. */
  placeIn(found: Uint32Array, sort: Sort, group: number): number {
    const ranks = this.#ranks.get(sort) ?? new Uint32Array(this.groups)
    if (!this.#ranks.has(sort)) for (const [rank, one] of this.#order(sort).entries()) ranks[one] = rank
    this.#ranks.set(sort, ranks)
    return firstWhere(0, found.length, (i) => (ranks[found[i] as number] as number) >= (ranks[group] as number))
  }

  #order(sort: Sort): Uint32Array {
    const known = this.#orders.get(sort)
    if (known) return known
    const { risk, low } = this.#columns
    const order = Uint32Array.from({ length: this.groups }, (_, i) => i)
    if (sort === 'risk') order.sort((a, b) => (risk[b] as number) - (risk[a] as number) || a - b)
    if (sort === 'size') order.sort((a, b) => this.sizeOf(b) - this.sizeOf(a) || a - b)
    if (sort === 'similarity') order.sort((a, b) => (low[a] || 0) - (low[b] || 0) || a - b)
    this.#orders.set(sort, order)
    return order
  }
}

const within = (value: number, span: Span | undefined): boolean =>
  !span || !(value < (span.from ?? Number.NEGATIVE_INFINITY) || value > (span.to ?? Number.POSITIVE_INFINITY) || Number.isNaN(value))

function count(list: Uint32Array, bar: number): void {
  list[bar] = (list[bar] as number) + 1
}

function barOf(edges: readonly number[], value: number): number {
  let bar = 0
  while (bar + 1 < edges.length && value >= (edges[bar + 1] as number)) bar++
  return bar
}

const bars = (edges: readonly number[], counts: Uint32Array, last = Number.MAX_SAFE_INTEGER): Bar[] =>
  edges.map((from, i) => ({ from, to: edges[i + 1] ?? last, count: counts[i] as number }))
