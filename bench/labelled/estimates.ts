/**
 * LEITONG_DATA=FOLDER npx tsx bench/labelled/estimates.ts [SET …] [--precision P] [--share S [--seed N]]
 *
 * What a run of `--measure match` with no settings says of itself, beside the truth, on labelled tables: a folder records/SET with records.csv and
 * truth.csv (group, id), or with a.csv, b.csv and truth.csv (a, b). The command must be built. With `--precision` it asks for a promise, and
 * prints where it is refused. With `--share` it takes the rows of that share of the things, drawn by chance: a model must not need the whole table.
 */
import { parseArgs } from 'node:util'
import { labelledSets, runLabelled } from './tables.ts'

const { values, positionals } = parseArgs({
  options: { precision: { type: 'string' }, share: { type: 'string' }, seed: { type: 'string', default: '7' } },
  allowPositionals: true,
})
const shown = (share: number | undefined) => (share === undefined ? '–' : share.toFixed(2))
const share = values.share ? { of: Number(values.share), seed: Number(values.seed) } : undefined

console.log('| set | precision, said | true | recall of keys, said | recall, said | between | true | F1 | doubt |')
console.log('|---|--:|--:|--:|--:|--:|--:|--:|---|')
const f1s: number[] = []
for (const name of positionals.length ? positionals : labelledSets()) {
  const outcome = runLabelled(name, { flags: values.precision ? ['--precision', values.precision] : [], share })
  if (typeof outcome === 'string') {
    console.log(`| ${name} | ${outcome} | | | | |`)
    continue
  }
  const { rows, f1 } = outcome
  const { precision, recall, resultRecall, resultRecallBetween = [], model } = rows
  f1s.push(f1)
  console.log(
    `| ${name} | ${shown(precision)} | ${shown(outcome.precision)} | ${shown(recall)} | ${shown(resultRecall)} | ${resultRecallBetween.map(shown).join('–')} | ${shown(outcome.recall)} | ${f1.toFixed(3)} | ${model?.doubt ?? ''} |`,
  )
}
console.log(`\nmean F1 ${(f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length).toFixed(3)} of ${f1s.length} sets`)
