/** Tuning as a sheet for people: the recommendation, the histogram with its valley, the finds of each threshold, the ways tried on labels. */
import { type Chart, count, type Sheet, type Table, type Words } from '../../writing/sheet.js'
import type { Candidate } from './labels.js'
import { STEADY, type Tuning } from './tuning.js'
import type { ValleyFinding } from './valley.js'

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Why there is no valley to go by. */
const NO_VALLEY: Readonly<Record<Exclude<ValleyFinding, { found: true }>['reason'], Words>> = {
  few: ['too few pairs were found to show a valley', '找到的对太少，看不出谷底'],
  none: ['the similarities have no valley', '相似度分布没有谷底'],
  chance: ['the similarities have no valley that could not be chance', '相似度分布中的低处可能只是偶然'],
  unstable: ['the similarities have no valley that other samples would have too', '相似度分布中的低处换一个样本就会消失'],
  vague: ['there is a low place, but too many pairs lie in it to divide them there', '相似度分布有一段低处，但其中的对太多，无法据此划分'],
}
const GO_ON: Words = [
  'look at the pairs around it, or judge some pairs and give --labels',
  '请查看该值附近的对，或标注一些对并用 --labels 给出',
]
/** The threshold where there is nothing to go by: the default of dedupe. */
export const DEFAULT_THRESHOLD = 0.8

/** Ways that were tried on labels, by their names in the figures. */
const WAYS: Readonly<Record<string, string>> = {
  'words 2, characters 3': '词 2、字 3',
  'characters 3': '字 3',
  'characters 5': '字 5',
  'words 3': '词 3',
  'Chinese words 2': '中文词 2',
  'rare features': '少见特征',
  'rare features, and copies': '少见特征与复制品',
}
/** The name of a way that was tried. */
export const wayOf = ({ name }: Pick<Candidate, 'name'>): Words => [name, WAYS[name] ?? name]

/** Why this threshold. */
export function reasonOf(
  { valley: finding, background, measured, between }: Pick<Tuning, 'valley' | 'background' | 'measured' | 'between'>,
  threshold: number,
  best: Candidate | undefined,
): Words {
  if (best) return [`the best F1 on the labels, by ${best.name}`, `在标注上 F1 最高（${wayOf(best)[1]}）`]
  if (measured === 'versions') {
    const share = percent(between)
    return between <= STEADY
      ? [
          `the default of versions, by the share of rare features; it needs no tuning: only ${share} of the pairs lie between 0.1 and 0.2`,
          `versions（版本）的默认值，按共有的少见特征；无需调整：只有 ${share} 的对在 0.1 与 0.2 之间`,
        ]
      : [
          `the default of versions, by the share of rare features; look at the pairs around it: ${share} of them lie between 0.1 and 0.2`,
          `versions（版本）的默认值，按共有的少见特征；请查看该值附近的对：${share} 的对在 0.1 与 0.2 之间`,
        ]
  }
  if (!finding.found) {
    const [why, whyChinese] = NO_VALLEY[finding.reason]
    const [from, to] = finding.valley?.interval ?? []
    const where = from === undefined ? ['', ''] : [` (from ${from} to ${to})`, `（${from} 至 ${to}）`]
    const chosen =
      threshold === DEFAULT_THRESHOLD
        ? ['so this is the default', '故用默认值']
        : [
            `and unrelated texts reach ${background.toFixed(2)}, so this is above the default of ${DEFAULT_THRESHOLD}`,
            `且无关文本可达 ${background.toFixed(2)}，故高于默认值 ${DEFAULT_THRESHOLD}`,
          ]
    return [
      `no valley: ${why}${where[0]}, ${chosen[0]}: ${GO_ON[0]}`,
      `没有可用的谷底：${whyChinese}${where[1]}，${chosen[1]}；${GO_ON[1]}`,
    ]
  }
  const { at, depth, interval, share } = finding.valley
  if (at !== threshold)
    return [
      `scores are rarest at ${at}, but unrelated texts reach ${background.toFixed(2)}`,
      `相似度在 ${at} 处最少，但无关文本可达 ${background.toFixed(2)}`,
    ]
  const times = depth < 10 ? depth.toFixed(1) : count(Math.round(depth))
  const [low, high] = interval.map((value) => value.toFixed(2))
  return [
    `a valley: pairs are ${times} times rarer here than on the lower of the hills beside it; with 95 % the valley is between ${low} and ${high}, where ${percent(share)} of the pairs from there on lie`,
    `谷底：此处的对仅为两侧较低峰的 1/${times}；谷底以 95 % 的把握在 ${low} 与 ${high} 之间，其中的对占该处以上的 ${percent(share)}`,
  ]
}

const THRESHOLD: Words = ['threshold', '阈值']
const PAIRS: Words = ['pairs', '对']

export function tuningSheet(tuning: Tuning): Sheet {
  const { documents, sampled, equal, background, measured, candidates, recommended, missingLabels, finds } = tuning
  const [whyEnglish, whyChinese] = reasonOf(tuning, recommended.threshold, candidates[0])
  return {
    title: [`Recommended threshold: ${recommended.threshold}`, `推荐阈值：${recommended.threshold}`],
    notes: [
      [`Why: ${whyEnglish}.`, `理由：${whyChinese}。`],
      [
        `${count(sampled)} of ${count(documents)} documents; ${count(equal)} pairs of equal texts${measured === 'versions' ? '' : `; 99 % of random pairs are less alike than ${background.toFixed(2)}`}.`,
        `抽样 ${count(sampled)} 篇，共 ${count(documents)} 篇文档；完全相同的文本 ${count(equal)} 对${measured === 'versions' ? '' : `；99 % 的随机对相似度低于 ${background.toFixed(2)}`}。`,
      ],
      [
        `Of the pairs at the threshold ${percent(recommended.recall)} are expected to be proposed and measured; about ${recommended.seconds.toFixed(1)} seconds for the whole input.`,
        `达到阈值的对预计有 ${percent(recommended.recall)} 会被提出并核验；全部输入约需 ${recommended.seconds.toFixed(1)} 秒。`,
      ],
      [
        `Recommended: --find ${recommended.find}. In the sample copies are ${count(finds.copies)} pairs, versions ${count(finds.versions)}, of which ${count(finds.onlyVersions)} are no copies.`,
        `建议：--find ${recommended.find}。样本中 copies（复制品）${count(finds.copies)} 对，versions（版本）${count(finds.versions)} 对，其中 ${count(finds.onlyVersions)} 对不是复制品。`,
      ],
      ...scriptNotes(tuning),
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
    tables: [...labelTables(tuning), ...exampleTables(tuning), thresholdTable(tuning), ...simhashTables(tuning)],
    charts: [histogramChart(tuning), ...labelCharts(tuning)],
  }
}

function scriptNotes({ scripts, recommended: { normalize } }: Tuning): Words[] {
  if (!scripts) return []
  const { simplified, traditional } = scripts
  const wanted = [...normalize, 'traditional'].join(',')
  const [how, howChinese]: Words = normalize.includes('traditional')
    ? ['they are compared as simplified', '繁体转为简体再比较']
    : [
        `they are compared as they are: to find texts across scripts add --normalize ${wanted}`,
        `比较时不转换：要找出简繁之间的相同文本，请加 --normalize ${wanted}`,
      ]
  return [
    [
      `Both scripts of Chinese: ${count(simplified)} texts in simplified, ${count(traditional)} in traditional characters; ${how}.`,
      `简体和繁体都有：简体 ${count(simplified)} 篇，繁体 ${count(traditional)} 篇；${howChinese}。`,
    ],
  ]
}

function histogramChart(tuning: Tuning): Chart {
  const { histogram, valley: finding, background, measured, recommended } = tuning
  const { threshold } = recommended
  const isOfVersions = measured === 'versions'
  return {
    title: isOfVersions
      ? ['Pairs by the share of rare features that both have', '各少见特征相似度的文档对数']
      : ['Pairs by similarity (below 0.3 estimated)', '各相似度的文档对数（0.3 以下为估计）'],
    x: ['similarity', '相似度'],
    y: ['pairs, logarithmic', '对（对数）'],
    series: [{ name: PAIRS, points: histogram.map((pairs, i) => [i / histogram.length, Math.round(pairs)] as const) }],
    isBars: true,
    isLogarithmic: true,
    marks: [
      { at: threshold, name: ['threshold', '阈值'] as const },
      ...(finding.found && finding.valley.at !== threshold ? [{ at: finding.valley.at, name: ['valley', '谷底'] as const }] : []),
      ...(isOfVersions ? [] : [{ at: background, name: ['99 % of random pairs', '99 % 的随机对'] as const }]),
    ],
  }
}

const thresholdTable = ({ thresholds }: Tuning): Table => ({
  title: ['What each threshold finds in the sample', '各阈值在样本中找到的对'],
  columns: [THRESHOLD, ['pairs of unlike texts', '不完全相同的对'], ['of them proposed', '其中会被提出']],
  rows: thresholds.map(({ threshold, pairs, recall }) => [threshold.toFixed(2), count(Math.round(pairs)), percent(recall)]),
})

/** Texts side by side, with their ids: around the threshold that is recommended, and around that of the other question. */
function exampleTables({ examples, other, measured, recommended: { threshold } }: Tuning): Table[] {
  const [first, second]: readonly Words[] = measured === 'versions' ? [VERSIONS, COPIES] : [COPIES, VERSIONS]
  return [
    ...examplesOf(examples, threshold, first as Words),
    ...(other ? examplesOf(other.examples, other.threshold, second as Words) : []),
  ]
}

const COPIES: Words = ['copies', 'copies（复制品）']
const VERSIONS: Words = ['versions', 'versions（版本）']

const examplesOf = (examples: Tuning['examples'], threshold: number, [name, nameChinese]: Words): Table[] =>
  examples.length
    ? [
        {
          title: [
            `Pairs around the threshold ${threshold} of ${name}: are those above it duplicates, and those below it not?`,
            `${nameChinese}的阈值 ${threshold} 附近的对：以上的是否重复，以下的是否不同？`,
          ],
          isText: true,
          columns: [
            ['similarity', '相似度'],
            ['one text', '一篇'],
            ['the other', '另一篇'],
          ],
          rows: examples.map(({ similarity, a, b, left, right }) => [similarity.toFixed(3), `${a}: ${left}`, `${b}: ${right}`]),
        },
      ]
    : []

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
          columns: [['features', '特征'], THRESHOLD, ['precision', '精确率'], ['recall', '召回率'], ['F1', 'F1'], ['95 %', '95 %']],
          rows: candidates.map(({ name, threshold, precision, recall, f1, interval }) => [
            wayOf({ name }),
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
          series: candidates.map(({ name, curve }) => ({
            name: wayOf({ name }),
            points: curve.map(({ threshold, f1 }) => [threshold, f1] as const),
          })),
        },
      ]
    : []
