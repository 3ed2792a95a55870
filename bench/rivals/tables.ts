/** Labelled tables of rows as files, and how right the groups or pairs are that a program finds in them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { historical } from '../historical.ts'
import { places } from '../places.ts'
import { goods, products } from '../products.ts'

export const data = join(import.meta.dirname, '../.data')
/** The folder of labelled sets. */
export const records = join(process.env['LEITONG_DATA'] ?? '', 'records')
/** Columns that give the answer away. */
const ANSWERS = ['class', 'cluster']
const GENERATED: Readonly<Record<string, (rows: number) => Record<string, string>[]>> = { historical, products, goods, places }

export type Rows = readonly Readonly<Record<string, string>>[]
export type Pair = readonly [a: string, b: string]
type Groups = readonly (readonly string[])[]

export interface Table {
  readonly name: string
  /** One file, or two that are joined. */
  readonly files: readonly string[]
  readonly rows: readonly Rows[]
  /** Groups of ids, of two and more. */
  readonly truth: Groups
  /** True pairs of two tables. */
  readonly pairs: readonly Pair[]
  /** Whether a row of either table has one partner at most. `meta.json` beside the files says where that is not so. */
  readonly oneToOne: boolean
}

export const rowsOf = (path: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data

/** Ids with the same label, where there are two or more. */
export function grouped(labels: Iterable<readonly [label: string, id: string]>): string[][] {
  const groups = new Map<string, string[]>()
  for (const [label, id] of labels) {
    const group = groups.get(label)
    if (group) group.push(id)
    else groups.set(label, [id])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** Groups of ids that pairs join. */
export function joined(pairs: Iterable<Pair>): string[][] {
  const parent = new Map<string, string>()
  const rootOf = (id: string) => {
    let root = id
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next
    return root
  }
  for (const [a, b] of pairs) {
    for (const id of [a, b]) if (!parent.has(id)) parent.set(id, id)
    parent.set(rootOf(a), rootOf(b))
  }
  return grouped(Array.from(parent.keys(), (id) => [rootOf(id), id] as const))
}

/** The table as files without the columns that give the answer away. */
export function load(set: string): Table {
  const [name = '', count] = set.split(':')
  const folder = join(records, name)
  const generate = GENERATED[name]
  const given = generate
    ? [generate(Number(count))]
    : (existsSync(join(folder, 'records.csv')) ? ['records'] : ['a', 'b']).map((stem) => rowsOf(join(folder, `${stem}.csv`)))
  const truth = generate ? [] : rowsOf(join(folder, 'truth.csv'))
  mkdirSync(data, { recursive: true })
  const rows = given.map((table) =>
    table.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !ANSWERS.includes(column)))),
  )
  const files = rows.map((table, i) => {
    const path = join(data, `rivals-${name}-${i}.csv`)
    writeFileSync(path, `${Papa.unparse(table, { newline: '\n' })}\n`)
    return path
  })
  const labels = generate
    ? (given[0] ?? []).map(({ cluster, id }) => [cluster, id] as [string, string])
    : truth.map(({ group, id }) => [group, id] as [string, string])
  const pairs = given.length > 1 ? truth.map(({ a, b }) => [a, b] as [string, string]) : []
  const meta = join(folder, 'meta.json')
  const { one_to_one: oneToOne = true } = (existsSync(meta) ? JSON.parse(readFileSync(meta, 'utf8')) : {}) as { one_to_one?: boolean }
  return { name, files, rows, truth: given.length > 1 ? joined(pairs) : grouped(labels), pairs, oneToOne }
}

const pairsIn = (size: number) => (size * (size - 1)) / 2

/** By all pairs within the groups, and by groups that are found exactly. */
export function qualityOf(groups: Groups, truth: Groups) {
  const labels = new Map(truth.flatMap((group, label) => group.map((id) => [id, label] as const)))
  let right = 0
  let exact = 0
  for (const group of groups) {
    const counts = new Map<number, number>()
    for (const id of group) {
      const label = labels.get(id)
      if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1)
    }
    for (const [label, count] of counts) {
      right += pairsIn(count)
      if (count === group.length && count === truth[label]?.length) exact++
    }
  }
  const total = (list: Groups) => list.reduce((sum, group) => sum + pairsIn(group.length), 0)
  return { pairs: rates(right, total(groups), total(truth)), groups: rates(exact, groups.length, truth.length) }
}

/** By the pairs themselves: nothing is said of two rows that a third one joins. */
export function qualityOfPairs(found: readonly Pair[], truth: readonly Pair[]) {
  const [all, wanted] = [found, truth].map((pairs) => new Set(pairs.map((pair) => JSON.stringify(pair)))) as [Set<string>, Set<string>]
  return rates([...all].filter((pair) => wanted.has(pair)).length, all.size, wanted.size)
}

function rates(right: number, found: number, wanted: number) {
  const [precision, recall] = [found ? right / found : 1, right / wanted]
  return { precision, recall, f1: precision + recall ? (2 * precision * recall) / (precision + recall) : 0 }
}
