/**
 * engine: the rows of a group as one row.
 *
 * Oracle   each rule said once more, over sorted lists; the groups of the same run; papaparse, JSON.parse and DuckDB on what is written.
 * Covers   every rule, missing values, ties, dates by the order of the column; CSV, JSON lines, Excel, Parquet and SQLite; ids of groups over
 *          later runs, with members that come, go and change groups; records that cannot be judged; what is refused.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import Database from 'libsql'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { dedupe } from '../../../src/index.js'
import { choose, type Row } from '../../../src/jobs/dedupe/merged/choose.js'
import { mergeRulesOf } from '../../../src/jobs/dedupe/merged/files.js'
import { groupIds } from '../../../src/jobs/dedupe/merged/group-ids.js'
import type { MergeRule } from '../../../src/jobs/dedupe/merged/rules.js'
import { writeParquet } from '../../../src/sources/formats/parquet.js'
import { leitong, temporaryFolder } from '../../support/files.js'
import { excelFile, textRow } from '../../support/office.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const linesIn = (name: string) =>
  readFileSync(at(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const RULES = ['first', 'last', 'longest', 'shortest', 'most', 'min', 'max', 'all', 'newest:date', 'oldest:date', 'order:source:crm>shop']
const ruleOf = (text: string) => mergeRulesOf({ field: text })['field'] as MergeRule
const chosen = (rows: readonly Row[], rule: string) => choose(rows, 0, 'field', ruleOf(rule), () => 'day')

const value = fc.oneof(
  fc.constantFrom(null, undefined, '', ' ', 'a', 'ab', 'b', '中文', '12', '9', '100', '01.02.2020', '03.01.2021'),
  fc.integer({ min: 0, max: 30 }),
)
const row = fc.record({
  field: value,
  date: fc.constantFrom(null, '', 'no date', '01.12.2017', '15.11.2018', '2018-11-16', '1.1.2019'),
  source: fc.constantFrom(null, 'crm', 'shop', 'web'),
})
const rows = fc.array(row, { minLength: 1, maxLength: 7 })

const DAYS: Readonly<Record<string, number>> = { '01.12.2017': 1, '15.11.2018': 2, '2018-11-16': 3, '1.1.2019': 4 }
const SOURCES = ['crm', 'shop']
const isNumbers = (texts: readonly string[]) => texts.every((text) => /^\d+$/.test(text))
const isDates = (texts: readonly string[]) => texts.every((text) => /^\d\d\.\d\d\.\d{4}$/.test(text))
const dayOf = (text: string) => text.split('.').reverse().join('')

/** The texts that a rule may take, all of them equally good. */
function allowed(group: readonly Row[], rule: string): Set<string> {
  const there = group
    .map((row): Row & { text: string } => ({
      ...row,
      text: row['field'] === null || row['field'] === undefined ? '' : String(row['field']).trim(),
    }))
    .filter(({ text }) => text)
  const texts = there.map(({ text }) => text)
  const top = (score: (i: number) => number) => {
    const scores = texts.map((_, i) => score(i))
    return new Set(texts.filter((_, i) => scores[i] === Math.max(...scores)))
  }
  const day = (i: number) => DAYS[String(there[i]?.['date'])]
  switch (rule) {
    case 'first':
      return new Set(texts.slice(0, 1))
    case 'last':
      return new Set(texts.slice(-1))
    case 'longest':
      return top((i) => [...(texts[i] as string)].length)
    case 'shortest':
      return top((i) => -[...(texts[i] as string)].length)
    case 'most':
      return top((i) => texts.filter((text) => text === texts[i]).length)
    case 'newest:date':
      return top((i) => day(i) ?? Number.NEGATIVE_INFINITY)
    case 'oldest:date':
      return top((i) => -(day(i) ?? Number.POSITIVE_INFINITY))
    case 'order:source:crm>shop':
      return top((i) => (SOURCES.includes(String(there[i]?.['source'])) ? -SOURCES.indexOf(String(there[i]?.['source'])) : -9))
    default: {
      const sign = rule === 'min' ? -1 : 1
      if (isNumbers(texts)) return top((i) => sign * Number(texts[i]))
      if (isDates(texts)) return top((i) => sign * Number(dayOf(texts[i] as string)))
      const sorted = [...texts].sort()
      return new Set(sign < 0 ? sorted.slice(0, 1) : sorted.slice(-1))
    }
  }
}

describe('a value of a group', () => {
  it.each(RULES.filter((rule) => rule !== 'all'))('is one that the rule %s allows, and a tie where others are allowed too', (rule) => {
    fc.assert(
      fc.property(rows, (group) => {
        const texts = allowed(group, rule)
        const { value, from, isTie } = chosen(group, rule)
        if (!texts.size) {
          expect({ value, from, isTie }).toEqual({ value: null, from: [], isTie: false })
          return
        }
        expect(texts).toContain(String(value).trim())
        expect(isTie).toBe(texts.size > 1)
        expect(from).toHaveLength(1)
        expect(group[from[0] as number]?.field).toBe(value)
      }),
      { numRuns: 500 },
    )
  })

  it('is the same in any order of the rows, but for ties', () => {
    const shuffled = rows.chain((group) => fc.tuple(fc.constant(group), fc.shuffledSubarray(group, { minLength: group.length })))
    const free = RULES.filter((rule) => rule !== 'first' && rule !== 'last')
    fc.assert(
      fc.property(shuffled, fc.constantFrom(...free), ([group, other], rule) => {
        const [a, b] = [chosen(group, rule), chosen(other, rule)]
        expect(b.isTie).toBe(a.isTie)
        // 9 and '9' are one value.
        if (!a.isTie) expect(String(b.value).trim()).toBe(String(a.value).trim())
      }),
      { numRuns: 1000 },
    )
  })

  it('is under all every value once, each from the first row that has it', () => {
    fc.assert(
      fc.property(rows, (group) => {
        const { value, from } = chosen(group, 'all')
        const texts = group.map(({ field }) => String(field ?? '').trim())
        const wanted = [...new Set(texts.filter(Boolean))].sort()
        expect(value === null ? '' : String(value).trim()).toBe(wanted.join('; '))
        expect(from).toEqual(wanted.map((text) => texts.indexOf(text)))
      }),
    )
    expect(choose([{ field: 'b' }, { field: 'a' }], 0, 'field', { rule: 'all', separator: '|' }, () => 'day').value).toBe('a|b')
  })

  it('is under kept that of the kept row, also where it has none', () => {
    const group = [{ field: 'a' }, { field: null }]
    expect(choose(group, 0, 'field', { rule: 'kept' }, () => 'day')).toEqual({ value: 'a', from: [0], isTie: false })
    expect(choose(group, 1, 'field', { rule: 'kept' }, () => 'day')).toEqual({ value: null, from: [], isTie: false })
  })
})

describe('ids of groups', () => {
  const partition = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 }).map((labels) => {
    const groups = new Map<number, string[]>()
    for (const [id, label] of labels.entries()) groups.set(label, [...(groups.get(label) ?? []), String(id)])
    return [...groups.values()]
  })
  const earlierOf = (groups: readonly (readonly string[])[], ids: readonly string[]) =>
    new Map(groups.flatMap((members, i) => members.map((member) => [member, ids[i] as string] as const)))

  it('are least members, unlike each other, and not of the order of members', () => {
    expect(
      groupIds([
        ['10', '9'],
        ['"b"', '"a"'],
        ['"010"', '"9"'],
      ]),
    ).toEqual(['9', '"a"', '"9"'])
    expect(groupIds([['1'], ['1']])).toEqual(['1', '"1#2"'])
    fc.assert(
      fc.property(partition, (groups) => {
        const ids = groupIds(groups)
        expect(ids).toEqual(groups.map((members) => String(Math.min(...members.map(Number)))))
        expect(groupIds(groups.map((members) => members.toReversed()))).toEqual(ids)
      }),
    )
  })

  it('stay where members stay, whatever comes and goes', () => {
    fc.assert(
      fc.property(partition, partition, (before, after) => {
        const old = groupIds(before)
        const ids = groupIds(after, earlierOf(before, old))
        expect(new Set(ids).size).toBe(ids.length)
        after.forEach((members, i) => {
          // The same members, and some that were in no group: the same id.
          const same = before.findIndex((earlier) => earlier.every((member) => members.includes(member)))
          const foreign = members.filter((member) => before.some((earlier, j) => j !== same && earlier.includes(member)))
          if (same >= 0 && !foreign.length) expect(ids[i]).toBe(old[same])
        })
      }),
      { numRuns: 500 },
    )
  })

  it('go to the part with most members where a group falls apart, and to nobody twice', () => {
    const earlier = new Map(['1', '2', '3', '4'].map((id) => [id, '1']))
    expect(groupIds([['1'], ['2', '3', '4']], earlier)).toEqual(['"1#2"', '1'])
    expect(groupIds([['0', '1', '2', '3', '4']], earlier)).toEqual(['1'])
  })
})

const TABLE = [
  { id: 7, name: 'Anna Berger', phone: '0043 664 1234567', date: '01.12.2017', amount: '12', source: 'shop' },
  { id: 9, name: 'Anna M. Berger', phone: '+43 664 1234567', date: '15.11.2018', amount: '9', source: 'crm' },
  { id: 12, name: 'Anna Berger', phone: null, date: '13.11.2016', amount: '100', source: 'web' },
  { id: 20, name: 'Zoltan Kiss', phone: '=1+1', date: '02.03.2019', amount: '005', source: 'crm' },
]
const RULE = 'name=longest,phone=newest:date,amount=max,source=order:source:crm>shop'
const MERGED = [
  { id: '7', name: 'Anna M. Berger', phone: '+43 664 1234567', date: '01.12.2017', amount: '100', source: 'crm', group: '7', size: '3' },
  { id: '20', name: 'Zoltan Kiss', phone: '=1+1', date: '02.03.2019', amount: '005', source: 'crm', group: '20', size: '1' },
]
writeFileSync(at('fields.json'), JSON.stringify({ key: 'id', fields: { name: { kind: 'name' } } }))
writeFileSync(
  at('rules.json'),
  JSON.stringify({ name: 'longest', phone: 'newest:date', amount: { rule: 'max' }, source: 'order:source:crm>shop' }),
)
const texts = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace('leitong_', ''), value === null || value === undefined ? '' : String(value)]),
  )

async function writeInput(name: string): Promise<string> {
  if (name.endsWith('.csv')) writeFileSync(at(name), Papa.unparse(TABLE))
  else if (name.endsWith('.jsonl')) writeFileSync(at(name), TABLE.map((row) => JSON.stringify(row)).join('\n'))
  else if (name.endsWith('.xlsx')) {
    const cells = [
      Object.keys(TABLE[0] as object),
      ...TABLE.map((row) => Object.values(row).map((cell) => (cell === null ? undefined : String(cell)))),
    ]
    writeFileSync(at(name), excelFile({ rows: cells.map((row, i) => textRow(i + 1, row)).join('') }))
  } else if (name.endsWith('.parquet')) {
    writeFileSync(at('rows.tmp'), TABLE.map((row) => JSON.stringify(row)).join('\n'))
    const columns = Object.keys(TABLE[0] as object).map((name) => [name, name === 'id' ? 'BIGINT' : 'VARCHAR'] as const)
    await writeParquet(at('rows.tmp'), columns as never, at(name))
  } else {
    const database = new Database(at(name))
    database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT, phone TEXT, date TEXT, amount TEXT, source TEXT)')
    const insert = database.prepare('INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)')
    for (const { id, name, phone, date, amount, source } of TABLE) insert.run(id, name, phone, date, amount, source)
    database.close()
    return `sqlite:${at(name)}`
  }
  return at(name)
}

describe('a merged table', () => {
  it.each(['t.csv', 't.jsonl', 't.xlsx', 't.parquet', 't.db'])('has one row a group, from %s', async (name) => {
    const input = await writeInput(name)
    const ran = await leitong(
      [
        'dedupe',
        input,
        ...(name.endsWith('.db') ? ['--table', 'rows'] : []),
        ...['--fields', 'fields.json', '--merge', 'rules.json', '-o', `out-${name}.csv`, '--merge-sources', `out-${name}.jsonl`],
      ],
      { cwd: folder },
    )
    expect(ran.stderr).toContain('2 dates of "date"')
    expect(ran.code).toBe(0)
    const { data } = Papa.parse<Row>(readFileSync(at(`out-${name}.csv`), 'utf8').slice(1), { header: true, skipEmptyLines: true })
    // A spreadsheet would work these two out.
    expect(data.map(texts)).toEqual(MERGED.map((row) => ({ ...row, phone: `'${row.phone}` })))
    const [first, second] = linesIn(`out-${name}.jsonl`)
    expect(first.members.map(String)).toEqual(['7', '9', '12'])
    const sources = Object.fromEntries(Object.entries(first.sources).map(([field, id]) => [field, String(id)]))
    expect(sources).toEqual({ id: '7', name: '9', phone: '9', date: '7', amount: '12', source: '9' })
    expect(String(second.group)).toBe('20')
  })

  it('is written as Parquet, Excel and JSON lines, with the types of the input', async () => {
    const input = await writeInput('types.jsonl')
    for (const output of ['out.parquet', 'out.xlsx', 'out.jsonl']) {
      const ran = await leitong(['dedupe', input, '--fields', 'fields.json', '--merge', RULE, '-o', output], { cwd: folder })
      expect(ran.code).toBe(0)
    }
    expect(linesIn('out.jsonl').map(texts)).toEqual(MERGED)
    expect(linesIn('out.jsonl')[0].id).toBe(7)
    const instance = await DuckDBInstance.create()
    const connection = await instance.connect()
    const read = await connection.runAndReadAll(`SELECT typeof(id), typeof(leitong_group), amount FROM '${at('out.parquet')}'`)
    expect(read.getRowsJS()[1]).toEqual(['BIGINT', 'BIGINT', '005'])
    connection.closeSync()
    instance.closeSync()
    const read2 = await leitong(
      ['dedupe', 'out.xlsx', '--id-field', 'id', '--measure', 'fields', '--merge', '*=first', '-o', 'again.csv'],
      { cwd: folder },
    )
    expect(read2.stderr).toContain('"leitong_group", and the input has one')
  })

  it('keeps ids of groups over later runs', async () => {
    const ran = (table: readonly object[], more: readonly string[]) => {
      writeFileSync(at('later.jsonl'), table.map((row) => JSON.stringify(row)).join('\n'))
      return leitong(['dedupe', 'later.jsonl', '--fields', 'fields.json', '--merge', '*=first', ...more], { cwd: folder })
    }
    await ran(TABLE, ['--merge-sources', 'one.jsonl'])
    const older = { ...TABLE[0], id: 1 }
    await ran([older, ...TABLE.slice(1)], ['--groups-from', 'one.jsonl', '--merge-sources', 'two.jsonl'])
    expect(linesIn('two.jsonl').map(({ group, members }) => [group, members])).toEqual([
      [7, [1, 9, 12]],
      [20, [20]],
    ])
    writeFileSync(at('broken.jsonl'), '{"group":1}\n')
    const broken = await ran(TABLE, ['--groups-from', 'broken.jsonl', '-o', 'x.jsonl'])
    expect(broken.code).not.toBe(0)
    expect(broken.stderr).toContain('line 1 is no line of --merge-sources')
    const over = await ran(TABLE, ['--groups-from', 'one.jsonl', '--merge-sources', 'one.jsonl'])
    expect(over.stderr).toContain('which is the input one.jsonl')
  })

  it('is a member of the result of the library, whose values come from members', async () => {
    const result = await dedupe(TABLE, { fields: { key: 'id', fields: { name: { kind: 'name' } } } })
    const merged = [...result.merged({ '*': 'all', name: 'shortest' })]
    expect(merged.map(({ group, members }) => [group, members])).toEqual([
      [7, [7, 9, 12]],
      [20, [20]],
    ])
    expect(merged[0]?.row['source']).toBe('crm; shop; web')
    expect(merged[0]?.sources['source']).toEqual([9, 7, 12])
    expect(merged[0]?.ties).toEqual([])
    await result.write({ merge: { name: 'longest' }, output: at('library.csv') })
    expect(readFileSync(at('library.csv'), 'utf8')).toContain('Anna M. Berger')
    expect(() => [...result.merged({ nobody: 'first' })]).toThrow(/a column of the input: id, name/)
    await result.close()
  })

  it('has all columns of tables, which are read where the rules are known beforehand', async () => {
    const options = { fields: { key: 'id', fields: { name: { kind: 'name' } } } } as const
    const files = { files: [await writeInput('library.parquet')] }
    const late = await dedupe(files, options)
    expect(() => [...late.merged({ phone: 'first' })]).toThrow(/give the rules to dedupe/)
    await late.close()
    const result = await dedupe(files, { ...options, merge: { phone: 'last', '*': 'first' } })
    expect([...result.merged()][0]?.row).toMatchObject({ phone: '+43 664 1234567', source: 'shop' })
    await result.close()
  })

  it('has records that could not be judged, as they came', async () => {
    const lines = [
      { id: 1, text: 'one and two and three', n: 1 },
      { id: 2, n: 5 },
      { id: 3, text: 'one and two and three', n: 3 },
    ]
    writeFileSync(at('rejects.jsonl'), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    const ran = await leitong(['dedupe', 'rejects.jsonl', '--merge', 'n=max', '-o', 'judged.jsonl'], { cwd: folder })
    expect(ran.code).toBe(0)
    expect(linesIn('judged.jsonl')).toEqual([
      { id: 1, text: 'one and two and three', n: 3, leitong_group: 1, leitong_size: 2 },
      { id: 2, n: 5, leitong_group: null, leitong_size: null },
    ])
  })
})

it.each([
  ['name', /a file|no such|not there|There is no/i],
  ['name=tallest', /kept, first, last/],
  ['name=newest', /kept, first, last/],
  ['name=order:source', /kept, first, last/],
  ['=first', /FIELD=RULE/],
  ['a=first,a=last', /one rule for each field/],
])('rules %s are refused', (rules, message) => {
  expect(() => mergeRulesOf(rules)).toThrow(message)
})

it.each([
  [['--merge', 'name=first'], '--merge says how --output is written'],
  [['--groups-from', 'one.jsonl'], '--merge-sources and --groups-from are for --merge'],
  [['--merge', 'name=first', '-o', 'x.csv', '--annotate'], 'leave out --annotate'],
  [['--merge', 'name=first', '-o', 'x/'], 'name a file for --output'],
  [
    ['--merge', 'name=first', '-o', 'x.csv', '--measure', 'jaccard', '--text-field', 'name', '--against', 't.jsonl'],
    '--against brings others in',
  ],
])('what does not go together is refused: %j', async (flags, message) => {
  await writeInput('t.csv')
  await writeInput('t.jsonl')
  const ran = await leitong(['dedupe', 't.csv', ...(flags.includes('--measure') ? [] : ['--fields', 'fields.json']), ...flags], {
    cwd: folder,
  })
  expect(ran.code).toBe(2)
  expect(ran.stderr).toContain(message)
})
