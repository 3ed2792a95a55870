/**
 * What a group is told with: its history over runs, why a pair stands in it, its time; rules that are saved; a document that is joined to it.
 *
 * Oracle   what was done to the source between runs; the measure of the library on the same two texts; dates as they were written.
 * Covers   joined, split and gone groups and those they came from; texts, rows and cut passages; days, weeks, months, years and none; presets;
 *          names that differ.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesIn } from '../../src/comparing/names.js'
import { compare } from '../../src/index.js'
import { checkRule, choose } from '../../src/reviewing/keeping.js'
import { TimeFields, timeEdges } from '../../src/reviewing/times.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { reviewsIn } from '../support/reviews/reviews-in.js'

const folder = temporaryFolder()
const { reviews, ask } = reviewsIn(folder)

interface Queue {
  readonly timeField?: string
  readonly found: number
  readonly facets: { readonly time: readonly { readonly from: number; readonly to: number; readonly count: number }[] }
  readonly groups: readonly { readonly id: string; readonly name: string; readonly marks: readonly string[]; readonly size: number }[]
}
interface Group {
  readonly kept: number
  readonly members: readonly { readonly place: number; readonly name: string; readonly text: string }[]
  readonly became: readonly {
    readonly run: number
    readonly event: string
    readonly group: string
    readonly others: readonly { readonly id: string; readonly isThere: boolean }[]
  }[]
}

const own = (i: number, length = 60) =>
  Array.from({ length }, (_, j) => String.fromCodePoint(0x4e00 + ((i * 997 + j * 7919) % 15000))).join('')

describe('a group', () => {
  const [a, b] = [own(1), own(2)]
  const one = { id: 'a1', text: `${a}。` }
  const other = { id: 'b1', text: `${b}。` }
  const source = (more: readonly object[]) =>
    writeLines(join(folder, 'a.jsonl'), [one, { ...one, id: 'a2', text: `${a}！` }, other, { ...other, id: 'b2', text: `${b}！` }, ...more])

  it('tells of what it was joined of and split into', async () => {
    source([])
    await ask('', { name: 'a', source: ['a.jsonl'], options: { threshold: 0.3, groupBy: 'components' } })
    await ask('/a/run', {})
    const [first, second] = (await ask<Queue>('/a/queue?sort=input')).groups
    expect((await ask<Group>(`/a/groups/${first?.id}`)).became).toEqual([])
    // One that is like both joins them; when it goes, they part.
    source([{ id: 'both', text: `${a}${b}。` }])
    await ask('/a/run', {})
    const all = (await ask<Queue>('/a/queue')).groups
    expect(all).toHaveLength(1)
    const id = all[0]?.id as string
    expect([first?.id, second?.id]).toContain(id)
    const [event] = (await ask<Group>(`/a/groups/${id}`)).became
    expect(event).toMatchObject({ run: 2, event: 'joined', group: id })
    expect(event?.others.map(({ id, isThere }) => [id, isThere]).sort()).toEqual(
      [
        [first?.id, first?.id === id],
        [second?.id, second?.id === id],
      ].sort(),
    )
    source([])
    await ask('/a/run', {})
    const groups = (await ask<Queue>('/a/queue?sort=input')).groups
    expect(groups).toHaveLength(2)
    for (const part of groups) expect((await ask<Group>(`/a/groups/${part.id}`)).became.at(-1)).toMatchObject({ run: 3, event: 'split' })
  })

  it('says why two texts stand together, as the library measures them', async () => {
    for (const options of [{ threshold: 0.3 }, { threshold: 0.3, method: 'simhash', measure: 'jaccard', distance: 20 }] as const) {
      const name = `why${Object.keys(options).length}`
      await ask('', { name, source: ['a.jsonl'], options })
      await ask(`/${name}/run`, {})
      for (const { id } of (await ask<Queue>(`/${name}/queue`)).groups) {
        const { kept, members } = await ask<Group>(`/${name}/groups/${id}`)
        const [left, right] = [members.find(({ place }) => place === kept), members.find(({ place }) => place !== kept)]
        const expected = compare(left?.text as string, right?.text as string, options)
        const why = await ask<{ verified: object; proposed: Record<string, number> }>(`/${name}/why/${id}?place=${right?.place}`)
        const { shared, onlyLeft, onlyRight } = expected.explanation.counts
        expect(why.verified).toMatchObject({ isSimilar: true, shared, onlyKept: onlyLeft, onlyMember: onlyRight })
        expect((why.verified as { similarity: number }).similarity).toBeCloseTo(expected.similarity, 5)
        if ('method' in options) expect(why.proposed).toEqual({ distance: expected.distance, bits: expected.bits, most: 20 })
        else expect(why.proposed['values']).toBe(expected.numPerm)
      }
    }
    const [{ id } = { id: '' }] = (await ask<Queue>('/why1/queue')).groups
    await expect(ask(`/why1/why/${id}?place=9`)).rejects.toMatchObject({ code: 'OPTION_VALUE' })
    await expect(ask('/why1/why/none')).rejects.toMatchObject({ code: 'SOURCE_MISSING' })
  })

  it('takes in a document from outside', async () => {
    const near = `${a.slice(0, 40)}${own(7, 20)}。`
    source([{ id: 'near', text: near }])
    await ask('', { name: 'join', source: ['a.jsonl'], options: { threshold: 0.7 } })
    await ask('/join/run', {})
    await ask('/join/lab', {})
    const { groups } = await ask<Queue>('/join/queue?sort=input')
    const [{ id } = { id: '' }] = groups
    const outside = await ask<{ at: string; pairs: { other: { name: string; lab: number } }[] }>(`/join/outside/${id}`)
    expect(outside.pairs[0]?.other.name).toBe('near')
    const act = (at: string) =>
      ask('/join/acts', {
        act: 'duplicate',
        by: 'Li',
        run: 1,
        members: [
          { group: id, place: 0 },
          { lab: outside.pairs[0]?.other.lab, at },
        ],
      })
    await expect(act('another time')).rejects.toMatchObject({ code: 'DECISIONS_FILE' })
    await act(outside.at)
    await ask('/join/run', {})
    const after = await ask<Group>(`/join/groups/${id}`)
    expect(after.members.map(({ name }) => name)).toContain('near')
    expect((await ask<{ removed: number }>('/join/plan')).removed).toBeGreaterThan(0)
  })
})

describe('times', () => {
  it('are found in a field that says dates, counted in bars and filtered by days', async () => {
    const all = letters(9, 4).map((letter, i) => ({ ...letter, no: String(i), written: `2025-03-${String(1 + i).padStart(2, '0')} 09:30` }))
    writeLines(join(folder, 'times.jsonl'), all)
    await ask('', { name: 'times', source: ['times.jsonl'], options: { withFields: ['no', 'written'] } })
    await ask('/times/run', {})
    const { facets, timeField, groups } = await ask<Queue>('/times/queue')
    expect(timeField).toBe('written')
    expect(facets.time.reduce((sum, { count }) => sum + count, 0)).toBe(groups.length)
    const dayOf = (name: string) => all.find(({ id }) => id === name)?.written.slice(0, 10) as string
    const fitting = groups.filter(({ name }) => dayOf(name) >= '2025-03-05' && dayOf(name) <= '2025-03-15')
    expect((await ask<Queue>('/times/queue?time=2025-03-05..2025-03-15')).found).toBe(fitting.length)
    for (const wrong of ['2025', '2025-13-01..', '2025-02-30..', 'a..b'])
      await expect(ask(`/times/queue?time=${wrong}`)).rejects.toMatchObject({ code: 'OPTION_VALUE' })
  })

  it('stand in no more than forty bars, whatever they are', () => {
    const time = fc.integer({ min: Date.UTC(1, 0, 1), max: Date.UTC(9000, 0, 1) })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(time, { minLength: 1 }),
          time.map((one) => [one, one + 4e9, one + 9e9]),
        ),
        (times) => {
          const edges = timeEdges(Float64Array.from([...times, Number.NaN]))
          expect(edges.length).toBeGreaterThan(1)
          expect(edges.length).toBeLessThanOrEqual(41)
          expect([...edges].sort((x, y) => x - y)).toEqual(edges)
          expect(edges[0]).toBeLessThanOrEqual(Math.min(...times))
          expect(edges.at(-1)).toBeGreaterThan(Math.max(...times))
          for (const edge of edges) expect(new Date(edge).getUTCHours()).toBe(0)
        },
      ),
    )
    expect(timeEdges(Float64Array.from([Number.NaN]))).toEqual([])
  })

  it('are none where a field seldom says a date', () => {
    const fields = new TimeFields(3)
    for (const [group, value] of ['2025-01-01', 'soon', 'later'].entries())
      fields.take(group, { id: '1', title: '', text: '', fields: [['when', value]] })
    expect(fields.chosen()).toBeUndefined()
  })
})

describe('rules', () => {
  it('decide one after another', () => {
    const members = [
      { text: 'abc', extra: [['date', '2025-01-01']] },
      { text: 'ab', extra: [['date', '2025-02-01']] },
      { text: 'abcd', extra: [['date', '2025-02-01']] },
    ].map((one) => ({ id: '1', title: '', ...one }) as never)
    const chosen = (rule: string) => choose(checkRule(rule), [0, 1, 2], (place) => members[place] as never)
    expect(['run', 'longest', 'newest:date', 'newest:date,longest', 'newest:date,shortest', 'highest:none'].map(chosen)).toEqual([
      0, 2, 1, 2, 1, 0,
    ])
    expect(checkRule('highest:a,b')).toEqual(['highest:a,b'])
    for (const wrong of ['', 'first', 'longest,first', 3]) expect(() => checkRule(wrong)).toThrow()
  })

  it('are saved under names', async () => {
    const { presets } = await ask<{ presets: object[] }>('/times/presets', { name: 'new', rule: 'newest:written,longest', by: 'Li' })
    expect(presets).toMatchObject([{ name: 'new', rule: 'newest:written,longest', by: 'Li' }])
    await ask('/times/presets', { name: 'new', rule: 'longest', by: 'Li' })
    expect(await ask('/times/presets')).toMatchObject({ presets: [{ name: 'new', rule: 'longest' }] })
    for (const wrong of [
      { name: '', rule: 'run', by: 'Li' },
      { name: 'x', rule: 'first', by: 'Li' },
      { name: 'x', rule: 'run' },
      { name: 3 },
    ])
      await expect(ask('/times/presets', wrong)).rejects.toMatchObject({ code: 'OPTION_VALUE' })
    expect(await ask('/times/presets', { name: 'new', by: 'Li' })).toEqual({ presets: [], status: 200 })
  })
})

it('names that differ are a mark, and make a group riskier', async () => {
  expect(namesIn('联系人：王小明，李主任已经来过。My name is Ann Lee.')).toEqual(['Ann Lee', '李', '王小明'])
  const text = `${own(5)}联系人：王小明。`
  writeLines(join(folder, 'names.jsonl'), [
    { id: 1, text },
    { id: 2, text: text.replace('王小明', '李小明') },
    { id: 3, text: `${own(6)}联系人：王小明。` },
    { id: 4, text: `${own(6)}联系人：王小明！` },
  ])
  await ask('', { name: 'names', source: ['names.jsonl'], options: { threshold: 0.5 } })
  await ask('/names/run', {})
  const { groups } = await ask<Queue>('/names/queue')
  expect(groups.map(({ marks }) => marks)).toEqual([['names'], []])
  reviews.close()
})
