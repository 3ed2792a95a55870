/**
 * LEITONG_DATA=FOLDER npx tsx bench/rows-quality.ts [SET …]
 *
 * How right matching by fields is with no settings, on labelled tables: a folder records/SET with records.csv and truth.csv (group, id), or with a.csv,
 * b.csv and truth.csv (a, b); `people:ROWS:SEED`, `places`, `products` and `goods` are
 * generated (the files of their names). Prints precision, recall and F1 by pairs, seconds and memory.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { pairRanges } from '../src/matching/candidates/pairs.ts'
import { ColumnPacker } from '../src/matching/columns.ts'
import type { Field } from '../src/matching/comparisons.ts'
import { groupRows, oneToOne } from '../src/matching/groups.ts'
import { inferKind } from '../src/matching/infer.ts'
import { KINDS } from '../src/matching/kinds/kinds.ts'
import { planMatching, ScoredPairs, scoreRange } from '../src/matching/matching.ts'
import { MatchScorer } from '../src/matching/model/scorer.ts'
import { historical } from './historical.ts'
import { people } from './people.ts'
import { places } from './places.ts'
import { goods, products } from './products.ts'

interface Table {
  readonly ids: readonly string[]
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** Rows of the first of two tables. */
  readonly split?: number
  readonly truth: ReadonlySet<string>
}

/** Columns that give the answer away. */
const ANSWERS = new Set(['id', 'class', 'cluster', 'unique_id'])
/** Seconds and memory alone: the pairs of a million rows are too many to list. */
const SPEED = process.env['SPEED'] === '1'
const GENERATED: Readonly<Record<string, (rows: number, seed?: number) => Record<string, string>[]>> = {
  people,
  historical,
  products,
  goods,
  places,
}
const VERBOSE = process.env['VERBOSE'] === '1'

const rowsOf = (path: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
    ...(process.env['ESCAPE'] ? { escapeChar: '\\' } : {}),
  }).data

const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)

function pairsOfGroups(groups: Iterable<readonly string[]>): Set<string> {
  const pairs = new Set<string>()
  for (const group of groups)
    for (let i = 0; i < group.length; i++) for (let j = 0; j < i; j++) pairs.add(pairKey(group[i] as string, group[j] as string))
  return pairs
}

function grouped(rows: Iterable<readonly [group: string, id: string]>): string[][] {
  const groups = new Map<string, string[]>()
  for (const [group, id] of rows) groups.set(group, [...(groups.get(group) ?? []), id])
  return [...groups.values()]
}

/** In the order in which the command meets them: which pairs are drawn to learn from depends on it. */
function columnsOf(rows: readonly Record<string, string>[]): Map<string, string[]> {
  const firstOf = (name: string) => {
    const first = rows.findIndex((row) => row[name])
    return first < 0 ? rows.length : first
  }
  const names = Object.keys(rows[0] ?? {})
    .filter((name) => !ANSWERS.has(name))
    .sort((x, y) => firstOf(x) - firstOf(y))
  return new Map(names.map((name) => [name, rows.map((row) => row[name] ?? '')]))
}

function load(set: string): Table {
  const generate = GENERATED[set.replace(/:.*/, '')]
  if (generate) {
    const [, count, seed] = set.split(':')
    const rows = generate(Number(count) || 50_000, seed ? Number(seed) : undefined)
    const truth = SPEED
      ? new Set<string>()
      : pairsOfGroups(grouped(rows.map(({ cluster, id }) => [cluster as string, id as string] as const)))
    return { ids: rows.map(({ id }) => id as string), columns: columnsOf(rows), truth }
  }
  const folder = join(process.env['LEITONG_DATA'] ?? '', 'records', set)
  const truth = rowsOf(join(folder, 'truth.csv'))
  if (existsSync(join(folder, 'records.csv'))) {
    const rows = rowsOf(join(folder, 'records.csv'))
    const pairs = pairsOfGroups(grouped(truth.map(({ group, id }) => [group as string, id as string] as const)))
    return { ids: rows.map(({ id }) => id as string), columns: columnsOf(rows), truth: pairs }
  }
  const [a, b] = [rowsOf(join(folder, 'a.csv')), rowsOf(join(folder, 'b.csv'))]
  const rows = [...a, ...b]
  return {
    ids: rows.map(({ id }) => id as string),
    columns: columnsOf(rows),
    split: a.length,
    truth: new Set(truth.map((pair) => pairKey(pair['a'] as string, pair['b'] as string))),
  }
}

function measure(found: Iterable<string>, truth: ReadonlySet<string>) {
  let right = 0
  let all = 0
  for (const pair of found) {
    all++
    if (truth.has(pair)) right++
  }
  const precision = all ? right / all : 1
  const recall = right / truth.size
  return { precision, recall, f1: precision + recall ? (2 * precision * recall) / (precision + recall) : 0 }
}

function countPairs(groups: Uint32Array): number {
  const sizes = new Map<number, number>()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
}

const digits = (value: number) => value.toFixed(3)
const show = (label: string, { precision, recall, f1 }: ReturnType<typeof measure>) =>
  console.log(`  ${label.padEnd(34)} P ${digits(precision)}  R ${digits(recall)}  F1 ${digits(f1)}`)

function run(set: string): void {
  const table = load(set)
  const { ids, columns, split, truth } = table
  const start = performance.now()
  const lap = (label: string) =>
    VERBOSE &&
    console.log(`    ${label}: ${((performance.now() - start) / 1000).toFixed(2)} s, ${(process.cpuUsage().user / 1e6).toFixed(2)} s CPU`)
  const fields: Field[] = []
  for (const [name, values] of columns) {
    const kind = inferKind(name, values)
    if (kind === 'none') continue
    const packer = new ColumnPacker(name, KINDS[kind].normalise)
    for (const value of values) packer.add(value)
    fields.push({ column: packer.finish(), kind })
  }
  lap('packed')
  const scope = { rows: ids.length, split }
  const { model, plan, indexes, offered } = planMatching(fields, scope)
  lap('planned')
  const scorer = new MatchScorer(fields, model)
  const scored = new ScoredPairs()
  const least = Math.log(0.02 / 0.98)
  let compared = 0
  for (const range of pairRanges(indexes, 100_000)) compared += scoreRange(indexes, range, scorer, least, scored)
  lap('scored')
  const edges = { size: scored.size, a: scored.a, b: scored.b, chance: scored.score.map((score) => scorer.probability(score)) }
  const nameOf = (edge: number) => pairKey(ids[edges.a[edge] as number] as string, ids[edges.b[edge] as number] as string)
  const { groups, cut } = groupRows(ids.length, edges, 0.5, 0.3)
  lap('grouped')
  const seconds = (performance.now() - start) / 1000
  console.log(
    `${set}: ${ids.length} rows, ${columns.size} columns, ${fields.map(({ column, kind }) => `${column.name}=${kind}`).join(' ')}\n` +
      `  ${seconds.toFixed(1)} s, ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB; ${offered} keys offered, ${plan.keys.length} taken, ${compared} of ${plan.cost} compared,` +
      ` recall estimated ${digits(plan.recall)}, prior ${model.prior}, matches estimated ${plan.matches.toFixed(0)} of ${truth.size} true`,
  )
  if (SPEED) return
  let caught = 0
  const at = new Map(ids.map((id, row) => [id, row]))
  for (const pair of truth) {
    const [a, b] = pair.split(' ').map((id) => at.get(id) as number) as [number, number]
    if (indexes.some((index) => index.holds(a, b))) caught++
  }
  console.log(`  recall of candidates ${digits(caught / truth.size)}`)
  if (VERBOSE) {
    for (const { name, pairs, finds, adds } of plan.keys)
      console.log(`    ${name}: ${pairs} pairs, finds ${finds.toFixed(0)}, adds ${adds.toFixed(0)}`)
    model.fields.forEach((field, fieldNumber) => {
      const row = field.m.length - 1
      if (field.words) {
        const stay = ([word, weight, held]: readonly [string, number, number]) =>
          `${word} ${held} ${(weight / Math.log((ids.length + 1) / (held + 0.5))).toFixed(2)}`
        console.log(
          `    ${field.words.known
            .filter((_, i) => i < 60 || i % 25 === 0)
            .slice(0, 150)
            .map(stay)
            .join(', ')}; rest ${field.words.rest}`,
        )
      }
      console.log(`    ${field.name} ${field.kind}${field.parent < 0 ? '' : ` under ${model.fields[field.parent]?.name}`}`)
      const list = (chances: readonly number[] = []) => chances.map((chance) => chance.toPrecision(2)).join(' ')
      const seen = field.levels.map(() => 0)
      let all = 0
      for (const pair of truth) {
        const [a, b] = pair.split(' ').map((id) => at.get(id) as number) as [number, number]
        const level = scorer.comparisons.level(fieldNumber, a, b)
        if (level === 255) continue
        seen[level] = (seen[level] as number) + 1
        all++
      }
      console.log(`      true m ${list(seen.map((count) => count / all))}`)
      console.log(`      m ${list(field.m[row])}\n      u ${list(field.u[row])}`)
      if (field.m.length > 1) console.log(`      parent equal: m ${list(field.m[0])}\n                    u ${list(field.u[0])}`)
    })
  }
  const printFields = (a: number, b: number) => {
    const adds = scorer.contributions(a, b)
    fields.forEach(({ column }, field) => {
      const values = columns.get(column.name) ?? []
      const add = adds[field]
      console.log(
        `    ${column.name}: ${values[a]} | ${values[b]} | ${add ? `${add.level} ${add.ofLevel.toFixed(2)} ${add.ofRarity.toFixed(2)}` : '-'}`,
      )
    })
  }
  if (process.env['WRONG']) {
    const wrong = Array.from({ length: edges.size }, (_, edge) => edge).filter((edge) => !truth.has(nameOf(edge)))
    const picked = Array.from(
      { length: Number(process.env['WRONG']) },
      (_, i) => wrong[Math.floor((i * wrong.length) / Number(process.env['WRONG']))] as number,
    )
    for (const edge of picked) {
      const [a, b] = [edges.a[edge] as number, edges.b[edge] as number]
      console.log(`  wrong ${(edges.chance[edge] as number).toFixed(3)}`)
      printFields(a, b)
    }
  }
  const missed = [...truth].filter((_, i) => process.env['MISSED'] && i % Math.ceil(truth.size / Number(process.env['MISSED'])) === 0)
  for (const pair of missed) {
    const [a, b] = pair.split(' ').map((id) => at.get(id) as number) as [number, number]
    const chance = scorer.probability(scorer.logOdds(a, b))
    if (chance >= 0.5) continue
    console.log(`  missed ${chance.toFixed(3)}${indexes.some((index) => index.holds(a, b)) ? '' : ', no candidate'}`)
    printFields(a, b)
  }
  const all = Array.from({ length: edges.size }, (_, edge) => edge)
  for (const threshold of [0.1, 0.5, 0.9, 0.99]) {
    const pairs = all.filter((edge) => (edges.chance[edge] as number) >= threshold)
    show(`pairs, ${threshold}`, measure(pairs.map(nameOf), truth))
    if (split !== undefined) show(`one to one, ${threshold}`, measure(oneToOne(ids.length, edges, threshold).map(nameOf), truth))
  }
  if (split === undefined) {
    for (const [threshold, bridge] of [
      [0.5, 0],
      [0.5, 0.1],
      [0.5, 0.3],
      [0.5, 0.5],
      [0.9, 0],
      [0.9, 0.3],
      [0.2, 0.3],
      [0.99, 0.1],
    ] as const) {
      const groups = groupRows(ids.length, edges, threshold, bridge).groups
      if (countPairs(groups) > 5_000_000) continue
      show(
        `groups, ${threshold}, bridge ${bridge}`,
        measure(pairsOfGroups(grouped(ids.map((id, row) => [String(groups[row]), id] as const))), truth),
      )
    }
    console.log(`  ${new Set(groups).size} groups, ${cut} bridges cut`)
  }
}

const sets = process.argv.slice(2)
for (const set of sets.length ? sets : ['febrl3', 'cora', 'dblp_acm', 'fodors_zagats', 'amazon_google', 'people']) run(set)
