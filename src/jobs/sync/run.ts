/** A sync from start to end: once, or again and again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { LeitongError } from '../../errors.js'
import { LockFile } from '../../writing/lock-file.js'
import type { LiveIndex } from '../live/live-index.js'
import type { SyncSource } from './items.js'
import { planName, type SyncPlan } from './plan.js'
import { noCounts, type SyncCounts, type SyncOutput, syncOnce } from './sync.js'

/** The longest pause between two passes, in seconds: a longer one is the work of a scheduler. */
const DAY = 86_400

export interface SyncRun {
  /** Where the position is kept; undefined: nowhere, and everything is read again next time. */
  readonly state: string | undefined
  readonly output: SyncOutput
  /** Told of each row that could not be judged. */
  readonly reject: (what: string) => void
  /** Told how many rows the pass at hand has answered so far. */
  readonly progress?: ((rows: number) => void) | undefined
  /** Told after each pass. */
  readonly passed?: ((counts: SyncCounts) => void) | undefined
  /** Seconds until it looks again; undefined: one pass. */
  readonly follow: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * @returns what was done in all passes
 * @throws {LeitongError} as {@link syncOnce}; the reason of the signal, between two batches
 */
export async function runSync(
  source: SyncSource,
  index: LiveIndex,
  plan: SyncPlan,
  { state, output, reject, progress, passed, follow, signal }: SyncRun,
): Promise<SyncCounts> {
  if (source.isStream && follow !== undefined) throw new LeitongError('OPTION_CONFLICT', 'a stream is followed to its end without --follow')
  if (follow !== undefined && !(follow > 0 && follow <= DAY))
    throw new LeitongError('OPTION_VALUE', 'follow', String(follow), 'seconds above 0, up to a day')
  const statePath = source.isStream ? undefined : state
  // Two that go on from one position would answer rows twice and lose each other's place.
  using _lock = statePath === undefined ? undefined : LockFile.take(statePath)
  const how = { mode: planName(plan), statePath, output, reject, progress, signal }
  const total = noCounts()
  for (let pass = 0; ; pass++) {
    const counts = await syncOnce(source, index, how)
    if (pass === 0) counts.unplaced = (await source.unplaced?.()) ?? 0
    for (const name of Object.keys(total) as (keyof SyncCounts)[]) total[name] += counts[name]
    passed?.(counts)
    if (follow === undefined) return total
    // Stopped while it waits, it ends as it would at work.
    await sleep(follow * 1000, undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
}
