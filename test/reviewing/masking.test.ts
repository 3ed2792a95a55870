/**
 * Personal data behind marks, and decisions carried out.
 *
 * Oracle   generated numbers and names put into texts: none is left, equal ones have equal marks; the lines of the source, filtered by hand.
 * Covers   phones, identity numbers, cards, mail, names by cue and title, full-width digits, fields; the log; outputs, plans that are
 *          out of date, a source that changed, sources that would be written over.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMasker } from '../../src/reviewing/masking.js'
import { applyReview } from '../../src/reviewing/outputs/apply.js'
import type { Machine } from '../../src/reviewing/project.js'
import { Reviews } from '../../src/reviewing/reviews.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { reviewsIn } from '../support/reviews/reviews-in.js'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))
const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

describe('a mask', () => {
  const { text, payload } = createMasker('a secret of this test')
  const mark = (kind: string) => new RegExp(`〔${kind}·[0-9a-f]{16}〕`)

  it('hides numbers wherever they stand, the same ones by the same mark', () => {
    fc.assert(
      fc.property(digits(9), digits(17), digits(8), fc.constantFrom('，', ' ', '：', '。'), (phone, id, land, between) => {
        const mobile = `13${phone}`
        const person = `${id.replace(/^0/, '1')}X`
        const masked = text(`电话${between}${mobile}，身份证${between}${person}，座机010-${land}，再说一遍：${wide(mobile)}、+86 ${mobile}`)
        for (const secret of [mobile, person, land, wide(mobile)]) expect(masked).not.toContain(secret)
        const marks = masked.match(/〔tel·[0-9a-f]{16}〕/g) ?? []
        expect([marks[0], marks.length]).toEqual([marks[2], 4])
        expect(marks[2]).toBe(marks[3])
      }),
    )
  })

  it.each([
    ['联系人：王小明，电话', 'name', '王小明'],
    ['我叫欧阳娜娜。', 'name', '欧阳娜娜'],
    ['我是李强，住在', 'name', '李强'],
    ['张丽女士多次来电', 'name', '张丽'],
    ['王先生说', 'name', '王'],
    ['Please ask Mrs. Anna Schmidt about it', 'name', 'Anna Schmidt'],
    ['write to anna.schmidt+1@example.org soon', 'mail', 'anna.schmidt+1@example.org'],
    ['card 6222 0212 3456 7890 123', 'card', '6222 0212 3456 7890 123'],
    ['call +44 20 7946 0958', 'tel', '+44 20 7946 0958'],
  ])('hides what %s says', (given, kind, secret) => {
    const masked = text(given)
    expect(masked).toMatch(mark(kind))
    expect(masked).not.toContain(secret)
  })

  it.each([
    '小区北门外的道路破损已经三个月',
    '2025年11月3日，共18万元',
    '第 12345678 号文',
    'The ferry runs every 40 minutes',
    '我是本地居民',
  ])('leaves %s as it is', (given) => expect(text(given)).toBe(given))

  it('hides the person of a record whatever its column is called, and by headings of other languages', () => {
    const extra = [
      ['wer', 'Käthe Kruse'],
      ['wo', 'Bad Kösen'],
    ] as const
    const shown = payload({ id: '1', title: '', text: '', extra, fields: [['Absender', 'K. Kruse']], person: 'Käthe Kruse' })
    expect(shown.extra?.map(([, value]) => value)).toEqual([shown.person, 'Bad Kösen'])
    expect(shown.fields?.[0]?.[1]).toMatch(mark('name'))
  })

  it('hides the person of a record', () => {
    const shown = payload({ id: '1', title: '', text: '', extra: [['诉求人', '王小明']], person: '王小明' })
    expect(shown.person).toMatch(mark('name'))
    expect(shown.extra?.[0]?.[1]).toBe(shown.person)
  })

  it('hides whole fields by their names', () => {
    const fields = [
      ['姓名', '王小明'],
      ['phone', '12 34'],
      ['city', '北京'],
      ['备注', '电话13812345678'],
    ] as const
    const shown = payload({ id: '1', title: '', text: '', fields }).fields
    expect(shown?.map(([, value]) => value)).toEqual([
      expect.stringMatching(mark('name')),
      expect.stringMatching(mark('tel')),
      '北京',
      expect.stringMatching(mark('tel')),
    ])
  })
})

describe('a review', () => {
  const folder = temporaryFolder()
  const { reviews, machine, request, ask } = reviewsIn(folder)
  const PHONE = '13812345678'
  const all = letters(6, 4).map((letter) => ({ ...letter, text: `${letter.text}联系人：王小明，电话${PHONE}。` }))
  interface Listed {
    readonly groups: readonly { readonly id: string; readonly text: string }[]
  }

  it('hides personal data on demand, and takes down who looks', async () => {
    writeLines(join(folder, 'a.jsonl'), all)
    await ask('', { name: 'masked', source: ['a.jsonl'] })
    await ask('/masked/run', {})
    const [{ id }] = (await ask<Listed>('/masked/queue')).groups as unknown as [{ id: string }]
    expect(JSON.stringify(await ask(`/masked/groups/${id}`))).toContain(PHONE)
    await expect(ask('/masked/masking', { on: true, by: ' ' })).rejects.toMatchObject({ code: 'OPTION_VALUE' })
    await ask('/masked/masking', { on: true, by: 'Li' })
    await ask('/masked/lab', {})
    const pairs = await ask<{ pairs: unknown[] }>('/masked/lab/pairs?at=0.7')
    expect(pairs.pairs.length).toBeGreaterThan(0)
    const passages = await ask<{ found: number }>('/masked/passages', { least: 5, over: 3 })
    expect(JSON.stringify(passages)).toMatch(/〔tel·[0-9a-f]{16}〕/)
    // Masked or not, a search finds what it looks for; the answer shows the mark.
    const found = await ask<{ found: number }>(`/masked/queue?q=${PHONE}`)
    expect(found.found).toBeGreaterThan(0)
    const page = (await request('/masked/export/review.html')) as {
      file: string
    }
    const shown = [
      await ask('/masked/queue'),
      await ask(`/masked/groups/${id}`),
      pairs,
      passages,
      found,
      await ask(`/masked/why/${id}?place=1`),
      await ask(`/masked/outside/${id}`),
      readFileSync(page.file, 'utf8'),
    ]
    for (const one of shown) expect(JSON.stringify(one)).not.toMatch(/13812345678|王小明/)
    expect(readFileSync(page.file, 'utf8')).toMatch(/〔tel·[0-9a-f]{16}〕/)
    await expect(ask(`/masked/unmask/${id}`, {})).rejects.toMatchObject({ code: 'OPTION_VALUE' })
    expect(JSON.stringify(await ask(`/masked/unmask/${id}`, { by: 'Wang' }))).toContain(PHONE)
    const log = readFileSync(join(folder, 'reviews/masked/masking.jsonl'), 'utf8').trim().split('\n')
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { act: 'mask', by: 'Li', key: 'k1' },
      { act: 'look', by: 'Wang', key: 'k1', group: id, at: expect.stringMatching(/^20/) },
    ])
    const again = new Reviews(join(folder, 'reviews'))
    expect(again.get('masked').isMasked).toBe(true)
    again.close()
    await ask('/masked/masking', { on: false, by: 'Li' })
    expect(JSON.stringify(await ask(`/masked/groups/${id}`))).toContain(PHONE)
  })

  it('calls rows by their names, and hides them by their columns wherever they stand', async () => {
    const row = { no: 1, signer: 'Anna Berger', born: '1980-01-02', city: 'Graz' }
    writeLines(join(folder, 'rows.jsonl'), [row, { ...row, no: 2, city: 'Linz' }])
    await ask('', {
      name: 'rows',
      source: ['rows.jsonl'],
      options: { measure: 'fields', threshold: 0.5, idField: 'no', personField: ['signer'] },
    })
    await ask('/rows/run', {})
    const [group] = (await ask<{ groups: { id: string; title: string }[] }>('/rows/queue')).groups
    const shown = () => ask<{ members: { title: string }[] }>(`/rows/groups/${group?.id}`)
    expect([group?.title, ...(await shown()).members.map(({ title }) => title)]).toEqual(['anna berger', 'anna berger', 'anna berger'])
    await ask('/rows/masking', { on: true, by: 'Li' })
    const hidden = [
      await ask('/rows/queue'),
      await shown(),
      await ask('/rows/bulk', { act: 'duplicate', rule: 'run', preview: true, filter: {} }),
    ]
    for (const one of hidden) expect(JSON.stringify(one)).not.toMatch(/berger/i)
    expect((await shown()).members[0]?.title).toMatch(/^〔name·[0-9a-f]{16}〕$/)
  })

  it('writes what stays, byte for byte, and nothing that people have not called a duplicate goes', async () => {
    const file = join(folder, 'b.jsonl')
    writeLines(file, all)
    const source = readFileSync(file, 'utf8')
    await ask('', { name: 'applied', source: ['b.jsonl'] })
    await ask('/applied/run', {})
    const { groups } = await ask<Listed>('/applied/queue')
    interface Plan {
      readonly removed: number
      readonly key: string
    }
    const before = await ask<Plan>('/applied/plan')
    expect(before.removed).toBe(0)
    const gone = new Set<string>()
    for (const { id } of groups.slice(0, 3)) {
      const { members } = await ask<{ members: { place: number; name: string }[] }>(`/applied/groups/${id}`)
      for (const { name } of members.slice(1)) gone.add(name)
      await ask('/applied/acts', { act: 'duplicate', by: 'Li', run: 1, members: members.map(({ place }) => ({ group: id, place })) })
    }
    await expect(ask('/applied/apply', { key: before.key })).rejects.toMatchObject({ code: 'SERVICE_CONFLICT' })
    const plan = await ask<Plan>('/applied/plan')
    expect(plan.removed).toBe(gone.size)
    expect(await ask('/applied/apply', { key: plan.key })).toMatchObject({ removed: gone.size, kept: all.length - gone.size })
    const written = (name: string) => readFileSync(join(folder, 'reviews/applied/applied', name), 'utf8')
    expect(written('kept.jsonl')).toBe(
      source
        .split(/(?<=\n)/)
        .filter((line) => !gone.has(JSON.parse(line).id))
        .join(''),
    )
    const removed = written('removed.jsonl').trim().split('\n')
    expect(new Set(removed.map((line) => JSON.parse(line).id))).toEqual(gone)
    for (const line of removed) expect(JSON.parse(line)).toMatchObject({ by: 'Li', duplicate_of: expect.stringMatching(/-1$/) })
    expect(readFileSync(file, 'utf8')).toBe(source)
    for (const name of ['kept.jsonl', 'removed.jsonl'])
      expect(await request(`/applied/applied/${name}`)).toMatchObject({
        name: `applied-${name}`,
      })
    for (const name of ['../project.json', 'kept.', 'mask.key']) expect(await request(`/applied/applied/${name}`)).toBeUndefined()
    const project = reviews.get('applied')
    await expect(applyReview(project, machine, plan.key, () => ({ output: file }))).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
    const [first] = gone
    writeLines(
      file,
      all.map((letter) => (letter.id === first ? { ...letter, text: `${letter.text}又及。` } : letter)),
    )
    await expect(ask('/applied/apply', { key: plan.key })).rejects.toMatchObject({ code: 'SOURCE_CHANGED' })
  })

  it('writes names of files where each file is a document', async () => {
    mkdirSync(join(folder, 'docs'))
    const body =
      'The bridge over the river will be closed on Monday for repairs, the council said in its note of today to all who live near it.'
    for (const name of ['a', 'b', 'c'])
      writeFileSync(join(folder, 'docs', `${name}.txt`), name === 'c' ? 'Something else that is long enough to be looked at.' : body)
    const shown: Machine = { ...machine, shown: (name) => name.replaceAll(folder, 'mail') }
    await ask('', { name: 'docs', source: ['docs'] })
    await ask('/docs/run', {})
    const [{ id }] = (await ask<Listed>('/docs/queue')).groups as unknown as [{ id: string }]
    await ask('/docs/acts', { act: 'duplicate', by: 'Li', run: 1, members: [0, 1].map((place) => ({ group: id, place })) })
    const { key } = await ask<{ key: string }>('/docs/plan')
    const out = join(folder, 'names.txt')
    await applyReview(reviews.get('docs'), shown, key, () => ({ output: out, removed: join(folder, 'gone.csv') }))
    expect(
      readFileSync(out, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('/').at(-1)?.replace('"', '')),
    ).toEqual(['a.txt', 'c.txt'])
    expect(readFileSync(out, 'utf8')).not.toContain(folder)
  })
})
