/**
 * Two sides of `leitong link` whose columns have other names, another order or another format.
 *
 * Oracle   the same sides with the columns renamed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { link as linkAll } from '../../../src/index.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { excelFile, textRow } from '../../support/office.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const LAMP = 'The lamp in our street is broken, please send somebody who mends it before winter comes to us all again.'
const BENCH = 'The bench at the harbour wants a new coat of paint before the summer, and so does the fence beside it.'
const FERRY = 'The ferry to the island leaves too early in the morning for those who live on the other side of the bay.'

beforeAll(() => {
  writeLines(at('questions.jsonl'), [
    { nr: 'q1', question: LAMP },
    { nr: 'q2', question: FERRY },
  ])
  writeLines(at('train.jsonl'), [
    { id: 't1', text: `Letter of May. ${LAMP} Thank you.` },
    { id: 't2', text: BENCH },
  ])
  writeLines(at('same.jsonl'), [
    { id: 'q1', text: LAMP },
    { id: 'q2', text: FERRY },
  ])
  writeFileSync(
    at('may.xlsx'),
    excelFile({
      May: [
        ['nr', 'letter', 'day'],
        ['m1', LAMP, '2024-05-01'],
        ['m2', BENCH, '2024-05-02'],
      ]
        .map((row, i) => textRow(i + 1, row))
        .join(''),
    }),
  )
  writeFileSync(at('june.csv'), `day,letter,nr\n2024-06-01,${BENCH.replaceAll(',', ';')},j1\n2024-06-02,${FERRY.replaceAll(',', ';')},j2\n`)
})

async function pairsOf(args: readonly string[]): Promise<unknown[]> {
  const { code, stderr } = await leitong(['link', ...args, '--pairs', 'pairs.jsonl'], { cwd: folder })
  expect(code, stderr).toBe(0)
  return jsonLines(at('pairs.jsonl')).map(({ a, b }) => [a, b])
}
const OF_A = ['--text-field-a', 'question', '--id-field-a', 'nr']

describe('sheets of two sides', () => {
  const sheetOf = (rows: readonly (readonly string[])[]) => rows.map((row, i) => textRow(i + 1, [...row])).join('')
  beforeAll(() => {
    const June = sheetOf([
      ['nr', 'letter'],
      ['j1', BENCH],
      ['j2', FERRY],
    ])
    const July = sheetOf([
      ['nr', 'letter'],
      ['y1', FERRY],
    ])
    const May = sheetOf([
      ['nr', 'letter'],
      ['m1', LAMP],
      ['m2', BENCH],
    ])
    writeFileSync(at('months.xlsx'), excelFile({ May, June, July }))
  })
  const FIELDS = ['--text-field', 'letter', '--id-field', 'nr']

  it.each([[[]], [['--measure', 'containment']], [['--measure', 'passages']]])('are named for each, with %j', async (how) => {
    const workbooks = ['months.xlsx', 'months.xlsx', ...FIELDS, ...how]
    expect(await pairsOf([...workbooks, '--sheet-a', 'May', '--sheet-b', 'June'])).toEqual([['m2', 'j1']])
    expect(await pairsOf([...workbooks, '--sheet', 'June', '--sheet-b', '3'])).toEqual([['j2', 'y1']])
    expect(await pairsOf(['june.csv', 'months.xlsx', ...FIELDS, ...how, '--sheet-b', 'July'])).toEqual([['j2', 'y1']])
  })

  it('are counted in the singular where there is one', async () => {
    const args = ['link', 'months.xlsx', 'months.xlsx', ...FIELDS, '--sheet-a', 'May', '--sheet-b', 'July', '--matches', 'one.jsonl']
    const { stderr } = await leitong(args, { cwd: folder })
    expect(stderr).toContain('2 rows of A and 1 of B')
    expect(stderr).toContain('0 pairs: 0 rows of B are in A, 1 is not; 0 rows of A are in B')
    const june = await leitong([...args, '--sheet-b', 'June'], { cwd: folder })
    expect(june.stderr).toContain('1 pair: 1 row of B is in A, 1 is not; 1 row of A is in B')
  })

  it('are named in the library', async () => {
    const files = [at('months.xlsx')]
    const options = { textField: ['letter'], idField: 'nr' } as const
    await using linked = await linkAll({ files, sheet: 'May' }, { files, sheet: 'June' }, options)
    expect([...linked.pairs()]).toMatchObject([{ a: 'm2', b: 'j1' }])
  })

  it('are refused where the workbook has none of that name', async () => {
    const { code, stderr } = await leitong(['link', 'months.xlsx', 'june.csv', ...FIELDS, '--sheet-a', 'April', '--pairs', 'none.jsonl'], {
      cwd: folder,
    })
    expect(code).toBe(2)
    expect(stderr).toMatch(/April.*May, June, July|May, June, July/s)
  })
})

describe('fields that one side has by another name', () => {
  it.each([
    [['--threshold', '0.5']],
    [['--measure', 'containment', '--threshold', '0.9']],
    [['--measure', 'passages']],
    [['--find', 'versions']],
  ])('are named for that side, with %j', async (how) => {
    const expected = await pairsOf(['same.jsonl', 'train.jsonl', ...how])
    expect(expected).toEqual([['q1', 't1']])
    expect(await pairsOf(['questions.jsonl', 'train.jsonl', ...OF_A, ...how])).toEqual(expected)
    expect(await pairsOf(['train.jsonl', 'questions.jsonl', '--text-field-b', 'question', '--id-field-b', 'nr', ...how])).toEqual([
      ['t1', 'q1'],
    ])
  })

  it('that are too many pairs are refused by what one text holds of another, which names passages', async () => {
    const forms = (side: string) =>
      Array.from({ length: 12 }, (_, i) => ({
        id: `${side}${i}`,
        text: `the same form of the office for parking and dogs, filled in by ${side}${i}`,
      }))
    writeLines(at('forms-a.jsonl'), forms('a'))
    writeLines(at('forms-b.jsonl'), forms('b'))
    const how = ['forms-a.jsonl', 'forms-b.jsonl', '--measure', 'containment', '--threshold', '0.5']
    expect(await pairsOf(how)).toHaveLength(144)
    const { code, stderr } = await leitong(['link', ...how, '--max-pairs', '50'], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toMatch(/too many pairs across the two sides: \d+ of \d+ .*--max-pairs 50.*\n.*--measure passages/)
  })

  it('are mapped under passages too', async () => {
    writeFileSync(at('map.json'), JSON.stringify({ a: { key: 'nr' }, map: { question: 'text' } }))
    const args = ['questions.jsonl', 'train.jsonl', '--map', 'map.json']
    expect(await pairsOf([...args, '--measure', 'passages'])).toEqual([['q1', 't1']])
    expect(await pairsOf([...args, '--measure', 'jaccard', '--threshold', '0.5'])).toEqual([['q1', 't1']])
    writeFileSync(at('rules.json'), JSON.stringify({ map: { question: 'text' }, rules: { veto: ['question'] } }))
    const { stderr, code } = await leitong(['link', 'questions.jsonl', 'train.jsonl', '--measure', 'passages', '--map', 'rules.json'], {
      cwd: folder,
    })
    expect(stderr).toMatch(/rules\.json.*"map" and a "key" of one column are of use there/)
    expect(code).toBe(2)
  })

  it('are paired in their order under a measure of rows', async () => {
    const rows = ['--measure', 'fields', '--threshold', '0.7']
    expect(await pairsOf(['questions.jsonl', 'same.jsonl', ...OF_A, ...rows])).toEqual([
      ['q1', 'q1'],
      ['q2', 'q2'],
    ])
    const { stderr } = await leitong(['link', 'questions.jsonl', 'same.jsonl', '--text-field-a', 'question,nr', ...rows], { cwd: folder })
    expect(stderr).toMatch(/name columns in pairs, and one of them has more/)
  })

  it('that are not there are an error of their side', async () => {
    const { stderr, code } = await leitong(['link', 'questions.jsonl', 'train.jsonl', '--text-field-a', 'querstion'], { cwd: folder })
    expect(stderr).toMatch(/questions\.jsonl: no field "querstion"; there are nr, question/)
    expect(code).toBe(2)
  })

  describe('beside a mapping', () => {
    beforeAll(() => {
      writeFileSync(at('keyed.json'), JSON.stringify({ a: { key: 'nr' }, b: { key: 'id' }, map: { question: 'text' } }))
      writeLines(at('other.jsonl'), [
        { id: 't1', code: 'o1', text: LAMP, more: LAMP },
        { id: 't2', code: 'o2', text: BENCH, more: BENCH },
      ])
    })
    const sides = ['questions.jsonl', 'other.jsonl', '--map', 'keyed.json', '--threshold', '0.7']

    it.each(['match', 'fields', 'jaccard', 'passages'])('go before its key, under %s', async (measure) => {
      expect(await pairsOf([...sides, '--measure', measure, '--id-field-b', 'code'])).toEqual([['q1', 'o1']])
      for (const [side, file] of [
        ['a', 'questions.jsonl'],
        ['b', 'other.jsonl'],
      ]) {
        const { stderr, code } = await leitong(['link', ...sides, '--measure', measure, `--id-field-${side}`, 'nix'], { cwd: folder })
        expect(stderr).toContain(`${file}: no field "nix"`)
        expect(code).toBe(2)
      }
    })

    it.each(['match', 'fields', 'jaccard', 'passages'])('are looked for, under %s', async (measure) => {
      const args = ['link', ...sides, '--measure', measure, '--text-field-a', 'question', '--text-field-b', 'nix']
      const { stderr, code } = await leitong(args, { cwd: folder })
      expect(stderr).toContain('other.jsonl: no field "nix"')
      expect(code).toBe(2)
    })
  })

  it('are named beside the files in the library', async () => {
    await using result = await linkAll(
      { files: [at('questions.jsonl')], textField: ['question'], idField: 'nr' },
      { files: [at('train.jsonl')] },
      { threshold: 0.5 },
    )
    expect([...result.pairs()]).toMatchObject([{ a: 'q1', b: 't1' }])
  })
})

describe('two tables without a column in common', () => {
  const PEOPLE = [
    ['1', 'Hannelore Weber', 'Berlin', '1970-01-02'],
    ['2', 'Joachim Kruse', 'Hamburg', '1965-04-03'],
    ['3', 'Sabine Vogt', 'Bremen', '1981-11-30'],
  ]
  const written = (header: string, rows: readonly (readonly string[])[]) => `${[header, ...rows.map((row) => row.join(','))].join('\n')}\n`
  beforeAll(() => {
    writeFileSync(at('office.csv'), written('nr,name,ort,geburtstag', PEOPLE))
    writeFileSync(
      at('register.csv'),
      written(
        'id,born,city,full_name',
        PEOPLE.map(([id, name, town, day]) => [`p${id}`, day, town, name] as string[]),
      ),
    )
  })

  it.each(['match', 'fields'])('are refused with the mapping that may be meant, under %s', async (measure) => {
    const { stderr, code } = await leitong(['link', 'office.csv', 'register.csv', '--measure', measure], { cwd: folder })
    expect(code).toBe(2)
    const [said] = stderr.split('\n')
    expect(said).toContain('office.csv and register.csv: no column is compared on both sides')
    expect(said).toContain('A has nr, name, ort, geburtstag, and B has born, city, full_name')
    const map = /--map, JSON like (.*)$/.exec(said as string)?.[1] as string
    expect(JSON.parse(map)).toEqual({ map: { name: 'full_name', ort: 'city', geburtstag: 'born' } })
    writeFileSync(at('proposed.json'), map)
    expect(await pairsOf(['office.csv', 'register.csv', '--measure', measure, '--map', 'proposed.json', '--id-field-a', 'nr'])).toEqual(
      ['1', '2', '3'].map((id) => [id, `p${id}`]),
    )
  })

  it('are refused in the library in its words', async () => {
    const sides = [{ files: [at('office.csv')] }, { files: [at('register.csv')] }] as const
    await expect(linkAll(...sides, { measure: 'match' })).rejects.toThrow(
      /pair columns with mapping, JSON like \{"map":\{"name":"full_name"/,
    )
    const documents = linkAll([{ id: 1, name: 'Sabine Vogt' }], [{ id: 'x', fullname: 'Sabine Vogt' }], { measure: 'fields' })
    await expect(documents).rejects.toThrow(/^A and B: no column is compared on both sides: A has name, and B has fullname;/)
  })
})

describe('the second month against the first', () => {
  const NAMES = ['--text-field', 'letter', '--id-field', 'nr', '--threshold', '0.7']

  it('goes with columns in another order, and with a CSV beside a workbook', async () => {
    expect(await pairsOf(['may.xlsx', 'june.csv', ...NAMES])).toEqual([['m2', 'j1']])
    const { code, stderr } = await leitong(['link', 'may.xlsx', 'june.csv', ...NAMES, '--in', 'again.csv', '--not-in', 'new.csv'], {
      cwd: folder,
    })
    expect(code, stderr).toBe(0)
    expect(readFileSync(at('again.csv'), 'utf8')).toMatch(/^day,letter,nr\n2024-06-01,.*,j1\n$/)
    expect(readFileSync(at('new.csv'), 'utf8')).toMatch(/^day,letter,nr\n2024-06-02,.*,j2\n$/)
  })

  it('is the first example of the short help', async () => {
    const { stdout } = await leitong(['link', '-h'])
    expect(stdout).toMatch(/--in .*\n[\s\S]*--not-in/)
    expect(stdout).toContain('leitong link may.xlsx june.xlsx --not-in new.xlsx --in again.xlsx')
  })

  it('is one output per file where the columns differ', async () => {
    const args = ['dedupe', 'may.xlsx', 'june.csv', '--text-field', 'letter']
    const { stderr } = await leitong([...args, '-o', 'both.csv'], { cwd: folder })
    expect(stderr).toMatch(/they cannot be one output\n.*-o FOLDER\/ has a file for each input/)
    const { code } = await leitong([...args, '-o', 'both/'], { cwd: folder })
    expect(code).toBe(0)
    expect(readFileSync(at('both/june.csv'), 'utf8')).toMatch(/^day,letter,nr\n/)
  })
})
