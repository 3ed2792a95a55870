/**
 * The interface of the experiments: what a source measured, to be measured again on any labelled set. The set that the source
 * had is described, so that one like it can be generated.
 */

import { createRandom } from '../../../hashing/random.js'
import { type Chart, count, type Sheet, seconds, type Table, type Words } from '../../../writing/sheet.js'
import type { CorpusOptions } from '../../generating/options.js'
import { type EvaluateOptions, type Evaluation, evaluate } from '../evaluate.js'
import type { LabelledSet } from '../labelled-set.js'
import type { Contender } from '../methods.js'
import { measureRun } from '../peak-memory.js'
import { type Claim, DOCUMENTS, evaluationSheet, PROCESSOR } from '../sheet.js'
import { documentsFor } from '../words.js'

export interface ExperimentResult {
  readonly experiment: string
  readonly set: string
  readonly documents: number
  /** Quality, where the experiment measures it. */
  readonly evaluation?: Evaluation
  /** The same topic by topic, where the experiment ran so. */
  readonly evaluations?: readonly Evaluation[]
  /** Everything else that was measured, by name. */
  readonly measured: Readonly<Record<string, readonly Readonly<Record<string, number | string>>[]>>
  readonly sheet: Sheet
}

export interface Experiment {
  readonly name: string
  /** The corpus of the source, for the bundled generator. */
  readonly corpus: CorpusOptions
  /** Undefined where the source measures no quality. */
  readonly claim?: Claim
  /** The methods that the source compares, as `--methods` takes it; empty when it measures parts, not methods. */
  readonly methods: string
  run(set: LabelledSet, methods: readonly Contender[], options: EvaluateOptions): Promise<ExperimentResult>
}

/** The first n documents in an order that chance decides, always the same; of the whole set all. */
export function sample<Item>(items: readonly Item[], n: number): Item[] {
  const random = createRandom(n)
  const order = items.map((item) => [random(), item] as const)
  return order
    .sort(([x], [y]) => x - y)
    .slice(0, n)
    .map(([, item]) => item)
}

/** Five sizes up to the whole set. */
export const sizesOf = ({ documents }: LabelledSet) =>
  [...new Set([1, 2, 3, 4, 5].map((i) => Math.round((documents.length * i) / 5)))].filter((n) => n > 1)

export type Timing = Readonly<Record<'method' | 'documents' | 'seconds' | 'processor', number | string>>

/** How the time of each method grows with the number of documents. Words are cut within the time. */
export async function timeBySize(set: LabelledSet, methods: readonly Contender[], { cut, progress }: EvaluateOptions): Promise<Timing[]> {
  const timings: Timing[] = []
  for (const method of methods) {
    for (const n of sizesOf(set)) {
      progress?.(`${method.name}, ${n}`)
      const part: LabelledSet = { ...set, documents: sample(set.documents, n), pairs: undefined }
      const { seconds: taken, processor } = await measureRun(() =>
        method.find(part, method.reads === 'records' ? [] : documentsFor(method.reads, part, cut)),
      )
      timings.push({ method: method.name, documents: n, seconds: taken, processor })
    }
  }
  return timings
}

/**
 * A table with one row for each number of documents and one column for each name, and the chart of the same.
 *
 * @param by       the field of a row that names its column, and the field with the value; `x`: another field than the number of documents
 * @param chinese  names in Chinese, where they are words
 */
export function series(
  title: Words,
  y: Words,
  rows: readonly Readonly<Record<string, number | string>>[],
  by: { readonly name: string; readonly value: string; readonly x?: readonly [field: string, title: Words] },
  show: (value: number) => string,
  chinese: Readonly<Record<string, string>> = {},
): { readonly table: Table; readonly chart: Chart } {
  const [across, axis] = by.x ?? ['documents', DOCUMENTS]
  const names = [...new Set(rows.map((row) => String(row[by.name])))]
  const sizes = [...new Set(rows.map((row) => Number(row[across])))].sort((a, b) => a - b)
  const inBoth = (name: string): Words => [name, chinese[name] ?? name]
  const find = (name: string, n: number) => rows.find((row) => row[by.name] === name && row[across] === n)?.[by.value]
  return {
    table: {
      title,
      columns: [axis, ...names.map(inBoth)],
      rows: sizes.map((n) => [
        count(n),
        ...names.map((name) => {
          const value = find(name, n)
          return value === undefined ? '–' : show(Number(value))
        }),
      ]),
    },
    chart: {
      title,
      x: axis,
      y,
      series: names.map((name) => ({
        name: inBoth(name),
        points: sizes.flatMap((n) => {
          const value = find(name, n)
          return value === undefined ? [] : [[n, Number(value)] as const]
        }),
      })),
    },
  }
}

/** Quality, and time against size: what most of the sources show. */
export async function qualityAndTime(set: LabelledSet, methods: readonly Contender[], options: EvaluateOptions) {
  const evaluation = await evaluate(set, methods, options)
  const timings = await timeBySize(set, methods, options)
  const { table, chart } = series(
    ['Time by number of documents, seconds of the processor', '运行时间与文档数（处理器秒）'],
    PROCESSOR,
    timings,
    { name: 'method', value: 'processor' },
    seconds,
  )
  const sheet = evaluationSheet(evaluation)
  return { evaluation, timings, sheet: { ...sheet, tables: [...sheet.tables, table], charts: [...sheet.charts, chart] } }
}
