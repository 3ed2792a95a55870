/** Rows on the terminal: what was compared, at what cost, and what the fields of a pair say. */
import type { Run } from '../jobs/dedupe/dedupe.js'
import type { RowsSummary } from '../jobs/dedupe/rows/summary.js'
import type { MatchModel } from '../matching/model/model.js'
import { modelChecksum } from '../matching/model/model-json.js'
import { columns, count, excerpt } from './terminal.js'
import { texts } from './texts/texts.js'

/** Lines of the summary. */
export function describeRows({ columns: compared, keys, comparisons, recall, cut, model }: RowsSummary): string[] {
  const say = texts().rows
  const kinds = compared.map(({ name, kind, completeness }) => say.kind(name, kind, completeness))
  const costs = keys.map(({ name, pairs }) => `${name} ${count(pairs)}`)
  return [
    say.compared(kinds.join(', ')),
    say.comparisons(comparisons.made, comparisons.planned, costs.join(', '), recall),
    ...(model ? [say.model(model.checksum, Math.round(1 / model.prior))] : []),
    ...(model?.doubt ? [say.inDoubt(say.doubt[model.doubt])] : []),
    ...(cut ? [say.cut(cut)] : []),
  ]
}

const percent = (share: number) => `${Math.round(share * 100)} %`

/** A model of fields as a table: for each level m, u, and the bits that it adds. */
export function describeModel(model: MatchModel): string {
  const say = texts().rows
  const lines = [say.learnedFrom(modelChecksum(model), model.rows, Math.round(1 / model.prior))]
  for (const { name, kind, levels, parent, m, u } of model.fields) {
    const above = model.fields[parent]
    lines.push('', `${name} (${kind})${above ? say.beside(above.name) : ''}${' '.repeat(4)}${say.table}`)
    m.forEach((own, row) => {
      if (above) lines.push(`  ${row < m.length - 1 ? say.whereIs(above.name, above.levels[row] as string) : say.whereMissing(above.name)}`)
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
  const say = texts().rows
  const pairs = decisions.groups.largest(200).map((group) => {
    const { a, b, similarity = 0 } = decisions.weakest(group)
    return b === group.kept ? { kept: b, removed: a, score: similarity } : { kept: a, removed: b, score: similarity }
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
        bits === undefined
          ? `${similarity?.toFixed(2)} × ${percent(weight)}`
          : say.bits(`${bits < 0 ? '−' : '+'}${Math.abs(bits).toFixed(1)}`)
      return `${name}  ${bar.padEnd(LONGEST)}  ${said}, ${level}`
    })
    return [`  ${excerpt(documents.idOf(kept), 24)} ← ${score.toFixed(2)} ${excerpt(documents.idOf(removed), 24)}`, ...lines]
  })
  return blocks.length ? ['', say.leastSure, ...blocks] : []
}
