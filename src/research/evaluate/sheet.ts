/** A result as tables and charts with words in English and Chinese, before anyone decides how it is shown. */

import type { TopicScore } from '../../evaluating/documents.js'
import type { Estimate } from '../../evaluating/intervals.js'
import { harmonic } from '../../evaluating/metrics.js'
import { count, type Sheet, seconds, type Table, type Words } from '../../writing/sheet.js'
import type { Evaluation } from './evaluate.js'

export const METHOD: Words = ['method', '方法']
export const DOCUMENTS: Words = ['documents', '文档数']
const PRECISION: Words = ['precision', '精确率']
const RECALL: Words = ['recall', '召回率']
export const SECONDS: Words = ['seconds', '秒']
/** Of all threads: what other work on the machine hardly changes. */
export const PROCESSOR: Words = ['seconds of the processor', '处理器秒']

const megabytes = (bytes: number) => count(Math.round(bytes / 2 ** 20))
const estimate = ({ value, low, high }: Estimate) => `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`

/** What a source reports of its own method, of documents. */
export interface Claim {
  readonly method: string
  readonly precision: number
  readonly recall: number
}

const CLAIMED: Words = ['the source reports', '文献报告']

const FOUND_DOCUMENTS: Words = [
  'Documents found, whoever they were found with: the measure of the sources',
  '找到的文档（不论与谁配对）：各文献的口径',
]

/** The table of the sources: what each method found of each topic, and how much of it is right. */
export const topicTable = (rows: readonly (TopicScore & { readonly method: string })[], claim?: Claim): Table => ({
  title: ['Documents by topic', '按主题统计的文档'],
  columns: [METHOD, ['topic', '主题'], ['found', '找到'], ['right', '其中正确'], ['similar', '相似文档'], PRECISION, RECALL, ['F1', 'F1']],
  rows: [
    ...rows.map(({ method, topic, found, right, truth, precision, recall, f1 }) => [
      method,
      topic,
      ...[found, right, truth].map(count),
      ...[precision, recall, f1].map(estimate),
    ]),
    ...(claim
      ? [
          [
            CLAIMED,
            claim.method,
            ...['–', '–', '–'],
            ...[claim.precision, claim.recall, harmonic(claim.precision, claim.recall)].map((value) => value.toFixed(3)),
          ],
        ]
      : []),
  ],
})

function topicTables(results: Evaluation['results']): Table[] {
  const rows = results.flatMap(({ method, documents: { topics } }) =>
    topics.length > 1 ? topics.map((topic) => ({ method, ...topic })) : [],
  )
  return rows.length ? [topicTable(rows)] : []
}

/** Quality and cost of every method, and how both ends of the trade move with the threshold. */
export function evaluationSheet({ set, documents, truth, results }: Evaluation): Sheet {
  const scores = (kind: 'documents' | 'pairwise' | 'bCubed', title: Words): Table => ({
    title,
    columns: [METHOD, PRECISION, RECALL, ['F1', 'F1']],
    rows: results.map((result) => [result.method, ...(['precision', 'recall', 'f1'] as const).map((name) => estimate(result[kind][name]))]),
  })
  const bests = results.flatMap(({ method, curve }) => {
    const best = curve.reduce<(typeof curve)[number] | undefined>((a, b) => (a && a.f1 >= b.f1 ? a : b), undefined)
    return best && curve.length > 1
      ? [[method, best.threshold.toFixed(4), best.precision.toFixed(3), best.recall.toFixed(3), best.f1.toFixed(3)]]
      : []
  })
  const graded = results.filter(({ curve }) => curve.length > 1)
  return {
    title: [`Evaluation on ${set}`, `在 ${set} 上的评测`],
    notes: [
      [
        `${count(documents)} documents; truth: ${truth.rule}, ${count(truth.pairs)} pairs in ${count(truth.groups)} groups.`,
        `共 ${count(documents)} 篇文档；标准答案：${truth.rule}，${count(truth.pairs)} 对，${count(truth.groups)} 组。`,
      ],
      [
        'In brackets: 95 % intervals, of documents and pairs by Wilson, of B-cubed by bootstrap over documents.',
        '括号内为 95 % 置信区间：文档和文档对用 Wilson 法，B-cubed 用对文档的自助法。',
      ],
    ],
    tables: [
      scores('documents', FOUND_DOCUMENTS),
      ...topicTables(results),
      scores('pairwise', ['By pairs', '按文档对']),
      scores('bCubed', ['By groups (B-cubed)', '按分组（B-cubed）']),
      {
        title: ['Cost', '代价'],
        columns: [
          METHOD,
          ['pairs found', '找到的对'],
          ['right', '其中正确'],
          ['rejected records', '无法判断的记录'],
          SECONDS,
          PROCESSOR,
          ['peak memory, MB', '内存峰值（MB）'],
        ],
        rows: results.map(({ method, found, right, rejected, seconds: taken, processor, peakMemory }) => [
          method,
          count(found),
          count(right),
          count(rejected),
          seconds(taken),
          seconds(processor),
          megabytes(peakMemory),
        ]),
      },
      ...(bests.length
        ? [
            {
              title: ['Best threshold, of those a method reported', '最佳阈值（限于该方法已报告的范围）'] as Words,
              columns: [METHOD, ['threshold', '阈值'], PRECISION, RECALL, ['F1', 'F1']] as Words[],
              rows: bests,
            },
          ]
        : []),
    ],
    charts: [
      {
        title: ['Precision against recall', '精确率与召回率'],
        x: ['recall', '召回率'],
        y: ['precision', '精确率'],
        series: results.map(({ method, curve }) => ({
          name: method,
          points: curve.map(({ recall, precision }) => [recall, precision] as const),
        })),
      },
      ...(graded.length
        ? [
            {
              title: ['F1 by threshold', '不同阈值下的 F1'] as Words,
              x: ['threshold', '阈值'] as Words,
              y: ['F1', 'F1'] as Words,
              series: graded.map(({ method, curve }) => ({
                name: method,
                points: curve.map(({ threshold, f1 }) => [threshold, f1] as const),
              })),
            },
          ]
        : []),
    ],
  }
}
