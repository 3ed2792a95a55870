/**
 * npm run bench [-- --record] [NAME …]
 *
 * Prints every row as a ratio with its bar; `--record` files the result under bench/record/ by processor and date and
 * writes the table of docs/benchmarks.md; rows that were not run stay as they are. Rows: fingerprinting, chineseWords, allPairs, oneQuery, wholeJob, memory, liveIndex, denseGroups, rowsOfFields,
 * millionRows, starts; and those that take long and are run by their names alone: manyTexts, manyFingerprints, growth, allAlike, millionPeers.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Row } from './row.ts'
import * as rows from './rows.ts'

/** A row with the day it was measured. */
type Recorded = Row & { readonly date: string }

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  node: process.version,
  system: `${process.platform} ${process.arch}`,
}
console.log(Object.values(machine).join(', '))

/** Hours, and tens of gigabytes of generated files. */
const LONG = ['manyTexts', 'manyFingerprints', 'growth', 'allAlike', 'millionPeers']

const results: Row[] = []
for (const [name, run] of Object.entries(rows)) {
  if (typeof run !== 'function' || (wanted.length ? !wanted.includes(name) : LONG.includes(name))) continue
  for (const row of [await run()].flat()) {
    results.push(row)
    const figures = `${row.value.toPrecision(4)} against ${row.reference.toPrecision(4)} ${row.unit}`
    console.log(`${row.reached ? 'reached' : 'MISSED '}  ${row.name}: ${row.ratio.toFixed(2)} (bar ${row.bar}); ${figures}; ${row.answer}`)
  }
}

if (process.argv.includes('--record')) {
  const slug = machine.processor
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const folder = new URL(`record/${slug}/`, import.meta.url)
  mkdirSync(folder, { recursive: true })
  const date = new Date().toISOString().slice(0, 10)
  // Rows that were not run stay as they were recorded last, with their date.
  const last = readdirSync(folder).sort().at(-1)
  const filed = last && (JSON.parse(readFileSync(new URL(last, folder), 'utf8')) as { date: string; results: Recorded[] })
  const before = filed ? filed.results.map((row) => ({ ...row, date: row.date ?? filed.date })) : []
  const fresh = new Map(results.map((row) => [row.name, { date, ...row }]))
  const all: Recorded[] = before.map((row) => fresh.get(row.name) ?? row)
  all.push(...[...fresh.values()].filter(({ name }) => !before.some((row) => row.name === name)))
  writeFileSync(new URL(`${date}.json`, folder), `${JSON.stringify({ date, machine, results: all }, null, 2)}\n`)
  const rows = all.map(
    ({ name, ratio, bar, value, reference, unit, answer }) =>
      `| ${name} | ${ratio.toFixed(2)} | ${bar} | ${value.toPrecision(3)} against ${reference.toPrecision(3)} ${unit} | ${answer} |`,
  )
  const table = ['| | ratio | bar | | answer |', '|---|--:|---|---|---|', ...rows].join('\n')
  const docs = new URL('../docs/benchmarks.md', import.meta.url)
  writeFileSync(
    docs,
    readFileSync(docs, 'utf8').replace(/<!-- bars -->[\s\S]*<!-- \/bars -->/, () => `<!-- bars -->\n${table}\n<!-- /bars -->`),
  )
}
