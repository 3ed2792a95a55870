/**
 * Excel, Word and PDF files: rows and texts as from files of text, and clear words about all that cannot be read.
 *
 * Oracle   the same rows as CSV, the same texts as .txt; read-excel-file over what was written.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mammoth from 'mammoth'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { docx } from '../../../src/sources/formats/office/documents.js'
import { jsonLines, leitong, temporaryFolder } from '../../support/files.js'
import { packedPdf, pdfFile, wordFile, wordXml, zip } from '../../support/office.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const LAMP = 'The lamp in our street is broken, please send somebody who mends it before winter comes.'
const BENCH = 'The bench at the harbour wants a new coat of paint before the summer, and so does the fence.'
const HEAD = ['nr', 'letter', 'sent']
const ROWS: [number, string, Date][] = [
  [7, LAMP, new Date(Date.UTC(2024, 0, 2))],
  [8, BENCH, new Date(Date.UTC(2024, 0, 3, 12, 30))],
  [9, `${LAMP} Thank you!`, new Date(Date.UTC(2024, 1, 1))],
  [10, LAMP, new Date(Date.UTC(2024, 2, 1))],
]
const cell = (value: string | number | Date) =>
  value instanceof Date
    ? { value, type: Date, format: 'yyyy-mm-dd' }
    : typeof value === 'number'
      ? { value, type: Number }
      : { value, type: String }
const sheet = [HEAD.map(cell), ...ROWS.map((row) => row.map(cell))]
await writeExcel([
  { data: [[{ value: 'a', type: String }], [{ value: 'nothing', type: String }]], sheet: 'Notes' },
  { data: sheet, sheet: 'Letters 2024' },
]).toFile(at('book.xlsx'))
await writeExcel(sheet).toFile(at('letters.xlsx'))
writeFileSync(
  at('letters.csv'),
  [HEAD.join(','), ...ROWS.map(([nr, text, sent]) => `${nr},"${text}",${sent.toISOString()}`), ''].join('\n'),
)

async function run(args: readonly string[], input?: Uint8Array): Promise<{ stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await leitong(args, { cwd: folder, ...(input ? { input } : {}) })
  expect(code, stderr).toBe(0)
  return { stdout, stderr }
}

async function refused(args: readonly string[], message: RegExp, code = 2): Promise<void> {
  const ran = await leitong(args, { cwd: folder })
  expect(ran.stderr).toMatch(message)
  expect(ran.code).toBe(code)
}

const LETTER = ['--text-field', 'letter']
const pairsOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map(({ id, duplicate_of: kept }) => [id, kept])

describe('an Excel file', () => {
  it('gives the rows of its first sheet, or of the one that is named', async () => {
    const rows = [...LETTER, '--id-field', 'nr', '--keep', 'newest:sent', '--threshold', '0.7', '--removed', '-']
    const { stdout: expected } = await run(['dedupe', 'letters.csv', ...rows])
    expect(pairsOf(expected)).toEqual([
      ['7', '10'],
      ['9', '10'],
    ])
    const given: [string[], Uint8Array?][] = [
      [['letters.xlsx']],
      [['book.xlsx', '--sheet', 'Letters 2024']],
      [['book.xlsx', '--sheet', '2']],
      [['-'], readFileSync(at('letters.xlsx'))],
    ]
    for (const [input, bytes] of given) expect((await run(['dedupe', ...input, ...rows], bytes)).stdout, input.join(' ')).toBe(expected)
    await refused(['dedupe', 'book.xlsx', '--sheet', 'Lettres'], /option "sheet" cannot be "Lettres".*Notes, Letters 2024/)
    await refused(['dedupe', 'letters.csv', '--sheet', '1', ...LETTER], /--sheet is for Excel files/)
    await refused(['dedupe', 'letters.xlsx'], /letters\.xlsx: no field "text"; there are nr, letter, sent/)
  })

  it('names rows as Excel numbers them, empty ones counted', async () => {
    await writeExcel([...sheet.slice(0, 2), [], [null, null], ...sheet.slice(2)]).toFile(at('gaps.xlsx'))
    const { stdout } = await run(['dedupe', 'gaps.xlsx', ...LETTER, '--threshold', '0.7', '--removed', '-'])
    expect(pairsOf(stdout)).toEqual([
      ['gaps.xlsx:6', 'gaps.xlsx:2'],
      ['gaps.xlsx:7', 'gaps.xlsx:2'],
    ])
  })

  it('leaves its kept rows as Excel or as CSV', async () => {
    await run(['dedupe', 'letters.xlsx', ...LETTER, '--threshold', '0.7', '-o', 'kept.xlsx'])
    // A time is a fraction of a day there, which the package cuts off below the millisecond.
    const whole = (value: unknown) => (value instanceof Date ? new Date(Math.round(value.getTime() / 1000) * 1000) : value)
    const rows = (await readSheet(at('kept.xlsx'))) as unknown[][]
    expect(rows.map((row) => row.map(whole))).toEqual([HEAD, ROWS[0], ROWS[1]])
    await run(['dedupe', 'letters.xlsx', ...LETTER, '--threshold', '0.7', '-o', 'kept.csv'])
    expect(readFileSync(at('kept.csv'), 'utf8')).toBe(
      `\uFEFFnr,letter,sent\r\n7,"${LAMP}",2024-01-02\r\n8,"${BENCH}",2024-01-03T12:30:00\r\n`,
    )
    await refused(['dedupe', 'letters.xlsx', ...LETTER, '-o', 'kept.jsonl'], /letters\.xlsx is xlsx, and --output kept\.jsonl says jsonl/)
    await refused(['dedupe', 'letters.csv', ...LETTER, '-o', 'kept.xlsx'], /--output kept\.xlsx says xlsx/)
  })

  it('is read into an index, with its fields in tables of results', async () => {
    const { stdout } = await run(['index', 'add', 'letters.index', 'letters.xlsx', '--create', ...LETTER, '--id-field', 'nr'])
    expect(stdout.split('\n').filter(Boolean)).toHaveLength(4)
    await run(['dedupe', 'letters.xlsx', ...LETTER, '--with', 'sent', '--threshold', '0.7', '--removed', 'removed.jsonl'])
    expect(jsonLines(at('removed.jsonl'))[0]).toMatchObject({ sent: '2024-02-01', duplicate_of_sent: '2024-01-02' })
  })
})

describe('Word and PDF files', () => {
  const office = at('office')
  mkdirSync(office)
  writeFileSync(join(office, 'a.docx'), wordFile([LAMP, BENCH]))
  writeFileSync(join(office, 'b.txt'), `${LAMP}\n\n${BENCH}\n`)
  writeFileSync(join(office, 'c.pdf'), pdfFile([LAMP, BENCH]))
  writeFileSync(join(office, 'd.docx'), wordFile(['Nothing here is like the others: it is about the timetable of the ferry.']))

  it('are a document each, and alike to a text file that says the same', async () => {
    const { stderr } = await run(['dedupe', 'office', '--removed', '-', '-o', 'office.kept'])
    expect(stderr).toMatch(/4 records/)
    const { stdout } = await run(['dedupe', 'office', '--removed', '-'])
    expect(pairsOf(stdout)).toEqual([
      ['office/b.txt', 'office/a.docx'],
      ['office/c.pdf', 'office/a.docx'],
    ])
    await run(['dedupe', 'office', '-o', 'copies/'])
    expect(readdirSync(at('copies')).sort()).toEqual(['a.docx', 'd.docx'])
    expect(readFileSync(at('copies/a.docx'))).toEqual(readFileSync(join(office, 'a.docx')))
    const added = await run(['index', 'add', 'office.index', 'office', '--create'])
    expect(added.stdout).toMatch(/"id":"office\/c\.pdf","status":"duplicate"/)
    expect(pairsOf((await run(['dedupe', '-', join(office, 'b.txt'), '--removed', '-'], pdfFile([LAMP, BENCH]))).stdout)).toHaveLength(1)
  })

  it('of Word are read as mammoth reads them, tables, tabs, text boxes and deletions too', async () => {
    const p = (inside: string) => `<w:p>${inside}</w:p>`
    const t = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
    const body = [
      p(`${t('One &amp; ') + t('two')}<w:r><w:tab/><w:t>three</w:t></w:r>`),
      p(''),
      `<w:tbl><w:tr><w:tc>${p(t('cell one'))}</w:tc><w:tc>${p(t('cell two'))}</w:tc></w:tr></w:tbl>`,
      p(`<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>${t('come')}</w:ins><w:hyperlink>${t(' link')}</w:hyperlink>`),
      p(`<w:r><w:instrText>PAGE</w:instrText></w:r>${t('field')}`),
    ]
    const file = wordXml(body.join(''))
    const { value } = await mammoth.extractRawText({ buffer: file })
    const paragraphs = (text: string) => text.split(/\n+/).filter(Boolean)
    const read = (await docx.extract?.(file, 'a.docx')) ?? ''
    expect(paragraphs(read)).toEqual(paragraphs(value))
    expect(paragraphs(read)).toEqual(['One & two\tthree', 'cell one', 'cell two', 'come link', 'field'])
  })

  it('that are small and unpack to much cost little, or are refused', async () => {
    mkdirSync(at('grown'))
    writeFileSync(at('grown/paragraphs.docx'), wordXml(`${'<w:p/>'.repeat(4e6)}<w:p><w:r><w:t>${LAMP}</w:t></w:r></w:p>`))
    writeFileSync(at('grown/page.pdf'), packedPdf(Buffer.alloc(200e6, ' ')))
    writeFileSync(at('grown/z.txt'), LAMP)
    const { stdout } = await run(['dedupe', 'grown', '--rejects', 'grown.jsonl', '--json', '--workers', '1'])
    const { documents, removed, peakMemory } = JSON.parse(stdout) as { documents: number; removed: number; peakMemory: number }
    expect({ documents, removed }).toEqual({ documents: 2, removed: 1 })
    expect(jsonLines(at('grown.jsonl'))).toMatchObject([
      { source: 'grown/page.pdf', reason: expect.stringContaining('have become more than') },
    ])
    expect(peakMemory).toBeLessThan(400e6)
  })

  it('that are damaged, encrypted or without text are kept and named', async () => {
    mkdirSync(at('broken'))
    writeFileSync(at('broken/cut.docx'), wordFile([LAMP]).subarray(0, 400))
    writeFileSync(at('broken/locked.docx'), Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))
    writeFileSync(at('broken/locked.pdf'), pdfFile([LAMP], true))
    writeFileSync(at('broken/odd.pdf'), '%PDF-1.4\nnothing\n')
    writeFileSync(at('broken/scan.pdf'), pdfFile([]))
    writeFileSync(at('broken/z.txt'), LAMP)
    const { stderr } = await run(['dedupe', 'broken', '--rejects', 'broken.jsonl', '-o', 'broken.kept'])
    expect(stderr).toMatch(/5 of them could not be judged and are kept/)
    const reasons = Object.fromEntries(jsonLines(at('broken.jsonl')).map(({ source, reason }) => [source, reason]))
    expect(reasons).toMatchObject({
      'broken/cut.docx': expect.stringContaining('cut off or damaged'),
      'broken/locked.docx': expect.stringContaining('encrypted with a password'),
      'broken/locked.pdf': expect.stringContaining('encrypted with a password'),
      'broken/odd.pdf': expect.stringContaining('cannot be read'),
      'broken/scan.pdf': expect.stringContaining('no text in it'),
    })
    expect(readFileSync(at('broken.kept'), 'utf8').split('\n').filter(Boolean)).toHaveLength(6)
    await refused(['dedupe', 'broken', '--strict', '-o', 'broken.none'], /5 records cannot be judged/, 3)
    expect(existsSync(at('broken.none'))).toBe(false)
  })
})

describe('a damaged Excel file', () => {
  it('is an error of its own, and nothing is written', async () => {
    writeFileSync(at('cut.xlsx'), readFileSync(at('letters.xlsx')).subarray(0, 900))
    await refused(['dedupe', 'cut.xlsx', ...LETTER, '-o', 'cut.out'], /cut\.xlsx: cannot be read: it is cut off or damaged/, 3)
    writeFileSync(at('locked.xlsx'), Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))
    await refused(['dedupe', 'locked.xlsx', ...LETTER, '-o', 'cut.out'], /locked\.xlsx: .*encrypted with a password/, 3)
    writeFileSync(at('words.xlsx'), 'these are words')
    await refused(['dedupe', 'words.xlsx', ...LETTER], /words\.xlsx: cannot be read/, 3)
    expect(existsSync(at('cut.out'))).toBe(false)
  })
})

describe('files of no format that is read', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

  it.each([
    ['photo.bin', png, 'a PNG image'],
    ['letters.xls', old, 'an old Excel file \\(.xls\\)'],
    ['letter.doc', old, 'an old Word file \\(.doc\\)'],
    ['all.zip', zip({ 'a.txt': LAMP }), 'a ZIP archive'],
    ['slides.pptx', zip({ 'ppt/presentation.xml': '<p/>' }), 'a PowerPoint file'],
    ['base.db', Buffer.from('SQLite format 3\0 and more'), 'a SQLite database'],
    ['letters.jsonl.xz', Buffer.from('fd377a585a000004', 'hex'), 'an xz file'],
  ])('%s is named for what it is', async (name, bytes, is) => {
    writeFileSync(at(name), bytes)
    await refused(['dedupe', name], new RegExp(`${name}: it is ${is}.*, which is not read`))
  })

  it('are not read as text because somebody says so, or their name does', async () => {
    await refused(['dedupe', 'letters.xlsx', '--format', 'csv'], /letters\.xlsx: it is an Excel file, and not csv/)
    writeFileSync(at('named.csv'), readFileSync(at('letters.xlsx')))
    await refused(['dedupe', 'named.csv'], /named\.csv: it is an Excel file, and not csv/)
  })

  it('are counted by their endings where a folder has them', async () => {
    mkdirSync(at('mixed'))
    writeFileSync(at('mixed/a.txt'), LAMP)
    for (const name of ['b.png', 'c.png', 'd.xls', 'e']) writeFileSync(at(`mixed/${name}`), png)
    const { stdout } = await run(['dedupe', 'mixed'])
    expect(stdout).toMatch(/4 files passed over, of no format that is read: 2 \.png, 1 without an ending, 1 \.xls/)
    mkdirSync(at('pictures'))
    writeFileSync(at('pictures/b.png'), png)
    await refused(['dedupe', 'pictures'], /no file in it has a format that is known by its name: 1 \.png/, 3)
  })
})
