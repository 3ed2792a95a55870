/**
 * Frequent passages of a review.
 *
 * Oracle   documents that have a passage, counted by looking into every text; groups of a run without passages against a run over texts that
 *          were cut by hand.
 * Covers   counts, examples, limits; left out, taken in again, by whom; the effect in numbers; a restart, torn files; rows; masking; refusals.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { reviewsIn } from '../support/reviews/reviews-in.js'

const folder = temporaryFolder()
const FOOTER = '如有疑问请于工作日拨打本单位值班电话13812345678查询办理进度，感谢您对我们工作的理解与支持，祝您生活愉快身体健康。'
const file = join(folder, 'data/reviews/letters')

/** Letters that share nothing, all with one footer, which is longer than they are; and copies with another ending. */
const unlike = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `u${i}`,
    text: `${Array.from({ length: 24 }, (_, j) => String.fromCodePoint(0x4e00 + ((i * 997 + j * 7919) % 15000))).join('')}。${FOOTER}`,
  }))

interface Passages {
  readonly found: number
  readonly total: number
  readonly leftOut: number
  readonly passages: readonly {
    readonly key: string
    readonly documents: number
    readonly length: number
    readonly text: string
    readonly example?: string
    readonly leftOut: boolean
    readonly by?: string
  }[]
  readonly effect: Readonly<Record<'now' | 'before', { readonly groups: number; readonly members: number; readonly leftOut: number }>>
}

const ignored = () => join(file, readdirSync(file).find((name) => name.startsWith('ignored-')) as string)

describe('frequent passages', () => {
  const all = [...letters(4, 3), ...unlike(15)]
  const at = join(folder, 'data/reviews')
  const { reviews, ask } = reviewsIn(folder, at)

  it('are listed with counts and an example', async () => {
    writeLines(join(folder, 'a.jsonl'), all)
    await ask('', { name: 'letters', source: ['a.jsonl'], options: { threshold: 0.3 } })
    await ask('/letters/run', {})
    expect(await ask('/letters/passages')).toMatchObject({ found: 0, total: 0, leftOut: 0, passages: [] })
    for (const over of [1, 3, 10, 14]) {
      const { passages, total, found } = await ask<Passages>('/letters/passages', { over, least: 20 })
      expect(found).toBe(total)
      for (const { text, documents, example, length } of passages) {
        const having = all.filter((one) => one.text.includes(text))
        expect([documents, having[0]?.id, [...text].length]).toEqual([having.length, example, length])
        expect(documents).toBeGreaterThan(over)
      }
      // In the most documents first.
      expect(passages.map(({ documents }) => documents)).toEqual(passages.map(({ documents }) => documents).sort((a, b) => b - a))
    }
    const { passages } = await ask<Passages>('/letters/passages')
    expect(passages).toHaveLength(1)
    expect(passages[0]).toMatchObject({ documents: 15, text: `。${FOOTER}`, leftOut: false })
    expect((await ask<Passages>('/letters/passages', { over: 15 })).passages).toEqual([])
    await ask('/letters/passages', {})
  })

  it('are left out of the next run, which tells the effect, and taken in again', async () => {
    const [{ key } = { key: '' }] = (await ask<Passages>('/letters/passages')).passages
    const said = await ask<Passages>(`/letters/passages/${key}`, { on: true, by: 'Li' })
    expect(said).toMatchObject({ leftOut: 1, passages: [{ leftOut: true, by: 'Li' }] })
    const { effect: before } = said
    await ask('/letters/run', {})
    const { effect } = await ask<Passages>('/letters/passages')
    expect(effect.before).toEqual(before.now)
    expect(effect.now).toMatchObject({ leftOut: 1, ignored: { texts: 15, characters: 15 * (FOOTER.length + 1) } })
    // As if the texts had been cut by hand.
    const cut = writeLines(
      join(folder, 'cut.jsonl'),
      all.map((one) => ({ ...one, text: one.text.replace(`。${FOOTER}`, '') })),
    )
    const { stdout } = await leitong(['dedupe', cut, '--threshold', '0.3', '--json'])
    expect(effect.now.groups).toBe(JSON.parse(stdout).groups)
    // With their footer the letters were alike.
    expect(effect.before.members).toBe(effect.now.members + 15)
    // The plan, outputs and the laboratory go on with the same options; texts are shown whole.
    await ask('/letters/lab', {})
    const { key: plan } = await ask<{ key: string }>('/letters/plan')
    expect(await ask('/letters/apply', { key: plan })).toMatchObject({ removed: 0 })
    expect(readFileSync(join(file, 'applied/kept.jsonl'), 'utf8')).toBe(readFileSync(join(folder, 'a.jsonl'), 'utf8'))

    // Another one beside it: every run reads what is left out now.
    const more = (await ask<Passages>('/letters/passages', { over: 1 })).passages.find((one) => one.key !== key && one.documents < 15)
    await ask(`/letters/passages/${more?.key}`, { on: true, by: 'Li' })
    await ask('/letters/run', {})
    const two = (await ask<Passages>('/letters/passages')).effect.now
    expect(two).toMatchObject({ leftOut: 2, ignored: { texts: expect.any(Number) } })
    expect((two as unknown as { ignored: { texts: number } }).ignored.texts).toBe(15 + (more?.documents ?? 0))
    await ask(`/letters/passages/${more?.key}`, { on: false, by: 'Li' })
    await ask('/letters/passages', {})
    await ask('/letters/run', {})

    await ask(`/letters/passages/${key}`, { on: false, by: 'Wang' })
    await ask('/letters/run', {})
    const back = await ask<Passages>('/letters/passages')
    expect(back.effect).toMatchObject({ now: { leftOut: 0, members: before.now.members }, before: { leftOut: 1 } })
    const log = readFileSync(join(file, 'passages.jsonl'), 'utf8').trim().split('\n')
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { on: true, by: 'Li', key },
      { on: true, by: 'Li', key: more?.key },
      { on: false, by: 'Li', key: more?.key },
      { on: false, by: 'Wang', key },
    ])
  })

  it('outlive a restart and what a crash left, and a search that does not find them', async () => {
    const [{ key, text } = { key: '', text: '' }] = (await ask<Passages>('/letters/passages')).passages
    await ask(`/letters/passages/${key}`, { on: true, by: 'Li' })
    appendFileSync(join(file, 'passages.jsonl'), '{"on":fal')
    rmSync(ignored())
    const { reviews: again, ask: asked } = reviewsIn(folder, at)
    expect(await asked('/letters/passages')).toMatchObject({ leftOut: 1, passages: [{ key, leftOut: true, by: 'Li' }] })
    expect(JSON.parse(readFileSync(ignored(), 'utf8'))).toMatchObject({ text, documents: 15 })
    expect(await asked('/letters/passages', { over: 20 })).toMatchObject({ found: 0, passages: [{ key, leftOut: true }] })
    await asked('/letters/masking', { on: true, by: 'Li' })
    const [masked] = (await asked<Passages>('/letters/passages')).passages
    expect(masked?.text).toContain('〔tel·')
    expect(JSON.stringify(masked)).not.toContain('13812345678')
    again.close()
  })

  it('are refused for rows, without a name, and where there are none', async () => {
    writeLines(join(folder, 'rows.jsonl'), [
      { id: 1, name: 'Anna Schmidt', city: 'Berlin' },
      { id: 2, name: 'Anna Schmitt', city: 'Berlin' },
    ])
    const fields = { fields: { name: { kind: 'name' }, city: { kind: 'exact' } }, key: ['id'] }
    await ask('', { name: 'rows', source: ['rows.jsonl'], options: { fields, measure: 'fields', threshold: 0.5 } })
    await expect(ask('/rows/passages', {})).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
    const [{ key } = { key: '' }] = (await ask<Passages>('/letters/passages')).passages
    for (const [path, body, code] of [
      [`/letters/passages/${key}`, { on: true }, 'OPTION_VALUE'],
      [`/letters/passages/${key}`, { on: 'yes', by: 'Li' }, 'OPTION_VALUE'],
      ['/letters/passages/nothing', { on: true, by: 'Li' }, 'SOURCE_MISSING'],
      ['/letters/passages/__proto__', { on: true, by: 'Li' }, 'SOURCE_MISSING'],
      ['/letters/passages', { over: -1 }, 'OPTION_VALUE'],
      ['/letters/passages', { least: 'x' }, 'OPTION_VALUE'],
    ] as const)
      await expect(ask(path, body), path).rejects.toMatchObject({ code })
    reviews.close()
  })
})

it('stand on the command line too', async () => {
  const run = (...args: string[]) => leitong(['review', ...args, '--data', join(folder, 'cli')])
  expect((await run('create', 'letters', writeLines(join(folder, 'cli.jsonl'), unlike(12)))).code).toBe(0)
  const listed = await run('passages', 'letters', '--json')
  const { key, documents } = JSON.parse(listed.stdout)
  expect([documents, listed.stderr]).toEqual([12, '1 of 1 passage; the next run leaves 0 of them out\n'])
  expect((await run('passages', 'letters', '--leave-out', key)).code).not.toBe(0)
  expect((await run('passages', 'letters', '--leave-out', key, '--by', 'Li')).stdout).toMatch(new RegExp(`^- ${key} 12× `))
  expect((await run('run', 'letters')).stderr).toMatch(/ 0 groups/)
  expect((await run('passages', 'letters', '--take-in', key, '--by', 'Li')).stderr).toMatch(/ leaves 0 of them/)
})
