/** Cases of the contract of databases: values, types, kinds, keys, conditions and odd names. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseTable } from '../../../../src/sources/databases/table.js'
import { rowFeatures } from '../../../../src/sources/rows/row-features.js'
import { freshName, type LabTable, type SharedLab } from './lab.js'
import { FEATURES, FIELDS, KEYS, keyOf, linesOf, MATTER, ODD_NAME, OTHER, open, refusalOf } from './petitions.js'

export function valueCases(shared: SharedLab): void {
  describe('of rows', () => rowCases(shared))
  describe('of a plan', () => planCases(shared))
  describe('of a selection', () => selectionCases(shared))
}

function rowCases({ lab, table }: SharedLab): void {
  let rows: Record<string, unknown>[]
  let features: ReturnType<typeof rowFeatures>[]
  beforeAll(async () => {
    const source = await open(lab().url, { table: table.name, fields: FIELDS })
    rows = await linesOf(source)
    // Whole numbers are read digit for digit: the line, not the double that JSON.parse makes of it.
    const exact = rows.map((row) => (row['big'] === null ? row : { ...row, big: '9007199254740993' }))
    features = exact.map((row) => rowFeatures(row, source.plan))
  })

  it('come in the order of the key', () => {
    expect(rows.map(keyOf)).toEqual(KEYS)
  })

  it('have one spelling, and null none', () => {
    expect(features.map(({ short }) => short.map(({ feature }) => feature))).toEqual(FEATURES)
  })

  it('weigh as the fields say', () => {
    expect(features[0]?.short.map(({ weight }) => weight)).toEqual([3, 2, 2, 2, 2, 2])
  })

  it('are texts where they are long', () => {
    const long = [[['matter', MATTER, 1]], [['matter', `${MATTER}急！`, 1]], [['matter', OTHER, 1]], []]
    expect(features.map((row) => row.long.map(({ field, text, weight }) => [field, text, weight]))).toEqual(long)
  })
}

function planCases({ lab, table }: SharedLab): void {
  let plan: DatabaseTable['plan']
  beforeAll(async () => {
    plan = (await open(lab().url, { table: table.name })).plan
  })

  it('are short or long', () => {
    const kinds = Object.fromEntries(plan.fields.map(({ name, kind }) => [name, kind]))
    const short = Object.fromEntries(['name', 'big', 'cost', 'filed', 'seen', 'open'].map((name) => [name, 'short']))
    expect(kinds).toMatchObject({ ...short, matter: 'long' })
  })

  it('have types', () => {
    const types = Object.fromEntries(plan.fields.map(({ name, type }) => [name, type]))
    expect(types).toMatchObject({ name: 'text', big: 'number', cost: 'number', seen: 'date', open: 'boolean', matter: 'text' })
  })

  it('have the key of the table', () => {
    // MongoDB has a key of its own.
    expect([['district', 'no'], ['_id']]).toContainEqual(plan.key)
  })
}

function selectionCases({ lab, table, setup }: SharedLab): void {
  it('are those that meet a condition', async () => {
    const source = await open(lab().url, { table: table.name, fields: { ...FIELDS, ...setup.where(ODD_NAME) } })
    expect((await linesOf(source)).map(({ no }) => Number(no))).toEqual([3])
  })

  it('are those of a query', async () => {
    const source = await open(lab().url, { ...setup.query(table.name), fields: FIELDS })
    expect((await linesOf(source)).map(({ district }) => district)).toEqual(['west'])
  })

  it('are none where the condition is wrong', async () => {
    expect(await refusalOf(open(lab().url, { table: table.name, ...setup.wrong }))).toMatch(/^DATABASE_QUERY: /)
  })

  it('have odd names, in which nothing is taken for more than a name', async () => {
    const name = `odd "t" 'x' \`y\` ; drop -- 表 ${freshName('')}`
    const column = `we"ird 'c' \`d\` 表`
    const odd: LabTable = {
      name,
      columns: [
        ['id', 'int'],
        [column, 'text'],
      ],
      key: ['id'],
      rows: [[1, "it's"]],
    }
    await lab().create(odd)
    const source = await open(lab().url, { table: `"${name.replaceAll('"', '""')}"`, fields: { key: ['id'], fields: { [column]: {} } } })
    const rows = await linesOf(source)
    expect(rows).toEqual([{ id: rows[0]?.['id'], [column]: "it's" }])
  })

  it('have no name with a NUL', async () => {
    expect(await refusalOf(open(lab().url, { table: 'a\0b' }))).toMatch(/^OPTION_VALUE: /)
  })
}
