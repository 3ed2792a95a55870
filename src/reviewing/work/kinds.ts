/** Work on a review that is longer than a request, as plain data: what is asked for, and what has come of it. */

/** A new run of the source. */
export interface RunWork {
  readonly work: 'run'
  /** Another one from now on. */
  readonly threshold?: number
}

/** Pairs around the threshold. */
export interface LabWork {
  readonly work: 'lab'
}

/** Passages that more than `over` documents have, of `least` characters and more. */
export interface PassagesWork {
  readonly work: 'passages'
  readonly least: number
  readonly over: number
}

/** What the plan says, written. */
export interface ApplyWork {
  readonly work: 'apply'
  /** The key of the plan that was shown. */
  readonly plan: string
  /** For the groups that were decided on: one of our own, in the database that the review reads. */
  readonly table?: string
  /** A table of results of this name is replaced. */
  readonly replace?: boolean
}

export type Work = RunWork | LabWork | PassagesWork | ApplyWork

export const WORKS = ['run', 'lab', 'passages', 'apply'] as const satisfies readonly Work['work'][]

/** What was made; until the project takes it over, it shows what was there before. */
export type Done =
  | {
      readonly work: 'run'
      /** Its number. */
      readonly run: number
      readonly options: Readonly<Record<string, unknown>>
      readonly documents: number
      readonly groups: number
      readonly members: number
    }
  /** The run that the pairs are of. */
  | { readonly work: 'lab'; readonly run: number }
  | { readonly work: 'passages'; readonly found: number }
  | {
      readonly work: 'apply'
      readonly documents: number
      readonly removed: number
      readonly kept: number
      /** Names of what was written. */
      readonly files: readonly string[]
    }

export interface WorkHooks {
  /** Told how much of a phase is done; `total` where it is known. */
  readonly progress?: (phase: string, done: number, total: number | undefined) => void
}
