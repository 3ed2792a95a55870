/**
 * The data in the page, as src/jobs/dedupe/reporting/data.ts writes it: JSON in script elements, gzipped and in base64.
 *
 * `data` has the summary and the list of groups, `ids` every id, and each `block-N` the members of some groups with their texts.
 */
import type { Persons } from '../../src/comparing/persons.js'
import { plain } from '../../src/comparing/spellings.js'
import type { HowDecided } from '../../src/methods/told.js'
import { unzipped } from '../unzip.js'

export interface ReportData {
  /** Inputs as the caller named them, and when the run ended (ISO 8601). */
  readonly about: {
    readonly inputs: readonly string[]
    /** Of a link, whose other inputs are of A. */
    readonly inputsOfB?: readonly string[]
    readonly date: string
  }
  readonly summary: BatchFigures | LinkFigures
  /** How pairs were found and decided. */
  readonly decided: HowDecided
  /** Pairs counted by similarity, from `from` to 1 in equal steps; or by distance, from 0, one step a bit. */
  readonly histogram: Histogram
  /** In the order of the input; fewer than the summary counts where they would make the page too large. */
  readonly groups: readonly ReportGroup[]
  /** Groups whose members stand in one block. */
  readonly perBlock: number
}

interface Figures {
  readonly version: string
  readonly groups: number
  readonly rejects: number
  readonly seconds: { readonly total: number }
  readonly plan: string
  readonly signature: string
  readonly options: Readonly<Record<string, unknown>>
  /** Where rows were compared field by field. */
  readonly rows?: RowsData
}

export interface BatchFigures extends Figures {
  readonly documents: number
  readonly kept: number
  readonly removed: number
  readonly copies: number
}

/** Of a link: each group is a row of A with the rows of B that it is the best match of. */
export interface LinkFigures extends Figures {
  readonly a: number
  readonly b: number
  readonly pairs: number
  readonly linkedA: number
  readonly linkedB: number
}

export const isLink = (summary: ReportData['summary']): summary is LinkFigures => 'linkedB' in summary

/** The figures of rows, see src/jobs/dedupe/rows/summary.ts. */
export interface RowsData {
  readonly columns: readonly {
    readonly name: string
    readonly kind: string
    readonly completeness: number
    readonly distinct: number
    readonly weight: number
    readonly levels?: readonly { readonly name: string; readonly m: number; readonly u: number }[]
  }[]
  readonly keys: readonly { readonly name: string; readonly pairs: number; readonly finds: number; readonly adds: number }[]
  readonly comparisons: { readonly planned: number; readonly made: number }
  readonly recall: number
  readonly precision?: number
  readonly precisionBetween?: readonly [number, number]
  readonly resultRecall?: number
  readonly resultRecallBetween?: readonly [number, number]
  readonly histogram: readonly number[]
  readonly model?: { readonly checksum: string }
}

/** What one field says of a row and the kept one; null where one of them has no value. */
export interface ReportContribution {
  readonly field: string
  readonly level: string | null
  readonly similarity: number | null
  readonly weight?: number
  readonly bits?: number
}

export interface Histogram {
  readonly by: 'similarity' | 'distance'
  readonly from: number
  readonly counts: readonly number[]
}

/** One line of the list. */
export interface ReportGroup {
  readonly size: number
  /** Id of the kept document, as JSON. */
  readonly id: string
  readonly title: string
  /** Least and greatest similarity to the kept document; null where signatures decided. */
  readonly low: number | null
  readonly high: number | null
  /** Bars of the histogram in which the other members stand, ascending. */
  readonly bars: readonly number[]
  /** Where several of the members that are shown name a person. */
  readonly persons?: Persons
  /** Of rows: the least sure of the pairs that hold a group of three and more together. */
  readonly weakest?: WeakestPair
}

export interface WeakestPair {
  readonly a: string
  readonly b: string
  readonly similarity: number | null
  readonly contributions: readonly ReportContribution[]
  /** Of both rows, as {@link ReportMember.fields}. */
  readonly fields?: readonly [a: ReportFields, b: ReportFields]
}

/** Compared fields by name, in the order of the columns. */
export type ReportFields = readonly (readonly [name: string, value: string])[]

export interface ReportMember {
  readonly id: string
  readonly title: string
  /** Absent when the page would become too large. */
  readonly text?: string
  /** Of a row. */
  readonly fields?: ReportFields
  /** Fields that were asked for beside the text. */
  readonly extra?: readonly (readonly [name: string, value: string])[]
  /** The name of a person. */
  readonly person?: string
  /** Of two sides, where there are two. */
  readonly side?: string
  /** Of a row that is not the kept one: what its fields say. */
  readonly contributions?: readonly ReportContribution[]
  /** Of a row that is no pair with the kept one: the pairs that lead to it, each with the row it leads on to. */
  readonly through?: readonly { readonly id: string; readonly similarity: number }[]
  /** Whether only the beginning of the text is here. */
  readonly cut?: boolean
  /** To the kept document; the kept document itself, which comes first, has 1. */
  readonly similarity: number | null
  readonly distance: number | null
}

/** The members of one group, the kept one first, as far as they are shown. */
export type ReportMembers = readonly ReportMember[]

async function unpack<Value>(id: string): Promise<Value | undefined> {
  const base64 = document.getElementById(id)?.textContent
  if (!base64) return undefined
  return (await unzipped(base64).json()) as Value
}

/** Unpacked blocks that are held; a search walks through all of them. */
const HELD_BLOCKS = 40

/** Where the larger parts of a report come from, when somebody looks. */
export interface ReportSource {
  /** The groups of one block, in the order of the input. */
  block(number: number): Promise<readonly ReportMembers[]>
  /** For each group all its ids, a line each; empty when the page would become too large. */
  ids(): Promise<readonly string[]>
}

/** What stands in the page itself. */
const EMBEDDED: ReportSource = {
  block: async (number) => (await unpack<readonly ReportMembers[]>(`block-${number}`)) ?? [],
  ids: async () => (await unpack<readonly string[]>('ids')) ?? [],
}

/** The data of one report; blocks are held for a while. */
export class Report {
  readonly data: ReportData
  readonly #source: ReportSource
  readonly #blocks = new Map<number, Promise<readonly ReportMembers[]>>()
  #ids: Promise<readonly string[]> | undefined

  constructor(data: ReportData, source: ReportSource) {
    this.data = data
    this.#source = source
  }

  static async load(): Promise<Report> {
    return new Report((await unpack<ReportData>('data')) as ReportData, EMBEDDED)
  }

  get blocks(): number {
    return Math.ceil(this.data.groups.length / this.data.perBlock)
  }

  /** The groups of one block, in the order of the input. */
  block(number: number): Promise<readonly ReportMembers[]> {
    const known = this.#blocks.get(number)
    if (known) return known
    const block = this.#source.block(number)
    this.#blocks.set(number, block)
    if (this.#blocks.size > HELD_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value as number)
    return block
  }

  /** @param group  its place in the list, from 0 */
  async membersOf(group: number): Promise<ReportMembers> {
    const { perBlock } = this.data
    return (await this.block(Math.floor(group / perBlock)))[group % perBlock] ?? []
  }

  /** For each group all its ids in lower case, a line each; empty when the page would become too large. */
  ids(): Promise<readonly string[]> {
    this.#ids ??= this.#source.ids().then((found) => found.map(plain))
    return this.#ids
  }
}

/** An id as people read it. */
export function plainId(id: string): string {
  const value: unknown = JSON.parse(id)
  return typeof value === 'string' ? value : id
}

/** A similarity with three decimals; – where signatures decided. */
export const score = (value: number | null) => (value === null ? '–' : value === 1 ? '1' : value.toFixed(3))

/** The values between which a bar of the histogram stands. */
export function barLabel({ by, from, counts }: Histogram, bar: number): string {
  if (by === 'distance') return String(bar)
  const edge = (i: number) => (from + ((1 - from) * i) / counts.length).toFixed(2)
  return `${edge(bar)} – ${edge(bar + 1)}`
}
