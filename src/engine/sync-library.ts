/** A sync from start to end: once, or again and again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { LeitongError } from '../errors.js'
import type { FieldsInput } from '../sources/rows/fields-file.js'
import { toJson } from './json.js'
import { resolveFields } from './library.js'
import type { Added, LiveIndex } from './live.js'
import { REMEMBERED } from './live-options.js'
import type { OptionsInput } from './options.js'
import { Sync, type SyncCounts, type SyncOutput } from './sync.js'
import { modeOf, openSyncSource, type SyncMode, type SyncPlan, type SyncSource } from './sync-source.js'

/** Seconds. */
const DAY = 86_400

export interface SyncRun {
  /** Where the position is kept; undefined: nowhere, and everything is read again next time. */
  readonly state: string | undefined
  readonly output: SyncOutput
  /** Told of each row that could not be judged. */
  readonly reject: (what: string) => void
  /** Told after each pass. */
  readonly passed?: ((counts: SyncCounts) => void) | undefined
  /** Seconds until it looks again; undefined: one pass. */
  readonly follow: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * @returns what was done in all passes
 * @throws {LeitongError} as {@link Sync.pass}; the reason of the signal, between two batches
 */
export async function runSync(
  source: SyncSource,
  index: LiveIndex,
  plan: SyncPlan,
  { state, output, reject, passed, follow, signal }: SyncRun,
): Promise<SyncCounts> {
  if (source.isStream && follow !== undefined) throw new LeitongError('OPTION_CONFLICT', 'a stream is followed to its end without --follow')
  if (follow !== undefined && !(follow > 0 && follow <= DAY))
    throw new LeitongError('OPTION_VALUE', 'follow', String(follow), 'seconds above 0, up to a day')
  const mode = [modeOf(plan), plan.timestamp, plan.incrementing].filter(Boolean).join(' ')
  const sync = new Sync(source, index, { mode, statePath: source.isStream ? undefined : state, output, reject, signal })
  const total: SyncCounts = { rows: 0, new: 0, duplicates: 0, unchanged: 0, rejects: 0 }
  while (true) {
    const counts = await sync.pass()
    for (const name of Object.keys(total) as (keyof SyncCounts)[]) total[name] += counts[name]
    passed?.(counts)
    if (follow === undefined) return total
    // Stopped while it waits, it ends as it would at work.
    await sleep(follow * 1000, undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
}

export interface SyncOptions extends Omit<OptionsInput, 'fields'> {
  /** Rows: what is compared, as in a fields file (docs/databases.md), or the path of one. */
  readonly fields?: string | FieldsInput
  /** @default what the columns say, else `bulk` */
  readonly mode?: SyncMode
  /** A column that holds when a row was last changed. */
  readonly timestampColumn?: string
  /** A column that only grows. */
  readonly incrementingColumn?: string
  /** A file that keeps the position from call to call. */
  readonly state?: string
  /** Seconds until it looks again. @default one pass */
  readonly follow?: number
  readonly signal?: AbortSignal
  /** Takes the answers of a batch; the position moves on when it has. A row is answered again when the process ended in between. */
  readonly onAnswers?: (answers: readonly Added[]) => void | Promise<void>
  /** Told of each row that could not be judged. */
  readonly onReject?: (what: string) => void
  /** Told after each pass. */
  readonly onPass?: (counts: SyncCounts) => void
}

/**
 * Brings new rows of a source into a live index, in the order of the source, each held against everything before it.
 *
 * @param source  the URL of a database, or files
 * @param index   an open index; it stays open
 * @returns       what was done
 * @throws {LeitongError} for wrong options, and when source, index or state cannot be read or written; the reason of the signal
 * @example
 * await sync('postgres://reader@db.example/city', index, {
 *   table: 'petitions', incrementingColumn: 'id', state: 'petitions.state',
 *   onAnswers: (answers) => console.log(answers.filter(({ status }) => status === 'duplicate')),
 * }) // { rows: 120, new: 97, duplicates: 23, unchanged: 0, rejects: 0 }
 */
export async function sync(
  source: string,
  index: LiveIndex,
  { mode, timestampColumn, incrementingColumn, state, follow, signal, onAnswers, onReject, onPass, ...given }: SyncOptions = {},
): Promise<SyncCounts> {
  const { options, spec } = resolveFields(given)
  const other = REMEMBERED.find((name) => name in given && toJson(options[name]) !== toJson(index.options[name]))
  if (other)
    throw new LeitongError('OPTION_CONFLICT', `${other} is ${toJson(index.options[other])} in the index, not ${toJson(options[other])}`)
  const plan: SyncPlan = {
    ...(mode === undefined ? {} : { mode }),
    ...(timestampColumn === undefined ? {} : { timestamp: timestampColumn }),
    ...(incrementingColumn === undefined ? {} : { incrementing: incrementingColumn }),
  }
  const output: SyncOutput = {
    begin: () => undefined,
    async write(answers) {
      if (answers.length) await onAnswers?.(answers)
      return undefined
    },
  }
  return runSync(await openSyncSource(source, plan, options, spec), index, plan, {
    state,
    output,
    reject: onReject ?? (() => {}),
    passed: onPass,
    follow,
    signal,
  })
}
