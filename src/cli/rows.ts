/** Rows on the terminal: what was compared, at what cost, and what the fields of a pair say. */
import type { Run } from '../jobs/dedupe/dedupe.js'
import type { RowsSummary } from '../jobs/dedupe/rows/summary.js'
import type { MatchModel } from '../matching/model/model.js'
import { modelChecksum } from '../matching/model/model-json.js'
import { isVerbose } from './quiet.js'
import { columns, count, excerpt } from './terminal.js'
import { texts } from './texts/texts.js'

/** Keys that a summary lists: those that lead to the most comparisons. */
const KEYS = 3

/** Lines of the summary. */
export function describeRows({
  columns: compared,
  keys: found,
  comparisons,
  recall,
  precision,
  precisionBetween: [low, high] = [0, 1],
  resultRecall,
  resultRecallBetween: [least, most] = [0, 1],
  listsOnce,
  promise,
  cut,
  model,
}: RowsSummary): string[] {
  const say = texts().rows
  const kinds = compared
    .filter(({ numbersRows, tellsTruth, weight }) => !numbersRows && !tellsTruth && weight > 0)
    .map(({ name, kind, completeness }) => say.kind(name, kind, completeness))
  const truths = compared.flatMap(({ name, tellsTruth }) => (tellsTruth ? [name] : []))
  const keys = found.filter(({ name }) => name !== 'all pairs')
  const costly = isVerbose() ? keys : [...keys].sort((a, b) => b.pairs - a.pairs).slice(0, KEYS)
  return [
    // What is in doubt is said before all else.
    ...(model?.doubt ? [inDoubt(say.doubt[model.doubt], model)] : []),
    say.compared(kinds.join(', ')),
    ...(truths.length ? [say.tellsTruth(truths.join(', '))] : []),
    ...compared.flatMap(({ name, numbersRows }) => (numbersRows ? [say.numbersRows(name)] : [])),
    ...compared.flatMap(readLines),
    say.comparisons(comparisons.made, comparisons.planned, keys.length, recall),
    ...costly.map(({ name, pairs }) => `  ${say.key(name, count(pairs))}`),
    ...(costly.length < keys.length ? [`  ${say.moreKeys(keys.length - costly.length)}`] : []),
    ...(model ? [say.model(model.checksum, Math.round(1 / model.prior))] : [say.match]),
    ...(listsOnce ? [say.listsOnce[listsOnce.length > 1 ? 'both' : (listsOnce[0] as 'a' | 'b')]] : []),
    ...(promise ? [say.promise(promise.precision, promise.leftOut)] : []),
    ...(precision === undefined ? [] : [say.precision(precision, low, high)]),
    ...(resultRecall === undefined ? [] : [say.resultRecall(resultRecall, least, most)]),
    ...(cut ? [say.cut(cut)] : []),
  ]
}

/** How the dates and numbers of a column were read, where that is open to doubt. */
function readLines({ name, kind, read }: RowsSummary['columns'][number]): string[] {
  if (!read) return []
  const { setting, way, either, shown, unread, examples } = read
  const say = texts().rows
  const sayWay = { order: say.dateWay, decimal: say.numberWay }[setting]
  // What the rest of a column bears out, and is usual, needs no word.
  const isPlain = shown === true && USUAL.includes(way)
  const shortly = examples.map((example) => JSON.stringify(excerpt(example, 20))).join(', ')
  return [...(unread ? [say.unread(name, kind, unread, shortly)] : []), ...(either && !isPlain ? [sayWay(name, either, way, shown)] : [])]
}
/** The ways of writing dates and numbers that are taken where a column shows no other. */
const USUAL = ['day', 'point']

function inDoubt(why: string, { way, by }: NonNullable<RowsSummary['model']>): string {
  const say = texts().rows
  if (by !== undefined) return say.inDoubtNamed(why, by)
  return (way === 'text' ? say.inDoubtAcross : say.inDoubt)(why)
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
