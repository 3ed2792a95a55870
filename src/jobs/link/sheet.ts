/** A link for people: its figures, its similarities, and pairs with their texts side by side. */
import { count, type Sheet } from '../../writing/sheet.js'
import type { LinkRun } from './link.js'
import type { Match } from './matches.js'

/** Pairs on the page, and UTF-16 units of each text. */
const SHOWN = 500
const TEXT = 1000
const BARS = 50

/** A pair with its ids as JSON and the beginnings of its texts. */
export interface ShownPair {
  readonly match: Match
  readonly ids: readonly [a: string, b: string]
  readonly texts: readonly [a: string, b: string]
}

/** Some pairs with their texts, in the order they are given. */
export function shownPairs({ context }: LinkRun, matches: readonly Match[]): ShownPair[] {
  return matches.map((match) => {
    const texts = context.textsOf([match.a, match.b]).map(({ text }) => text.slice(0, TEXT)) as [string, string]
    return { match, ids: [context.documents.idOf(match.a), context.documents.idOf(match.b)], texts }
  })
}

/** The first pairs of the rows of B, each with its best match in A, and how many rows have one. */
export function bestMatches({ matches }: LinkRun, most: number): { readonly first: readonly Match[]; readonly count: number } {
  const first: Match[] = []
  let found = 0
  for (const { match } of matches.best()) {
    if (!match) continue
    found++
    if (first.length < most) first.push(match)
  }
  return { first, count: found }
}

export function linkSheet(run: LinkRun): Sheet {
  const { context, ofA, inputsOfA, matches } = run
  const ofB = context.documents.count - ofA
  const bars = new Array<number>(BARS).fill(0)
  let pairs = 0
  for (const { similarity } of matches.pairs()) {
    pairs++
    const bar = Math.min(BARS - 1, Math.floor((similarity ?? 1) * BARS))
    bars[bar] = (bars[bar] as number) + 1
  }
  const best = bestMatches(run, SHOWN)
  const names = (inputs: typeof context.inputs) => inputs.map(({ name }) => name).join(', ')
  const [a, b] = [names(context.inputs.slice(0, inputsOfA)), names(context.inputs.slice(inputsOfA))]
  const { method, measure, threshold } = context.options
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return {
    title: [`${count(best.count)} of ${count(ofB)} rows of B are in A`, `B 的 ${count(ofB)} 行中有 ${count(best.count)} 行在 A 中`],
    notes: [
      [`A: ${a} (${count(ofA)} rows). B: ${b} (${count(ofB)} rows).`, `A：${a}（${count(ofA)} 行）。B：${b}（${count(ofB)} 行）。`],
      [
        `${count(pairs)} similar pairs; ${measure} of at least ${threshold}, proposed by ${method}; ${date} UTC.`,
        `相似的对共 ${count(pairs)} 个；${measure} 不低于 ${threshold}，由 ${method} 提出；${date} UTC。`,
      ],
      ...(best.count > best.first.length
        ? [
            [
              `The first ${count(best.first.length)} are shown; --matches writes all of them.`,
              `此处列出前 ${count(best.first.length)} 个；--matches 写出全部。`,
            ] as const,
          ]
        : []),
    ],
    tables: [
      {
        title: ['Rows of B, each with its best match in A', 'B 的各行及其在 A 中的最佳匹配'],
        isText: true,
        columns: [
          ['similarity', '相似度'],
          ['A', 'A'],
          ['B', 'B'],
        ],
        rows: shownPairs(run, best.first).map(({ match, ids, texts }) => [
          match.similarity?.toFixed(3) ?? '–',
          `${ids[0]}: ${texts[0]}`,
          `${ids[1]}: ${texts[1]}`,
        ]),
      },
    ],
    charts: [
      {
        title: ['Pairs by similarity', '各相似度的对数'],
        x: ['similarity', '相似度'],
        y: ['pairs, logarithmic', '对（对数）'],
        series: [{ name: ['pairs', '对'], points: bars.map((n, i) => [i / BARS, n] as const) }],
        isBars: true,
        isLogarithmic: true,
        marks: [{ at: threshold, name: ['threshold', '阈值'] }],
      },
    ],
  }
}
