/** Tuning as a sheet for people: the recommendation, the histogram with its valley, the finds of each threshold, the ways tried on labels. */
import { traitsOf } from '../../options/methods.js'
import { type Chart, count, type Sheet, type Table, type Words } from '../../writing/sheet.js'
import type { Candidate } from './labels.js'
import type { Tuning } from './tuning.js'
import type { Valley } from './valley.js'

/** Why this threshold. */
export function reasonOf(
  { valley, background }: { readonly valley: Valley | undefined; readonly background: number },
  threshold: number,
  best: Candidate | undefined,
): Words {
  if (best) return [`the best F1 on the labels, by ${best.name}`, `在标注上 F1 最高（${best.name}）`]
  if (valley && valley.at === threshold) {
    const depth = valley.depth.toFixed(0)
    return [`scores are ${depth} times rarer here than on either side`, `此处的相似度比两侧少 ${depth} 倍`]
  }
  if (valley)
    return [
      `scores are rarest at ${valley.at}, but unrelated texts reach ${background.toFixed(2)}`,
      `相似度在 ${valley.at} 处最少，但无关文本可达 ${background.toFixed(2)}`,
    ]
  return [
    'scores have no valley: nothing in them tells duplicates from the rest, so this is the default; labels would tell',
    '相似度分布没有谷底，看不出哪些是重复，故用默认值；有标注才能判断',
  ]
}

const THRESHOLD: Words = ['threshold', '阈值']
const PAIRS: Words = ['pairs', '对']
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

export function tuningSheet(tuning: Tuning): Sheet {
  const { documents, sampled, equal, background, candidates, recommended, missingLabels } = tuning
  const [whyEnglish, whyChinese] = reasonOf(tuning, recommended.threshold, candidates[0])
  return {
    title: [`Recommended threshold: ${recommended.threshold}`, `推荐阈值：${recommended.threshold}`],
    notes: [
      [`Why: ${whyEnglish}.`, `理由：${whyChinese}。`],
      [
        `${count(sampled)} of ${count(documents)} documents; ${count(equal)} pairs of equal texts; 99 % of random pairs are less alike than ${background.toFixed(2)}.`,
        `抽样 ${count(sampled)} 篇，共 ${count(documents)} 篇文档；完全相同的文本 ${count(equal)} 对；99 % 的随机对相似度低于 ${background.toFixed(2)}。`,
      ],
      [
        `Of the pairs at the threshold ${percent(recommended.recall)} are expected to be proposed and measured; about ${recommended.seconds.toFixed(1)} seconds for the whole input.`,
        `达到阈值的对预计有 ${percent(recommended.recall)} 会被提出并核验；全部输入约需 ${recommended.seconds.toFixed(1)} 秒。`,
      ],
      ...(missingLabels
        ? [
            [
              `${count(missingLabels)} labels are not about two documents of the input.`,
              `${count(missingLabels)} 条标注不涉及输入中的两篇文档。`,
            ] as const,
          ]
        : []),
    ],
    commands: [recommended.command],
    tables: [...labelTables(tuning), thresholdTable(tuning), ...simhashTables(tuning)],
    charts: [histogramChart(tuning), ...labelCharts(tuning)],
  }
}

function histogramChart({ histogram, valley, background, candidates, recommended: { threshold } }: Tuning): Chart {
  // A threshold of rare features is none of this similarity.
  const isRare = traitsOf(candidates[0]?.options ?? {}).needsBatch
  return {
    title: ['Pairs by similarity (below 0.3 estimated)', '各相似度的文档对数（0.3 以下为估计）'],
    x: ['similarity', '相似度'],
    y: ['pairs, logarithmic', '对（对数）'],
    series: [{ name: PAIRS, points: histogram.map((pairs, i) => [i / histogram.length, Math.round(pairs)] as const) }],
    isBars: true,
    isLogarithmic: true,
    marks: [
      ...(isRare ? [] : [{ at: threshold, name: ['threshold', '阈值'] as const }]),
      ...(valley && valley.at !== threshold ? [{ at: valley.at, name: ['valley', '谷底'] as const }] : []),
      { at: background, name: ['99 % of random pairs', '99 % 的随机对'] },
    ],
  }
}

const thresholdTable = ({ thresholds }: Tuning): Table => ({
  title: ['What each threshold finds in the sample', '各阈值在样本中找到的对'],
  columns: [THRESHOLD, ['pairs of unlike texts', '不完全相同的对'], ['of them proposed', '其中会被提出']],
  rows: thresholds.map(({ threshold, pairs, recall }) => [threshold.toFixed(2), count(Math.round(pairs)), percent(recall)]),
})

const simhashTables = ({ simhash, recommended: { threshold } }: Tuning): Table[] =>
  simhash.length
    ? [
        {
          title: [
            `Simhash instead: pairs at ${threshold} that are within so many bits`,
            `改用 Simhash：相似度 ${threshold} 以上的对落在海明距离内的比例`,
          ],
          columns: [
            ['distance', '海明距离'],
            ['found', '找到'],
          ],
          rows: simhash.map(({ distance, recall }) => [String(distance), percent(recall)]),
        },
      ]
    : []

const labelTables = ({ candidates }: Tuning): Table[] =>
  candidates.length
    ? [
        {
          title: ['On the labels, each at its best threshold', '在标注上各取最佳阈值'],
          columns: [['features', '特征'], THRESHOLD, ['precision', '准确率'], ['recall', '召回率'], ['F1', 'F1'], ['95 %', '95 %']],
          rows: candidates.map(({ name, threshold, precision, recall, f1, interval }) => [
            name,
            threshold.toFixed(2),
            ...[precision, recall, f1].map((value) => value.toFixed(3)),
            interval.map((value) => value.toFixed(3)).join('–'),
          ]),
        },
      ]
    : []

const labelCharts = ({ candidates }: Tuning): Chart[] =>
  candidates.length
    ? [
        {
          title: ['F1 on the labels by threshold', '不同阈值在标注上的 F1'],
          x: THRESHOLD,
          y: ['F1', 'F1'],
          series: candidates.map(({ name, curve }) => ({ name, points: curve.map(({ threshold, f1 }) => [threshold, f1] as const) })),
        },
      ]
    : []
