/**
 * What every database has to do as a source.
 *
 * Oracle   the rows the test wrote, and their features spelled out by hand.
 * Covers   values of every type and null, one spelling in all databases; odd names; composite keys; conditions and queries; a login
 *          that may only read; what goes wrong, and that the password shows nowhere; one state of the data; long texts; results.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LeitongError } from '../../../src/errors.js'
import { DatabaseTable } from '../../../src/sources/databases/table.js'
import type { TableRequest } from '../../../src/sources/databases/table-plan.js'
import { parseDatabaseUrl } from '../../../src/sources/databases/url.js'
import { rowFeatures } from '../../../src/sources/rows/row-features.js'
import { jsonLines, leitong, temporaryFolder } from '../../support/files.js'
import { freshName, type Lab, type LabTable } from './lab.js'

const MATTER = '小区门口的路灯坏了很久没有人来修理，晚上走路很不安全，希望有关部门尽快派人来处理这个问题，谢谢。'
const OTHER = 'The lift in our building has been out of order for three weeks, and nobody answers the telephone when we call about it.'

const petitions = (): LabTable => ({
  name: freshName('petitions'),
  columns: [
    ['district', 'text'],
    ['no', 'int'],
    ['name', 'text'],
    ['big', 'bigint'],
    ['cost', 'decimal'],
    ['filed', 'date'],
    ['seen', 'timestamp'],
    ['open', 'boolean'],
    ['matter', 'longtext'],
  ],
  key: ['district', 'no'],
  rows: [
    ['east', 1, '王五', '9007199254740993', '12.500', '2024-01-02', '2024-01-02T03:04:05', true, MATTER],
    ['east', 2, ' 王五 ', '9007199254740993', '12.5', '2024-01-02', '2024-01-02T03:04:05', true, `${MATTER}急！`],
    ['east', 3, 'O\'Brien "😀" \\ 100%', null, '-0.001', null, '2024-01-02T00:00:00', false, OTHER],
    ['west', 1, null, null, null, null, null, null, null],
  ],
})

const FIELDS = {
  key: ['district', 'no'],
  fields: {
    name: { weight: 3, show: true },
    big: {},
    cost: {},
    filed: {},
    seen: { type: 'date' },
    open: { type: 'boolean' },
    matter: { kind: 'long' },
    district: { compare: false, show: true },
  },
} as const

const FEATURES = [
  ['name=王五', 'big=9007199254740993', 'cost=12.5', 'filed=2024-01-02', 'seen=2024-01-02T03:04:05', 'open=true'],
  ['name=王五', 'big=9007199254740993', 'cost=12.5', 'filed=2024-01-02', 'seen=2024-01-02T03:04:05', 'open=true'],
  ['name=o\'brien "😀" \\ 100%', 'cost=-0.001', 'seen=2024-01-02', 'open=false'],
  [],
]

const open = (url: string, request: Partial<TableRequest>, environment = {}) =>
  DatabaseTable.open(parseDatabaseUrl(url, environment), { fields: {}, ...request })

async function linesOf(table: DatabaseTable): Promise<Record<string, unknown>[]> {
  const parts: Uint8Array[] = []
  for await (const bytes of table.lines()) parts.push(bytes)
  const lines = Buffer.concat(parts).toString().split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Record<string, unknown>)
}

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
  } catch (error) {
    expect(error, String((error as Error).stack)).toBeInstanceOf(LeitongError)
    return `${(error as LeitongError).code}: ${(error as LeitongError).message}`
  }
  return 'no error'
}

/** @param dialect  how the database writes a condition and a query */
export function databaseContract(
  createLab: () => Promise<Lab>,
  dialect: {
    where: (name: string) => TableRequest['fields']
    query: (table: string) => Partial<TableRequest>
    wrong: Partial<TableRequest>
  },
): void {
  let lab: Lab
  beforeAll(async () => {
    lab = await createLab()
  })
  afterAll(() => lab.close())

  it('gives every value one spelling, and null none', async () => {
    const table = petitions()
    await lab.create(table)
    const source = await open(lab.url, { table: table.name, fields: FIELDS })
    const rows = await linesOf(source)
    expect(rows.map(({ district, no }) => [district, Number(no)])).toEqual([
      ['east', 1],
      ['east', 2],
      ['east', 3],
      ['west', 1],
    ])
    // Whole numbers are read digit for digit: the line, not the double that JSON.parse makes of it.
    const exact = rows.map((row) => (row['big'] === null ? row : { ...row, big: '9007199254740993' }))
    const features = exact.map((row) => rowFeatures(row, source.plan))
    expect(features.map(({ short }) => short.map(({ feature }) => feature))).toEqual(FEATURES)
    expect(features[0]?.short.map(({ weight }) => weight)).toEqual([3, 2, 2, 2, 2, 2])
    expect(features.map(({ long }) => long.map(({ field, text, weight }) => [field, text, weight]))).toEqual([
      [['matter', MATTER, 1]],
      [['matter', `${MATTER}急！`, 1]],
      [['matter', OTHER, 1]],
      [],
    ])
  })

  it('infers key, kinds and types', async () => {
    const table = petitions()
    await lab.create(table)
    const { plan } = await open(lab.url, { table: table.name })
    const kinds = Object.fromEntries(plan.fields.map(({ name, kind }) => [name, kind]))
    expect(kinds).toMatchObject({
      name: 'short',
      big: 'short',
      cost: 'short',
      filed: 'short',
      seen: 'short',
      open: 'short',
      matter: 'long',
    })
    const types = Object.fromEntries(plan.fields.map(({ name, type }) => [name, type]))
    expect(types).toMatchObject({ name: 'text', big: 'number', cost: 'number', seen: 'date', open: 'boolean', matter: 'text' })
    // MongoDB has a key of its own.
    expect([['district', 'no'], ['_id']]).toContainEqual(plan.key)
  })

  it('dedupes rows from the command line, and shows the password nowhere', async () => {
    const table = petitions()
    await lab.create(table)
    const folder = temporaryFolder()
    const path = (name: string) => join(folder, name)
    const { writeFileSync } = await import('node:fs')
    writeFileSync(path('fields.json'), JSON.stringify(FIELDS))
    const outputs = ['output', 'groups', 'removed', 'pairs', 'rejects', 'report'].flatMap((kind) => [`--${kind}`, path(kind)])
    const ran = await leitong(
      ['dedupe', lab.url, '--table', table.name, '--fields', path('fields.json'), '--threshold', '0.6', '--json', ...outputs],
      { env: { LEITONG_PASSWORD: 'unused' } },
    )
    expect(ran.stderr).not.toContain('leitong:')
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.stdout)).toMatchObject({ documents: 3, kept: 3, removed: 1, groups: 1, rejects: 1 })
    expect(jsonLines(path('groups'))).toMatchObject([{ size: 2, kept: ['east', 1], members: [{ id: ['east', 1] }, { id: ['east', 2] }] }])
    expect(jsonLines(path('removed'))).toMatchObject([{ id: ['east', 2], duplicate_of: ['east', 1] }])
    expect(jsonLines(path('output')).map(({ district, no }) => [district, Number(no)])).toEqual([
      ['east', 1],
      ['east', 3],
      ['west', 1],
    ])
    expect(readFileSync(path('output'), 'utf8')).toContain('9007199254740993')
    expect(jsonLines(path('rejects'))).toMatchObject([{ line: 4, reason: 'nothing to compare in this row' }])
    const password = /:\/\/[^:/]*:([^@]+)@/.exec(lab.url)?.[1]
    if (password)
      for (const text of [
        ran.stdout,
        ran.stderr,
        ...['output', 'groups', 'removed', 'pairs', 'rejects', 'report'].map((kind) => readFileSync(path(kind), 'latin1')),
      ])
        expect(text).not.toContain(password)
  })

  it('takes conditions and queries', async () => {
    const table = petitions()
    await lab.create(table)
    const east = await linesOf(await open(lab.url, { table: table.name, fields: { ...FIELDS, ...dialect.where('O\'Brien "😀" \\ 100%') } }))
    expect(east.map(({ no }) => Number(no))).toEqual([3])
    const some = await linesOf(await open(lab.url, { ...dialect.query(table.name), fields: FIELDS }))
    expect(some.map(({ district }) => district)).toEqual(['west'])
    expect(await codeOf(open(lab.url, { table: table.name, ...dialect.wrong }))).toMatch(/^DATABASE_QUERY: /)
  })

  it('says what is missing', async () => {
    const table = petitions()
    await lab.create(table)
    expect(await codeOf(open(lab.url, { table: freshName('nowhere') }))).toMatch(/^DATABASE_TABLE: /)
    expect(await codeOf(open(lab.url, { table: table.name, fields: { fields: { nme: {} } } }))).toMatch(/^FIELD_MISSING: .*"nme".*matter/)
    expect(await codeOf(open(lab.url, { table: table.name, fields: { key: ['nbr'] } }))).toMatch(/^FIELD_MISSING: .*"nbr"/)
    expect(await codeOf(open(lab.url, { table: table.name, rank: 'age' }))).toMatch(/^FIELD_MISSING: .*"age"/)
    const needed = await codeOf(open(lab.url, {}))
    // Servers may have more tables than a message names.
    const named = /^TABLE_NEEDED: .*which rows\? there are the tables (.+?)(?: and \d+ more)?$/.exec(needed)?.[1]?.split(', ') ?? []
    expect(named.length, needed).toBeGreaterThan(0)
    if (named.length < 20) expect(named).toContain(table.name)
    expect((await open(lab.url, { table: named[0] as string })).name).toContain(named[0])
  })

  it('needs no more than a login that may read', async () => {
    const table = petitions()
    await lab.create(table)
    const url = await lab.reader(table.name)
    if (!url) return
    expect(await linesOf(await open(url, { table: table.name, fields: FIELDS }))).toHaveLength(4)
    const source = await open(url, { table: table.name, fields: FIELDS })
    const row = { group: 1, key: '1', kept: true, similarity: 1, distance: null }
    expect(await codeOf(source.storeResults(freshName('results'), [row]))).toMatch(/^DATABASE_RIGHTS: /)
    const wrong = url.replace(/:([^:@]+)@/, ':wr%40ng-secret@')
    const refused = await codeOf(open(wrong, { table: table.name }))
    expect(refused).toMatch(/^DATABASE_LOGIN: /)
    expect(refused).not.toMatch(/wr(%40|@)ng/)
    // The password may come from the environment, in the URL or beside it.
    const password = decodeURIComponent(/:([^:@]+)@/.exec(url)?.[1] as string)
    const bare = url.replace(/:[^:@]+@/, '@')
    const beside = await open(bare, { table: table.name }, { LEITONG_PASSWORD: password })
    expect(beside.plan.fields.length).toBeGreaterThan(6)
    const inside = await open(url.replace(/:[^:@]+@/, `:$${'{SECRET}'}@`), { table: table.name }, { SECRET: password })
    expect(inside.name).not.toContain('SECRET')
    const hidden = freshName('hidden')
    await lab.create({ ...petitions(), name: hidden })
    expect(await codeOf(open(url, { table: hidden }))).toMatch(/^DATABASE_(RIGHTS|TABLE): /)
  })

  it('says that nobody answers', async () => {
    if (lab.url.startsWith('sqlite')) return
    const url = lab.url
      .replace(/:\d+\//, ':1/')
      .replace(/^mongodb:[^?]*$/, '$&?')
      .replace(/^mongodb:.*/, '$&&serverSelectionTimeoutMS=300')
    const refused = await codeOf(open(url, { table: 't' }))
    expect(refused).toMatch(/^DATABASE_CONNECT: /)
  }, 30_000)

  it('reads one state of the data, few rows at a time', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ['east', i, `name ${i}`, ...Array(6).fill(null)] as unknown[])
    const table = { ...petitions(), rows }
    await lab.create(table)
    const source = await open(lab.url, { table: table.name, fields: { key: ['no'], fields: { name: {} } } })
    const lines = source.lines()
    const first = await lines.next()
    let length = (first.value as Uint8Array).length
    await lab.insert(table, [['east', 20_000, 'late', ...Array(6).fill(null)]])
    const seen: Uint8Array[] = [first.value as Uint8Array]
    for await (const bytes of lines) {
      length += bytes.length
      seen.push(bytes)
    }
    const ids = Buffer.concat(seen).toString().trimEnd().split('\n')
    expect(length).toBeGreaterThan(500_000)
    expect(ids.map((line) => Number(/"no":(\d+)/.exec(line)?.[1]))).toEqual(rows.map((_, i) => i))
    // Left early, it lets the connection go.
    for await (const _ of (await open(lab.url, { table: table.name, fields: { key: ['no'], fields: { name: {} } } })).lines()) break
  })

  it('goes on from a position, which is told exactly', async () => {
    // Beyond 2^53 two numbers that a double holds as one.
    const at = ['2024-01-01T00:00:00', '2024-01-01T00:00:01', '2024-01-01T00:00:01', null]
    const rows = at.map((seen, i) => ['east', i, null, `900719925474099${i}`, null, null, seen, null, null] as unknown[])
    const table = { ...petitions(), rows }
    await lab.create(table)
    for (const position of [['big'], ['seen'], ['seen', 'big']]) {
      const source = await open(lab.url, { table: table.name, fields: { key: ['no'], fields: { matter: {}, name: {} } }, position })
      const read = async (from: Parameters<typeof source.tail>[1]) => {
        const found: { no: number; position: NonNullable<typeof from> }[] = []
        for await (const { line, position: reached } of source.tail(position, from))
          found.push({ no: Number((JSON.parse(line) as { no: unknown }).no), position: reached })
        return found
      }
      const all = await read(undefined)
      // Rows without a position are left out.
      expect(all.map(({ no }) => no)).toEqual(position[0] === 'big' ? [0, 1, 2, 3] : [0, 1, 2])
      // From each row on: itself, those beside it, and those behind.
      for (const [i, { position: reached }] of all.entries()) {
        const same = all.findIndex((other) => JSON.stringify(other.position) === JSON.stringify(reached))
        expect((await read(reached)).map(({ no }) => no)).toEqual(all.slice(Math.min(i, same)).map(({ no }) => no))
      }
    }
  })

  it('says when the connection is lost in the middle', async () => {
    if (!lab.dropConnections) return
    const long = 'x'.repeat(4000)
    const table = {
      ...petitions(),
      rows: Array.from({ length: 10_000 }, (_, i) => ['east', i, null, null, null, null, null, null, `${long}${i}`]),
    }
    await lab.create(table)
    const source = await open(lab.url, { table: table.name, fields: { key: ['no'], fields: { matter: {} } } })
    const lines = source.lines()
    await lines.next()
    await lab.dropConnections()
    const message = await codeOf(
      (async () => {
        for await (const _ of lines);
      })(),
    )
    expect(message).toMatch(/^DATABASE_DROPPED: .* after [1-9]\d* rows/)
  })

  it('says when columns have changed since they were looked at', async () => {
    if (!lab.retype) return
    const table = petitions()
    await lab.create({ ...table, rows: [] })
    const source = await open(lab.url, { table: table.name, fields: FIELDS })
    await lab.retype(table.name, 'cost')
    expect(await codeOf(linesOf(source))).toMatch(/^DATABASE_CHANGED: .*"cost" was number and is text/)
  })

  it('reads a text of 15 MB', async () => {
    const text = '雷同'.repeat(2_500_000)
    const table = { ...petitions(), rows: [['east', 1, null, null, null, null, null, null, text]] }
    await lab.create(table)
    const [row] = await linesOf(await open(lab.url, { table: table.name, fields: { key: ['no'], fields: { matter: { kind: 'long' } } } }))
    expect(row?.['matter'] === text).toBe(true)
  })

  it('reads odd names, and nothing in them is taken for more than a name', async () => {
    const name = `odd "t" 'x' \`y\` ; drop -- 表 ${freshName('')}`
    const column = `we"ird 'c' \`d\` 表`
    const table: LabTable = {
      name,
      columns: [
        ['id', 'int'],
        [column, 'text'],
      ],
      key: ['id'],
      rows: [[1, "it's"]],
    }
    await lab.create(table)
    const source = await open(lab.url, { table: `"${name.replaceAll('"', '""')}"`, fields: { key: ['id'], fields: { [column]: {} } } })
    const rows = await linesOf(source)
    expect(rows).toEqual([{ id: rows[0]?.['id'], [column]: "it's" }])
    expect(await codeOf(open(lab.url, { table: 'a\0b' }))).toMatch(/^OPTION_VALUE: /)
  })

  it('stores results in a new table, never in one that is there', async () => {
    const table = petitions()
    await lab.create(table)
    const results = freshName('results')
    const args = ['dedupe', lab.url, '--table', table.name, '--threshold', '0.6', '--results-table']
    const ran = await leitong([...args, results])
    expect(ran.stderr).toContain('removed 1 in 1 group ')
    const rows = await lab.read(results)
    expect(rows.map(({ group_number, kept }) => [Number(group_number), Boolean(kept)])).toEqual([
      [1, true],
      [1, false],
    ])
    expect(rows.map(({ similarity }) => Number(similarity) > 0.6)).toEqual([true, true])
    const source = await open(lab.url, { table: table.name })
    if (source.plan.key.length > 1)
      expect(rows.map(({ row_key }) => JSON.parse(String(row_key)))).toEqual([
        ['east', 1],
        ['east', 2],
      ])
    for (const taken of [results, table.name]) {
      const refused = await leitong([...args, taken])
      expect(refused.code).toBe(2)
      expect(refused.stderr).toContain(`there is a table ${taken} already`)
    }
    expect(await lab.read(table.name)).toHaveLength(4)
  })
}
