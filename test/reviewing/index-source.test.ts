/**
 * A live index as the source of a review.
 *
 * Oracle   a review of a file with the same documents.
 * Covers   groups and texts; an index that has changed since; decisions that stay, and that the index obeys; laboratory, passages and outputs;
 *          what is shown of the source; refusals; the command line.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { reviewsIn } from '../support/reviews/reviews-in.js'

const folder = temporaryFolder()
const all = letters(5, 7).map(({ id, text }) => ({ id, text }))
const OPTIONS = { threshold: 0.6 }

interface Group {
  readonly members: readonly { readonly name: string }[]
}

interface Queue {
  readonly total: number
  readonly sources: readonly string[]
  readonly groups: readonly { readonly id: string; readonly size: number }[]
}

async function indexed(
  name: string,
  documents: readonly { readonly id: string; readonly text: string }[],
  payload: 'text' | 'none' = 'text',
) {
  const index = await openIndex(join(folder, name), { payload, digests: payload === 'text', ...OPTIONS })
  for await (const _ of index.addAll(documents)) void _
  await index.close()
}

describe('a review of an index', () => {
  const { ask, request } = reviewsIn(folder)

  it('has the groups of a file with its documents, and names the index', async () => {
    await indexed('news', all)
    writeLines(join(folder, 'news.jsonl'), all)
    for (const [name, source] of [
      ['file', 'news.jsonl'],
      ['index', 'index:news'],
    ]) {
      expect(await ask('', { name, source: [source], options: OPTIONS })).toMatchObject({ status: 201, source: [source] })
      expect(await ask(`/${name}/run`, {})).toMatchObject({ documents: all.length, run: 1 })
    }
    const [file, index] = [await ask<Queue>('/file/queue'), await ask<Queue>('/index/queue')]
    expect(index.groups.length).toBeGreaterThan(2)
    expect(index.groups.map(({ size }) => size)).toEqual(file.groups.map(({ size }) => size))
    expect(index.sources).toEqual(['index:news'])
    for (const what of ['groups', 'why'].map((part) => [part, file.groups[0]?.id, index.groups[0]?.id] as const)) {
      const [ofFile, ofIndex] = [await ask(`/file/${what[0]}/${what[1]}`), await ask(`/index/${what[0]}/${what[2]}`)]
      expect(JSON.stringify(ofIndex).replaceAll(String(what[2]), '').replaceAll('index:news', '')).toBe(
        JSON.stringify(ofFile).replaceAll(String(what[1]), '').replaceAll(join(folder, 'news.jsonl'), ''),
      )
    }
  })

  it('reads the index as it is when it runs, and keeps decisions, which the index obeys', async () => {
    const [group] = (await ask<Queue>('/index/queue')).groups
    const { members } = await ask<Group>(`/index/groups/${group?.id}`)
    const [a = '', b = ''] = members.map(({ name }) => name)
    expect(
      await ask('/index/acts', { act: 'distinct', by: 'Li', run: 1, members: [0, 1].map((place) => ({ group: group?.id, place })) }),
    ).toMatchObject({ status: 201 })
    const index = await openIndex(join(folder, 'news'), { create: false })
    await index.add({ id: 'new', text: `${all[0]?.text}请尽快。` })
    await index.close()
    // Texts are shown as they were read.
    expect((await ask('/index')) as unknown).toMatchObject({ documents: all.length })
    expect(await ask('/index/run', {})).toMatchObject({ documents: all.length + 1, run: 2 })
    const { groups } = await ask<Queue>('/index/queue')
    const names = await Promise.all(groups.map(async ({ id }) => (await ask<Group>(`/index/groups/${id}`)).members.map(({ name }) => name)))
    expect(names.some((some) => some.includes('new'))).toBe(true)
    expect(names.some((some) => some.includes(a) && some.includes(b))).toBe(false)
    const obeying = await openIndex(join(folder, 'news'), { create: false, decisions: join(folder, 'reviews/index/decisions.jsonl') })
    const text = all.find(({ id }) => id === b)?.text as string
    const matched = async (id: string) => (await obeying.query({ id, text })).map(({ id }) => id)
    // Asked for as another document, the text is like both; as itself it is not a duplicate of the other one.
    expect(await matched('asked')).toEqual(expect.arrayContaining([b]))
    const added = await obeying.add({ id: b, text })
    expect(added.group).not.toBe(a)
    await obeying.close()
  })

  it('has a laboratory, passages and outputs', async () => {
    expect((await ask('/index/lab', {})).status).toBe(200)
    expect(await ask('/index/passages', { least: 10, over: 1 })).toMatchObject({ status: 200 })
    const { key, removed, documents } = await ask<{ key: string; removed: number; documents: number }>('/index/plan')
    const answer = await request('/index/apply', { key, by: 'Li' })
    expect(answer).toMatchObject({ json: { kept: documents - removed } })
  })

  it('is refused beside files, with options of files, without texts, and without an index', async () => {
    const wrong = (body: object) => ask('', { name: 'wrong', ...body })
    await expect(wrong({ source: ['index:news', 'news.jsonl'] })).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
    await expect(wrong({ source: ['index:news'], options: { textField: ['body'] } })).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
    await indexed('bare', all, 'none')
    await ask('', { name: 'bare', source: ['index:bare'] })
    await expect(ask('/bare/run', {})).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
    expect(await ask('/bare')).toMatchObject({ run: 0 })
    await expect(ask('/bare/passages', {})).rejects.toMatchObject({ code: 'SOURCE_MISSING' })
    await ask('', { name: 'none', source: ['index:none'] })
    await expect(ask('/none/run', {})).rejects.toMatchObject({ code: 'INDEX_MISSING' })
  })

  it('is made, run and exported on the command line, from any folder', async () => {
    const data = join(folder, 'data')
    const run = (args: string[], cwd = folder) => leitong(['review', ...args, '--data', data], { cwd })
    expect(await run(['create', 'letters', 'index:news'])).toMatchObject({ code: 0 })
    expect(await run(['run', 'letters', '--threshold', '0.6'], '/')).toMatchObject({ code: 0 })
    expect(await run(['export', 'letters', '--groups', join(folder, 'groups.jsonl')], '/')).toMatchObject({ code: 0 })
    expect(jsonLines(join(folder, 'groups.jsonl')).length).toBeGreaterThan(4)
    expect((await run(['create', 'wrong', 'index:bare'])).code).toBe(2)
  })
})
