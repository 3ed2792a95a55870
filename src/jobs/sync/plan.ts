/** The plan of a sync: how new rows are told from those that were read before. */
import { LeitongError } from '../../errors.js'

export const SYNC_MODES = ['bulk', 'incrementing', 'timestamp', 'timestamp+incrementing'] as const
export type SyncMode = (typeof SYNC_MODES)[number]

export interface SyncPlan {
  /** By default what the columns say, else `bulk`. */
  readonly mode?: SyncMode
  /** A column that only grows, of `incrementing`. */
  readonly incrementing?: string
  /** A column that holds when a row was last changed, of `timestamp`. */
  readonly timestamp?: string
}

export const modeOf = ({ mode, timestamp, incrementing }: SyncPlan): SyncMode =>
  mode ??
  (timestamp === undefined
    ? incrementing === undefined
      ? 'bulk'
      : 'incrementing'
    : incrementing === undefined
      ? 'timestamp'
      : 'timestamp+incrementing')

/** Mode and columns in one name, which the state file remembers: a position means nothing under another plan. */
export const planName = (plan: SyncPlan): string => [modeOf(plan), plan.timestamp, plan.incrementing].filter(Boolean).join(' ')

/**
 * The columns whose values make the position of a row, the first of them the slowest to change.
 *
 * @throws {LeitongError} `OPTION_VALUE`, `OPTION_CONFLICT` when mode and columns do not go together
 */
export function positionColumns(plan: SyncPlan): string[] {
  const { incrementing, timestamp } = plan
  const mode = modeOf(plan)
  if (!SYNC_MODES.includes(mode)) throw new LeitongError('OPTION_VALUE', 'mode', JSON.stringify(mode), `one of ${SYNC_MODES.join(', ')}`)
  const wanted = { timestamp: mode.includes('timestamp'), incrementing: mode.includes('incrementing') }
  for (const [name, column] of [
    ['timestamp', timestamp],
    ['incrementing', incrementing],
  ] as const)
    if (wanted[name] !== (column !== undefined))
      throw new LeitongError('OPTION_CONFLICT', `--${name}-column is ${wanted[name] ? 'needed' : 'of no use'} in mode ${mode}`)
  return [timestamp, incrementing].filter((column) => column !== undefined)
}
