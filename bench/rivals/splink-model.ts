/**
 * A model of Splink made from the columns by one rule, since it has no run without settings.
 *
 * A comparison for each column that has more than one value and is filled in one row of a hundred at least, by what it holds: dates by their distance, decimal
 * numbers by their ratio, whole numbers by edits, a few categories by equality, short texts by Jaro and Winkler, long ones by the words in common, Chinese by its letters.
 * Blocking: equal values of a column, the first letters of a text, its first two words and its last two. What gives too many pairs alone is taken together with another.
 */
import type { Pair, Rows, Table } from './tables.ts'

/** Pairs that one rule may give, and all of them; and pairs that are learned from, by one rule or by chance. */
const [RULE, ALL, LEARNED] = [1_000_000, 3_000_000, 300_000]
/** Rules that the probabilities of equal things are learned under. */
const SESSIONS = 4
const WORD = /[\p{L}\p{N}]+/gu

interface Column {
  readonly name: string
  readonly kind: string
  readonly distinct: number
}

interface Rule {
  readonly columns: readonly string[]
  /** The same in SQL. */
  readonly expressions: readonly string[]
  readonly pairs: number
  readonly isEqual: boolean
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
const share = (values: readonly string[], is: (value: string) => boolean) => values.filter(is).length / values.length
const quoted = (name: string) => `"${name}"`

function kindOf(values: readonly string[], distinct: number): string {
  const isMostly = (pattern: RegExp) => share(values, (value) => pattern.test(value)) >= 0.9
  if (isMostly(/^\d{4}-\d\d-\d\d$/)) return 'date'
  if (isMostly(/^(19|20)\d\d(0[1-9]|1[0-2])[0-3]\d$/)) return 'day'
  if (isMostly(/^\D{0,3}\d[\d.,]*\D{0,3}$/)) return share(values, (value) => /\d\.\d/.test(value)) > 0.3 ? 'number' : 'levenshtein'
  if (distinct <= 50 && distinct <= values.length / 20) return 'exact'
  if (share(values, (value) => (value.match(/\p{Script=Han}/gu)?.length ?? 0) > value.length / 3) >= 0.5) return 'text'
  return median(values.map((value) => value.match(WORD)?.length ?? 0)) <= 3 ? 'short' : 'words'
}

function columnsOf(rows: readonly Rows[]): Column[] {
  const all = rows.flat()
  const names = Object.keys(rows[0]?.[0] ?? {}).filter((name) => name !== 'id' && rows.every((table) => name in (table[0] ?? {})))
  return names.flatMap((name) => {
    const values = all.map((row) => row[name] ?? '').filter(Boolean)
    const distinct = new Set(values).size
    return distinct < 2 || values.length < all.length / 100 ? [] : [{ name, distinct, kind: kindOf(values, distinct) }]
  })
}

/** Pairs of rows with equal keys, across two tables or within one; a row without a key has none. */
function pairsBy(rows: readonly Rows[], keyOf: (row: Rows[number]) => string): number {
  const [a, b] = rows.map((table) => {
    const counts = new Map<string, number>()
    for (const row of table) {
      const key = keyOf(row)
      if (key) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  })
  let pairs = 0
  for (const [key, count] of a ?? []) pairs += b ? count * (b.get(key) ?? 0) : (count * (count - 1)) / 2
  return pairs
}

/** What rows are looked up by, as a value and in SQL. Derived ones are columns of their own, so that Splink compares the column itself under them. */
interface Key {
  readonly column: string
  readonly sql: string
  readonly of: (row: Rows[number]) => string
}

const START = 6

function keysOf({ name, kind }: Column): Key[] {
  const column = quoted(name)
  const textOf = (row: Rows[number]) => row[name] ?? ''
  const keys: Key[] = [{ column: name, sql: column, of: textOf }]
  if (!['short', 'words', 'text'].includes(kind)) return keys
  keys.push({
    column: name,
    sql: `nullif(lower(substr(${column}, 1, ${START})), '')`,
    of: (row) => Array.from(textOf(row)).slice(0, START).join('').toLowerCase(),
  })
  if (kind !== 'words') return keys
  const words = `regexp_extract_all(lower(${column}), '[\\pL\\pN]+')`
  for (const [first, second] of [
    [0, 1],
    [-1, -2],
  ] as const) {
    const at = (place: number) => `${words}[${place < 0 ? place : place + 1}]`
    const of = (row: Rows[number]) => {
      const list = textOf(row).toLowerCase().match(WORD) ?? []
      const [one, other] = [list.at(first), list.at(second)]
      return one !== undefined && other !== undefined ? `${one} ${other}` : ''
    }
    keys.push({ column: name, sql: `${at(first)} || ' ' || ${at(second)}`, of })
  }
  return keys
}

function both(a: Key, b: Key): (row: Rows[number]) => string {
  return (row) => (a.of(row) && b.of(row) ? JSON.stringify([a.of(row), b.of(row)]) : '')
}

/** @returns the model as bench/peers/splink_rows.py reads it */
export function splinkModel({ rows, oneToOne }: Table): object {
  const columns = columnsOf(rows)
  const keys = columns.flatMap(keysOf)
  const named = new Map(keys.map((key, number) => [key, key.sql === quoted(key.column) ? key.sql : `key_${number}`]))
  const ruleOf = (of: (row: Rows[number]) => string, ...used: readonly Key[]): Rule => ({
    columns: used.map(({ column }) => column),
    expressions: used.map((key) => named.get(key) as string),
    pairs: pairsBy(rows, of),
    isEqual: used.every((key) => named.get(key) === key.sql),
  })
  const single = keys.map((key) => ruleOf(key.of, key))
  const broad = keys.filter((_, number) => (single[number]?.pairs ?? 0) > RULE)
  const double = broad.flatMap((a, i) => broad.slice(i + 1).flatMap((b) => (a.column === b.column ? [] : [ruleOf(both(a, b), a, b)])))
  const usable = [...single, ...double].filter(({ pairs }) => pairs > 0 && pairs <= RULE).sort((a, b) => a.pairs - b.pairs)
  const blocking: Rule[] = []
  for (const rule of usable) if (blocking.reduce((sum, { pairs }) => sum + pairs, rule.pairs) <= ALL) blocking.push(rule)
  // Most telling first: what has the most values.
  const telling = columns.toSorted((a, b) => b.distinct - a.distinct).slice(0, 3)
  const equal = (name: string) => keys.find((key) => key.column === name && key.sql === quoted(name)) as Key
  const certain: readonly Pair[] = telling.flatMap(({ name }, i) => telling.slice(i + 1).map((other) => [name, other.name] as const))
  const sure = certain.map(([a, b]) => ruleOf(both(equal(a), equal(b)), equal(a), equal(b)))
  const only = telling.length === 1 ? telling.map(({ name }) => ruleOf(equal(name).of, equal(name))) : []
  const deterministic = [...sure, ...only].filter(({ pairs }) => pairs > 0)
  const least = Math.max(20, rows.flat().length / 100)
  const order = (rule: Rule) => columns.find(({ name }) => name === rule.columns[0])?.distinct ?? 0
  const alike = blocking
    .filter((rule) => rule.isEqual && rule.columns.length === 1 && rule.pairs >= least && rule.pairs <= LEARNED)
    .sort((a, b) => order(b) - order(a))
  // Under one rule alone its own column would not be learned; first letters are another column to Splink.
  const more = alike.length > 1 ? [] : blocking.filter((rule) => !rule.isEqual && rule.pairs >= least && rule.pairs <= LEARNED)
  // Of one comparison nothing can be learned without labels: it keeps what Splink takes for granted.
  const training = columns.length > 1 ? [...alike, ...more] : []
  return {
    id: 'id',
    comparisons: columns.map(({ name, kind }) => [kind, name]),
    columns: Object.fromEntries(keys.flatMap((key) => (named.get(key) === key.sql ? [] : [[named.get(key), key.sql]]))),
    blocking: blocking.map(({ expressions }) => expressions),
    deterministic: deterministic.map(({ expressions }) => expressions),
    training: training.slice(0, SESSIONS).map(({ expressions }) => expressions),
    recall: 0.7,
    // One partner for each row of the larger table, where no pair is certain.
    ...(deterministic.length === 0 && { prior: 1 / Math.max(...rows.map(({ length }) => length)) }),
    threshold: rows.length > 1 ? 0.5 : 0.9,
    pairs: LEARNED,
    lenient: true,
    many: rows.length > 1 && !oneToOne,
  }
}
