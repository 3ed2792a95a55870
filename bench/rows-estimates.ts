/**
 * LEITONG_DATA=FOLDER npx tsx bench/rows-estimates.ts [SET …] [--precision P]
 *
 * What a run of `--measure match` with no settings says of itself, beside the truth, on labelled tables: a folder records/SET with records.csv and
 * truth.csv (group, id), or with a.csv, b.csv and truth.csv (a, b). The command must be built. With `--precision` it asks for a promise, and
 * prints where it is refused.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'

const { values, positionals } = parseArgs({ options: { precision: { type: 'string' } }, allowPositionals: true })
const root = join(process.env['LEITONG_DATA'] ?? '.', 'records')
const command = join(import.meta.dirname, '..', 'dist', 'bundle', 'leitong.js')
const folder = mkdtempSync(join(tmpdir(), 'rows-estimates-'))
const rowsOf = (path: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data
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

console.log('| set | precision, said | true | recall of keys, said | true recall | doubt |')
console.log('|---|--:|--:|--:|--:|---|')
try {
  for (const name of positionals.length ? positionals : readdirSync(root).sort()) {
    const set = join(root, name)
    const isOne = existsSync(join(set, 'records.csv'))
    const meta = existsSync(join(set, 'meta.json')) ? JSON.parse(readFileSync(join(set, 'meta.json'), 'utf8')) : {}
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
    const { precision, recall, model } = JSON.parse(stdout).rows
    const truth = isOne ? inGroups(set, out, meta.partial === true) : inPairs(set, out)
    console.log(
      `| ${name} | ${shown(precision)} | ${shown(truth.precision)} | ${shown(recall)} | ${shown(truth.recall)} | ${model?.doubt ?? ''} |`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
