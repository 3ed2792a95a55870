/**
 * docs/li2015.md: do its commands do on every kind of server what the page says they do?
 *
 * Oracle   the answers that the page prints; each command is taken from the page.
 * Covers   all rows against all, a sync and the sync after it, both questions to an index, decisions, the measure of rows; the names of tables and collections; the commands of
 *          docs/zh/databases.md that name a server.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import mysql from 'mysql2/promise'
import Papa from 'papaparse'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { leitong, temporaryFolder } from '../support/files.js'
import { describeWith } from '../support/servers.js'

const page = readFileSync(new URL('../../docs/li2015.md', import.meta.url), 'utf8')
const block = (start: string) => {
  const found = page.split('\n\n').find((part) => part.startsWith(`    ${start}`))
  if (!found) throw new Error(`docs/li2015.md has no lines that begin with ${start}`)
  return found.replace(/^ {4}/gm, '')
}
const COMMANDS = [...page.matchAll(/^ {4}leitong (.+)$/gm)].map(([, command]) => command as string)
const examples = new URL('../../examples/petitions/', import.meta.url)
const COLUMNS = ['no', 'name', 'id_number', 'phone', 'district', 'filed', 'matter']
type Row = Record<string, string | null>
const rows = Papa.parse<Row>(readFileSync(new URL('petitions.csv', examples), 'utf8'), { header: true, skipEmptyLines: true }).data.map(
  (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value || null])),
)
const parsed = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const PREFIX = `page${process.pid}_`
const values = (of: readonly Row[]) => of.map((row) => COLUMNS.map((name) => row[name]))

/** The table of the page under a name of its own, and the names of tables that begin with those of the index. */
interface Office {
  fill(of: readonly Row[]): Promise<void>
  names(): Promise<string[]>
  /** Tables that go with it. */
  readonly made: string[]
  close(): Promise<void>
}

async function inMysql(url: string): Promise<Office> {
  const client = await mysql.createConnection(url)
  await client.query(
    `CREATE TABLE ${PREFIX}petitions (no int primary key, name varchar(50), id_number varchar(20), phone varchar(20), district varchar(50), filed date, matter text) CHARACTER SET utf8mb4`,
  )
  const names = async () => {
    const [tables] = await client.query<mysql.RowDataPacket[]>(`SHOW TABLES LIKE '${PREFIX}history%'`)
    return tables.map((row) => String(Object.values(row)[0]))
  }
  return {
    async fill(of) {
      await client.query(`INSERT INTO ${PREFIX}petitions VALUES ?`, [values(of)])
    },
    names,
    made: [],
    async close(this: Office) {
      for (const name of [`${PREFIX}petitions`, ...this.made, ...(await names())]) await client.query(`DROP TABLE ${name}`)
      await client.end()
    },
  }
}

async function inPostgres(url: string): Promise<Office> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `CREATE TABLE ${PREFIX}petitions (no int primary key, name text, id_number text, phone text, district text, filed date, matter text)`,
  )
  const names = async (): Promise<string[]> => {
    const { rows: tables } = await client.query(`SELECT tablename FROM pg_tables WHERE tablename LIKE '${PREFIX}history%'`)
    return tables.map(({ tablename }) => tablename)
  }
  return {
    async fill(of) {
      for (const row of values(of)) await client.query(`INSERT INTO ${PREFIX}petitions VALUES ($1, $2, $3, $4, $5, $6, $7)`, row)
    },
    names,
    made: [],
    async close(this: Office) {
      for (const name of [`${PREFIX}petitions`, ...this.made, ...(await names())]) await client.query(`DROP TABLE ${name} CASCADE`)
      await client.end()
    },
  }
}

async function inMongo(url: string): Promise<Office> {
  const client = await MongoClient.connect(url)
  const db = client.db()
  const names = async () =>
    (await db.listCollections().toArray()).map(({ name }) => name).filter((name) => name.startsWith(`${PREFIX}history`))
  return {
    async fill(of) {
      await db.collection(`${PREFIX}petitions`).insertMany(of.map((row) => ({ ...row, no: Number(row.no) })))
    },
    names,
    made: [],
    async close(this: Office) {
      for (const name of [`${PREFIX}petitions`, ...this.made, ...(await names())]) await db.collection(name).drop()
      await client.close()
    },
  }
}

const chinese = readFileSync(new URL('../../docs/zh/databases.md', import.meta.url), 'utf8')

/** The commands of the page for offices that name a server, on this one: they print what the page shows for a file of SQLite. */
async function followChinese(url: string, folder: string): Promise<void> {
  const run = async (command: string) => {
    const args = command
      .replace(/(mysql|postgres|mongodb):\/\/\S+/, url)
      .replace('--table petitions', `--table ${PREFIX}petitions`)
      .replace('petition_groups', `${PREFIX}petition_groups`)
      .replace('信访指纹', `${folder}/信访指纹`)
      .replace('-column id', '-column no')
    const { code, stdout, stderr } = await leitong([...args.split(' '), '--lang', 'zh'], { cwd: folder })
    expect(code, `${command}\n${stderr}`).toBe(0)
    return stdout + stderr
  }
  const commandOf = (pattern: RegExp) => {
    const found = [...chinese.matchAll(/^ {4}leitong (.+)$/gm)]
      .map(([, command]) => command as string)
      .find((command) => pattern.test(command))
    if (!found) throw new Error(`docs/zh/databases.md has no command like ${pattern}`)
    return found
  }
  writeFileSync(join(folder, '字段.json'), (/echo '(\{ "key".*?)' > 字段\.json/.exec(chinese) as RegExpExecArray)[1] as string)
  const scheme = new URL(url).protocol
  const [, shown] = /--profile li2015\n.*\n(保留 .*)\n/.exec(chinese) as RegExpExecArray
  expect(await run(commandOf(new RegExp(`^dedupe ${scheme}.*--profile li2015`)))).toContain(shown)
  expect(await run(commandOf(/--results-table/))).toContain('petition_groups')
  const sync = commandOf(/^sync .*--incrementing-column id$/)
  const counts = [...chinese.matchAll(/^读入 38 行：.*$/gm)].map(([line]) => line)
  expect(counts).toHaveLength(2)
  expect(await run(`${sync} --profile li2015 --create`)).toContain(counts[0])
  expect(await run(sync)).toContain('读入 1 行：新 0，重复 0，已有 1')
}

async function follow(url: string, open: (url: string) => Promise<Office>, table: string): Promise<void> {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder, name)
  const run = async (command: string): Promise<string> => {
    const args = command
      .replaceAll('$DB', url)
      .replace('--table petitions', `--table ${PREFIX}petitions`)
      .replace('#history', `#${PREFIX}history`)
    const { code, stdout, stderr } = await leitong(args.split(' '), { cwd: folder })
    expect(code, `${command}\n${stderr}`).toBe(0)
    return stdout
  }
  const lines = (name: string): Record<string, unknown>[] => parsed(readFileSync(at(name), 'utf8'))
  const [batch, sync, first, all, decided, byFields, ...more] = COMMANDS as [string, string, string, string, string, string, ...string[]]
  expect(more).toEqual([])
  expect([first.endsWith('--first'), all].join()).toBe(['true', first.replace(' --first', '')].join())
  writeFileSync(at('petition.json'), block('{\n      "key"'))
  copyFileSync(new URL('same-petition.json', examples), at('same-petition.json'))

  const office = await open(url)
  try {
    await office.fill(rows.slice(0, 30))
    await run(batch)
    expect(readFileSync(at('pairs.jsonl'), 'utf8')).toBe(block('{"a":1') + (block('{"a":1').endsWith('\n') ? '' : '\n'))
    expect(lines('groups.jsonl')).toHaveLength(1)
    expect(readFileSync(at('groups.html'), 'utf8')).toContain('<div id="app">')

    await run(sync)
    expect(lines('answers.jsonl')).toHaveLength(30)
    expect(lines('answers.jsonl')).toContainEqual(JSON.parse(block('{"id":10')))
    await office.fill(rows.slice(30))
    await run(sync)
    const later = lines('answers.jsonl').slice(-(rows.length - 30))
    expect(later.map(({ id, status }) => [id, status])).toEqual(rows.slice(30).map(({ no }) => [Number(no), 'new']))
    expect(await office.names()).toContain(`${PREFIX}${table}`)

    const one = rows[0] as Row
    const asked = [
      { ...one, no: '901' },
      { ...one, no: '902', name: '李明', id_number: null, phone: null, matter: '建议在城北公园增设老年人健身器材并延长开放时间。' },
    ]
    writeFileSync(at('today.csv'), Papa.unparse(asked))
    const answers = async (command: string) =>
      (parsed(await run(command)) as { id: string; matches: { id: number }[] }[]).map(({ id, matches }) => [
        id,
        matches.map((match) => match.id),
      ])
    expect(await answers(first)).toEqual([
      ['901', [1]],
      ['902', []],
    ])
    expect(await answers(all)).toEqual([
      ['901', [1, 10]],
      ['902', []],
    ])

    const digest = (row: Row) => {
      const fields = ['name', 'id_number', 'phone', 'district', 'matter'].flatMap((name) => (row[name] ? [[name, row[name]]] : []))
      return createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 32)
    }
    const members = [rows[0], rows[9]].map((row) => ({ digest: digest(row as Row), id: Number((row as Row).no) }))
    writeFileSync(at('decided.jsonl'), `${JSON.stringify({ act: 'distinct', key: 'k1', by: '', at: '2026-01-02T03:04:05Z', members })}\n`)
    await run(decided)
    expect(lines('decided-groups.jsonl')).toEqual([])

    await run(byFields)
    expect(lines('fields.jsonl')).toHaveLength(6)
    await followChinese(url, folder)
    office.made.push(`${PREFIX}petition_groups`)
  } finally {
    await office.close()
  }
}

describe('the page of li2015', () => {
  it('has a command for each step', () => {
    expect(COMMANDS.map((command) => command.split(' ').slice(0, 2).join(' '))).toEqual([
      'dedupe $DB',
      'sync $DB',
      'index query',
      'index query',
      'dedupe $DB',
      'dedupe $DB',
    ])
  })
})

await describeWith('mysql', 'in MariaDB', (url) => it('does what it says', () => follow(url, inMysql, 'history_postings'), 120_000))
await describeWith('postgres', 'in PostgreSQL', (url) => it('does what it says', () => follow(url, inPostgres, 'history_pages'), 120_000))
await describeWith('mongodbReplica', 'in MongoDB', (url) => it('does what it says', () => follow(url, inMongo, 'history.blocks'), 120_000))
