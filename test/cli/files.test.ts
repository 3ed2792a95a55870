/**
 * The command on every kind of file: compressed, in folders, in other encodings, Parquet.
 *
 * Oracle   the same records as plain JSON lines.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { decompress } from 'fzstd'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const random = createRandom(9)
const records: { id: number; text: string; title: string }[] = []
for (let id = 0; id < 300; id++) {
  const old = records[Math.floor(random() * records.length)]
  const text = old && random() < 0.5 ? edit(random, old.text, 0.03) : createText(random, 40, id % 2 === 0)
  records.push({ id, text, title: `Title ${id}` })
}
const plain = writeLines(at('plain.jsonl'), records)

async function removed(args: readonly string[], cwd = folder): Promise<unknown[]> {
  const { code, stderr } = await leitong(['dedupe', ...args, '--removed', 'removed.out'], { cwd })
  expect(code, stderr).toBe(0)
  return jsonLines(join(cwd, 'removed.out')).map(({ id, duplicate_of: better }) => [id, better])
}

describe('compressed files', () => {
  it('give the same result, and output is compressed by its name', async () => {
    const expected = await removed([plain, '-o', at('plain.out')])
    expect(expected.length).toBeGreaterThan(50)
    const bytes = readFileSync(plain)
    // Two members behind each other are one gzip file.
    writeFileSync(at('in.jsonl.gz'), Buffer.concat([gzipSync(bytes.subarray(0, 5000)), gzipSync(bytes.subarray(5000))]))
    expect(await removed(['in.jsonl.gz', '-o', 'kept.jsonl.gz'])).toEqual(expected)
    expect(gunzipSync(readFileSync(at('kept.jsonl.gz'))).equals(readFileSync(at('plain.out')))).toBe(true)
    expect(await removed([plain, '-o', 'kept.jsonl.zst'])).toEqual(expected)
    expect(Buffer.from(decompress(readFileSync(at('kept.jsonl.zst')))).equals(readFileSync(at('plain.out')))).toBe(true)
    // What was written is read again.
    const again = await leitong(['dedupe', 'kept.jsonl.zst', '--json'], { cwd: folder })
    expect(JSON.parse(again.stdout)).toMatchObject({ documents: records.length - expected.length, removed: 0 })
  })

  it('that grow out of all proportion are an error, at little cost', async () => {
    const bomb = gzipSync(Buffer.alloc(300 << 20, 'a'))
    writeFileSync(at('bomb.jsonl.gz'), bomb)
    expect(bomb.length).toBeLessThan(1 << 20)
    const start = performance.now()
    const { code, stderr } = await leitong(['dedupe', 'bomb.jsonl.gz', '-o', 'bomb.out', '--temp', folder], { cwd: folder })
    expect(code).toBe(3)
    expect(stderr).toContain('have become more than')
    expect(stderr).toContain('--max-ratio')
    expect(performance.now() - start).toBeLessThan(60_000)
    expect(readdirSync(folder).filter((name) => name.startsWith('leitong-') || name.includes('bomb.out'))).toEqual([])
  })
})

describe('folders', () => {
  const docs = at('docs')
  mkdirSync(join(docs, 'sub'), { recursive: true })
  writeFileSync(join(docs, 'a.txt'), 'A letter about the market square and its trees.')
  writeFileSync(join(docs, 'b.md'), '# Heading\n\nA letter about the market square and its trees.')
  writeFileSync(
    join(docs, 'sub', 'c.html'),
    '<html><head><title>T</title></head><body><p>A letter about the <b>market</b> square and its trees.</p></body></html>',
  )
  writeFileSync(join(docs, 'sub', 'd.txt'), Buffer.from('另一封信，内容完全不同，谈的是公交线路。', 'utf16le'))
  writeFileSync(join(docs, 'e.txt.gz'), gzipSync('Yet another letter, which is about the harbour.'))
  writeFileSync(join(docs, 'empty.txt'), '')
  writeFileSync(join(docs, 'ignored.bin'), 'x')

  it('are documents by file, listed or copied', async () => {
    expect(await removed([docs, '--threshold', '0.7', '-o', 'kept.txt'])).toEqual([
      [join(docs, 'b.md'), join(docs, 'a.txt')],
      [join(docs, 'sub/c.html'), join(docs, 'a.txt')],
    ])
    const kept = ['a.txt', 'e.txt.gz', 'empty.txt', 'sub/d.txt'].map((name) => join(docs, name))
    expect(readFileSync(at('kept.txt'), 'utf8').trim().split('\n').sort()).toEqual(kept)
    const copied = await leitong(['dedupe', docs, '--threshold', '0.7', '-o', `${at('copies')}/`])
    expect(copied.code, copied.stderr).toBe(0)
    expect(readdirSync(at('copies'), { recursive: true }).sort()).toEqual(['a.txt', 'e.txt.gz', 'empty.txt', 'sub', 'sub/d.txt'])
    expect(readFileSync(at('copies/sub/d.txt')).equals(readFileSync(join(docs, 'sub/d.txt')))).toBe(true)
    const again = await leitong(['dedupe', docs, '-o', `${at('copies')}/`])
    expect(again).toMatchObject({ code: 3, stderr: expect.stringContaining('the folder is not empty') })
    expect(existsSync(at('copies/b.md'))).toBe(false)
  })

  it('and patterns of containers are one batch', async () => {
    writeLines(at('part-1.jsonl'), records.slice(0, 150))
    writeLines(at('part-2.jsonl'), records.slice(150))
    expect(await removed(['part-*.jsonl'])).toEqual(await removed([plain]))
  })
})

describe('other encodings', () => {
  const text = records.map(({ id, text: words }) => JSON.stringify({ id, text: words })).join('\n')

  it('of JSON lines give the same result as UTF-8', async () => {
    const expected = await removed([plain])
    writeFileSync(at('wide.jsonl'), Buffer.from(`\ufeff${text}`, 'utf16le'))
    expect(await removed(['wide.jsonl'])).toEqual(expected)
    for (const encoding of ['gb18030', 'big5']) {
      // Big5 has no simplified characters, and made-up text gives no statistics to detect it by.
      const source =
        encoding === 'gb18030'
          ? text
          : text.replace(/[^ -~\n]/g, (c) => '關於本市道路施工問題學校周邊環境衛生'[(c.codePointAt(0) as number) % 18] as string)
      writeFileSync(at('source.jsonl'), source)
      writeFileSync(at('other.jsonl'), iconv.encode(source, encoding))
      const named = encoding === 'big5' ? ['--encoding', 'big5'] : []
      expect(await removed(['other.jsonl', ...named]), encoding).toEqual(await removed(['source.jsonl']))
    }
  })
})

describe('Parquet', () => {
  it('keeps rows, values and schema', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run(`COPY (SELECT id::BIGINT AS id, text, title, (id * 1.5)::DECIMAL(9, 2) AS price, DATE '2024-01-01' + id::INTEGER AS day,
      [id, id + 1] AS list, {'a': id} AS struct, NULLIF(id % 3, 0) AS gap FROM read_json('${plain}')) TO '${at('in.parquet')}' (FORMAT parquet)`)
    const expected = await removed([plain])
    expect(await removed(['in.parquet', '-o', 'out.parquet'])).toEqual(expected)
    const rows = async (path: string) => (await connection.runAndReadAll(`SELECT * FROM '${path}'`)).getRowsJson()
    const schema = async (path: string) => (await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${path}'`)).getRowsJson()
    expect(await schema(at('out.parquet'))).toEqual(await schema(at('in.parquet')))
    const gone = new Set(expected.map((pair) => String((pair as [number])[0])))
    expect(await rows(at('out.parquet'))).toEqual((await rows(at('in.parquet'))).filter(([id]) => !gone.has(String(id))))
    const wrong = await leitong(['dedupe', 'in.parquet', '--text-field', 'body'], { cwd: folder })
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('no field "body"; there are id, text, title') })
    writeFileSync(at('broken.parquet'), 'PAR1 nonsense')
    expect(await leitong(['dedupe', 'broken.parquet'], { cwd: folder })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('broken.parquet: cannot be read'),
    })
  })
})

describe('files with nothing in them', () => {
  it('have no records, in every format', async () => {
    const contents = { empty: '', blank: ' \r\n\n  \n', marked: Buffer.from('fffe20000a00', 'hex') }
    writeFileSync(at('columns.json'), JSON.stringify({ fields: { name: {} } }))
    const ask = async (name: string, input: string | Buffer, args: readonly string[]) => {
      writeFileSync(at(name), input)
      const ran = await leitong(['dedupe', name, '-o', 'nothing.out', '--json', ...args], { cwd: folder })
      expect(ran).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(ran.stdout)).toMatchObject({ documents: 0, kept: 0, rejects: 0 })
      // JSON values are written with a line end behind them.
      if (!name.endsWith('.json')) expect(readFileSync(at('nothing.out'))).toEqual(Buffer.from(input))
    }
    for (const [kind, content] of Object.entries(contents))
      for (const ending of ['csv', 'tsv', 'json', 'jsonl']) await ask(`${kind}.${ending}`, content, [])
    await ask('empty.csv', '', ['--fields', 'columns.json'])
    await ask('empty.csv', '', ['--keep', 'newest:date'])
    const piped = await leitong(['dedupe', '-', '--format', 'csv', '--json'], { input: '' })
    expect(JSON.parse(piped.stdout)).toMatchObject({ documents: 0 })
    writeFileSync(at('full.csv'), 'id,text\n1,some words\n')
    await leitong(['dedupe', 'empty.csv', 'full.csv', 'blank.csv', '-o', 'nothing.out'], { cwd: folder })
    expect(readFileSync(at('nothing.out'), 'utf8')).toBe('id,text\n1,some words\n')
    // A header alone is a table too, and its columns are looked at.
    writeFileSync(at('header.csv'), 'id,note\n')
    expect(await leitong(['dedupe', 'header.csv'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no field "text"'),
    })
  })
})
