/**
 * What a page needs so that no decision is lost: acts that are sent twice, what was done before, parts of a list that changes meanwhile; and what
 * is told of how members differ.
 *
 * Oracle   the acts that were sent; the list as it stood before anything was decided; the texts as they were written.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { differing } from '../../src/comparing/deciding.js'
import { answerReview } from '../../src/reviewing/api.js'
import { holdWork } from '../../src/reviewing/project.js'
import { aligned, shared } from '../../web/review/aligned.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { reviewsIn } from '../support/reviews/reviews-in.js'

const folder = temporaryFolder()
const { reviews, ask } = reviewsIn(folder)

interface Part {
  readonly offset: number
  readonly found: number
  readonly place?: number
  readonly groups: readonly { readonly id: string; readonly differs: readonly (readonly [string, string])[] }[]
}
interface Shown {
  readonly members: readonly { readonly person?: string }[]
}
interface Acted {
  readonly key: string
  readonly groups: readonly string[]
  readonly stands: Readonly<Record<string, string>>
  readonly revision: number
}
interface Activity {
  readonly done: readonly {
    readonly key?: string
    readonly batch?: string
    readonly count: number
    readonly by: string
    readonly group?: string
  }[]
  readonly total: number
}

async function made(name: string, count: number): Promise<readonly string[]> {
  writeLines(join(folder, `${name}.jsonl`), letters(count, 9))
  await ask('', { name, source: [`${name}.jsonl`] })
  await ask(`/${name}/run`, {})
  return (await ask<Part>(`/${name}/queue?limit=200`)).groups.map(({ id }) => id)
}

describe('acts', () => {
  it('are done once for each key, however often they are sent', async () => {
    const [id = '', other = ''] = await made('keys', 5)
    const act = { act: 'duplicate', members: [0, 1].map((place) => ({ group: id, place })), by: 'Li', run: 1, key: '00112233445566aa' }
    const first = await ask<Acted>('/keys/acts', act)
    expect(first).toMatchObject({ key: act.key, groups: [id], revision: 1 })
    expect(await ask<Acted>('/keys/acts', act)).toEqual(first)
    expect(reviews.get('keys').acts).toHaveLength(1)
    // An act of another kind, or of somebody else, does not hide behind a key that is taken.
    const defer = { ...act, act: 'defer', members: [{ group: other, place: 0 }] }
    await expect(ask('/keys/acts', defer)).rejects.toThrow('another act of this key')
    await expect(ask('/keys/acts', { ...act, by: 'Wang' })).rejects.toThrow('another act of this key')
    expect(reviews.get('keys').acts).toHaveLength(1)
    expect((await ask<Acted>('/keys/acts', { ...defer, key: '00112233445566ab' })).stands).toEqual({ [other]: 'deferred' })
  })

  it('on equal texts of one id are done, and obeyed: files without ids count their lines', async () => {
    const [letter] = letters(1)
    for (const name of ['first', 'second']) writeLines(join(folder, `${name}.jsonl`), [{ text: letter?.text }])
    await ask('', { name: 'lines', source: ['first.jsonl', 'second.jsonl'] })
    await ask('/lines/run', {})
    const [group] = (await ask<Part>('/lines/queue')).groups
    const members = [0, 1].map((place) => ({ group: group?.id, place }))
    const said = (act: string) => ask<Acted>('/lines/acts', { act, members, by: 'Li', run: 1 })
    const statesOf = async () => (await ask<{ states: string[] }>(`/lines/groups/${group?.id}`)).states
    expect((await said('duplicate')).stands).toEqual({ [group?.id as string]: 'decided' })
    expect(await statesOf()).toEqual(['kept', 'duplicate'])
    expect((await said('distinct')).stands).toEqual({ [group?.id as string]: 'decided' })
    expect(await statesOf()).toEqual(['kept', 'distinct'])
    await ask('/lines/run', {})
    expect((await ask<Part>('/lines/queue')).groups).toEqual([])
  })

  it('are told with what was done as one, the latest first', async () => {
    const [id = ''] = await made('done', 6)
    await ask('/done/acts', { act: 'defer', members: [{ group: id, place: 0 }], by: 'Li', run: 1 })
    const bulk = { act: 'duplicate', rule: 'run', filter: {} }
    const { groups } = await ask<{ groups: number }>('/done/bulk', { ...bulk, preview: true })
    const { batch } = await ask<{ batch: string }>('/done/bulk', { ...bulk, by: 'Wang', run: 1, groups })
    expect(groups).toBe(5)
    const all = await ask<Activity>('/done/activity')
    expect(all).toMatchObject({
      total: 2,
      done: [
        { batch, count: 5, by: 'Wang' },
        { count: 1, by: 'Li', group: id },
      ],
    })
    expect(await ask<Activity>('/done/activity?by=Li')).toMatchObject({ total: 1, done: [{ by: 'Li' }] })
    expect((await ask<Activity>('/done/activity?limit=1')).done).toHaveLength(1)
    await ask('/done/acts', { act: 'undo', batch, by: 'Li' })
    expect(await ask<Activity>('/done/activity')).toMatchObject({ total: 1, done: [{ by: 'Li' }] })
  })
})

describe('a review', () => {
  it('is removed with its decisions, unless somebody works on it', async () => {
    await made('gone', 3)
    const machine = undefined as never
    const remove = () => answerReview(reviews, { verb: 'DELETE', path: ['gone'], query: {} }, machine)
    const { folder: own } = reviews.get('gone')
    {
      using _lock = holdWork(own)
      await expect(remove()).rejects.toThrow(/LOCKED|in use|another/i)
    }
    expect(await remove()).toEqual({ status: 200, json: { removed: 'gone' } })
    expect(existsSync(own)).toBe(false)
    await expect(remove()).rejects.toThrow('no review of this name')
    expect(await made('gone', 3)).toHaveLength(3)
  })
})

describe('parts of the list', () => {
  it('go on behind a group that fits no more, so that none is passed over', async () => {
    const ids = await made('parts', 12)
    expect(ids).toHaveLength(12)
    for (const id of ids.slice(0, 4)) await ask('/parts/acts', { act: 'defer', members: [{ group: id, place: 0 }], by: 'Li', run: 1 })
    const behind = await ask<Part>(`/parts/queue?state=open&limit=5&after=${ids[3]}`)
    expect([behind.offset, behind.groups.map(({ id }) => id)]).toEqual([0, ids.slice(4, 9)])
    const next = await ask<Part>(`/parts/queue?state=open&limit=5&after=${ids[8]}`)
    expect([next.offset, next.groups.map(({ id }) => id)]).toEqual([5, ids.slice(9)])
    // The part that a group stands in, and where one would stand that fits no more.
    const around = await ask<Part>(`/parts/queue?limit=5&around=${ids[7]}`)
    expect([around.offset, around.place, around.groups.map(({ id }) => id)]).toEqual([5, 7, ids.slice(5, 10)])
    expect(await ask<Part>(`/parts/queue?state=open&limit=5&around=${ids[2]}`)).toMatchObject({ offset: 0, place: 0, found: 8 })
  })
})

describe('what differs', () => {
  it('is told by the numbers and names themselves', async () => {
    expect(differing('住12栋，5月3日', '住13栋，5月3日', 3)).toEqual([['12栋', '13栋']])
    expect(differing('on 3 May and 4 June', 'on 3 May', 3)).toEqual([['4', '']])
    expect(differing('联系人：王小明，1', '联系人：李小明，1', 3)).toEqual([['王小明', '李小明']])
    expect(differing('１2', '12', 3)).toEqual([])
    expect(differing('1 2 3', '4 5 6', 2)).toEqual([
      ['1', '4'],
      ['2', '5'],
    ])
    const [text] = letters(1)
    const signed = ['王建国', '李桂兰', '李桂兰'].map((name, i) => ({ id: i, 诉求人: name, text: text?.text }))
    writeLines(join(folder, 'signed.jsonl'), signed)
    await ask('', { name: 'signed', source: ['signed.jsonl'] })
    await ask('/signed/run', {})
    const [group] = (await ask<Part>('/signed/queue?q=李桂兰')).groups
    expect(group).toMatchObject({ differs: [['王建国', '李桂兰']], marks: ['names'] })
    expect((await ask<Shown>(`/signed/groups/${group?.id}`)).members.map(({ person }) => person)).toEqual(['王建国', '李桂兰', '李桂兰'])
    // The column is stated, a name in two spellings is one, and either finds it.
    const german = ['Käthe Kruse', 'Kaethe Kruse'].map((wer, i) => ({ id: i, wer, text: text?.text }))
    writeLines(join(folder, 'german.jsonl'), german)
    await ask('', { name: 'german', source: ['german.jsonl'], options: { personField: ['wer'] } })
    await ask('/german/run', {})
    for (const words of ['kaethe', 'KÄTHE', 'kathe kruse']) {
      const { groups } = await ask<Part>(`/german/queue?q=${encodeURIComponent(words)}`)
      expect(groups, words).toHaveLength(1)
      expect(groups[0], words).not.toMatchObject({ marks: ['names'] })
    }
    const written = ['12', '13'].map((number, i) => ({ id: i, text: `${text?.text}住${number}栋。` }))
    writeLines(join(folder, 'differs.jsonl'), written)
    await ask('', { name: 'differs', source: ['differs.jsonl'] })
    await ask('/differs/run', {})
    expect((await ask<Part>('/differs/queue')).groups.map(({ differs }) => differs)).toEqual([[['12栋', '13栋']]])
  })

  it('stands in rows of whole sentences: a point within a number or a name ends none', () => {
    const rows = aligned('他付了18.5万购房款。已交。', '他付了18.6万购房款。已交。')
    expect(rows.map(({ left }) => left.map(({ text }) => text).join(''))).toEqual(['他付了18.5万购房款。', '已交。'])
    const plain = aligned('See www.a.com for 1.5 m. It ends.', 'See www.a.com for 2.5 m. It ends.')
    expect(plain.map(({ right }) => right.map(({ text }) => text).join(''))).toEqual(['See www.a.com for 2.5 m. ', 'It ends.'])
    expect(aligned('One. Two.', 'One. Too.').map(({ isEqual }) => isEqual)).toEqual([true, false])
    for (const side of ['left', 'right'] as const)
      expect(rows.map((row) => row[side].map(({ text }) => text).join('')).join('')).toBe(
        side === 'left' ? '他付了18.5万购房款。已交。' : '他付了18.6万购房款。已交。',
      )
    expect(shared(aligned('abc. x', 'abc. x'), 'left')).toBe(1)
    expect(shared(rows, 'left')).toBeGreaterThan(0.7)
  })

  it('is not all that is said of versions: why they stand together is', async () => {
    const own = (i: number) => Array.from({ length: 80 }, (_, j) => String.fromCodePoint(0x4e00 + ((i * 997 + j * 7919) % 15000))).join('')
    const texts = Array.from({ length: 8 }, (_, i) => ({ id: i, text: `${own(i)}。` }))
    writeLines(join(folder, 'versions.jsonl'), [
      ...texts,
      { id: 'again', text: `${own(3).slice(0, 60)}，后来另写了许多别的内容，与前信不同。` },
    ])
    await ask('', { name: 'versions', source: ['versions.jsonl'], options: { find: 'versions' } })
    await ask('/versions/run', {})
    const [group] = (await ask<Part>('/versions/queue')).groups
    const { measured, passages } = await ask<{ measured: { similarity: number; isSimilar: boolean }; passages: string[] }>(
      `/versions/why/${group?.id}?place=1`,
    )
    expect(measured.isSimilar).toBe(true)
    expect(measured.similarity).toBeGreaterThan(0.14)
    expect(passages[0]).toBe(own(3).slice(0, 60))
  })
})
