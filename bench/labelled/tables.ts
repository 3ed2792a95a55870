/**
 * Labelled tables, and `--measure match` with no settings held against them: a folder records/SET of LEITONG_DATA with records.csv and truth.csv
 * (group, id), or with a.csv, b.csv and truth.csv (a, b); meta.json may say `one_to_one: false` and `partial: true`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import type { RowsSummary } from '../../src/jobs/dedupe/rows/summary.ts'
import { Draws } from '../../src/matching/sampling.ts'
import { records as root, rowsOf } from '../rivals/tables.ts'

const COMMAND = join(import.meta.dirname, '..', '..', 'dist', 'bundle', 'leitong.js')

/** The names of all tables. */
export const labelledSets = (): string[] => readdirSync(root).sort()

export const isOneTable = (name: string): boolean => existsSync(join(root, name, 'records.csv'))

/** A set of the rows of a share of its things: those of one group or joined pair stay or go together. @returns  its folder */
function sampled(set: string, out: string, isOne: boolean, share: { readonly of: number; readonly seed: number }): string {
  const truth = rowsOf(join(set, 'truth.csv'))
  const tables = (isOne ? ['records'] : ['a', 'b']).map((table) => [table, rowsOf(join(set, `${table}.csv`))] as const)
  const thingOf = new Map<string, string>()
  const find = (row: string): string => {
    const thing = thingOf.get(row) ?? row
    return thing === row ? row : find(thing)
  }
  for (const { id = '', group = '', a = '', b = '' } of truth)
    thingOf.set(find(isOne ? `records ${id}` : `a ${a}`), find(isOne ? `of ${group}` : `b ${b}`))
  const draws = new Draws(share.seed)
  const isKept = new Map<string, boolean>()
  const stays = (row: string) => {
    const thing = find(row)
    const known = isKept.get(thing) ?? draws.next() < share.of * 2 ** 32
    isKept.set(thing, known)
    return known
  }
  mkdirSync(out)
  for (const [table, rows] of tables)
    writeFileSync(join(out, `${table}.csv`), Papa.unparse(rows.filter(({ id }) => stays(`${table} ${id}`))))
  writeFileSync(join(out, 'truth.csv'), Papa.unparse(truth.filter(({ id, a }) => stays(isOne ? `records ${id}` : `a ${a}`))))
  return out
}

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)
const pairsOf = (count: number) => (count * (count - 1)) / 2

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

export interface Outcome extends Truth {
  readonly f1: number
  /** What the run said of itself. */
  readonly rows: RowsSummary
}

export interface LabelledRun {
  /** What Node runs. @default the command as it was built */
  readonly command?: string
  readonly flags?: readonly string[]
  /** Takes the rows of that share of the things, drawn by chance. */
  readonly share?: { readonly of: number; readonly seed: number } | undefined
}

/** @returns  the result, or the first line of why there is none */
export function runLabelled(name: string, { command = COMMAND, flags = [], share }: LabelledRun = {}): Outcome | string {
  const folder = mkdtempSync(join(tmpdir(), 'labelled-rows-'))
  try {
    const whole = join(root, name)
    const isOne = isOneTable(name)
    const meta = existsSync(join(whole, 'meta.json')) ? JSON.parse(readFileSync(join(whole, 'meta.json'), 'utf8')) : {}
    const set = share ? sampled(whole, join(folder, 'share'), isOne, share) : whole
    const out = join(folder, 'out.jsonl')
    const inputs = isOne
      ? ['dedupe', join(set, 'records.csv'), '--groups', out]
      : ['link', join(set, 'a.csv'), join(set, 'b.csv'), '--pairs', out]
    const oneToOne = !isOne && meta.one_to_one !== false ? ['--one-to-one'] : []
    const args = [command, ...inputs, '--id-field', 'id', '--measure', 'match', '--json', ...oneToOne, ...flags]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
    if (status !== 0) return stderr.split('\n')[0] as string
    const truth = isOne ? inGroups(set, out, meta.partial === true) : inPairs(set, out)
    const f1 = (2 * truth.precision * truth.recall) / Math.max(Number.MIN_VALUE, truth.precision + truth.recall)
    return { ...truth, f1, rows: JSON.parse(stdout).rows }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
