/** A result as tables and charts with words in English and Chinese, before anyone decides how it is shown. */
import type { Estimate } from '../../evaluating/intervals.js'
import { count, type Sheet, seconds, type Table, type Words } from '../../writing/sheet.js'
import type { Evaluation } from './evaluate.js'

export const METHOD: Words = ['method', '方法']
export const DOCUMENTS: Words = ['documents', '文档数']
export const SECONDS: Words = ['seconds', '秒']

const megabytes = (bytes: number) => count(Math.round(bytes / 2 ** 20))
const estimate = ({ value, low, high }: Estimate) => `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`

/** Quality and cost of every method, and how both ends of the trade move with the threshold. */
export function evaluationSheet({ set, documents, truth, results }: Evaluation): Sheet {
  const scores = (kind: 'pairwise' | 'bCubed', title: Words): Table => ({
    title,
    columns: [METHOD, ['precision', '准确率'], ['recall', '召回率'], ['F1', 'F1']],
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
        'In brackets: 95 % intervals, of pairs by Wilson, of B-cubed by bootstrap over documents.',
        '括号内为 95 % 置信区间：文档对用 Wilson 法，B-cubed 用对文档的自助法。',
      ],
    ],
    tables: [
      scores('pairwise', ['By pairs', '按文档对']),
      scores('bCubed', ['By documents (B-cubed)', '按文档（B-cubed）']),
      {
        title: ['Cost', '代价'],
        columns: [METHOD, ['pairs found', '找到的对'], ['right', '其中正确'], SECONDS, ['peak memory, MB', '内存峰值（MB）']],
        rows: results.map(({ method, found, right, seconds: taken, peakMemory }) => [
          method,
          count(found),
          count(right),
          seconds(taken),
          megabytes(peakMemory),
        ]),
      },
      ...(bests.length
        ? [
            {
              title: ['Best threshold, of those a method reported', '最佳阈值（限于该方法已报告的范围）'] as Words,
              columns: [METHOD, ['threshold', '阈值'], ['precision', '准确率'], ['recall', '召回率'], ['F1', 'F1']] as Words[],
              rows: bests,
            },
          ]
        : []),
    ],
    charts: [
      {
        title: ['Precision against recall', '准确率与召回率'],
        x: ['recall', '召回率'],
        y: ['precision', '准确率'],
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
