/** Rows on the terminal: what was compared, at what cost, and what the fields of a pair say. */
import type { Run } from '../jobs/dedupe/dedupe.js'
import type { RowsSummary } from '../jobs/dedupe/rows/summary.js'
import type { MatchModel } from '../matching/model/model.js'
import { modelChecksum } from '../matching/model/model-json.js'
import { columns, count, excerpt } from './terminal.js'

/** Lines of the summary. */
export function describeRows({ columns: compared, keys, comparisons, recall, cut, model }: RowsSummary): string[] {
  const kinds = compared.map(
    ({ name, kind, completeness }) => `${name} ${kind}${completeness < 1 ? ` ${percent(completeness)} filled` : ''}`,
  )
  const costs = keys.map(({ name, pairs }) => `${name} ${count(pairs)}`)
  return [
    `compared: ${kinds.join(', ')}`,
    `${count(comparisons.made)} comparisons of ${count(comparisons.planned)} planned, by ${costs.join(', ') || 'no key'}; they find ${percent(recall)} of the matches, by estimate`,
    ...(model ? [`model ${model.checksum}: of ${count(Math.round(1 / model.prior))} pairs of rows one matches`] : []),
    ...(cut ? [`${count(cut)} pairs were not followed: little else joins their groups`] : []),
  ]
}

const percent = (share: number) => `${share > 0.995 && share < 1 ? '> 99' : Math.round(share * 100)} %`

/** A model of fields as a table: for each level m, u, and the bits that it adds. */
export function describeModel(model: MatchModel): string {
  const lines = [
    `checksum ${modelChecksum(model)}, learned from ${count(model.rows)} rows: of ${count(Math.round(1 / model.prior))} pairs of rows one matches`,
  ]
  for (const { name, kind, levels, parent, m, u } of model.fields) {
    const above = model.fields[parent]
    lines.push('', `${name} (${kind})${above ? `, beside ${above.name}` : ''}${' '.repeat(4)}m, u, bits`)
    m.forEach((own, row) => {
      if (above) lines.push(`  where ${above.name} ${row < m.length - 1 ? `is ${above.levels[row]}` : 'is missing'}:`)
      own.forEach((matching, level) => {
        const other = u[row]?.[level] ?? 0
        const bits = Math.log2(matching / other)
        lines.push(
          `  ${(levels[level] as string).padEnd(24)} ${matching.toPrecision(3).padStart(9)} ${other.toPrecision(3).padStart(9)} ${bits.toFixed(1).padStart(6)}`,
        )
      })
    })
  }
  return `${lines.join('\n')}\n`
}

/** Groups whose first pair is shown, and cells of the longest bar. */
const SHOWN = 3
const LONGEST = 16

/** A few pairs, field by field, the least sure first. */
export function describePairs({ rows, decisions, context: { documents } }: Run): string[] {
  if (!rows) return []
  const pairs = decisions.groups.largest(200).flatMap(({ kept, members }) => {
    const [weakest] = Array.from(members.subarray(1)).sort((a, b) => scoreOf(decisions.decide(a)) - scoreOf(decisions.decide(b)))
    return weakest === undefined ? [] : [{ kept, removed: weakest, score: scoreOf(decisions.decide(weakest)) }]
  })
  const shown = pairs.sort((a, b) => a.score - b.score).slice(0, SHOWN)
  const blocks = shown.flatMap(({ kept, removed, score }) => {
    const contributions = rows.contributions(kept, removed)
    const most = Math.max(...contributions.map(({ bits, weight }) => Math.abs(bits ?? weight ?? 0)), Number.EPSILON)
    const names = contributions.map(({ field }) => excerpt(field, 20))
    const width = Math.max(...names.map(columns))
    const lines = contributions.map(({ level, similarity, bits, weight = 0 }, i) => {
      const name = `    ${names[i]}${' '.repeat(width - columns(names[i] as string))}`
      if (level === undefined) return `${name}  –`
      const value = bits ?? weight * (similarity ?? 0)
      const bar = (value < 0 ? '░' : '█').repeat(Math.round((Math.abs(value) / most) * LONGEST))
      const said =
        bits === undefined ? `${similarity?.toFixed(2)} × ${percent(weight)}` : `${bits < 0 ? '−' : '+'}${Math.abs(bits).toFixed(1)} bits`
      return `${name}  ${bar.padEnd(LONGEST)}  ${said}, ${level}`
    })
    return [`  ${excerpt(documents.idOf(kept), 24)} ← ${score.toFixed(2)} ${excerpt(documents.idOf(removed), 24)}`, ...lines]
  })
  return blocks.length ? ['', 'the least sure, field by field:', ...blocks] : []
}

const scoreOf = ({ similarity = 0 }: { readonly similarity: number | undefined }) => similarity
