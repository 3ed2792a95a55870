/**
 * sources: are records found where they are, whole, and read as their format says?
 *
 * Oracle   papaparse for tables, JSON.parse for JSON, the host's decoders for encodings.
 * Covers   record boundaries however a stream is cut; quoted fields; arrays and concatenated values; broken records; the
 *          kernel's reading of JSON lines against decoding them one by one; encodings and their detection; HTML.
 */
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../src/methods/fields.js'
import { RangeReader } from '../../../src/reading/line-ranges.js'
import type { FileReading } from '../../../src/reading/records.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { Fingerprinter } from '../../../src/signing/fingerprinter.js'
import { csv, parseRow } from '../../../src/sources/formats/csv.js'
import { decodeBytes, detectEncoding, narrow } from '../../../src/sources/formats/encoding.js'
import type { ContainerFormat, Opening } from '../../../src/sources/formats/format.js'
import { htmlText } from '../../../src/sources/formats/html.js'
import { json } from '../../../src/sources/formats/json.js'
import { decodeJson } from '../../../src/sources/formats/json-record.js'
import { fingerprintTask } from '../../../src/working/fingerprint-task.js'
import type { FingerprintTask } from '../../../src/working/tasks.js'
import { anyText } from '../../arbitraries.js'

const FIELDS = { id: 'id', text: ['text'], title: 'title' }

/** The record ends that a cutter reports when the bytes come in pieces. */
function endsByPieces(format: ContainerFormat, opening: Opening, bytes: Uint8Array, cuts: readonly number[]): number[] {
  const cutter = format.createCutter(opening, false)
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  const ends: number[] = []
  let from = 0
  for (const to of [...places, bytes.length]) {
    const piece = bytes.subarray(from, to)
    for (let at = cutter.next(piece, 0); at >= 0; at = at < piece.length ? cutter.next(piece, at) : -1) ends.push(from + at)
    from = to
  }
  return ends
}

describe('tables', () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', '\r\n', ' ', '中', ';'), maxLength: 8 })
  const table = fc.array(fc.array(field, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 })
  const quote = (value: string) => (/[",\n\r;]/.test(value) || value === '' ? `"${value.replaceAll('"', '""')}"` : value)

  it('are cut into the rows that papaparse sees, however they arrive', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), fc.array(fc.nat(500)), (rows, lineEnd, cuts) => {
        const text = rows.map((row) => row.map(quote).join(',') + lineEnd).join('')
        const bytes = Buffer.from(text)
        const found: string[][] = []
        let covered = 0
        csv.split(bytes, { start: 0, delimiter: ',' }, false, (start, end) => {
          expect(start).toBe(covered)
          covered = end
          found.push(parseRow(bytes.subarray(start, end).toString(), ',') as string[])
        })
        expect(covered).toBe(bytes.length)
        expect(found).toEqual(Papa.parse(text.slice(0, -lineEnd.length), { delimiter: ',', newline: lineEnd as '\n' }).data)
        const ends: number[] = []
        csv.split(bytes, { start: 0, delimiter: ',' }, false, (_start, end) => ends.push(end))
        expect(endsByPieces(csv, { start: 0, delimiter: ',' }, bytes, cuts)).toEqual(ends)
      }),
      { numRuns: 500 },
    )
  })

  it('tell their delimiter and columns from the first row, and rows that do not fit', () => {
    const bytes = Buffer.from('id;"te\nxt";title\n1;hello;x\n')
    const opening = csv.open(bytes, true, (b) => Buffer.from(b).toString(), 'a.csv') as Opening
    expect(opening).toEqual({ start: 17, lines: 1, delimiter: ';', columns: ['id', 'te\nxt', 'title'] })
    const given = { start: 0, delimiter: ',', columns: ['id', 'text', 'title'] }
    expect(csv.decode('7,some text,T\r\n', given, FIELDS)).toEqual({ id: '"7"', text: 'some text', title: 'T' })
    expect(csv.decode('7,some text\n', given, FIELDS)).toEqual({ reason: '2 fields in a table of 3 columns', id: '"7"' })
    expect(csv.decode('7,"open\n', given, FIELDS)).toEqual({ reason: 'a quoted field is not closed' })
    expect(csv.decode('7,,T\n', given, FIELDS)).toEqual({ reason: 'the text is empty', id: '"7"' })
    expect(csv.decode('\n', given, FIELDS)).toBeUndefined()
  })
})

describe('JSON', () => {
  const values = fc.array(fc.oneof(fc.record({ id: fc.nat(), text: anyText }), fc.jsonValue({ maxDepth: 3 })), { maxLength: 8 })
  const space = fc.constantFrom('', ' ', '\n', '\r\n\t')

  it('arrays are cut into their elements, however they arrive', () => {
    fc.assert(
      fc.property(values, fc.infiniteStream(space), fc.array(fc.nat(500)), (list, spaces, cuts) => {
        const blank = () => spaces.next().value as string
        const bytes = Buffer.from(
          `${blank()}[${blank()}${list.map((value) => JSON.stringify(value)).join(`${blank()},${blank()}`)}${blank()}]${blank()}`,
        )
        const opening = json.open(bytes, true, () => '', 'a.json') as Opening
        expect(opening.array).toBe(true)
        const body = bytes.subarray(opening.start)
        const found: unknown[] = []
        json.split(body, opening, false, (start, end) => found.push(JSON.parse(body.subarray(start, end).toString())))
        expect(found).toEqual(list.map((value) => JSON.parse(JSON.stringify(value))))
        // A cut may come within a number, whose end shows only when the next byte comes.
        const ends: number[] = []
        json.split(body, opening, false, (_start, end) => ends.push(end))
        const inPieces = endsByPieces(json, opening, body, cuts)
        for (const end of inPieces) expect(ends).toContain(end)
      }),
      { numRuns: 500 },
    )
  })

  it('values behind each other are records too', () => {
    const bytes = Buffer.from('{"id":1,"text":"a"}{"id":2,"text":"]}"}\n\n{"id":3}')
    const found: string[] = []
    const lines = json.split(bytes, json.open(bytes, true, () => '', '') as Opening, false, (start, end, line) =>
      found.push(`${line} ${bytes.subarray(start, end)}`),
    )
    expect(found).toEqual(['0 {"id":1,"text":"a"}', '0 {"id":2,"text":"]}"}', '2 {"id":3}'])
    expect(lines).toBe(2)
  })

  it('keeps ids as they are spelled, also numbers that a double cannot hold', () => {
    const id = (record: string) => decodeJson(record, FIELDS)?.id
    expect(id('{"id": 12345678901234567890123, "text": "x"}')).toBe('12345678901234567890123')
    expect(id('{"a": {"id": 5}, "id": 1.0, "text": "x"}')).toBe('1.0')
    expect(id('{"id": 1, "text": "x", "id": 22222222222222222222}')).toBe('22222222222222222222')
    expect(id('{"id": "\\u0041b", "text": "x"}')).toBe('"Ab"')
    expect(id('{"id": null, "text": "x"}')).toBeUndefined()
    expect(id('{"id": [1, 2], "text": "x"}')).toBe('[1,2]')
  })

  it('says why a record cannot be judged', () => {
    const reason = (record: string) => decodeJson(record, FIELDS)
    expect(reason('{"id":1}')).toEqual({ reason: 'no "text"; there are id', id: '1' })
    expect(reason('{"text":5}')).toEqual({ reason: '"text" is a number, not a text' })
    expect(reason('{"text":" \\n"}')).toEqual({ reason: 'the text is empty' })
    expect(reason('[1]')).toEqual({ reason: 'a JSON list, not an object' })
    expect(reason('null')).toEqual({ reason: 'a JSON null, not an object' })
    expect(reason('{"text"')).toMatchObject({ reason: expect.stringMatching(/^not JSON: /) })
    expect(reason(' \r\n')).toBeUndefined()
  })
})

describe('JSON lines through the kernel', () => {
  const options = resolveOptions([{ values: { keep: 'highest:n', textField: ['text', 'more'] }, where: '' }], {
    workers: 1,
    memory: 1e9,
    temp: '',
  })
  const fields = fieldsOf(options)
  const signer = new Fingerprinter('positions', options, 'search')
  const reading: FileReading = { path: '', format: 'jsonl', encoding: 'utf-8', opening: { start: 0 }, compressed: false }
  /** Decoding line by line is taken when the format goes by another name: here, by not being plain UTF-8. */
  const slowly: FileReading = { ...reading, encoding: 'utf8' }

  const member = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('id', 'text', 'more', 'n', 'x', 'te\\u0078t', ''),
        fc.oneof({ weight: 5, arbitrary: anyText }, fc.jsonValue({ maxDepth: 2 }), fc.double()),
      )
      .map(([key, value]) => `"${key}": ${JSON.stringify(value)}`),
    fc.constantFrom(
      '"id":1e3',
      '"id":-0.50',
      '"text":"\\ud83d\\ude00\\ud800\\n\\/"',
      '"id":"\\u0041\\""',
      '"text":null',
      '"n":12.5',
      '"x":[[[{"text":"no"}]],{}]',
      '"x":{"id":9}',
    ),
  )
  const object = fc.array(member, { maxLength: 6 }).map((members) => `{${members.join(' , ')}}`)
  const line = fc.oneof(
    { weight: 8, arbitrary: object },
    {
      weight: 2,
      arbitrary: fc
        .tuple(object, fc.nat(60), fc.constantFrom('', '"', '}', ',', '\\', '0', ' ', '\u0001'))
        .map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at + 1)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '  ',
        'null',
        '[]',
        '{}',
        '{"text":"a"',
        '{"text":"  "}',
        '{"text":"\\u3000"}',
        '{"a":01,"text":"x y z"}',
        '{"text":"a\tb"}',
        `{"x":${'['.repeat(70)}${']'.repeat(70)},"text":"deep"}`,
      ),
    },
  )

  it('gives what decoding them one by one gives', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.boolean(), (lines, lineEnd, last) => {
        const bytes = Uint8Array.from(Buffer.from(lines.map((text) => text.replaceAll('\n', ' ')).join(lineEnd) + (last ? lineEnd : '')))
        const task = (how: FileReading): FingerprintTask => ({
          kind: 'piece',
          content: 'search',
          options,
          fields,
          reading: how,
          file: 0,
          start: 0,
          bytes,
        })
        const fast = fingerprintTask(task(reading), signer, new RangeReader())
        const slow = fingerprintTask(task(slowly), signer, new RangeReader())
        expect(Buffer.from(fast.ids).toString()).toBe(Buffer.from(slow.ids).toString())
        expect(fast).toEqual(slow)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('encodings', () => {
  const chinese = '关于夜间施工扰民的投诉，希望有关部门尽快处理。天气很好，我们去公园散步。'.repeat(4)
  const encode: Record<string, (text: string) => Buffer> = {
    'utf-8': (text) => Buffer.from(text),
    'utf-16le': (text) => Buffer.from(text, 'utf16le'),
    'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
  }

  it('are detected from a few lines', () => {
    for (const [name, to] of Object.entries(encode)) {
      expect(detectEncoding(to(`{"text":"${chinese}"}\n`)), name).toBe(name)
      expect(decodeBytes(to(chinese), name)).toBe(chinese)
    }
    expect(detectEncoding(Buffer.from([0xff, 0xfe, 65, 0]))).toBe('utf-16le')
    expect(detectEncoding(Buffer.from('plain ASCII'))).toBe('utf-8')
    expect(detectEncoding(new Uint8Array())).toBe('utf-8')
  })

  it('of UTF-8 are not given up because of a broken line, nor because the sample ends within a character', () => {
    const broken = Buffer.concat([
      Buffer.from(`{"text":"${chinese}"}\n`),
      Buffer.from([0x7b, 0xff, 0xc3, 0x0a]),
      Buffer.from(`{"text":"${chinese}"}\n`),
    ])
    expect(detectEncoding(broken)).toBe('utf-8')
    for (let cut = 20; cut < 40; cut++) expect(detectEncoding(Buffer.from(chinese).subarray(0, cut))).toBe('utf-8')
  })

  it('of GB18030 are detected, and broken bytes are not taken for text', () => {
    // 关于夜间施工扰民的投诉 in GB18030, written out because nothing here encodes it.
    const gb = Buffer.from('b9d8d3dad2b9bce4caa9b9a4c8c5c3f1b5c4cdb6cbdf', 'hex')
    expect(detectEncoding(Buffer.concat(Array.from({ length: 8 }, () => Buffer.concat([gb, Buffer.from('\n')]))))).toBe('gb18030')
    expect(decodeBytes(gb, 'gb18030')).toBe('关于夜间施工扰民的投诉')
    expect(decodeBytes(Buffer.from([0x81]), 'gb18030')).toBeUndefined()
    expect(decodeBytes(Buffer.from([0xff]), 'utf-8')).toBeUndefined()
  })

  it('of Western Europe are detected in lists of names, and no other script is taken for them', () => {
    const list = (rows: readonly string[]) =>
      Buffer.from(`Nr;Name;Ort;Betrag\r\n${rows.map((row, i) => `${i};${row};9,50\r\n`).join('')}`, 'latin1')
    for (const rows of [
      ['Jürgen Müller;Köln', 'Anna Groß;Nürnberg', 'Zoë Weiß;Würzburg'],
      ['Chloé Lefèvre;Besançon', 'François Béranger;Nîmes', 'Aïcha Hervé;Orléans'],
      ['Søren Ægidius;Århus', 'Åse Bjørk;Tromsø'],
    ])
      expect(detectEncoding(list(rows)), rows[0]).toBe('windows-1252')
    // Lists of a few rows in languages whose statistics look like another encoding's.
    for (const row of [
      ['José García;Málaga', 'Peña Núñez;A Coruña', 'Íñigo;León', 'Muñoz;', 'Ángel Ibáñez;Cádiz', 'Ramón;Ávila'],
      ['Nicolò;Forlì', 'Città di Castello;perché', 'Andrà;Mondovì', 'qualità;', 'Caffè;Pinerolo'],
      ['João Conceição;São Paulo', 'Antônio Magalhães;Maceió', 'Avaliações;Brasília', 'Inês;Évora', 'Simão;Goiânia'],
      ['Groß;', 'Müller;Höxter', 'Weiß;', 'Noël;', 'Zoë;België', 'Åsa Öberg;Malmö', 'Þórður;Ísafjörður', 'Blai Solà;Lleida'],
    ].flat())
      expect([row, detectEncoding(list([row]))]).toEqual([row, 'windows-1252'])
    // Łukasz and Łódź, Kovács Győző and Červenková, Jiří and Plzeň in windows-1250; Şükrü Yıldız in windows-1254, Bērziņš and Rīga in windows-1257.
    const latin = ['a3756b61737a3ba3f3649f', '4b6f76e16373204779f57af5', 'c86572766e6b6f76e1', '4a69f8ed3b506c7a65f2', 'de6b72fc2059fd6c64fd7a', '42e7727a69f2f03b52ee6761'] // biome-ignore format: a list
    // Иванов Пётр; Москва, Чайка and И. in windows-1251, Γιώργος in windows-1253.
    const others = ['c8e2e0edeee220cff2f0f0e23bccf1eae2e0', 'd7e0e9eae0', 'c82e', 'c3e9fef1e3eff2'] // biome-ignore format: a list
    // 张伟;北京 A座;B座 T恤 陈喆 男;女 1号楼 张三 M 刘洋 in GB18030; 王小明 陳美玲 李;男 A棟 黃 in Big5.
    const chinese = ['d5c5ceb03bb1b1bea9', '41d7f93b42d7f9', '54d0f4', 'b3c286b4', 'c4d03bc5ae', '31bac5c2a5', 'd5c5c8fd204d', 'c1f5d1f3', 'a4fda470a9fa', 'b3afacfcacc2', 'a7f53ba86b', '41b4c9', 'b6c0'] // biome-ignore format: a list
    // 田中太郎 渡辺 鈴木;男 ソフト ﾀﾅｶ A棟 in Shift-JIS, 佐藤 in EUC-JP, 박;남 in EUC-KR.
    const eastern = ['9363928691be9859', '936e95d3', '97e996d83b926a', '835c83748367', 'c0c5b6', '41938f', 'bab4c6a3', 'b9da3bb3b2'] // biome-ignore format: a list
    for (const hex of [...latin, ...others, ...chinese, ...eastern]) {
      const bytes = Buffer.concat([Buffer.from('Nr;Name;Ort\r\n1;'), Buffer.from(hex, 'hex'), Buffer.from('\r\n')])
      expect([hex, detectEncoding(bytes)]).not.toEqual([hex, 'windows-1252'])
    }
    // The names Иванов Пётр and Чайка of a Russian list in windows-1251, and two of a Polish one in windows-1250.
    const russian = Buffer.from('c8e2e0edeee20acff2f0f0e2fb0ad7e0e9eae00ac8e2e0edeee2e00a', 'hex')
    const polish = Buffer.from('b3f364ba0a773fb97aea6b0a67b3f37765ea3f0a', 'hex')
    for (const bytes of [russian, polish]) expect(detectEncoding(bytes)).not.toBe('windows-1252')
  })

  it('of two bytes a unit are narrowed to one, ASCII as itself', () => {
    expect([...narrow(Buffer.from('a中\n', 'utf16le'), 'utf-16le')]).toEqual([97, 0x80, 10])
    expect([...narrow(Buffer.from('a上\n', 'utf16le').swap16(), 'utf-16be')]).toEqual([97, 0x80, 10])
  })
})

describe('web pages', () => {
  it('become the text that a reader sees', () => {
    const page = `<!doctype html><html><head><title> A  &amp; B </title><style>p{}</style><script>var x = "</p>"</script></head>
      <body><h1>Head</h1><p>One <b>bold</b>&nbsp;word.<br>Next</p><noscript>no</noscript><!-- c --><p>中文&#20013;</p><svg><text>s</text></svg></body>`
    expect(htmlText(page)).toEqual({ title: 'A & B', text: 'Head\nOne bold word.\nNext\n中文中' })
  })

  it('survive missing tags and absurd nesting in linear time', () => {
    expect(htmlText('<p>a<p>b<i>c').text).toBe('a\nbc')
    expect(htmlText('<head><title>t</title><body>shown').text).toBe('shown')
    const start = performance.now()
    expect(htmlText(`${'<div><a>'.repeat(300_000)}deep${'</b></a>'.repeat(300_000)}`).text).toBe('deep')
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})
