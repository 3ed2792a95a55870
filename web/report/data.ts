/** What the engine puts into the page (src/jobs/dedupe/report.ts writes it): plain JSON, blocks of it compressed. */

export interface ReportData {
  readonly summary: {
    readonly version: string
    readonly documents: number
    readonly kept: number
    readonly removed: number
    readonly groups: number
    readonly rejects: number
    readonly seconds: { readonly total: number }
    readonly plan: string
    readonly signature: string
    readonly options: Readonly<Record<string, unknown>>
  }
  /** Pairs counted by similarity, from `from` to 1 in equal steps; or by distance, from 0, a step each. */
  readonly histogram: { readonly by: 'similarity' | 'distance'; readonly from: number; readonly counts: readonly number[] }
  readonly groups: readonly ReportGroup[]
  /** Groups whose texts are in one block. */
  readonly perBlock: number
}

/** One line of the list. */
export interface ReportGroup {
  readonly size: number
  /** Id of the kept document, as JSON. */
  readonly id: string
  readonly title: string
  /** Least and greatest similarity to the kept one; null where signatures decided. */
  readonly low: number | null
  readonly high: number | null
}

export interface ReportMember {
  readonly id: string
  readonly title: string
  /** Absent when the page would become too large. */
  readonly text?: string
  readonly cut?: boolean
  /** To the kept one; the kept one itself, which comes first, has 1. */
  readonly similarity: number | null
  readonly distance: number | null
}

/** The members of one group, the kept one first, as far as they are shown. */
export type ReportMembers = readonly ReportMember[]
