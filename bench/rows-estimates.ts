/**
 * LEITONG_DATA=FOLDER npx tsx bench/rows-estimates.ts [SET …] [--precision P] [--share S [--seed N]]
 *
 * What a run of `--measure match` with no settings says of itself, beside the truth, on labelled tables: a folder records/SET with records.csv and
 * truth.csv (group, id), or with a.csv, b.csv and truth.csv (a, b). The command must be built. With `--precision` it asks for a promise, and
 * prints where it is refused. With `--share` it takes the rows of that share of the things, drawn by chance: a model must not need the whole table.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'
import { Draws } from '../src/matching/sampling.ts'

const { values, positionals } = parseArgs({
  options: { precision: { type: 'string' }, share: { type: 'string' }, seed: { type: 'string', default: '7' } },
  allowPositionals: true,
})
const root = join(process.env['LEITONG_DATA'] ?? '.', 'records')
const command = join(import.meta.dirname, '..', 'dist', 'bundle', 'leitong.js')
const folder = mkdtempSync(join(tmpdir(), 'rows-estimates-'))
const rowsOf = (path: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data

/** A set of the rows of a share of its things: those of one group or joined pair stay or go together. @returns  its folder */
function sampled(set: string, name: string, isOne: boolean, share: number): string {
  const truth = rowsOf(join(set, 'truth.csv'))
  const tables = (isOne ? ['records'] : ['a', 'b']).map((table) => [table, rowsOf(join(set, `${table}.csv`))] as const)
  const thingOf = new Map<string, string>()
  const find = (row: string): string => {
    const thing = thingOf.get(row) ?? row
    return thing === row ? row : find(thing)
  }
  for (const { id = '', group = '', a = '', b = '' } of truth)
    thingOf.set(find(isOne ? `records ${id}` : `a ${a}`), find(isOne ? `of ${group}` : `b ${b}`))
  const draws = new Draws(Number(values.seed))
  const isKept = new Map<string, boolean>()
  const stays = (row: string) => {
    const thing = find(row)
    const known = isKept.get(thing) ?? draws.next() < share * 2 ** 32
    isKept.set(thing, known)
    return known
  }
  const out = join(folder, `${name}-share`)
  mkdirSync(out)
  for (const [table, rows] of tables)
    writeFileSync(join(out, `${table}.csv`), Papa.unparse(rows.filter(({ id }) => stays(`${table} ${id}`))))
  writeFileSync(join(out, 'truth.csv'), Papa.unparse(truth.filter(({ id, a }) => stays(isOne ? `records ${id}` : `a ${a}`))))
  return out
}

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)
const pairsOf = (count: number) => (count * (count - 1)) / 2
const shown = (share: number | undefined) => (share === undefined ? '–' : share.toFixed(2))

interface Truth {
  readonly precision: number
  readonly recall: number
}

function inGroups(set: string, out: string, isPartial: boolean): Truth {
  const truth = new Map(rowsOf(join(set, 'truth.csv')).map(({ id = '', group = '' }) => [id, group]))
  const sizes = (groups: Iterable<string>) => {
    const counts = new Map<string, number>()
    for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
    let pairs = 0
    for (const count of counts.values()) pairs += pairsOf(count)
    return pairs
  }
  let [found, right] = [0, 0]
  for (const line of linesOf(out)) {
    const { members } = JSON.parse(line) as { members: { id: string | number }[] }
    const labelled = members.flatMap(({ id }) => truth.get(String(id)) ?? [])
    found += pairsOf(members.length) - (isPartial ? pairsOf(members.length - labelled.length) : 0)
    right += sizes(labelled)
  }
  return { precision: right / Math.max(1, found), recall: right / sizes(truth.values()) }
}

function inPairs(set: string, out: string): Truth {
  const truth = new Set(rowsOf(join(set, 'truth.csv')).map(({ a, b }) => `${a} ${b}`))
  const found = linesOf(out).map((line) => JSON.parse(line) as { a: string | number; b: string | number })
  const right = found.filter(({ a, b }) => truth.has(`${a} ${b}`)).length
  return { precision: right / Math.max(1, found.length), recall: right / truth.size }
}

console.log('| set | precision, said | true | recall of keys, said | recall, said | between | true | F1 | doubt |')
console.log('|---|--:|--:|--:|--:|--:|--:|--:|---|')
const f1s: number[] = []
try {
  for (const name of positionals.length ? positionals : readdirSync(root).sort()) {
    const whole = join(root, name)
    const isOne = existsSync(join(whole, 'records.csv'))
    const meta = existsSync(join(whole, 'meta.json')) ? JSON.parse(readFileSync(join(whole, 'meta.json'), 'utf8')) : {}
    const set = values.share ? sampled(whole, name, isOne, Number(values.share)) : whole
    const out = join(folder, `${name}.jsonl`)
    const inputs = isOne
      ? ['dedupe', join(set, 'records.csv'), '--groups', out]
      : ['link', join(set, 'a.csv'), join(set, 'b.csv'), '--pairs', out]
    const flags = ['--id-field', 'id', '--measure', 'match', '--json']
    if (!isOne && meta.one_to_one !== false) flags.push('--one-to-one')
    if (values.precision) flags.push('--precision', values.precision)
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...inputs, ...flags], { encoding: 'utf8', maxBuffer: 1 << 28 })
    if (status !== 0) {
      console.log(`| ${name} | ${stderr.split('\n')[0]} | | | | |`)
      continue
    }
    const { precision, recall, resultRecall, resultRecallBetween = [], model } = JSON.parse(stdout).rows
    const truth = isOne ? inGroups(set, out, meta.partial === true) : inPairs(set, out)
    const f1 = (2 * truth.precision * truth.recall) / Math.max(Number.MIN_VALUE, truth.precision + truth.recall)
    f1s.push(f1)
    console.log(
      `| ${name} | ${shown(precision)} | ${shown(truth.precision)} | ${shown(recall)} | ${shown(resultRecall)} | ${resultRecallBetween.map(shown).join('–')} | ${shown(truth.recall)} | ${f1.toFixed(3)} | ${model?.doubt ?? ''} |`,
    )
  }
  console.log(`\nmean F1 ${(f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length).toFixed(3)} of ${f1s.length} sets`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
