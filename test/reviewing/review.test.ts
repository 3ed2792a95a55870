/**
 * reviewing: the queue, where groups stand, and projects in their folders.
 *
 * Oracle   filters and facets against plain loops over random columns; states against acts by hand; a whole project from its files.
 * Covers   ranges, lists, marks, orders; a hundred thousand groups (the work, not its time); torn files; acts of others; hostile requests.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Filter, Queue, SORTS, type Span } from '../../src/reviewing/queue.js'
import { Reviews } from '../../src/reviewing/reviews.js'
import { MARKS } from '../../src/reviewing/risk.js'
import { STATES } from '../../src/reviewing/states.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { reviewsIn } from '../support/reviews/reviews-in.js'

const folder = temporaryFolder()

const group = fc.record({
  size: fc.integer({ min: 2, max: 30 }),
  low: fc.oneof(
    fc.constant(Number.NaN),
    fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
  ),
  length: fc.integer({ min: 1, max: 3000 }),
  marks: fc.nat(31),
  time: fc.oneof(
    fc.constant(Number.NaN),
    fc.nat(900).map((day) => Date.UTC(2023, 0, 1) + day * 8_640_000),
  ),
  source: fc.nat(2),
  state: fc.nat(3),
  risk: fc.nat(100).map((n) => n / 128),
})
const span = fc.option(
  fc.tuple(fc.nat(20), fc.nat(20)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
  { nil: undefined },
)
const filters = fc.record({
  size: span,
  length: span.map((one) => one && { from: one.from * 100, to: one.to * 100 }),
  similarity: span.map((one) => one && { from: one.from / 20, to: one.to / 20 }),
  time: fc.option(
    fc.tuple(fc.nat(90), fc.nat(90)).map(([a, b]) => ({
      from: Date.UTC(2023, 0, 1 + Math.min(a, b)),
      to: Date.UTC(2023, 0, 2 + Math.max(a, b)) - 1,
    })),
    { nil: undefined },
  ),
  state: fc.option(fc.subarray([...STATES], { minLength: 1 }), { nil: undefined }),
  source: fc.option(fc.subarray([0, 1, 2], { minLength: 1 }), { nil: undefined }),
  marks: fc.option(fc.subarray(Object.keys(MARKS) as (keyof typeof MARKS)[], { minLength: 1 }), { nil: undefined }),
})
type Group = typeof group extends fc.Arbitrary<infer Value> ? Value : never

function queueOf(groups: readonly Group[]): Queue {
  let end = 0
  const queue = new Queue(
    {
      starts: Uint32Array.from([0, ...groups.map(({ size }) => (end += size))]),
      risk: Float32Array.from(groups, ({ risk }) => risk),
      low: Float32Array.from(groups, ({ low }) => low),
      high: Float32Array.from(groups, ({ low }) => low),
      marks: Uint8Array.from(groups, ({ marks }) => marks),
      length: Uint32Array.from(groups, ({ length }) => length),
      time: Float64Array.from(groups, ({ time }) => time),
      source: Uint32Array.from(groups, ({ source }) => source),
      similarity: new Float32Array(end),
      digests: new Uint32Array(4 * end),
      payloads: new Float64Array(end + 1),
    },
    3,
  )
  queue.states.set(groups.map(({ state }) => state))
  return queue
}

const isIn = (value: number, wanted: Span | undefined) => !wanted || (value >= (wanted.from as number) && value <= (wanted.to as number))
/** What fits, facet by facet, in plain words. */
const fits: Readonly<Record<string, (one: Group, filter: Filter & Record<string, never>) => boolean>> = {
  size: ({ size }, filter) => isIn(size, filter['size']),
  similarity: ({ low }, filter) => isIn(Math.fround(low), filter['similarity']),
  length: ({ length }, filter) => isIn(length, filter['length']),
  time: ({ time }, filter) => isIn(time, filter['time']),
  state: ({ state }, filter) => !filter.state || filter.state.includes(STATES[state] as never),
  source: ({ source }, filter) => !filter.source || filter.source.includes(source),
  marks: ({ marks }, filter) => (filter.marks ?? []).every((mark) => marks & MARKS[mark]),
}

describe('the queue', () => {
  it('finds what fits, in order, and says beside each facet what it would find', () => {
    fc.assert(
      fc.property(fc.array(group, { maxLength: 40 }), filters, fc.constantFrom(...SORTS), (groups, filter, sort) => {
        const { found, facets } = queueOf(groups).select(filter, sort)
        const all = groups.map((one, i) => ({ one, i }))
        const passing = (except: string) =>
          all.filter(({ one }) => Object.entries(fits).every(([name, holds]) => name === except || holds(one, filter as never)))
        expect([...found].sort((a, b) => a - b)).toEqual(passing('none').map(({ i }) => i))
        const keys = {
          risk: (g: Group) => -Math.fround(g.risk),
          size: (g: Group) => -g.size,
          similarity: (g: Group) => g.low || 0,
          input: () => 0,
        }
        expect([...found]).toEqual(
          passing('none')
            .sort((a, b) => Math.fround(keys[sort](a.one)) - Math.fround(keys[sort](b.one)) || a.i - b.i)
            .map(({ i }) => i),
        )
        const timed = groups.filter(({ time }) => !Number.isNaN(time))
        if (!timed.length) expect(facets.time).toEqual([])
        for (const { time } of timed) expect(facets.time.filter(({ from, to }) => time >= from && time < to)).toHaveLength(1)
        expect(facets.time.length).toBeLessThanOrEqual(40)
        for (const name of ['size', 'length', 'time'] as const)
          for (const { from, to, count } of facets[name])
            expect(count).toBe(passing(name).filter(({ one }) => one[name] >= from && one[name] < to).length)
        for (const [i, state] of STATES.entries())
          expect(facets.state[state]).toBe(passing('state').filter(({ one }) => one.state === i).length)
        expect(facets.source).toEqual([0, 1, 2].map((source) => passing('source').filter(({ one }) => one.source === source).length))
        for (const [mark, bit] of Object.entries(MARKS))
          expect(facets.marks[mark as keyof typeof MARKS]).toBe(passing('marks').filter(({ one }) => one.marks & bit).length)
      }),
    )
  })

  it('answers for a hundred thousand groups', () => {
    const groups = fc.sample(group, { numRuns: 1000, seed: 3 })
    const queue = queueOf(Array.from({ length: 100_000 }, (_, i) => groups[i % 1000] as Group))
    for (let i = 0; i < 20; i++) {
      const { found } = queue.select({ size: { from: 2 + (i % 5), to: 20 }, state: ['open'] }, SORTS[i % 4] as (typeof SORTS)[number])
      expect(found.length).toBeGreaterThan(0)
    }
  })
})

describe('a project', () => {
  interface Detail {
    readonly state: string
    readonly kept: number
    readonly states: readonly string[]
    readonly members: readonly { readonly place: number; readonly name: string; readonly text: string }[]
    readonly conflicts: readonly object[]
    readonly acts: readonly { readonly key: string; readonly note: string }[]
  }
  const { reviews, request, ask } = reviewsIn(folder)

  it('is made, run, decided on, undone, and searched', async () => {
    const all = letters(8)
    writeLines(join(folder, 'a.jsonl'), all)
    await ask('', { name: '信访', source: ['a.jsonl'] })
    await expect(ask('/信访/queue')).rejects.toMatchObject({ code: 'SOURCE_MISSING' })
    await ask('/信访/run', {})
    const { groups } = await ask<{ groups: { id: string; size: number }[] }>('/信访/queue')
    expect(groups).toHaveLength(8)
    const { id } = groups.find(({ size }) => size > 2) as { id: string }
    const detail = () => ask<Detail>(`/信访/groups/${id}`)
    const act = (kind: string, places: number[], more: object = {}) =>
      ask<{ key: string }>('/信访/acts', { act: kind, by: 'Li', run: 1, members: places.map((place) => ({ group: id, place })), ...more })
    expect(await detail()).toMatchObject({ state: 'open', kept: 0 })
    const distinct = await act('distinct', [1, 0])
    expect(await detail()).toMatchObject({ state: 'partly', states: expect.arrayContaining(['distinct']) })
    await act('duplicate', [0, 2, ...(await detail()).states.flatMap((_, i) => (i > 2 ? [i] : []))])
    expect((await detail()).state).toBe('decided')
    // A chain over a pair that must be apart.
    await act('duplicate', [2, 1])
    expect((await detail()).conflicts).toHaveLength(1)
    const undo = await act('undo', [], { of: distinct.key })
    expect((await detail()).conflicts).toHaveLength(0)
    await act('undo', [], { of: undo.key })
    expect((await detail()).conflicts).toHaveLength(1)
    await act('keep', [2, 0])
    await act('note', [2], { note: '<b>ask</b>' })
    expect(await detail()).toMatchObject({ kept: 2, acts: expect.arrayContaining([expect.objectContaining({ note: '<b>ask</b>' })]) })
    const words = (await detail()).members[0]?.text.slice(40, 60) as string
    expect((await ask<{ found: number }>(`/信访/queue?q=${encodeURIComponent(words)}`)).found).toBeGreaterThan(0)
    expect((await ask<{ found: number }>('/信访/queue?q=信3-1')).found).toBe(1)
    expect((await ask<{ found: number }>('/信访/queue?q=nowhere to be found')).found).toBe(0)
    const plan = await ask<{ documents: number; removed: number; kept: number }>('/信访/plan')
    expect(plan.removed + plan.kept).toBe(all.length)
    expect(plan.removed).toBeGreaterThan(0)
  })

  it('reads its files again, and cuts off what a crash left', async () => {
    const path = join(folder, 'reviews/信访/decisions.jsonl')
    const before = readFileSync(path, 'utf8')
    appendFileSync(path, '{"act":"dist')
    const again = new Reviews(join(folder, 'reviews'))
    const project = again.get('信访')
    expect(project.revision).toBe(before.trim().split('\n').length)
    project.act({ act: 'note', note: 'whole' }, 'Li')
    expect(readFileSync(path, 'utf8').startsWith(`${before}{"act":"note"`)).toBe(true)
    expect(project.run.states()).toEqual(reviews.get('信访').run.states())
    again.close()
  })

  it('reads dates of a rule in the order that the column shows, or the one that is asked for, and says so', async () => {
    // March and February; a third group shows that the month stands first.
    const dates = ['03/04/2025', '02/05/2025', '04/25/2025', '04/26/2025', 'soon', '']
    const texts = letters(3, 2).filter(({ id }) => /-[12]$/.test(id))
    writeLines(
      join(folder, 'dated.jsonl'),
      texts.map((letter, i) => ({ ...letter, date: dates[i] })),
    )
    interface Preview {
      readonly readAs: unknown
      readonly sample: readonly { readonly kept: string }[]
    }
    const preview = async (name: string, options: object) => {
      await ask('', { name, source: ['dated.jsonl'], options: { withFields: ['date'], ...options } })
      await ask(`/${name}/run`, {})
      const asked = { act: 'duplicate', rule: 'newest:date', by: 'Li', run: 1, preview: true }
      return await ask<Preview>(`/${name}/bulk`, asked)
    }
    const shown = await preview('dated', {})
    expect(shown.readAs).toEqual([{ field: 'date', unread: 1, order: 'month', either: 2 }])
    const asked = await preview('asked', { dateOrder: 'day' })
    expect(asked.readAs).toEqual([{ field: 'date', unread: 1, order: 'day', either: 2 }])
    expect([shown, asked].map(({ sample }) => sample[0]?.kept)).toEqual(texts.slice(0, 2).map(({ id }) => id))
  })

  it('takes an act on all that fit, as counted, keeps by a rule, and takes it back as one', async () => {
    writeLines(
      join(folder, 'b.jsonl'),
      letters(6, 3).map((letter, i) => ({ ...letter, date: `2025-01-${String(1 + ((i * 7) % 28)).padStart(2, '0')}` })),
    )
    await ask('', { name: 'bulk', source: ['b.jsonl'], options: { withFields: ['date'] } })
    await ask('/bulk/run', {})
    const { groups } = await ask<{ groups: { id: string; size: number }[] }>('/bulk/queue')
    const place = (group: string, at: number) => ({ group, place: at })
    const first = groups[0]?.id as string
    await ask('/bulk/acts', { act: 'keep', by: 'Li', run: 1, members: [place(first, 1), place(first, 0)] })
    await ask('/bulk/acts', { act: 'defer', by: 'Li', run: 1, members: [place(groups[1]?.id as string, 0)] })
    interface Preview {
      readonly groups: number
      readonly documents: number
      readonly passedOver: number
      readonly fields: readonly string[]
      readonly sample: readonly {
        readonly id: string
        readonly kept: string
        readonly goes: readonly string[]
        readonly texts: readonly string[]
      }[]
    }
    const asked = { act: 'duplicate', rule: 'newest:date', by: 'Li', run: 1 }
    const preview = await ask<Preview>('/bulk/bulk', { ...asked, preview: true })
    expect(preview).toMatchObject({ groups: 5, passedOver: 1, fields: ['date'] })
    expect((await ask<{ revision: number }>('/bulk/queue')).revision).toBe(2)
    // Only what was shown is done.
    expect(await ask('/bulk/bulk', { ...asked, groups: 4 })).toMatchObject({ status: 409, conflict: 'count', groups: 5 })
    expect(await ask('/bulk/bulk', { ...asked, run: 7, groups: 5 })).toMatchObject({ status: 409, conflict: 'run' })
    const done = await ask<{ batch: string }>('/bulk/bulk', { ...asked, groups: 5 })
    expect(done).toMatchObject({ groups: 5, documents: preview.documents, states: { open: 0, partly: 0, decided: 5, deferred: 1 } })
    interface Extra extends Detail {
      readonly members: readonly {
        readonly place: number
        readonly name: string
        readonly text: string
        readonly extra: [string, string][]
      }[]
    }
    for (const { id, kept, goes, texts } of preview.sample) {
      const group = await ask<Extra>(`/bulk/groups/${id}`)
      const textOf = (name: string) => group.members.find((member) => member.name === name)?.text.slice(0, 160)
      expect(texts).toEqual([kept, ...goes].map(textOf))
      const dateOf = (name: string) => group.members.find((member) => member.name === name)?.extra[0]?.[1] as string
      expect(group.members.find((member) => member.place === group.kept)?.name).toBe(kept)
      if (id === first) expect(group.kept).toBe(1)
      else for (const name of goes) expect(dateOf(name) <= dateOf(kept)).toBe(true)
    }
    const undone = await ask<{ batch: string }>('/bulk/acts', { act: 'undo', batch: done.batch, by: 'Li' })
    expect(undone).toMatchObject({ states: { open: 5, decided: 0, deferred: 1 } })
    await ask('/bulk/acts', { act: 'undo', batch: undone.batch, by: 'Li' })
    expect((await ask<{ states: object }>('/bulk/queue')).states).toMatchObject({ decided: 5 })
    await expect(ask('/bulk/acts', { act: 'undo', batch: done.batch, by: 'Li' })).rejects.toMatchObject({ code: 'DECISIONS_FILE' })
    // A file of decisions that is read again says the same.
    const again = new Reviews(join(folder, 'reviews'))
    expect(again.get('bulk').run.states()).toMatchObject({ decided: 5, deferred: 1 })
    again.close()
    const deferred = await ask<Preview>('/bulk/bulk', { ...asked, filter: { state: 'deferred' }, rule: 'longest', preview: true })
    expect(deferred.groups).toBe(1)
    for (const wrong of [{ act: 'undo' }, { rule: 'first' }, { filter: 'all' }, { filter: { size: 3 } }, { filter: { size: 'x' } }])
      await expect(ask('/bulk/bulk', { ...asked, ...wrong, preview: true })).rejects.toMatchObject({ code: 'OPTION_VALUE' })
  })

  it('sets the open members of all groups that fit apart, for the runs to come, and takes it back as one', async () => {
    const all = letters(7, 5)
    writeLines(join(folder, 'apart.jsonl'), all)
    await ask('', { name: 'apart', source: ['apart.jsonl'], options: { threshold: 0.7 } })
    await ask('/apart/run', {})
    interface Queue {
      readonly groups: readonly { readonly id: string; readonly size: number; readonly state: string }[]
      readonly states: object
    }
    const { groups } = await ask<Queue>('/apart/queue')
    const large = groups.find(({ size }) => size === 4) as { id: string }
    // Two of four are one thing by a decision: they stay together.
    const members = [0, 2].map((place) => ({ group: large.id, place }))
    await ask('/apart/acts', { act: 'duplicate', by: 'Li', run: 1, members })
    const asked = { act: 'distinct', by: 'Li', run: 1, filter: { size: '3..' } }
    const fit = groups.filter(({ size }) => size >= 3)
    expect(fit.length).toBeLessThan(groups.length)
    const documents = fit.reduce((sum, { size }) => sum + size - 1, 0) - 1
    expect(await ask('/apart/bulk', { ...asked, preview: true })).toMatchObject({
      groups: fit.length,
      documents,
      changed: 0,
      passedOver: 0,
    })
    expect(await ask('/apart/bulk', { ...asked, groups: fit.length + 1 })).toMatchObject({ status: 409, conflict: 'count' })
    const done = await ask<{ batch: string }>('/apart/bulk', { ...asked, groups: fit.length })
    expect(done).toMatchObject({ groups: fit.length, documents, states: { decided: fit.length, open: groups.length - fit.length } })
    expect(await ask('/apart/groups/'.concat(large.id))).toMatchObject({ states: ['kept', 'distinct', 'duplicate', 'distinct'] })
    const undone = await ask<{ batch: string }>('/apart/acts', { act: 'undo', batch: done.batch, by: 'Li' })
    expect(undone).toMatchObject({ states: { decided: 0, partly: 1, open: groups.length - 1 } })
    await ask('/apart/acts', { act: 'undo', batch: undone.batch, by: 'Li' })
    // The next run finds none of them, but the two that belong together.
    await ask('/apart/run', {})
    const after = await ask<Queue>('/apart/queue')
    const sizes = (list: Queue['groups']) => list.map(({ size }) => size).sort()
    expect(sizes(after.groups)).toEqual([...sizes(groups.filter(({ size }) => size < 3)), 2].sort())
  })

  it('exports groups and decisions', async () => {
    const files = new Map<string, string>()
    for (const name of ['groups.csv', 'groups.jsonl', 'groups.xlsx', 'decisions.csv', 'decisions.jsonl', 'decisions.xlsx']) {
      const answer = await request(`/信访/export/${name}`)
      expect(answer).toMatchObject({ name: `信访-${name}` })
      const { file } = answer as { file: string }
      expect(readFileSync(file).length).toBeGreaterThan(100)
      files.set(name, file)
    }
    const lines = readFileSync(files.get('groups.jsonl') as string, 'utf8')
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line)).filter(({ decision }) => decision === 'kept')).toHaveLength(8)
  })

  it('refuses what it does not understand, and stays whole', async () => {
    const first = (await ask<{ groups: { id: string }[] }>('/信访/queue')).groups[0]?.id
    const hostile: [string, object?][] = [
      ['/信访/queue?sort=../../etc'],
      ['/信访/queue?size=a..b'],
      ['/信访/queue?limit=1e9'],
      ['/信访/groups/nothing'],
      ['/../../etc'],
      ['/%2e%2e'],
      ['', { name: '../x', source: ['a.jsonl'] }],
      ['', { name: '信访', source: ['a.jsonl'] }],
      ['', { name: 'x', source: 'a.jsonl' }],
      ['/信访/acts', { act: 'merge', by: 'Li', run: 1 }],
      ['/信访/acts', { act: 'distinct', by: 'Li', run: 1, members: [{ group: 'no', place: 0 }] }],
      ['/信访/acts', { act: 'distinct', by: 'Li', run: 1, members: [{ group: 'x', place: -1 }, null] }],
      ['/信访/acts', { act: 'undo', by: 'Li', run: 1, of: '__proto__' }],
      // Every act has an author.
      ...[undefined, '', ' ', 7, 'x'.repeat(201)].flatMap((by): [string, object][] => [
        ['/信访/acts', { act: 'note', by, run: 1, note: 'whose?', members: [{ group: first, place: 0 }] }],
        ['/信访/acts', { act: 'undo', by, batch: 'none' }],
        ['/信访/bulk', { act: 'defer', by, run: 1, groups: 0, filter: { q: 'nowhere' } }],
      ]),
    ]
    const before = reviews.get('信访').revision
    for (const [path, body] of hostile) await expect(ask(path, body), path).rejects.toMatchObject({ name: 'LeitongError' })
    expect((await ask('/信访/acts', { act: 'defer', by: 'Li', run: 7, members: [] })).status).toBe(409)
    expect(reviews.get('信访').revision).toBe(before)
    writeFileSync(join(folder, 'reviews/信访/project.json'), 'no json')
    expect(() => new Reviews(join(folder, 'reviews')).get('信访')).toThrow()
  })
})
