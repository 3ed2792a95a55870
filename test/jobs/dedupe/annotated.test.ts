/**
 * engine: records with what is said of them, and kept records more than once.
 *
 * Oracle   the removed records and the groups of the same run; the lines of the input, with JSON.parse and papaparse; DuckDB.
 * Covers   JSON lines, JSON arrays, CSV, UTF-16, Parquet; broken lines, empty lines, records without a text, missing last line ends; fields
 *          of the name; several files as one and as a folder; every rule of repeats.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { runBatch } from '../../../src/jobs/dedupe/dedupe.js'
import { Outputs, type OutputsWanted } from '../../../src/jobs/dedupe/outputs.js'
import { expandInputs } from '../../../src/reading/inputs.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { writeParquet } from '../../../src/sources/formats/parquet.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)

async function dedupe(paths: readonly string[], wanted: OutputsWanted): Promise<void> {
  const options = resolveOptions([{ values: {}, where: '' }], { workers: 1, memory: 1 << 30, temp: folder })
  const inputs = await expandInputs(paths.map(at), options)
  const outputs = new Outputs(wanted, inputs, options, () => [])
  try {
    const run = await runBatch(inputs, options, false)
    await outputs.write(run).finally(() => run.context.close())
  } finally {
    outputs.discard()
  }
}

interface Said {
  group: number | null
  size: number | null
  role: string
  kept: unknown
  similarity: number | null
}
interface GroupLine {
  group: number
  size: number
  kept: unknown
  members: { id: unknown; similarity: number | null }[]
}

/** What the other outputs say of each id. */
function saidOf(removed: string, groups: string): Map<unknown, Said> {
  const said = new Map<unknown, Said>()
  const gone = new Map(linesOf(readFileSync(at(removed), 'utf8')).map((line) => [line['id'], line]))
  for (const { group, size, kept, members } of linesOf(readFileSync(at(groups), 'utf8')) as unknown as GroupLine[])
    for (const { id, similarity } of members) {
      said.set(id, { group, size, role: id === kept ? 'kept' : 'removed', kept, similarity })
      if (id !== kept) expect(gone.get(id)).toMatchObject({ duplicate_of: kept, group, similarity })
    }
  expect([...said.values()].filter(({ role }) => role === 'removed')).toHaveLength(gone.size)
  return said
}

const alone = (id: unknown): Said => ({ group: null, size: 1, role: 'single', kept: id, similarity: null })
const UNJUDGED: Said = { group: null, size: null, role: 'unjudged', kept: null, similarity: null }

function createRecords(seed: number, count: number): { id: number | string; text: string }[] {
  const random = createRandom(seed)
  const records: { id: number | string; text: string }[] = []
  for (let i = 0; i < count; i++) {
    const old = records[Math.floor(random() * records.length)]
    const text = old && random() < 0.6 ? edit(random, old.text, random() < 0.5 ? 0 : 0.01) : createText(random, 20)
    records.push({ id: i % 3 ? i : `编号 "${i}"`, text })
  }
  return records
}

const corpora = fc.record({ seed: fc.integer({ min: 1, max: 1e6 }), count: fc.integer({ min: 2, max: 30 }), lastEnd: fc.boolean() })

describe('every record with what is said of it', () => {
  it('equals the removed records and the groups, and is otherwise the input', async () => {
    let removed = 0
    await fc.assert(
      fc.asyncProperty(corpora, async ({ seed, count, lastEnd }) => {
        const records = createRecords(seed, count)
        const lines = records.flatMap((record, i) => [
          i % 2 ? JSON.stringify(record) : ` ${JSON.stringify(record)} \r`,
          ...(i % 5 === 1 ? ['', '{"broken": ', '{"no":"text"}', '{ }', '[1]'] : []),
        ])
        writeFileSync(at('in.jsonl'), lines.join('\n') + (lastEnd ? '\n' : ''))
        await dedupe(['in.jsonl'], {
          removed: at('removed.jsonl'),
          groups: at('groups.jsonl'),
          output: at('annotated.jsonl'),
          annotate: true,
        })
        const said = saidOf('removed.jsonl', 'groups.jsonl')
        const out = readFileSync(at('annotated.jsonl'), 'utf8').split('\n')
        expect(out.map((line) => line.replace(/,?"leitong":\{[^}]*\}(?=\s*\}\s*$)/, ''))).toEqual(
          readFileSync(at('in.jsonl'), 'utf8').split('\n'),
        )
        for (const line of out) {
          if (!line.trim().endsWith('}')) continue
          const { leitong, ...record } = JSON.parse(line) as Record<string, unknown>
          if (record['text'] === undefined) expect(leitong).toEqual(UNJUDGED)
          else expect(leitong).toEqual(said.get(record['id']) ?? alone(record['id']))
          if ((leitong as Said).role === 'removed') removed++
        }
      }),
      { numRuns: 40 },
    )
    expect(removed).toBeGreaterThan(100)
  })

  it('stands in columns of CSV, in the encoding and with the delimiter of the file', async () => {
    const records = createRecords(5, 20)
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const rows = Papa.unparse([...records, { id: 'empty', text: '' }], { delimiter: ';', newline: '\r\n' })
      writeFileSync(at('in.csv'), `\uFEFF${rows}\r\nodd;row;of three`, encoding)
      await dedupe(['in.csv'], { removed: at('removed.jsonl'), groups: at('groups.jsonl'), output: at('out.csv'), annotate: 'dup' })
      const said = saidOf('removed.jsonl', 'groups.jsonl')
      const text = readFileSync(at('out.csv'), encoding)
      expect(text.endsWith('\r\nodd;row;of three')).toBe(true)
      const { data } = Papa.parse<Record<string, string>>(text.slice(1, text.lastIndexOf('\r\n')), { header: true, delimiter: ';' })
      expect(data).toHaveLength(21)
      for (const row of data) {
        const is = row['id'] === 'empty' ? UNJUDGED : (said.get(row['id']) ?? alone(row['id']))
        expect([row['dup_group'], row['dup_size'], row['dup_role'], row['dup_kept'], row['dup_similarity']]).toEqual(
          [is.group, is.size, is.role, is.kept, is.similarity].map((cell) => String(cell ?? '')),
        )
      }
      expect(said.size).toBeGreaterThan(4)
    }
  })

  it('stands in columns of Parquet, rows in their order', async () => {
    const records = [...createRecords(6, 20).map(({ text }, id) => ({ id, text })), { id: 20, text: '' }]
    writeFileSync(at('rows.jsonl'), records.map((record) => JSON.stringify(record)).join('\n'))
    await writeParquet(
      at('rows.jsonl'),
      [
        ['id', 'BIGINT'],
        ['text', 'VARCHAR'],
      ],
      at('in.parquet'),
    )
    await dedupe(['in.parquet'], { removed: at('removed.jsonl'), groups: at('groups.jsonl'), output: at('out.parquet'), annotate: true })
    const said = saidOf('removed.jsonl', 'groups.jsonl')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const rows = (await connection.runAndReadAll(`SELECT * FROM read_parquet('${at('out.parquet')}')`)).getRowObjectsJson()
    expect(rows).toEqual(
      records.map((record) => {
        const is = record.text ? (said.get(String(record.id)) ?? said.get(record.id) ?? alone(record.id)) : UNJUDGED
        const number = (value: number | null) => (value === null ? null : String(value))
        return {
          id: String(record.id),
          text: record.text,
          leitong_group: number(is.group),
          leitong_size: number(is.size),
          leitong_role: is.role,
          leitong_kept: is.kept === null ? null : String(is.kept),
          leitong_similarity: is.similarity,
        }
      }),
    )
    expect(said.size).toBeGreaterThan(4)
    const types = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet('${at('out.parquet')}')`)
    expect(types.getRows().map(([name, type]) => `${name} ${type}`)).toEqual([
      'id BIGINT',
      'text VARCHAR',
      'leitong_group BIGINT',
      'leitong_size BIGINT',
      'leitong_role VARCHAR',
      'leitong_kept BIGINT',
      'leitong_similarity DOUBLE',
    ])
    await dedupe(['in.parquet'], { output: at('repeated.parquet'), repeat: 'size', groups: at('groups.jsonl') })
    const { size } = {
      size: (await connection.runAndReadAll(`SELECT count(*) FROM read_parquet('${at('repeated.parquet')}')`)).getRows()[0]?.[0],
    }
    expect(Number(size)).toBe(records.length)
    connection.closeSync()
  })

  it('is in every element of a JSON array, and in a folder of files as in one', async () => {
    const records = createRecords(7, 18)
    writeFileSync(at('in.json'), JSON.stringify(records, undefined, 1))
    await dedupe(['in.json'], { removed: at('removed.jsonl'), groups: at('groups.jsonl'), output: at('out.json'), annotate: true })
    const said = saidOf('removed.jsonl', 'groups.jsonl')
    const found = JSON.parse(readFileSync(at('out.json'), 'utf8'))
    expect(found).toEqual(records.map((record) => ({ ...record, leitong: said.get(record.id) ?? alone(record.id) })))
    mkdirSync(at('many'))
    for (const i of [0, 1, 2])
      writeFileSync(
        at(`many/${i}.jsonl`),
        records
          .slice(6 * i, 6 * i + 6)
          .map((record) => `${JSON.stringify(record)}\n`)
          .join(''),
      )
    await dedupe(['many'], { output: at('one.jsonl'), annotate: true })
    await dedupe(['many'], { output: `${at('annotated')}/`, annotate: true })
    expect([0, 1, 2].map((i) => readFileSync(at(`annotated/${i}.jsonl`), 'utf8')).join('')).toBe(readFileSync(at('one.jsonl'), 'utf8'))
    await expect(dedupe(['many'], { output: `${at('annotated')}/`, resume: true })).rejects.toThrow('other options')
  })

  it('takes the place of no field, and is refused where it cannot be', async () => {
    writeFileSync(at('named.jsonl'), '{"text":"some words of a text","leitong":1}\n')
    await expect(dedupe(['named.jsonl'], { output: at('x.jsonl'), annotate: true })).rejects.toThrow('has a field "leitong" already')
    await dedupe(['named.jsonl'], { output: at('x.jsonl'), annotate: 'found' })
    expect(linesOf(readFileSync(at('x.jsonl'), 'utf8'))[0]).toMatchObject({ leitong: 1, found: { role: 'single' } })
    writeFileSync(at('named.csv'), 'text,leitong_size\nsome words of a text,2\n')
    await expect(dedupe(['named.csv'], { output: at('x.csv'), annotate: true })).rejects.toThrow('has a column "leitong_size" already')
    writeFileSync(at('plain.txt'), 'some words of a text')
    await expect(dedupe(['plain.txt'], { output: at('x.txt'), annotate: true })).rejects.toThrow('is for JSON lines, JSON, CSV and Parquet')
    await expect(dedupe(['named.jsonl'], { annotate: true })).rejects.toThrow('there is none')
    await expect(dedupe(['named.jsonl'], { output: at('y.jsonl'), annotate: 'a', repeat: 'size' })).rejects.toThrow(
      'writes every record once',
    )
  })
})

describe('kept records that leave more than once', () => {
  const times: Record<string, (size: number) => number> = {
    size: (size) => size,
    log: (size) => 1 + Math.floor(Math.log2(size)),
    'steps.json': (size) => (size >= 4 ? 0 : size >= 2 ? 3 : 1),
  }

  it.each(Object.keys(times))('do so as their group says: %s', async (rule) => {
    writeFileSync(at('steps.json'), '{"2": 3, "4": 0}')
    let repeated = 0
    await fc.assert(
      fc.asyncProperty(corpora, async ({ seed, count, lastEnd }) => {
        const records = createRecords(seed, count)
        const lines = records.flatMap((record, i) => [JSON.stringify(record), ...(i % 6 === 1 ? ['{"no":"text"}'] : [])])
        writeFileSync(at('in.jsonl'), lines.join('\n') + (lastEnd ? '\n' : ''))
        const repeat = rule.endsWith('.json') ? at(rule) : rule
        await dedupe(['in.jsonl'], { removed: at('removed.jsonl'), groups: at('groups.jsonl'), output: at('repeated.jsonl'), repeat })
        const said = saidOf('removed.jsonl', 'groups.jsonl')
        const expected = lines.flatMap((line) => {
          const { id } = JSON.parse(line) as { id?: unknown }
          const is = id === undefined ? UNJUDGED : (said.get(id) ?? alone(id))
          const often = is.role === 'removed' ? 0 : is.role === 'unjudged' ? 1 : (times[rule]?.(is.size as number) as number)
          if (often > 1) repeated++
          return Array.from({ length: often }, () => line)
        })
        const out = readFileSync(at('repeated.jsonl'), 'utf8')
        expect(out.split('\n').filter(Boolean)).toEqual(expected)
      }),
      { numRuns: 25 },
    )
    expect(repeated).toBeGreaterThan(20)
  })

  it('refuses a file that says something else', async () => {
    for (const [text, why] of [
      ['[1]', 'it holds no object'],
      ['{}', 'it names no size'],
      ['{"0": 1}', 'is no size of a group'],
      ['{"2": 1.5}', 'no whole number'],
      ['{"2"', 'JSON'],
    ] as const) {
      writeFileSync(at('wrong.json'), text)
      await expect(dedupe(['in.jsonl'], { output: at('y.jsonl'), repeat: at('wrong.json') })).rejects.toThrow(why)
    }
    await expect(dedupe(['in.jsonl'], { output: at('y.jsonl'), repeat: at('nowhere') })).rejects.toThrow('nowhere')
  })
})
