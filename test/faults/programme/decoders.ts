/**
 * Decoders against others: JSON lines in the kernel against JSON.parse, CSV against papaparse, HTML and encodings against what they must keep.
 * The cases are drawn; a line that a decoder takes must give the text that the other one gives, and one that it does not take must be reported.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { dedupe } from '../../../src/index.js'
import { temporaryFolder } from '../../support/files.js'
import { below } from './inputs.js'
import { rowOf, stated } from './table.js'

const PIECES = [
  '"',
  '\\',
  '\\u',
  '\\ud83d',
  '\\udca9',
  '00e9',
  '\\n',
  '\\/',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  ' ',
  '\t',
  'null',
  'true',
  '1e9',
  '-0',
  '01',
  '"text"',
  '"id"',
  '"text":',
  '"a b c"',
  '中文',
  'é',
  '\u2028',
  '😀',
  '\u0000',
  '\u001f',
  '\u007f',
  '\ufeff',
  'x'.repeat(40),
  '\\u0000',
] as const
/** Lines of one file: enough that the kernel reads them as it reads real ones. */
const LINES = 400

export function decoderTrials(random: () => number): void {
  const folder = temporaryFolder()
  const pick = <Item>(from: readonly Item[]) => from[below(random, from.length)] as Item

  /** A line of JSON that was changed in some places, or made of pieces. */
  function jsonLine(): string {
    if (random() < 0.3) return Array.from({ length: 1 + below(random, 12) }, () => pick(PIECES)).join('')
    let line = JSON.stringify({
      id: pick([1, 'a', null, -0, 1e21, '"', '\u2028']),
      text: Array.from({ length: below(random, 8) }, () => pick(PIECES)).join(''),
      more: pick([1, [], [{ text: 'x' }], { text: 'inner' }, true]),
    })
    for (let edits = below(random, 4); edits > 0; edits--) {
      const at = below(random, line.length)
      line = line.slice(0, at) + pick(['', ...PIECES]) + line.slice(at + below(random, 3))
    }
    return line
  }

  /** What of a line must be judged: its text, where it is an object with one that is not empty. */
  function textOf(line: string): string | undefined {
    try {
      const value: unknown = JSON.parse(line)
      const text = value && typeof value === 'object' && !Array.isArray(value) ? (value as { text?: unknown }).text : undefined
      return typeof text === 'string' && text.trim() ? text : undefined
    } catch {
      return undefined
    }
  }

  it('JSON lines', async () => {
    const row = rowOf('decoders', 'JSON lines against JSON.parse (lines)', 20_000)
    const path = join(folder, 'a.jsonl')
    await stated(50, async () => {
      const lines = Array.from({ length: LINES }, () => jsonLine().replace(/[\r\n]/g, ' '))
      // Alone a lone surrogate cannot be written as UTF-8.
      const written = Buffer.from(lines.join('\n')).toString().split('\n')
      writeFileSync(path, written.join('\n'))
      const result = await dedupe({ files: [path] }, { method: 'exact', workers: 1 }).catch((error: Error) => {
        if (!/compared|judged/.test(error.message)) throw error
      })
      row.tried += lines.length
      if (!result) return
      const { documents, rejects } = result.summary
      const wanted = written.flatMap((line, i) => (textOf(line.replace(/^\ufeff/, i ? '\ufeff' : '')) === undefined ? [] : [i]))
      const blank = written.filter((line) => !line.trim()).length
      if (documents !== wanted.length) row.losses.push(`${documents} documents of ${wanted.length}`)
      if (documents + rejects + blank !== written.length) row.losses.push(`${documents} + ${rejects} + ${blank} of ${written.length} lines`)
      const distinct = new Set(wanted.map((i) => textOf(written[i] as string))).size
      if (result.summary.removed < documents - distinct)
        row.losses.push(`${result.summary.removed} removed of ${documents}, ${distinct} distinct`)
      row.right += documents
      row.refused += rejects + blank
      await result.close()
    })
    expect(row.losses).toEqual([])
  })

  it('CSV', async () => {
    const row = rowOf('decoders', 'CSV against papaparse (rows)', 200)
    const path = join(folder, 'a.csv')
    const cells = [
      'a',
      '',
      ' ',
      'two words',
      'say ""hi""',
      'a,b',
      'line\nbreak',
      'line\r\nbreak',
      '中文，逗号',
      '😀',
      "it's",
      '=1+1',
      '0',
      'x'.repeat(300),
    ]
    await stated(200, async () => {
      const rows = Array.from({ length: 1 + below(random, 40) }, (_, i) => [`id${i}`, `${pick(cells)} ${i}`, pick(cells)])
      const quoted = (cell: string) =>
        /[",\r\n]/.test(cell) || random() < 0.2 ? `"${cell.includes('""') ? cell : cell.replaceAll('"', '""')}"` : cell
      const end = pick(['\n', '\r\n'] as const)
      const content = ['id,text,more', ...rows.map((each) => each.map(quoted).join(','))].join(end) + pick(['', end])
      const parsed = Papa.parse<string[]>(content, { newline: end, skipEmptyLines: true }).data.slice(1)
      writeFileSync(path, content)
      const result = await dedupe({ files: [path] }, { method: 'exact', workers: 1 })
      row.tried += parsed.length
      const { documents, rejects } = result.summary
      const judged = parsed.filter(([, text = '']) => text.trim()).length
      if (documents !== judged || documents + rejects !== parsed.length)
        row.losses.push(`${documents} and ${rejects} of ${judged} in ${parsed.length}`)
      else row.right += documents
      row.refused += rejects
      await result.close()
    })
    expect(row.losses).toEqual([])
  })

  it('encodings', async () => {
    const row = rowOf('decoders', 'encodings against iconv-lite (files)', 70)
    const path = join(folder, 'encoded.jsonl')
    const texts: Record<string, string> = {
      gb18030: '关于小区噪音扰民的问题，请尽快处理。',
      big5: '關於社區噪音擾民的問題，請儘快處理。',
      'utf-16le': '关于 noise 扰民 😀 的问题',
      'utf-16be': '关于 noise 扰民 😀 的问题',
      shift_jis: 'これは文章です。よろしくお願いします。',
      'euc-kr': '이것은 문장입니다. 감사합니다.',
      'windows-1252': 'naïve café — “quoted” €5',
    }
    await stated(70, async (round) => {
      const [encoding, text] = Object.entries(texts)[round % 7] as [string, string]
      const lines = Array.from({ length: 30 }, (_, id) => JSON.stringify({ id, text: `${text} ${below(random, 20)}` }))
      writeFileSync(path, iconv.encode(`${lines.join('\n')}\n`, encoding))
      const result = await dedupe({ files: [path] }, { method: 'exact', encoding, workers: 1 })
      row.tried++
      const distinct = new Set(lines.map((line) => (JSON.parse(line) as { text: string }).text)).size
      const { documents, kept } = result.summary
      if (documents !== lines.length || kept !== distinct)
        row.losses.push(`${encoding}: kept ${kept} of ${distinct}, ${documents} documents`)
      else row.right++
      await result.close()
    })
    expect(row.losses).toEqual([])
  })

  it('HTML', async () => {
    const row = rowOf('decoders', 'HTML, mutated (pages): ends, and keeps its words', 400)
    const path = join(folder, 'a.html')
    const parts = [
      '<p>',
      '</p>',
      '<',
      '>',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '&amp;',
      '&#x1F600;',
      '&#0;',
      '&#99999999;',
      '<a href="',
      '"',
      "'",
      '<![CDATA[',
      ']]>',
      '<table><tr><td>',
      '\u0000',
      '<svg>',
      '<textarea>',
      '</',
      '<b',
      '&nbsp',
    ]
    await stated(400, async () => {
      const noise = Array.from({ length: below(random, 60) }, () => pick(parts)).join('')
      writeFileSync(path, `<html><body><p>alpha beta gamma</p>${noise}`)
      const result = await dedupe({ files: [path] }, { method: 'exact', workers: 1 })
      row.tried++
      const { documents, rejects } = result.summary
      if (documents === 1 && rejects === 0) row.right++
      else row.losses.push(noise)
      await result.close()
    })
    expect(row.losses).toEqual([])
  })

  it('halves of characters', async () => {
    const row = rowOf('decoders', 'texts that differ in half a character, each method against === (texts)', 1080)
    const path = join(folder, 'halves.jsonl')
    const ways = [
      { method: 'exact', normalize: 'none' },
      { method: 'minhash', threshold: 1 },
      { method: 'simhash', threshold: 1 },
      { measure: 'containment', threshold: 1 },
      { method: 'rare', threshold: 1 },
      { method: 'exact', tokenizer: 'chinese' },
    ] as const
    await stated(3, async () => {
      const few = Array.from({ length: 25 }, () => String.fromCharCode(0xd800 + below(random, 0x800)))
      const around = Array.from({ length: 4 }, () => pick(['lamp', '路灯', '😀', '. ', '\ufffd', '']))
      const texts = Array.from({ length: 60 }, () => `${around[0]} ${around[1]} ${pick(few)}x ${around[2]} ${around[3]}`)
      writeFileSync(path, texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
      for (const way of ways) {
        const result = await dedupe({ files: [path] }, { ...way, workers: 1 } as never)
        row.tried += texts.length
        const { kept } = result.summary
        if (kept === new Set(texts).size) row.right += texts.length
        else row.losses.push(`${JSON.stringify(way)} keeps ${kept} of ${new Set(texts).size}: ${JSON.stringify(texts.slice(0, 3))}`)
        await result.close()
      }
    })
    expect(row.losses).toEqual([])
  })
}
