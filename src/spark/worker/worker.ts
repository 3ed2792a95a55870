/** A worker on an executor: a filter on standard input and output, in one of its modes. */
import { setTimeout } from 'node:timers/promises'
import { LeitongError } from '../../errors.js'
import { UnionFind } from '../../grouping/union-find.js'
import { fieldsOf } from '../../methods/fields.js'
import type { Options } from '../../options/options.js'
import { recordPlan } from '../../reading/row-plans.js'
import { FeatureCounter } from '../../signing/feature-counter.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import type { Reject } from '../../working/tasks.js'
import { failureLine } from '../failure.js'
import { distanceOfEqual } from '../marks.js'
import { decodeTask, type WorkerTask } from '../task.js'
import { blocks } from './blocks.js'
import { Longs, placeOf } from './columns.js'
import { forest } from './forest.js'
import { gather } from './gather.js'
import { judgedRows } from './judged-rows.js'
import { match } from './match.js'
import { outcome } from './outcome.js'
import { checked, drain, flush, numbered, rows, say } from './pipe.js'
import { placedRecords } from './placed-records.js'
import { records } from './records.js'
import { sign, signLines } from './sign.js'
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

/** Edges a, b -> node, component: the connected components, each named by its least node. One task does all of it. */
function components(): void {
  const ends = new Longs()
  for (const [a = '', b = ''] of rows()) {
    ends.push(BigInt(a))
    ends.push(BigInt(b))
  }
  const nodes = distinct(ends.sorted())
  const sets = new UnionFind(nodes.length)
  for (let i = 0; i < ends.length; i += 2) sets.union(placeOf(nodes, ends.at(i)), placeOf(nodes, ends.at(i + 1)))
  for (let i = 0; i < nodes.length; i++) say(`${nodes[i]}\t${nodes[sets.find(i)]}`)
}

/** Of ascending numbers each once, in their place. */
function distinct(sorted: BigUint64Array): BigUint64Array {
  let filled = 0
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[filled++] = sorted[i] as bigint
  return sorted.subarray(0, filled)
}

/** Bytes of records whose features are counted together: a table of their features fits easily. */
const TOGETHER = 64 << 20
/** More than any such table has, so that nothing is forgotten. */
const PLACES = 2 ** 27

/** document and checksum, JSON line -> feature, in how many documents it occurs; of no feature (NULL), how many documents there are. */
function count(given: Options, plan: RowPlan | undefined): void {
  // Method rare hands over the features of every document.
  const options: Options = { ...given, method: 'rare', measure: 'jaccard' }
  let counter = new FeatureCounter(PLACES)
  let [documents, bytes] = [0, 0]
  const close = () => {
    const { hashes, documents: counts } = counter.counted(1)
    for (let i = 0; i < hashes.length; i++) say(`${BigInt.asIntN(64, hashes[i] as bigint)}\t${counts[i]}`)
    counter = new FeatureCounter(PLACES)
    bytes = 0
  }
  const sign = signLines(options, plan, fieldsOf(options))
  for (const block of checked()) {
    const columns = sign(block)
    const [reject] = columns.rejects as readonly Reject[]
    if (reject && given.strict) throw new LeitongError('STRICT', columns.rejects.length, reject.reason)
    counter.add(columns.grams)
    documents += columns.count
    bytes += block.lines.length
    if (bytes >= TOGETHER) close()
  }
  close()
  if (documents) say(`\\N\t${documents}`)
}
