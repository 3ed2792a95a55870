/**
 * The outputs of `leitong link` for people and for what comes next: rows of B that are in A or not, a report, pairs on the terminal.
 *
 * Covers   decontamination byte for byte (JSON lines with what cannot be judged, CSV with a header in another encoding, a JSON array, files),
 *          the two outputs together are B; one to one; the report; pairs on the terminal; columns of one name; the library; what is refused.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { link as linkAll } from '../../../src/index.js'
import { leitong, reportData, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText } from '../../support/texts.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const run = (...args: string[]) => leitong(['link', ...args], { cwd: folder })
const random = createRandom(4)
const texts = Array.from({ length: 12 }, () => createText(random, 40))

const train = writeLines(
  at('train.jsonl'),
  texts.slice(0, 6).map((text, id) => ({ id, text })),
)
// Every other one is in A, and lines that are none stand between.
const evalLines = texts.map((text, i) =>
  i % 2 ? `{"text" : "${createText(random, 40)}","id":"e${i}"}` : `{"id":"e${i}",  "text":"${text}"}`,
)
const evaluation = ['\r', ...evalLines.slice(0, 5), 'not JSON', '', ...evalLines.slice(5)].join('\n')
writeFileSync(at('eval.jsonl'), evaluation)
/** Texts 0, 2 and 4 are among the first six. */
const isIn = (line: string) => /"e[024]"/.test(line)

describe('rows of B', () => {
  it('that are in A and that are not leave byte for byte', async () => {
    const { code, stderr } = await run(train, 'eval.jsonl', '--in', 'in.jsonl', '--not-in', 'clean.jsonl')
    expect(code).toBe(0)
    expect(stderr).toContain('3 rows of B are in A, 9 are not')
    const lines = evaluation.split('\n')
    expect(read('clean.jsonl')).toBe(lines.filter((line) => !isIn(line)).join('\n'))
    expect(
      read('in.jsonl')
        .split('\n')
        .filter((line) => line.trim()),
    ).toEqual(lines.filter(isIn))
  })

  it('keep header, quotes and encoding of a table', async () => {
    const rows = texts.map((text, i) => `"n${i}","${text}, ""said""${i % 3 ? createText(random, 60) : ''}"`)
    const bytes = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
    writeFileSync(at('b.csv'), bytes(`id,text\r\n${rows.join('\r\n')}\r\n`))
    writeLines(
      at('a.jsonl'),
      texts.map((text, id) => ({ id, text: `${text}, "said"` })),
    )
    expect((await run('a.jsonl', 'b.csv', '--in', 'in.csv', '--not-in', 'out.csv')).code).toBe(0)
    const part = (keep: (i: number) => boolean) =>
      bytes(
        `id,text\r\n${rows
          .filter((_, i) => keep(i))
          .map((row) => `${row}\r\n`)
          .join('')}`,
      )
    expect(readFileSync(at('in.csv'))).toEqual(part((i) => i % 3 === 0))
    expect(readFileSync(at('out.csv'))).toEqual(part((i) => i % 3 !== 0))
  })

  it('of a JSON array are an array, and of a folder the files', async () => {
    const values = texts.map((text, i) => ({ id: i, text: i % 2 ? createText(random, 40) : text }))
    writeFileSync(at('b.json'), JSON.stringify(values))
    await run(train, 'b.json', '--in', 'in.json', '--not-in', 'out.json')
    expect(JSON.parse(read('in.json')).map(({ id }: { id: number }) => id)).toEqual([0, 2, 4])
    expect(JSON.parse(read('out.json'))).toEqual(values.filter(({ id }) => id % 2 || id > 5))
    mkdirSync(at('inbox'))
    for (const [i, text] of texts.entries())
      writeFileSync(at(`inbox/${String(i).padStart(2, '0')}.txt`), i % 2 ? createText(random, 40) : text)
    await run(train, 'inbox', '--in', 'in.txt')
    expect(read('in.txt')).toBe('inbox/00.txt\ninbox/02.txt\ninbox/04.txt\n')
  })

  it('are those of the pairs that are chosen one to one', async () => {
    writeLines(
      at('twice.jsonl'),
      [texts[0], texts[0], texts[7]].map((text, id) => ({ id, text })),
    )
    await run(train, 'twice.jsonl', '--one-to-one', '--in', 'one.jsonl')
    expect(read('one.jsonl').trim().split('\n')).toHaveLength(1)
  })

  it('cannot leave in another form, or with --within; then nothing is written', async () => {
    for (const [args, message] of [
      [['--in', 'x.csv'], '--in x.csv says csv'],
      [['--not-in', 'x.jsonl', '--within'], '--not-in is of no use with --within'],
    ] as const) {
      const { code, stderr } = await run(train, 'eval.jsonl', ...args)
      expect(stderr).toContain(message)
      expect(code).toBe(2)
    }
    expect([existsSync(at('x.csv')), existsSync(at('x.jsonl'))]).toEqual([false, false])
  })

  it('come from the library too', async () => {
    const result = await linkAll({ files: [train] }, { files: [at('eval.jsonl')] })
    await result.write({ notIn: at('library.jsonl'), pairs: at('library-pairs.jsonl') })
    await result.close()
    expect(read('library.jsonl')).toBe(
      evaluation
        .split('\n')
        .filter((line) => !isIn(line))
        .join('\n'),
    )
    expect(read('library-pairs.jsonl').trim().split('\n')).toHaveLength(3)
  })
})

describe('pairs for people', () => {
  it('stand on the terminal with both texts when nothing is written', async () => {
    const { stdout } = await run(train, 'eval.jsonl')
    expect(stdout).toMatch(/rows of B with their best match in A:\n {2}1\.000\n {2}A 0: .+\n {2}B "e0": .+\n/)
  })

  it('stand in the page of reports, each row of A with the rows of B that it is the best match of', async () => {
    await run(train, 'eval.jsonl', '--report', 'link.html')
    const data = reportData(read('link.html'), 'data') as Record<'about' | 'summary' | 'groups', unknown>
    expect(data).toMatchObject({
      about: { inputs: [train], inputsOfB: ['eval.jsonl'] },
      summary: { a: 6, b: 12, pairs: 3, linkedB: 3, groups: 3 },
      groups: [
        { size: 2, id: '0' },
        { size: 2, id: '2' },
        { size: 2, id: '4' },
      ],
    })
    expect(reportData(read('link.html'), 'block-0')).toMatchObject([
      [
        { id: '0', side: 'A', text: texts[0] },
        { id: '"e0"', side: 'B', text: texts[0], similarity: 1 },
      ],
      [{ id: '2' }, { id: '"e2"' }],
      [{ id: '4' }, { id: '"e4"' }],
    ])
    await run(train, 'eval.jsonl', '--within', '--report', 'within.html')
    expect(read('within.html')).toContain('id="data"')
  })
})

describe('columns of one name', () => {
  writeFileSync(at('left.csv'), 'id,title,year\n1,Tide tables of the north,1999\n2,Knots and ropes,2001\n')
  writeFileSync(at('right.csv'), 'id,year,title\nx,1999,Tide tables of the north\ny,1950,Another thing\n')
  const spec = { key: 'id', fields: { title: { kind: 'long' }, year: {} } }
  it.each([
    ['A', { a: spec, b: { key: 'id' } }],
    ['B', { a: { key: 'id' }, b: spec }],
  ])('of two files pair by themselves when only %s names them', async (_, map) => {
    writeFileSync(at('map.json'), JSON.stringify(map))
    const { stdout } = await run('left.csv', 'right.csv', '--map', 'map.json', '--pairs', '-')
    expect(JSON.parse(stdout)).toMatchObject({ a: '1', b: 'x', similarity: 1, contributions: [{ field: 'title' }, { field: 'year' }] })
  })

  it('are asked for by the name of the file, where no side names them', async () => {
    writeFileSync(at('keys.json'), JSON.stringify({ a: { key: 'id' }, b: { key: 'id' } }))
    expect((await run('left.csv', 'right.csv', '--map', 'keys.json')).stderr).toContain('left.csv: "fields" is needed for files')
  })
})
