/** A worker on an executor: a filter on standard input and output, in one of its modes. */
import { setTimeout } from 'node:timers/promises'
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { recordPlan } from '../../reading/row-plans.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { failureLine } from '../failure.js'
import { distanceOfEqual } from '../marks.js'
import { decodeTask, type WorkerTask } from '../task.js'
import { blocks } from './blocks.js'
import { components } from './components.js'
import { count } from './count.js'
import { forest } from './forest.js'
import { gather } from './gather.js'
import { judgedRows } from './judged-rows.js'
import { match } from './match.js'
import { outcome } from './outcome.js'
import { drain, flush, numbered } from './pipe.js'
import { placedRecords } from './placed-records.js'
import { records } from './records.js'
import { sign } from './sign.js'
import { signSplits } from './sign-splits.js'

export const MODES = [
  'records',
  'count',
  'sign',
  'splits',
  'forest',
  'components',
  'gather',
  'outcome',
  'blocks',
  'placed',
  'match',
  'rows',
  'placed-rows',
] as const
export type Mode = (typeof MODES)[number]

const RUN: Readonly<Record<Mode, (options: Options, plan: RowPlan | undefined, task: WorkerTask) => void | Promise<void>>> = {
  records,
  count,
  sign,
  splits: signSplits,
  forest: (options, _, { crowd }) => forest(options, crowd),
  components,
  gather: (options, _, { crowd }) => gather(options, crowd),
  outcome: (options) => outcome(distanceOfEqual(options)),
  blocks: (options, plan, { wantPairs, isOrdered }) => blocks(options, plan, wantPairs, numbered(), isOrdered),
  placed: (options, plan, { wantPairs }) => blocks(options, plan, wantPairs, placedRecords()),
  match: (options, plan, { wantPairs }) => match(options, plan, wantPairs),
  rows: (options, plan, { wantPairs }) => judgedRows(options, plan, wantPairs, numbered()),
  'placed-rows': (options, plan, { wantPairs }) => judgedRows(options, plan, wantPairs, placedRecords()),
}

/** Milliseconds between the words of a failure and the end. */
const FAILING = 200

/**
 * Does the work of a mode to its end. Should it fail, what went wrong is on standard error, where Spark finds it, and all of the input was
 * read: else Spark would only see a broken pipe.
 *
 * @param task  options and wishes, by {@link encodeTask}
 * @returns     the exit code
 */
export async function work(mode: string, task: string): Promise<number> {
  try {
    if (!Object.hasOwn(RUN, mode)) throw new LeitongError('OPTION_VALUE', 'mode', JSON.stringify(mode), `one of ${MODES.join(', ')}`)
    const told = decodeTask(task)
    const { options, spec } = told
    await RUN[mode as Mode](options, recordPlan(options, FORMATS.jsonl, spec), told)
    flush()
    return 0
  } catch (error) {
    drain()
    process.stderr.write(failureLine(error))
    // Spark reads standard error in a thread of its own, and does not wait for it when the worker has ended.
    await setTimeout(FAILING)
    return 1
  }
}
