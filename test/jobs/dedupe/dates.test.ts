/**
 * sources/rows/dates, options/ranks: keep rules by a date, however it is written.
 *
 * Oracle   times made by Date.UTC from day, month and year; the newest one picked by hand.
 * Covers   both orders of day and month, decided by the column and said; --date-order; values that are no date, counted and named; a month by its name;
 *          equal answers of the command, the library and the batch in memory; days that no calendar has.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dedupe as dedupeInMemory } from '../../../src/browser.js'
import { dedupe } from '../../../src/index.js'
import type { DateOrder } from '../../../src/sources/rows/dates.js'
import { readWrittenDate } from '../../../src/sources/rows/dates.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'

const folder = temporaryFolder()
const TEXT = 'the same petition about a street light that has not worked since the autumn'

/** Which of equal letters stays, by every door. */
async function keptOf(
  dates: readonly string[],
  keep: 'newest:date' | 'oldest:date' | 'highest:date' | 'lowest:date',
  dateOrder?: DateOrder,
) {
  const rows = dates.map((date, i) => ({ id: String(i), text: TEXT, date }))
  const path = join(folder, 'letters.jsonl')
  writeLines(path, rows)
  const flags = dateOrder ? ['--date-order', dateOrder] : []
  const run = await leitong(['dedupe', path, '--keep', keep, ...flags, '-o', join(folder, 'kept.jsonl'), '--json'])
  expect(run).toMatchObject({ code: 0 })
  const [kept] = jsonLines(join(folder, 'kept.jsonl')) as { id: string }[]
  const options = { keep, ...(dateOrder ? { dateOrder } : {}) } as const
  const library = await dedupe(rows, options)
  const memory = await dedupeInMemory(rows, options)
  for (const result of [library, memory]) for await (const row of result.kept()) expect(row).toMatchObject({ id: kept?.id })
  const { keptBy } = JSON.parse(run.stdout) as { keptBy?: unknown }
  expect([library.summary.keptBy, memory.summary.keptBy]).toEqual([keptBy, keptBy])
  await library.close()
  return { kept: Number(kept?.id), keptBy }
}

describe('keep rules by a date', () => {
  it('reads months by their names, and years of two digits', async () => {
    expect(await keptOf(['5. März 2025', '28. Februar 2025', '1. Dezember 2024'], 'newest:date')).toEqual({ kept: 0, keptBy: undefined })
    expect(await keptOf(['31.12.24', '3.4.25', '2 janvier 2025'], 'newest:date')).toMatchObject({ kept: 1 })
    expect(await keptOf(['5. Lenz 2025', '28. Februar 2025'], 'newest:date')).toMatchObject({ kept: 1, keptBy: { unread: 1 } })
  })

  it('reads the day first where the year is last', async () => {
    expect(await keptOf(['01.12.2017', '15.11.2018'], 'newest:date')).toMatchObject({ kept: 1, keptBy: { order: 'day', either: 1 } })
    expect(await keptOf(['13/11/2023', '25/12/2023'], 'newest:date')).toEqual({ kept: 1, keptBy: undefined })
    expect(await keptOf(['04/12/2024', '25/12/2023'], 'oldest:date')).toMatchObject({ kept: 1 })
  })

  it('lets the column decide, and an option overrule it', async () => {
    // 2 March and 3 February, by a column of months first; 2 February and 3 March as days first.
    const american = ['02/03/2024', '03/02/2024', '01/31/2024']
    expect(await keptOf(american, 'newest:date')).toEqual({ kept: 1, keptBy: { field: 'date', unread: 0, order: 'month', either: 2 } })
    expect(await keptOf(american, 'newest:date', 'day')).toMatchObject({ kept: 0, keptBy: { order: 'day' } })
    expect(await keptOf(american.slice(0, 2), 'newest:date')).toMatchObject({ kept: 0, keptBy: { order: 'day' } })
    expect(await keptOf(american.slice(0, 2), 'newest:date', 'month')).toMatchObject({ kept: 1, keptBy: { order: 'month' } })
    expect(await keptOf([...american, '31/01/2024'], 'newest:date')).toMatchObject({ kept: 0, keptBy: { order: 'day', isMixed: true } })
  })

  it('counts and names what is no date', async () => {
    expect(await keptOf(['12:30', '13:30', '2024-01-01', 'Q3 FY24'], 'newest:date')).toEqual({
      kept: 2,
      keptBy: { field: 'date', unread: 3, either: 0 },
    })
    const said = await leitong(['dedupe', join(folder, 'letters.jsonl'), '--keep', 'newest:date'])
    expect(said.stdout).toContain('3 values of "date" could not be read')
    const chinese = await leitong(['dedupe', join(folder, 'letters.jsonl'), '--keep', 'newest:date'], { env: { LC_ALL: 'zh_CN.UTF-8' } })
    expect(chinese.stdout).toContain('“date”中有 3 个值读不出来')
  })

  it('says in which order dates were read that may be read in two ways', async () => {
    await keptOf(['02/03/2024', '03/02/2024', '01/31/2024'], 'newest:date')
    const said = await leitong(['dedupe', join(folder, 'letters.jsonl'), '--keep', 'newest:date'])
    expect(said.stdout).toContain('2 dates of "date" may be read in two ways, and were read with the month first; --date-order day reads')
    expect((await leitong(['dedupe', join(folder, 'letters.jsonl'), '--date-order', 'year'])).code).toBe(2)
  })
})

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']
/** The name of a month by the host's own tables. */
const monthIn = (language: string, month: number) =>
  new Date(Date.UTC(2024, month - 1, 1)).toLocaleString(language, { month: 'long', timeZone: 'UTC' })

describe('keep rules by an amount', () => {
  it('reads thousands and decimals as the column writes them', async () => {
    expect(await keptOf(['999,00', '1.234,50'], 'highest:date')).toEqual({ kept: 1, keptBy: undefined })
    expect(await keptOf(['€ 1,234.50', '999.00', '88 EUR'], 'highest:date')).toEqual({ kept: 0, keptBy: undefined })
    // 1.234 is more than a thousand only where others have a decimal comma.
    expect(await keptOf(['1.234', '999,5'], 'highest:date')).toEqual({
      kept: 0,
      keptBy: { field: 'date', unread: 0, decimal: 'comma', either: 1 },
    })
    expect(await keptOf(['1.234', '999.5'], 'lowest:date')).toMatchObject({ kept: 0, keptBy: { decimal: 'point' } })
    expect(await keptOf(['a lot', '12'], 'highest:date')).toMatchObject({ kept: 1, keptBy: { unread: 1 } })
    await keptOf(['1.234', '999,5'], 'highest:date')
    const said = await leitong(['dedupe', join(folder, 'letters.jsonl'), '--keep', 'highest:date'])
    expect(said.stdout).toContain('1 number of "date" like 1.234 or 1,234 may be read in two ways, and was read with a decimal comma')
  })
})

it('reads dates as offices write them', () => {
  const of = (text: string, order?: DateOrder) => readWrittenDate(text, order)?.time.toISOString().replace('T00:00:00.000Z', '')
  const third = [
    '3. April 2025', '03. Apr. 2025', '3.4.25', '3. 4. 2025', 'Donnerstag, 3. April 2025', '3-Apr-25', '3 avril 2025', 'jeudi 3 avril 2025',
    '3 de abril de 2025', 'jueves, 3 de abril de 2025', '3 aprile 2025', '3 april 2025', '3 de abril de 2025', 'quinta-feira, 3 de abril de 2025',
    'April 3, 2025', 'Thursday, April 3rd, 2025', '2025年4月3日', '2025. 4. 3', '3 Apr 2025 00:00 Uhr', 'Thu Apr 03 2025 00:00:00 GMT+0000 (UTC)',
    'Thu Apr  3 00:00:00 2025', 'Thu, 03 Apr 2025 00:00:00 GMT', '4/3/2025 12:00:00 AM',
  ] // biome-ignore format: a list
  for (const text of third) expect([text, of(text, text.startsWith('4/') ? 'month' : 'day')]).toEqual([text, '2025-04-03'])
  expect(['1er mars 2024', '1. März 2024', '1º de março de 2024', '1. Mär. 2024', '1 mrt 2024'].map((text) => of(text))).toEqual(
    Array(5).fill('2024-03-01'),
  )
  expect(['31.12.49', '01.01.50', '12/2024', 'Dez. 2024', '2024-12'].map((text) => of(text))).toEqual([
    '2049-12-31', '1950-01-01', '2024-12-01', '2024-12-01', '2024-12-01',
  ]) // biome-ignore format: a list
  // French jui is June or July; the host would read a date from any word and a number.
  for (const none of ['3 jui 2024', 'Haus 12', 'Rechnung 2024-5', '3.4.2', '1.2.3.4', '3. April', '20250403120000'])
    expect([none, of(none)]).toEqual([none, undefined])
})

it('reads every day of the calendar in each way of writing it', () => {
  const names = ['Jan', 'February', 'Mar', 'April', 'May', 'Jun', 'July', 'Aug', 'September', 'Oct', 'Nov', 'December']
  fc.assert(
    fc.property(fc.date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }), (when) => {
      const [year, month, day] = [when.getUTCFullYear(), when.getUTCMonth() + 1, when.getUTCDate()]
      const time = Date.UTC(year, month - 1, day)
      const of = (text: string, order?: DateOrder) => readWrittenDate(text, order)?.time.getTime()
      expect(of(`${year}-${month}-${day}`)).toBe(time)
      for (const mark of ['.', '/', '-']) {
        expect(of([day, month, year].join(mark), 'day')).toBe(time)
        expect(of([month, day, year].join(mark), 'month')).toBe(time)
        // What may only be read in one way is read in that one.
        if (day > 12) expect([of([day, month, year].join(mark), 'month'), of([month, day, year].join(mark), 'day')]).toEqual([time, time])
      }
      expect(of(`${day} ${names[month - 1]} ${year}`)).toBe(time)
      expect(of(`${names[month - 1]} ${day}, ${year}`)).toBe(time)
      expect(of(`${day}.${month}.${year} 13:05`)).toBe(time + (13 * 60 + 5) * 60_000)
      for (const language of LANGUAGES) {
        const name = monthIn(language, month)
        const [de, dot] = ['es', 'pt'].includes(language) ? [' de', ''] : ['', language === 'de' ? '.' : '']
        expect(of(`${day}${dot}${de} ${name}${de} ${year}`)).toBe(time)
        expect(of(`${day}${dot}${de} ${name}${de} ${year}`.toUpperCase())).toBe(time)
        expect(of(`${name}${de} ${year}`)).toBe(Date.UTC(year, month - 1, 1))
      }
    }),
  )
  for (const none of ['30.02.2024', '31/11/2023', '12:30', '1.2', '32.01.2024', 'Foo 3, 2024'])
    expect(readWrittenDate(none)).toBeUndefined()
})
