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

export type Work = RunWork | LabWork | PassagesWork

export const WORKS = ['run', 'lab', 'passages'] as const satisfies readonly Work['work'][]

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

export interface WorkHooks {
  /** Told how much of a phase is done; `total` where it is known. */
  readonly progress?: (phase: string, done: number, total: number | undefined) => void
}
