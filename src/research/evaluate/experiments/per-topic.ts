/**
 * An experiment topic by topic, as the sources ran theirs: each topic's similar documents among unrelated ones of its own, and one table of what
 * was found, right and missed. Times, indexes and stores are left to the whole set.
 */
import { addCounts, scoreOfCounts, type TopicScore } from '../../../evaluating/documents.js'
import { pairwise, type Score } from '../../../evaluating/metrics.js'
import { count, type Table } from '../../../writing/sheet.js'
import { type EvaluateOptions, type Evaluation, evaluate } from '../evaluate.js'
import type { LabelledSet } from '../labelled-set.js'
import type { Contender } from '../methods.js'
import { METHOD, topicTable } from '../sheet.js'
import type { Experiment, ExperimentResult } from './experiment.js'

/** A topic's set, made when its turn comes, so that one is held at a time. */
export interface TopicSet {
  readonly topic: string
  readonly make: () => LabelledSet
}

/** All topics of one method together: their counts added up. */
const ALL = 'all'

interface TopicRow extends TopicScore {
  readonly method: string
}

export async function runPerTopic(
  experiment: Experiment,
  sets: readonly TopicSet[],
  methods: readonly Contender[],
  options: EvaluateOptions,
): Promise<ExperimentResult> {
  const evaluations: { readonly topic: string; readonly evaluation: Evaluation }[] = []
  for (const { topic, make } of sets) {
    const progress = (name: string) => options.progress?.(`${topic}, ${name}`)
    evaluations.push({ topic, evaluation: await evaluate(make(), methods, { ...options, progress }) })
  }
  /** The results of a method by its place in the list, which every evaluation has in that order. */
  const resultsOf = (place: number) =>
    evaluations.flatMap(({ topic, evaluation }) =>
      evaluation.results.slice(place, place + 1).map((result) => ({ topic, truth: evaluation.truth.pairs, ...result })),
    )
  const rows: TopicRow[] = []
  const pairs: { readonly method: string; readonly score: Score; readonly rejected: number }[] = []
  for (const [place, { name: method }] of methods.entries()) {
    const results = resultsOf(place)
    for (const {
      topic,
      documents: { topics: _, ...own },
    } of results)
      rows.push({ method, topic, ...own })
    rows.push({ method, topic: ALL, ...scoreOfCounts(addCounts(results.map(({ documents }) => documents))) })
    const sum = addCounts(results)
    pairs.push({ method, score: pairwise(sum), rejected: results.reduce((total, { rejected }) => total + rejected, 0) })
  }
  const documents = evaluations.reduce((total, { evaluation }) => total + evaluation.documents, 0)
  return {
    experiment: experiment.name,
    set: `generated ${experiment.name}, topic by topic`,
    documents,
    evaluations: evaluations.map(({ evaluation }) => evaluation),
    measured: { topics: rows.map(flatten), pairs: pairs.map(({ method, score, rejected }) => ({ method, ...values(score), rejected })) },
    sheet: {
      title: [`Experiment ${experiment.name}, topic by topic`, `实验 ${experiment.name}，按主题`],
      notes: [
        [
          `${count(documents)} documents in ${sets.length} sets, one for each topic. In brackets: 95 % intervals by Wilson.`,
          `共 ${count(documents)} 篇文档，每个主题一个集合，共 ${sets.length} 个。括号内为 95 % 置信区间（Wilson 法）。`,
        ],
      ],
      tables: [topicTable(rows, experiment.claim), pairsTable(pairs)],
      charts: [],
    },
  }
}

const values = ({ precision, recall, f1 }: Score) => ({ precision: precision.value, recall: recall.value, f1: f1.value })

function flatten({ method, topic, found, right, truth, ...score }: TopicRow) {
  return { method, topic, found, right, similar: truth, ...values(score) }
}

/** Beside the measure of the sources: pairs, of all topics together. */
function pairsTable(rows: readonly { readonly method: string; readonly score: Score; readonly rejected: number }[]): Table {
  return {
    title: ['By pairs, all topics together', '按文档对，所有主题合计'],
    columns: [METHOD, ['precision', '精确率'], ['recall', '召回率'], ['F1', 'F1'], ['rejected records', '无法判断的记录']],
    rows: rows.map(({ method, score, rejected }) => [
      method,
      ...Object.values(values(score)).map((value) => value.toFixed(3)),
      count(rejected),
    ]),
  }
}
