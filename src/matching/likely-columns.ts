/** Which columns of two tables may say the same under unlike names: a proposal for a person, by values in common, names and kinds. */
import { fold } from './fold.js'
import { INFERENCE_SAMPLE, inferKind } from './infer.js'

/** A column of one table, and some of its values, each once. */
export interface NamedValues {
  readonly name: string
  readonly values: readonly string[]
}

/** Distinct values of a column that are held against those of another; of tables in unlike order a few would hardly meet. */
export const COMPARED_VALUES = 20_000

/**
 * The share of the values of the smaller column that the other one has as well, from which both may say the same. Looked at on the two sides of
 * Fodors–Zagats, DBLP–ACM and Amazon–Google with the names of one side changed, where every column that is proposed is the right one; on Abt–Buy,
 * which was left out, too.
 */
const SHARED = 0.1
/** Of the letters of the longer name, the share that the shorter one makes up where it stands within it. */
const WITHIN = 0.4
/** Letters of a name that stands within another at least, of Latin writing. */
const LEAST_NAME = 3

interface Column {
  readonly name: string
  readonly spelt: string
  readonly kind: string
  readonly values: ReadonlySet<string>
}

/**
 * Pairs of columns that may say the same, each column once: the likeliest first, in the order of A.
 *
 * @example
 * likelyColumns([{ name: 'ort', values: ['Ulm', 'Essen'] }], [{ name: 'city', values: ['ULM', 'Bonn'] }]) // { ort: 'city' }
 */
export function likelyColumns(a: readonly NamedValues[], b: readonly NamedValues[]): Record<string, string> {
  const [left, right] = [a.map(columnOf), b.map(columnOf)]
  const pairs = left.flatMap((one) => right.map((other) => ({ one, other, likeness: likenessOf(one, other) })))
  const likely = pairs.filter(({ likeness }) => likeness > 0).sort((x, y) => y.likeness - x.likeness)
  const found = new Map<Column, Column>()
  const taken = new Set<Column>()
  for (const { one, other } of likely) {
    if (found.has(one) || taken.has(other)) continue
    found.set(one, other)
    taken.add(other)
  }
  // The only date of a side may be the only date of the other.
  const rest = left.filter((column) => !found.has(column))
  const others = right.filter((column) => !taken.has(column))
  for (const one of rest) {
    const [other, ...more] = others.filter(({ kind }) => kind === one.kind)
    if (other && TELLING.has(one.kind) && !more.length && rest.filter(({ kind }) => kind === one.kind).length === 1) found.set(one, other)
  }
  return Object.fromEntries(left.flatMap((one) => (found.has(one) ? [[one.name, (found.get(one) as Column).name]] : [])))
}

/** Kinds of which a table has few columns. */
const TELLING = new Set(['date', 'name', 'phone', 'email', 'address', 'postcode', 'id_number'])

function columnOf({ name, values }: NamedValues): Column {
  const folded = values.slice(0, COMPARED_VALUES).map(fold)
  return {
    name,
    spelt: fold(name).replace(/[^\p{L}\p{N}]/gu, ''),
    kind: inferKind(name, values.slice(0, INFERENCE_SAMPLE)),
    values: new Set(folded.filter((value) => value !== '')),
  }
}

function likenessOf(a: Column, b: Column): number {
  const [short, long] = a.values.size < b.values.size ? [a, b] : [b, a]
  let shared = 0
  for (const value of short.values) if (long.values.has(value)) shared++
  const byValues = shared / Math.max(1, short.values.size)
  const byName = nameLikeness(a.spelt, b.spelt)
  const isSame = a.kind === b.kind
  return (isSame && byValues >= SHARED) || byName > 0 ? byValues + byName + Number(isSame) : 0
}

function nameLikeness(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const isEnough = short.length >= LEAST_NAME || /\p{Script=Han}{2}/u.test(short)
  if (!isEnough || !long.includes(short)) return 0
  const share = short.length / long.length
  return share >= WITHIN ? share : 0
}

/** What is said of two tables of which no column is compared on both sides: those of each, and the mapping that may be meant. */
export function noCommonColumns(a: readonly NamedValues[], b: readonly NamedValues[]): string {
  const names = (columns: readonly NamedValues[]) => columns.map((column) => column.name).join(', ')
  const map = likelyColumns(a, b)
  const said = JSON.stringify({ map: Object.keys(map).length ? map : { '…': '…' } })
  return `no column is compared on both sides: A has ${names(a)}, and B has ${names(b)}; pair columns with --map, JSON like ${said}`
}
