/** The way a caller watches and stops a run in memory. */

/** Phases in their order. */
export type Phase = 'read' | 'search' | 'verify'

export interface RunHooks {
  /** An `AbortSignal`; asked between documents and between pairs. */
  readonly signal?: { throwIfAborted(): void } | undefined
  /** Told how much of a phase is done: documents of `read`, pairs of `verify`; `total` where it is known. */
  readonly onProgress?: ((phase: Phase, done: number, total: number | undefined) => void) | undefined
}
