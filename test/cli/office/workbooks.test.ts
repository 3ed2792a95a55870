/**
 * Workbooks as offices write them: several sheets, a title above the header, dates and leading zeros, a stray cell far away.
 *
 * Oracle   read-excel-file over what was written; the same rows as CSV.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { unpacked, type ZipEntry, zipEntries } from '../../../src/sources/formats/zip.js'
import { jsonLines, leitong, temporaryFolder } from '../../support/files.js'
import { excelFile, textRow } from '../../support/office.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const LAMP = '我家门前的路灯坏了两个星期，请尽快派人来修理，谢谢。'
const BENCH = '港口边的长椅油漆已经脱落，希望在夏天之前重新粉刷一遍。'
const BUS = '二十三路公交车早高峰总是晚点，等了四十分钟也不来。'
const HEAD = ['编号', '诉求内容', '日期']

const run = async (args: readonly string[], code = 0) => {
  const ran = await leitong(args, { cwd: folder })
  expect(ran.code, ran.stderr).toBe(code)
  return ran
}
const months = excelFile({
  五月: textRow(1, HEAD) + textRow(2, ['001', LAMP, '2024-05-01']) + textRow(3, ['002', BENCH, '2024-05-02']),
  六月: textRow(1, [HEAD[2], HEAD[0], HEAD[1]]) + textRow(2, ['2024-06-01', '003', LAMP]) + textRow(3, ['2024-06-02', '004', BUS]),
  空表: '',
})
writeFileSync(at('months.xlsx'), months)
const TEXT = ['--text-field', '诉求内容']

describe('a workbook of several sheets', () => {
  it('says which sheet was read and which were not', async () => {
    const { stdout, stderr } = await run(['dedupe', 'months.xlsx', ...TEXT])
    expect(stdout + stderr).toMatch(/months\.xlsx: read sheet "五月"; not read: "六月" \(--sheet NAME, or --sheet all\)/)
    const zh = await run(['dedupe', 'months.xlsx', ...TEXT, '--lang', 'zh'])
    expect(zh.stdout + zh.stderr).toMatch(/months\.xlsx：读了工作表“五月”；未读：“六月”（用 --sheet 名称 或 --sheet all）/)
    const { stdout: json } = await run(['dedupe', 'months.xlsx', ...TEXT, '--json'])
    expect((JSON.parse(json) as { sheets: unknown }).sheets).toEqual([
      { file: 'months.xlsx', name: '五月', headerRow: 1, notRead: ['六月'] },
    ])
    const named = await run(['dedupe', 'months.xlsx', ...TEXT, '--sheet', '六月'])
    expect(named.stdout + named.stderr).not.toMatch(/sheet/)
  })

  it('is read whole with --sheet all, columns in any order, and leaves as a workbook', async () => {
    await run(['dedupe', 'months.xlsx', ...TEXT, '--sheet', 'all', '--removed', 'all.jsonl', '-o', 'all.xlsx'])
    expect(jsonLines(at('all.jsonl'))).toMatchObject([{ id: 'months.xlsx:六月:2', duplicate_of: 'months.xlsx:五月:2' }])
    expect(await readSheet(at('all.xlsx'), '五月')).toEqual([HEAD, ['001', LAMP, '2024-05-01'], ['002', BENCH, '2024-05-02']])
    expect(await readSheet(at('all.xlsx'), '六月')).toEqual([
      [HEAD[2], HEAD[0], HEAD[1]],
      ['2024-06-02', '004', BUS],
    ])
    const refused = await run(['dedupe', 'months.xlsx', ...TEXT, '--sheet', 'all', '-o', 'all.csv'], 2)
    expect(refused.stderr).toMatch(/sheet 六月 has other columns than the first sheet: write \.xlsx/)
  })

  it('is one workbook in a folder of outputs', async () => {
    mkdirSync(at('in/later'), { recursive: true })
    writeFileSync(at('in/months.xlsx'), months)
    writeFileSync(at('in/later/july.xlsx'), excelFile({ 七月: textRow(1, HEAD) + textRow(2, ['005', BUS, '2024-07-01']) }))
    const all = ['in', ...TEXT, '--sheet', 'all']
    await run(['dedupe', ...all, '-o', 'kept/', '--removed', 'removed/'])
    expect(await readSheet(at('kept/months.xlsx'), '五月')).toEqual([HEAD, ['001', LAMP, '2024-05-01'], ['002', BENCH, '2024-05-02']])
    expect(await readSheet(at('kept/months.xlsx'), '六月')).toEqual([[HEAD[2], HEAD[0], HEAD[1]]])
    expect(await readSheet(at('kept/later/july.xlsx'))).toEqual([HEAD, ['005', BUS, '2024-07-01']])
    const removed = async (name: string) => ((await readSheet(at(`removed/${name}`))) as unknown[][]).slice(1).map(([id]) => id)
    expect(await removed('months.xlsx')).toEqual(['in/months.xlsx:六月:2', 'in/months.xlsx:六月:3'])
    expect(await removed('later/july.xlsx')).toEqual([])
    await run(['link', 'in/later', 'in/months.xlsx', ...TEXT, '--sheet', 'all', '--not-in', 'new/'])
    expect(await readSheet(at('new/months.xlsx'), '五月')).toHaveLength(3)
    expect(await readSheet(at('new/months.xlsx'), '六月')).toEqual([
      [HEAD[2], HEAD[0], HEAD[1]],
      ['2024-06-01', '003', LAMP],
    ])
  })

  it('names the sheet that has the column', async () => {
    writeFileSync(
      at('cover.xlsx'),
      excelFile({ 封面: textRow(1, ['填表人', '王科长']), 工单: textRow(1, HEAD) + textRow(2, ['001', LAMP, '2024-05-01']) }),
    )
    const { stderr } = await run(['dedupe', 'cover.xlsx', ...TEXT], 2)
    expect(stderr).toMatch(/cover\.xlsx: no field "诉求内容"; there are 填表人, 王科长; sheet "工单" has it: --sheet "工单"/)
    await run(['dedupe', 'cover.xlsx', ...TEXT, '--sheet', '工单'])
  })
})

describe('a title above the header', () => {
  const titled = excelFile({
    汇总: [
      textRow(1, ['2024年5月信访件汇总表']),
      textRow(2, ['填报单位', '街道办', '填报日期', '2024-06-01']),
      textRow(4, [...HEAD, '电话']),
      textRow(5, ['001', LAMP, '2024-05-01', '1']),
      textRow(6, ['002', BENCH, '2024-05-02', '2']),
      textRow(8, ['003', LAMP, '2024-05-03', '3']),
    ].join(''),
  })
  writeFileSync(at('titled.xlsx'), titled)

  it('is passed over, said, and kept', async () => {
    const { stdout, stderr } = await run(['dedupe', 'titled.xlsx', ...TEXT, '-o', 'titled-kept.xlsx', '--removed', 'titled.jsonl'])
    expect(stdout + stderr).toMatch(/titled\.xlsx: read sheet "汇总", its header in row 4/)
    expect(jsonLines(at('titled.jsonl'))).toMatchObject([{ id: 'titled.xlsx:8', duplicate_of: 'titled.xlsx:5' }])
    const kept = await readSheet(at('titled-kept.xlsx'))
    expect(kept.map((row) => row.filter((cell) => cell !== null))).toEqual([
      ['2024年5月信访件汇总表'],
      ['填报单位', '街道办', '填报日期', '2024-06-01'],
      [...HEAD, '电话'],
      ['001', LAMP, '2024-05-01', '1'],
      ['002', BENCH, '2024-05-02', '2'],
    ])
  })

  it('may be named, and is known by its shape where no column is named', async () => {
    await run(['dedupe', 'titled.xlsx', ...TEXT, '--header-row', '4', '--removed', 'named.jsonl'])
    expect(jsonLines(at('named.jsonl'))).toHaveLength(1)
    const { stderr } = await run(['dedupe', 'titled.xlsx', ...TEXT, '--header-row', '2'], 2)
    expect(stderr).toMatch(/there are 填报单位, 街道办/)
    expect((await run(['dedupe', 'titled.xlsx', '--header-row', '3'], 2)).stderr).toMatch(/option "header-row" cannot be 3/)
    const rows = excelFile({
      a: textRow(1, ['名单']) + textRow(3, ['姓名', '电话', '地址']) + textRow(4, ['王芳', '13800138000', '中山路1号']),
    })
    writeFileSync(at('people.xlsx'), rows)
    const people = await run(['dedupe', 'people.xlsx', '--measure', 'fields'])
    expect(people.stdout + people.stderr).toMatch(/its header in row 3/)
  })
})

describe('cells', () => {
  const STYLES =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/><xf numFmtId="10"/></cellXfs></styleSheet>'
  const STRINGS =
    '<sst><si><t>text</t></si><si><r><t>路灯</t></r><rPh><t>ludeng</t></rPh><r><t xml:space="preserve"> 坏了</t></r></si></sst>'
  const rows = [
    '<row r="1"><c t="s"><v>0</v></c><c t="inlineStr"><is><t>day</t></is></c><c t="inlineStr"><is><t>code</t></is></c><c t="inlineStr"><is><t>said</t></is></c><c t="inlineStr"><is><t>hour</t></is></c><c t="inlineStr"><is><t>share</t></is></c><c t="inlineStr"><is><t>sum</t></is></c></row>',
    '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>45413</v></c><c r="C2" s="2"><v>42</v></c><c r="D2" s="3"><v>45413.5</v></c><c r="E2" s="4"><v>0.75</v></c><c r="F2" s="5"><v>0.8</v></c><c r="G2"><f>1+1</f><v>2</v></c></row>',
  ]
  writeFileSync(at('cells.xlsx'), excelFile({ a: rows.join('') }, { 'xl/sharedStrings.xml': STRINGS, 'xl/styles.xml': STYLES }))

  it('are what they show: days, times, leading zeros, results of formulas', async () => {
    await run(['dedupe', 'cells.xlsx', '-o', 'cells.csv'])
    expect(readFileSync(at('cells.csv'), 'utf8')).toBe(
      '\uFEFFtext,day,code,said,hour,share,sum\r\n路灯 坏了,2024-05-01,00042,2024-05-01T12:00:00,18:00:00,0.8,2\r\n',
    )
  })

  it('leave with their numbers and formats', async () => {
    await run(['dedupe', 'cells.xlsx', '-o', 'cells-kept.xlsx'])
    const [, row] = (await readSheet(at('cells-kept.xlsx'))) as [unknown, unknown[]]
    expect(row.slice(0, 3)).toEqual(['路灯 坏了', new Date(Date.UTC(2024, 4, 1)), 42])
    await run(['dedupe', 'cells-kept.xlsx', '-o', 'cells-again.csv'])
    expect(readFileSync(at('cells-again.csv'))).toEqual(readFileSync(at('cells.csv')))
  })
})

describe('a cell far away from the others', () => {
  const sparse = (stray: string) => excelFile({ a: textRow(1, ['text']) + textRow(2, [LAMP]) + textRow(3, [BENCH]) + stray })

  it('costs what one cell costs', async () => {
    writeFileSync(at('far.xlsx'), sparse('<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>'))
    expect(statSync(at('far.xlsx')).size).toBeLessThan(2000)
    const { stdout } = await run(['dedupe', 'far.xlsx', '--json', '--workers', '1'])
    const { documents, rejects, peakMemory } = JSON.parse(stdout) as { documents: number; rejects: number; peakMemory: number }
    expect({ documents, rejects }).toEqual({ documents: 2, rejects: 1 })
    expect(peakMemory).toBeLessThan(400e6)
    await run(['dedupe', 'far.xlsx', '-o', 'far-kept.xlsx'])
    expect(statSync(at('far-kept.xlsx')).size).toBeLessThan(1e6)
    await run(['dedupe', 'far.xlsx', '-o', 'far.csv'])
    expect(readFileSync(at('far.csv'), 'utf8').split('\r\n')).toHaveLength(5)
  })

  it('adds no empty rows to what is kept', async () => {
    writeFileSync(at('low.xlsx'), sparse('<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>x</t></is></c></row>'))
    await run(['dedupe', 'low.xlsx', '--removed', '-', '-o', 'low.csv'])
    expect(readFileSync(at('low.csv'), 'utf8')).toBe(`\uFEFFtext\r\n${LAMP}\r\n${BENCH}\r\nx\r\n`)
    await run(['dedupe', 'low.xlsx', '-o', 'low-kept.xlsx'])
    expect(await readSheet(at('low-kept.xlsx'))).toEqual([['text'], [LAMP], [BENCH], ['x']])
  })
})

describe('a damaged sheet', () => {
  it.each([
    ['cut off', `${textRow(1, ['text'])}<row r="2"><c t="inlineStr"><is><t>`, /sheet a: it ends before its rows do/],
    ['with rows out of order', `${textRow(2, ['text'])}${textRow(1, [LAMP])}</sheetData>`, /sheet a: row 1 stands behind row 2/],
  ])('%s is refused', async (_, rows, why) => {
    writeFileSync(at('damaged.xlsx'), excelFile({ a: '' }, { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}` }))
    expect((await run(['dedupe', 'damaged.xlsx'], 3)).stderr).toMatch(why)
  })
})

describe('results for Excel', () => {
  const rows = [
    ['编号', '诉求人', '电话', '诉求内容', '空列'],
    ['x1', '王芳', '0571-001', LAMP, ''],
    ['x2', '李强', '0571-002', `${LAMP}！`, ''],
    ['x3', '赵敏', '0571-003', BENCH, ''],
  ]
  writeFileSync(at('people-letters.csv'), rows.map((row) => `${row.join(',')}\n`).join(''))
  writeFileSync(at('people-letters.xlsx'), excelFile({ 名单: rows.map((row, i) => textRow(i + 1, row)).join('') }))

  it.each(['people-letters.csv', 'people-letters.xlsx'])('of %s say who, in the language of the reader', async (input) => {
    const args = ['dedupe', input, '--text-field', '诉求内容', '--id-field', '编号']
    await run([...args, '--removed', 'r.xlsx', '--groups', 'g.xlsx', '--lang', 'zh'])
    expect(await readSheet(at('r.xlsx'))).toEqual([
      ['编号', '与之重复的编号', '相似度', '组号', '诉求人', '电话', '与之重复的诉求人', '与之重复的电话'],
      ['x2', 'x1', 1, 1, '李强', '0571-002', '王芳', '0571-001'],
    ])
    const [header, kept] = (await readSheet(at('g.xlsx'))) as unknown[][]
    expect(header).toEqual(['组号', '组内条数', '保留的编号', '编号', '相似度', '诉求人', '电话'])
    expect(kept?.slice(2, 4)).toEqual(['x1', 'x1'])
    await run([...args, '--removed', 'en.xlsx'])
    expect(((await readSheet(at('en.xlsx'))) as unknown[][])[0]?.slice(0, 2)).toEqual(['id', 'duplicate_of'])
    await run([...args, '--removed', 'asked.xlsx', '--with', '电话'])
    expect(((await readSheet(at('asked.xlsx'))) as unknown[][])[0]?.slice(-2)).toEqual(['电话', 'duplicate_of_电话'])
  })

  it('have widths, and a header that stays in view', async () => {
    await run(['dedupe', 'people-letters.csv', '--text-field', '诉求内容', '--removed', 'wide.xlsx'])
    const entries = zipEntries(readFileSync(at('wide.xlsx'))) ?? []
    const sheet = entries.find(({ name }) => name === 'xl/worksheets/sheet1.xml') as ZipEntry
    const parts: Uint8Array[] = []
    for await (const part of unpacked('wide.xlsx', sheet)) parts.push(part)
    const xml = Buffer.concat(parts).toString()
    expect(xml).toMatch(/<col [^>]*width="\d+/)
    expect(xml).toMatch(/<pane [^>]*ySplit="1"/)
  })
})

describe('a package that is missing for an output', () => {
  const hide = at('hide.mjs')
  writeFileSync(
    hide,
    `import { createRequire } from 'node:module'
const Module = createRequire(import.meta.url)('node:module')
const resolve = Module._resolveFilename
Module._resolveFilename = (name, ...rest) => {
  if (/excel|duckdb/.test(name)) throw new Error('hidden')
  return resolve(name, ...rest)
}`,
  )
  const hidden = { NODE_OPTIONS: `--import ${hide}` }

  it.each([
    ['--removed', 'r.xlsx', 'write-excel-file'],
    ['--groups', 'g.parquet', '@duckdb/node-api'],
  ])('%s %s is told before the input is read', async (flag, file, name) => {
    // Nothing in it can be judged, which would be said first.
    writeFileSync(at('nothing.jsonl'), '{"other":1}\n')
    const { code, stderr } = await leitong(['dedupe', 'nothing.jsonl', flag, file], { cwd: folder, env: hidden })
    expect(stderr).toContain(`the package ${name} is needed`)
    expect(code).toBe(3)
  })

  it('is told of kept rows too', async () => {
    const { stderr } = await leitong(['dedupe', 'months.xlsx', '-o', 'kept.xlsx'], { cwd: folder, env: hidden })
    expect(stderr).toContain('the package write-excel-file is needed')
  })
})
