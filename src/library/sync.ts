/** New rows of a source into a live index, as a library call. */

import { LeitongError } from '../errors.js'
import type { Added } from '../jobs/live/add.js'
import { LiveIndex } from '../jobs/live/live-index.js'
import { REMEMBERED } from '../jobs/live/settings.js'
import type { SyncMode, SyncPlan } from '../jobs/sync/plan.js'
import type { SyncCounts, SyncOutput } from '../jobs/sync/sync.js'
import { methodOf } from '../methods/methods.js'
import type { OptionsInput } from '../options/options.js'
import { requireFunction, requireObject, requireSignal, shown } from '../options/require.js'
import { toJson } from '../reading/whole-numbers-json.js'
import { nameOf } from '../resolving/names.js'
import type { FieldsInput } from '../sources/rows/fields-file.js'
import { resolveFields } from './dedupe.js'
import { withOptionNames } from './option-names.js'

export interface SyncOptions extends Omit<OptionsInput, 'fields'> {
  /** Rows: what is compared, as in a fields file (docs/databases.md), or the path of one. */
  readonly fields?: string | FieldsInput
  /** Which rows are new. @default what the columns say, else `bulk` */
  readonly mode?: SyncMode
  /** A column that holds when a row was last changed. */
  readonly timestampColumn?: string
  /** A column that only grows. */
  readonly incrementingColumn?: string
  /** A file that keeps the position from call to call. */
  readonly state?: string
  /** Seconds until it looks again. @default one pass */
  readonly follow?: number
  /** Ends the call, which then rejects with the reason of the signal. */
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
 * }) // { rows: 120, new: 97, duplicates: 23, unchanged: 0, rejects: 0, unplaced: 0 }
 */
export function sync(source: string, index: LiveIndex, asked: SyncOptions = {}): Promise<SyncCounts> {
  return withOptionNames(async () => {
    if (typeof source !== 'string') throw new LeitongError('ARGUMENT', `the source: ${shown(source)}`, 'the URL of a database, or a file')
    if (!(index instanceof LiveIndex))
      throw new LeitongError('ARGUMENT', `the index: ${shown(index)}`, 'an index that openIndex() has opened')
    requireObject(asked)
    const { mode, timestampColumn, incrementingColumn, state, follow, signal, onAnswers, onReject, onPass, ...given } = asked
    requireSignal(signal)
    for (const [name, hook] of Object.entries({ onAnswers, onReject, onPass })) requireFunction(hook, name)
    // How rows are read follows from how the index compares them.
    const { options, spec } = resolveFields(
      methodOf(index.options).reads === 'values' ? { ...given, measure: given.measure ?? index.options.measure } : given,
    )
    const named = Object.keys(given).map(nameOf)
    if (named.includes('decisions') && options.decisions !== index.options.decisions)
      throw new LeitongError('OPTION_CONFLICT', 'decisions belong to the index: open it with them')
    const other = REMEMBERED.find((name) => named.includes(name) && toJson(options[name]) !== toJson(index.options[name]))
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
    const [{ runSync }, { openSyncSource }] = await Promise.all([import('../jobs/sync/run.js'), import('../jobs/sync/source.js')])
    return runSync(await openSyncSource(source, plan, options, spec), index, plan, {
      state,
      output,
      reject: onReject ?? (() => {}),
      passed: onPass,
      follow,
      signal,
    })
  })
}
