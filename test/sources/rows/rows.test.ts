/**
 * sources/rows: one spelling for one value, and the features of a row.
 *
 * Oracle   spellings written by hand; JavaScript's own numbers and dates for what they can hold; decimal arithmetic on BigInt.
 * Covers   canonical values; normalised short texts; features, weights, null; the fields file and what it refuses; inference; one result
 *          for the same rows as JSON lines, CSV, Parquet and documents.
 * Leaves   rows of databases (test/sources/database).
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LeitongError } from '../../../src/errors.js'
import { dedupe } from '../../../src/index.js'
import { canonicalValue, normalizeShort } from '../../../src/sources/rows/canonical.js'
import { checkFields } from '../../../src/sources/rows/fields-file.js'
import { LengthSample, planRecords, planRows } from '../../../src/sources/rows/infer.js'
import { jsonToken } from '../../../src/sources/rows/json-line.js'
import { composeText, rowFeatures } from '../../../src/sources/rows/row-features.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)

describe('one spelling', () => {
  it('of numbers', () => {
    const spellings = { '1': ['1', '1.0', '+01', '1e0', '10E-1', ' 1 ', 1], '0': ['0', '-0', '0.00', -0], '-0.5': ['-.5', '-0.50', -0.5] }
    for (const [canonical, ways] of Object.entries(spellings)) for (const way of ways) expect(canonicalValue(way, 'number')).toBe(canonical)
    expect(canonicalValue('9007199254740993.10', 'number')).toBe('9007199254740993.1')
    expect(canonicalValue('1e400', 'number')).toBe(`1${'0'.repeat(400)}`)
    expect(canonicalValue('1e999999999', 'number')).toBe('1e999999999')
    for (const wrong of ['', 'x', '1,5,5', '.', '0x1', '1e', '--1']) expect(canonicalValue(wrong, 'number')).toBeUndefined()
  })

  it('of any two ways to write a decimal: equal exactly when the values are', () => {
    const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -12, max: 12 }))
    const written = ([digits, exponent]: [bigint, number], zeros: number) => `${digits * 10n ** BigInt(zeros)}e${exponent - zeros}`
    const scaled = ([digits, exponent]: [bigint, number]) => digits * 10n ** BigInt(exponent + 12)
    fc.assert(
      fc.property(decimal, decimal, fc.nat(5), (a, b, zeros) => {
        expect(canonicalValue(written(a, zeros), 'number')).toBe(canonicalValue(written(a, 0), 'number'))
        expect(canonicalValue(written(a, 0), 'number') === canonicalValue(written(b, 0), 'number')).toBe(scaled(a) === scaled(b))
      }),
    )
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(canonicalValue(value, 'number'))).toBe(value === 0 ? 0 : value)
      }),
    )
  })

  it('of dates', () => {
    for (const way of ['2024-01-02', '2024/1/2', '2024.01.02', '20240102', '2024年1月2日', '2024-01-02 00:00', '2024-01-02T00:00:00.000Z'])
      expect(canonicalValue(way, 'date'), way).toBe('2024-01-02')
    expect(canonicalValue('2024-01-02 03:04:05.600', 'date')).toBe('2024-01-02T03:04:05.6')
    expect(canonicalValue('2024-01-02 08:00:00+08', 'date')).toBe('2024-01-02')
    expect(canonicalValue('2024-01-01 18:30:00-05:30', 'date')).toBe('2024-01-02')
    for (const wrong of ['2024-02-30', '2024-13-01', 'yesterday', '2024-01-02 25:00', '1', ''])
      expect(canonicalValue(wrong, 'date')).toBeUndefined()
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }), (date) => {
        const found = canonicalValue(date.toISOString(), 'date') as string
        expect(new Date(found.includes('T') ? `${found}Z` : found).getTime()).toBe(date.getTime())
      }),
    )
  })

  it('of booleans and texts', () => {
    for (const way of [true, 'TRUE', 't', 1, '1', 'yes', '是']) expect(canonicalValue(way, 'boolean')).toBe('true')
    for (const way of [false, 'f', 0, 'No', '否']) expect(canonicalValue(way, 'boolean')).toBe('false')
    expect(canonicalValue('maybe', 'boolean')).toBeUndefined()
    expect(canonicalValue({ b: 1, a: [2] }, 'text')).toBe('{"a":[2],"b":1}')
    const all = new Set(['nfkc', 'case', 'space'] as const)
    expect(normalizeShort('　Ａbc \n Straße ', all)).toBe('abc strasse')
    expect(normalizeShort('+86 (10) 1234-5678', new Set(['punctuation', 'space'] as const))).toBe('86 10 1234 5678')
    expect(normalizeShort(' a  b ', new Set())).toBe(' a  b ')
  })

  it('of values as JSON', () => {
    const tokens = [
      [jsonToken('9007199254740993', 'number'), '9007199254740993'],
      [jsonToken('12.500', 'number'), '12.500'],
      [jsonToken('1.2345678901234567890', 'number'), '"1.2345678901234567890"'],
      [jsonToken('007', 'number'), '"007"'],
      [jsonToken('NaN', 'number'), '"NaN"'],
      [jsonToken(5n, 'other'), '5'],
      [jsonToken(Number.POSITIVE_INFINITY, 'number'), '"Infinity"'],
      [jsonToken(Uint8Array.of(1, 255), 'bytes'), '"01ff"'],
      [jsonToken(Uint8Array.of(1), 'boolean'), 'true'],
      [jsonToken(1, 'boolean'), 'true'],
      [jsonToken(undefined, 'text'), 'null'],
      [jsonToken('a"\u0000\ud800', 'text'), '"a\\"\\u0000\\ud800"'],
    ]
    for (const [found, expected] of tokens) expect(found).toBe(expected)
  })
})

describe('features of a row', () => {
  const plan = planRecords('fields', {
    fields: { 'a=b': {}, a: { weight: 5 }, n: { type: 'number' }, long: { kind: 'long', weight: 0.5 }, hidden: { compare: false } },
  })

  it('are one for each short value, and texts for long ones; null has none', () => {
    expect(rowFeatures({ 'a=b': 'c', a: 'b=c', n: '1.0', long: 'words', hidden: 'x' }, plan)).toEqual({
      short: [
        { feature: 'a\\=b=c', field: 'a=b', value: 'c', weight: 2 },
        { feature: 'a=b=c', field: 'a', value: 'b=c', weight: 5 },
        { feature: 'n=1', field: 'n', value: '1', weight: 2 },
      ],
      long: [{ field: 'long', text: 'words', weight: 0.5 }],
    })
    expect(rowFeatures({ 'a=b': null, a: '', n: undefined, long: ' ' }, plan)).toEqual({ short: [], long: [] })
    expect(() => rowFeatures({ n: 'one' }, plan)).toThrow('"n" is not a number: "one"')
    expect(composeText(rowFeatures({ a: 'X  y', long: 'Two\nlines' }, plan))).toBe('Two\nlines\nx y')
  })

  it('differ whenever field or value differ', () => {
    const part = fc.string({ unit: fc.constantFrom('=', '\\', 'a', 'b') })
    fc.assert(
      fc.property(part, part, part, part, (f, v, g, w) => {
        fc.pre(f !== '' && g !== '' && v !== '' && w !== '')
        const one = (name: string, value: string) =>
          rowFeatures({ [name]: value }, planRecords('', { fields: { [name]: { normalize: [] } } })).short[0]?.feature
        expect(one(f, v) === one(g, w)).toBe(f === g && v === w)
      }),
    )
  })

  it('are inferred by length and type', () => {
    const sample = new LengthSample()
    for (const name of ['short name', null])
      sample.add([
        ['name', name],
        ['text', '雷同'.repeat(16)],
      ])
    const columns = [
      { name: 'id', type: 'number' },
      { name: 'name', type: 'text' },
      { name: 'text', type: 'text' },
      { name: 'blob', type: 'bytes' },
    ] as const
    const { key, fields } = planRows('t', columns, ['id'], {}, sample)
    expect(key).toEqual(['id'])
    expect(fields.map(({ name, kind, weight }) => [name, kind, weight])).toEqual([
      ['name', 'short', 2],
      ['text', 'long', 1],
    ])
  })
})

describe('the fields file', () => {
  it('is refused where it says what nothing is known by', () => {
    const wrong: [unknown, RegExp][] = [
      [[], /not a JSON object/],
      [{ feilds: {} }, /unknown name "feilds"/],
      [{ key: [] }, /"key"/],
      [{ fields: {} }, /"fields"/],
      [{ fields: { a: 1 } }, /field "a" is not an object/],
      [{ fields: { a: { wieght: 2 } } }, /unknown "wieght"/],
      [{ fields: { a: { tolerance: 1 } } }, /"tolerance" is for the kind "number", "date", and the kind is not stated/],
      [
        { fields: { a: { kind: 'exact', levels: [0.5] } } },
        /"levels" is for the kind "text", "name", "set", "address", and the kind is "exact"/,
      ],
      [{ fields: { a: { kind: 'number', tolerance: 0 } } }, /"tolerance" is a number above 0/],
      [{ fields: { a: { kind: 'date', tolerance: '2 %' } } }, /"tolerance" of a date is a number of days/],
      [{ fields: { a: { kind: 'name', levels: [0.5, 0.8] } } }, /"levels" is a list of at most 12 similarities/],
      [{ fields: { a: { kind: 'text', measure: 'dice' } } }, /"measure" is "cosine", "jaccard", "containment", not "dice"/],
      [{ fields: { a: { kind: 'name', distance: 'hamming' } } }, /"distance" is "jaro-winkler", "damerau-levenshtein"/],
      [{ fields: { a: { kind: 'name', reading: 'jyutping' } } }, /"reading" is "pinyin"/],
      [{ fields: { a: { weight: -1 } } }, /"weight" is a number from 0/],
      [{ fields: { a: { weight: 0 } } }, /no field is compared/],
      [{ fields: { a: { type: 'int' } } }, /"type" is "text"/],
      [{ fields: { a: { kind: 'long', type: 'date' } } }, /is long/],
      [{ fields: { a: { compare: false } } }, /no field is compared/],
      [{ where: 3 }, /"where"/],
      [{ least: 0 }, /"least" is a whole number from 1/],
      [{ least: '2' }, /"least" is a whole number from 1/],
    ]
    for (const [value, message] of wrong) {
      const attempt = () => checkFields(value, 'f.json')
      expect(attempt).toThrow(LeitongError)
      expect(attempt).toThrow(message)
    }
    expect(checkFields({ key: 'id', fields: { a: { normalize: ['case'] } } }, '')).toEqual({
      key: ['id'],
      fields: { a: { normalize: ['case'] } },
    })
  })
})

describe('rows of files', () => {
  const MATTER = 'The street lamp at the corner has been broken for weeks and nobody comes to mend it although we called many times'
  const rows = [
    { district: 'east', no: 1, name: 'Li Lei', born: '1980-01-02', matter: MATTER },
    { district: 'east', no: 2, name: 'LI  LEI', born: '1980-01-02', matter: `${MATTER}!` },
    {
      district: 'west',
      no: 1,
      name: 'Han Mei',
      born: '1990-05-06',
      matter: 'Dogs bark every night behind the school, please do something',
    },
    { district: 'west', no: 2, name: 'Han Mei', born: 'unknown', matter: null },
  ]
  const fields = { key: ['district', 'no'], fields: { name: { show: true }, born: { type: 'date' }, matter: { kind: 'long' } } }
  writeFileSync(at('fields.json'), JSON.stringify(fields))
  writeLines(at('rows.jsonl'), rows)
  writeFileSync(
    at('rows.csv'),
    [
      'district,no,name,born,matter',
      ...rows.map(({ district, no, name, born, matter }) => `${district},${no},${name},${born},"${matter ?? ''}"`),
    ].join('\n'),
  )

  it('give the same groups from JSON lines, CSV and Parquet, kept byte for byte', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run(`COPY (SELECT * FROM read_json_auto('${at('rows.jsonl')}')) TO '${at('rows.parquet')}' (FORMAT parquet)`)
    connection.closeSync()
    for (const ending of ['jsonl', 'csv', 'parquet']) {
      const ran = await leitong([
        ...[
          'dedupe',
          at(`rows.${ending}`),
          '--fields',
          at('fields.json'),
          '--groups',
          at('groups'),
          '--rejects',
          at('rejects'),
          '-o',
          at(`kept.${ending}`),
        ],
        '--json',
      ])
      expect(ran.stderr).toBe(ran.code === 0 ? ran.stderr : '')
      expect(JSON.parse(ran.stdout), ending).toMatchObject({ documents: 3, removed: 1, rejects: 1 })
      const [group] = jsonLines(at('groups')) as { kept: unknown[]; members: { id: unknown[]; similarity: number }[] }[]
      expect(
        group?.members.map(({ id }) => id.map(String)),
        ending,
      ).toEqual([
        ['east', '1'],
        ['east', '2'],
      ])
      // A mark of exclamation is a difference, if hardly one.
      expect(group?.members[1]?.similarity).toBeGreaterThan(0.99)
      expect(jsonLines(at('rejects'))).toMatchObject([{ reason: '"born" is not a date: "unknown"' }])
    }
    const lines = execFileSync('cat', [at('rows.jsonl')], { encoding: 'utf8' }).split('\n')
    expect(execFileSync('cat', [at('kept.jsonl')], { encoding: 'utf8' }).split('\n')).toEqual(lines.filter((_, i) => i !== 1))
  })

  it('give the same groups from the library', async () => {
    const result = await dedupe(rows, { fields: at('fields.json'), temp: folder })
    expect([...result.removed()].map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([
      [
        ['east', 2],
        ['east', 1],
      ],
    ])
    await result.close()
  })

  it('have the usual id when no key is stated, or their line', async () => {
    writeFileSync(at('keyless.json'), JSON.stringify({ fields: { name: {} } }))
    for (const [column, ids] of [
      ['id', ['7', '8']],
      ['nr', [`${at('some.csv')}:2`, `${at('some.csv')}:3`]],
    ] as const) {
      writeFileSync(at('some.csv'), `${column},name\n7,A a\n8,a  a\n`)
      await leitong(['dedupe', at('some.csv'), '--fields', at('keyless.json'), '--removed', at('removed')])
      expect(jsonLines(at('removed')).map(({ id, duplicate_of }) => [duplicate_of, id])).toEqual([[...ids]])
    }
  })

  it('are compared by what stands inside of them', async () => {
    const people = [
      { id: 1, who: { name: 'Ada Lind', homes: [{ town: 'Graz' }, { town: 'Linz' }] }, 'flat.name': 'x' },
      { id: 2, who: { name: 'ada  lind', homes: [{ town: 'Graz' }, { town: 'Linz' }] }, flat: { name: 'x' } },
      { id: 3, who: { name: 'Ada Lind', homes: [{ town: 'Wels' }] } },
    ]
    const fields = { fields: { 'who.name': {}, 'who.homes.town': {}, 'flat.name': {} } }
    await using result = await dedupe(people, { fields, threshold: 0.9 })
    expect([...result.removed()].map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([[2, 1]])
  })

  it('are judged when enough of the compared fields have a value', async () => {
    const rows = [
      { id: 1, name: '李强', phone: null, note: 'x' },
      { id: 2, name: '李强', phone: '', note: 'y' },
      { id: 3, name: '李强', phone: '5550100', note: null },
      { id: 4, name: '李强', phone: 5550100, note: 'x' },
    ]
    const fields = { name: {}, phone: {}, note: { compare: false } }
    const run = async (least: number | undefined) => {
      await using result = await dedupe(rows, { fields: { fields, ...(least ? { least } : {}) } })
      return { removed: Array.from(result.removed(), ({ id }) => id), rejects: Array.from(result.rejects(), ({ reason }) => reason) }
    }
    expect(await run(undefined)).toEqual({ removed: [2, 3, 4], rejects: [] })
    expect(await run(2)).toEqual({ removed: [4], rejects: Array(2).fill('only 1 of the compared fields has a value') })
    await expect(run(3)).rejects.toMatchObject({ message: expect.stringContaining('"least" is 3, and only 2 fields are compared') })
    await expect(dedupe(rows, { fields: { fields: { name: {} }, rules: { veto: ['phone'] } } })).rejects.toMatchObject({
      message: expect.stringContaining(
        '"phone", which is not among the fields name; one that is not compared stands there with "compare": false',
      ),
    })
  })

  it('are refused where there are no columns', async () => {
    writeFileSync(at('one.txt'), 'text')
    const document = await leitong(['dedupe', at('one.txt'), '--fields', at('fields.json')])
    expect(document).toMatchObject({ code: 2, stderr: expect.stringContaining('txt has no columns') })
    writeFileSync(at('other.csv'), 'a,b\n1,2\n')
    const table = await leitong(['dedupe', at('other.csv'), '--fields', at('fields.json')])
    expect(table).toMatchObject({ code: 2, stderr: expect.stringContaining('no field "district"; there are a, b') })
  })
})
