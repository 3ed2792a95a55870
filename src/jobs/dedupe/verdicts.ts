/** The exact measure of candidate pairs: texts are read again in workers, and their sets held as far as there is room. */
import { jaccard } from '../../comparing/measures.js'
import { isSimilar } from '../../comparing/similar.js'
import type { JaccardSets } from '../../grouping/candidates.js'
import type { KernelExports } from '../../kernel/exports.js'
import { instantiateKernel } from '../../kernel/wasm.js'
import type { Batch, PairsJudge } from '../../methods/method.js'
import type { Options } from '../../options/options.js'
import { inOrder } from '../../searching/in-order.js'
import { compareTask } from '../../working/set-tasks.js'
import type { CompareTask, MeasuredPairs, VerifyTask } from '../../working/tasks.js'
import { HeldSets, type Reread, recordsOf } from './held-sets.js'
import type { RunContext } from './run-context.js'

/** Pairs of one task: more make the last worker slow, fewer read texts again that neighbours share. */
const PAIRS = 4096
/** Bytes of records of one task, which a worker holds together. */
const BYTES = 8 << 20

/** Pairs of one task whose sets are held: they take a few microseconds each. */
const COMPARED = 1 << 14
/** Pairs that are measured on the calling thread, so that many small rounds need not wait for workers. */
const FEW = 512

/** What of a run measures texts. */
type Measuring = Reread & Pick<RunContext, 'hooks'>

/** Measures texts of a run by options that may differ from its own. */
export const measuring =
  ({ fields, documents: read, pool, hooks }: Measuring): Batch['measure'] =>
  (options, documents) =>
    measured({ options, fields, documents: read, pool, hooks }, documents)

/** The exact measure decides, and the rules of rows where there are any. */
function measured(context: Measuring, nodes: Uint32Array): PairsJudge {
  const { pool, hooks, options, documents } = context
  const sets = new HeldSets(context, nodes)
  // Rules ask for more of a row than its set.
  const hasRules = documents.files.some(({ row }) => row?.rules)
  // Measures a few pairs on this thread, which takes less time than asking another one.
  let kernel: KernelExports | undefined
  let verified = 0
  // Grouping asks in rounds, of which the first is the largest by far: the total is of all that was asked so far.
  let asked = 0
  const verify = async (pairs: Uint32Array, exact = false) => {
    if (!hasRules) await sets.collect(pairs)
    const count = pairs.length / 2
    asked += count
    const similarity = new Float64Array(count)
    const similar = new Uint8Array(count)
    const take = (numbers: Uint32Array, measured: MeasuredPairs) => {
      for (let i = 0; i < numbers.length; i++) {
        const value = measured.similarity[i] as number
        similarity[numbers[i] as number] = value
        similar[numbers[i] as number] = measured.allowed[i] && isSimilar(value, options.threshold) ? 1 : 0
      }
      verified += numbers.length
      hooks.progress?.('verify', verified, asked)
    }
    const [held, others] = split(pairs, (node) => sets.has(node))
    if (held.length <= FEW) {
      for (const { numbers, task } of comparisons(pairs, held, sets, options, exact)) {
        kernel ??= instantiateKernel()
        take(numbers, compareTask(task, kernel))
        hooks.signal?.throwIfAborted()
      }
    } else {
      const tasks = comparisons(pairs, held, sets, options, exact)
      for await (const [{ numbers }, measured] of inOrder(tasks, pool.width, ({ task }) => pool.run(task))) take(numbers, measured)
    }
    const tasks = tasksOf(pairs, others, nodes, context)
    for await (const [{ numbers }, measured] of inOrder(tasks, pool.width, ({ task }) => pool.run(task))) take(numbers, measured)
    return { similarity, similar }
  }
  const release = () => sets.release()
  if (options.measure !== 'jaccard' || hasRules) return Object.assign(verify, { release })
  return Object.assign(verify, { release, jaccardSets: (nodes: Uint32Array) => jaccardSets(sets, nodes, options) })
}

/** The sets of these nodes as grouping takes them; undefined where there is no room for all of them and an index of them. */
async function jaccardSets(sets: HeldSets, nodes: Uint32Array, { threshold }: Options): Promise<JaccardSets | undefined> {
  await sets.collect(nodes)
  if (!nodes.every((node) => sets.has(node))) return undefined
  return {
    count: nodes.length,
    size: (set) => sets.sizeOf(nodes[set] as number),
    words: (set) => sets.wordsOf(nodes[set] as number),
    threshold,
    similarity: jaccard,
    isSimilar: (similarity) => isSimilar(similarity, threshold),
  }
}

/** Numbers of the pairs whose sets are both held, and of all others. */
function split(pairs: Uint32Array, isHeld: (node: number) => boolean): [held: Uint32Array, others: Uint32Array] {
  const count = pairs.length / 2
  const numbers = new Uint32Array(count)
  let [held, others] = [0, 0]
  for (let i = 0; i < count; i++) {
    if (isHeld(pairs[2 * i] as number) && isHeld(pairs[2 * i + 1] as number)) numbers[held++] = i
    else numbers[count - ++others] = i
  }
  return [numbers.subarray(0, held), numbers.subarray(held).reverse()]
}

/** Numbers for the texts of some pairs, in the order in which they come. */
class Numbering {
  readonly texts: number[] = []
  readonly #numbers = new Map<number, number>()

  of(text: number): number {
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.texts.push(text) - 1
      this.#numbers.set(text, number)
    }
    return number
  }
}

/** Tasks that measure the pairs of these numbers by the sets that are held. */
function* comparisons(
  pairs: Uint32Array,
  numbers: Uint32Array,
  sets: HeldSets,
  options: Options,
  exact: boolean,
): Generator<{ readonly numbers: Uint32Array; readonly task: CompareTask }> {
  for (let at = 0; at < numbers.length; at += COMPARED) {
    const some = numbers.subarray(at, at + COMPARED)
    const local = new Numbering()
    const asked = new Uint32Array(2 * some.length)
    some.forEach((pair, i) => {
      asked[2 * i] = local.of(pairs[2 * pair] as number)
      asked[2 * i + 1] = local.of(pairs[2 * pair + 1] as number)
    })
    yield { numbers: some, task: { kind: 'compare', options, sets: sets.setsOf(local.texts), pairs: asked, exact } }
  }
}

/** Tasks that read the texts of the pairs of these numbers again; each has the places that its own pairs name. */
function* tasksOf(
  pairs: Uint32Array,
  numbers: Uint32Array,
  nodes: Uint32Array,
  { documents, options, fields }: Measuring,
): Generator<{ readonly numbers: Uint32Array; readonly task: VerifyTask }> {
  for (let at = 0; at < numbers.length; ) {
    const from = at
    const local = new Numbering()
    const asked: number[] = []
    let bytes = 0
    for (; at < numbers.length && at - from < PAIRS && bytes < BYTES; at++) {
      for (let side = 0; side < 2; side++) {
        const document = nodes[pairs[2 * (numbers[at] as number) + side] as number] as number
        const known = local.texts.length
        asked.push(local.of(document))
        if (local.texts.length > known) bytes += documents.endOf(document) - documents.startOf(document)
      }
    }
    const records = recordsOf(documents, local.texts)
    yield { numbers: numbers.subarray(from, at), task: { kind: 'verify', options, fields, ...records, pairs: Uint32Array.from(asked) } }
  }
}
