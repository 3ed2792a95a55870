/** The command and its report with hostile names, ids and texts. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { leitong, temporaryFolder } from '../../support/files.js'
import { rowOf } from './table.js'

const HOSTILE = [
  '\u001b]0;owned\u0007\u001b[2J',
  'line\nbreak',
  'carriage\rreturn',
  '$(touch owned)',
  '`touch owned`',
  '; touch owned;',
  '"quoted"',
  "'quoted'",
  '--output=owned',
  '-rf',
  "x'; DROP TABLE docs; --",
  '</script><script>owned()</script>',
  '<img src=x onerror=owned()>',
  '\u202egnp.exe',
  'zero\u200bwidth\ufeff',
  '%s%n%x',
  '__proto__',
  'constructor',
  '𝕌𝕟𝕚 😀',
  'con:stream',
  '{a,b}*?[c]',
  'x'.repeat(200),
] as const

/** A control character beside line feeds, tabs, and the carriage returns that the progress of a terminal would have. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/

export function commandTrials(): void {
  it('hostile names of files, ids, fields and indexes', async () => {
    const row = rowOf('command', 'hostile names of files, ids, fields, indexes; hostile texts in the report', 22)
    for (const [number, name] of HOSTILE.entries()) {
      const folder = temporaryFolder()
      const inside = join(folder, 'in')
      mkdirSync(inside)
      const lines = [0, 1, 2].map(
        (i) => `${JSON.stringify({ [name]: `${name} ${i}`, text: `${name} and some words of text number ${i % 2}` })}\n`,
      )
      writeFileSync(join(inside, `${name.replaceAll('/', '_')}.jsonl`), lines.join(''))
      const outputs = ['-o', 'out', '--removed', 'removed', '--groups', 'groups', '--report', 'report']
      const ran = await leitong(['dedupe', 'in', '--method', 'exact', `--id-field=${name}`, ...outputs], { cwd: folder })
      const indexed = await leitong(
        ['index', 'add', join(folder, `index ${name.replaceAll('/', '_')}`), 'in', '--create', `--id-field=${name}`],
        { cwd: folder },
      )
      row.tried++
      const lose = (what: string) => row.losses.push(`${number}: ${what}`)
      if (ran.code || indexed.code) {
        lose(`exit codes ${ran.code}, ${indexed.code}: ${ran.stderr}${indexed.stderr}`)
        continue
      }
      if (CONTROL.test(ran.stderr + ran.stdout + indexed.stderr)) lose('a control character on the terminal')
      if (readFileSync(join(folder, 'out'), 'utf8') !== lines.slice(0, 2).join('')) lose('the kept records')
      if ((JSON.parse(readFileSync(join(folder, 'removed'), 'utf8')) as { id: unknown }).id !== `${name} 2`) lose('the id')
      const page = readFileSync(join(folder, 'report'), 'utf8')
      if (/owned\(\)|touch owned|DROP TABLE/.test(page)) lose('a text of a record in the markup of the report')
      if (!page.includes('Content-Security-Policy')) lose('no Content-Security-Policy')
      const [, block = ''] = /id="block-0">([^<]*)</.exec(page) ?? []
      if (!gunzipSync(Buffer.from(block, 'base64')).toString().includes(JSON.stringify(name).slice(1, -1).slice(0, 50)))
        lose('the text in the report')
      const left = readdirSync(folder).filter(
        (each) => !['in', 'out', 'removed', 'groups', 'report'].includes(each) && !each.startsWith('index '),
      )
      if (left.length) lose(`files that nobody asked for: ${left}`)
      if (!row.losses.some((loss) => loss.startsWith(`${number}:`))) row.right++
    }
    expect(row.losses).toEqual([])
  })
}
