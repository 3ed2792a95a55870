/**
 * Indexes of the service that obey decisions.
 *
 * Oracle   the library under the same decisions; a review by hand.
 * Covers   decisions of a review and of a file; set when an index is made, later, and taken away; what is appended while the service runs; the
 *          description; paths and reviews that may not be named.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/files.js'
import { startService } from './started.js'

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
const TEXTS = ['one', 'two', 'three'].map(
  (end) => `The ferry will run every forty minutes from the old harbour to the island and back again, all summer, ${end}.`,
)
const documents = TEXTS.map((text, i) => ({ id: `d${i}`, text }))
let keys = 0
const lineOf = (act: string, ...members: number[]) =>
  `${JSON.stringify({ act, key: `k${keys++}`, by: 'Li', at: '2026-01-02T03:04:05Z', members: members.map((i) => ({ id: `d${i}`, digest: digest(TEXTS[i] as string) })) })}\n`

it('obeys a file of decisions, follows it, and lets it go', async () => {
  const places = temporaryFolder()
  const file = join(places, 'decided.jsonl')
  writeFileSync(file, lineOf('distinct', 0, 1))
  const { ask } = await startService({ folders: { mail: places } })
  const made = await ask('PUT', '/indexes/texts', { options: { threshold: 0.5 }, decisions: { file: 'mail/decided.jsonl' } })
  expect([made.status, made.json.decisions]).toEqual([201, { applied: 0, reopened: 0, missing: 1, conflicts: 0, undigested: 0 }])
  const added = await ask('POST', '/indexes/texts/documents', { documents })
  expect(added.json.answers.map((one: { duplicate_of: unknown }) => one.duplicate_of)).toEqual([null, null, 'd0'])
  const matches = async (text: string) =>
    (await ask('POST', '/indexes/texts/query', { text })).json.answers[0].matches.map(
      (one: { id: string; decided?: true }) => one.id + (one.decided ? '!' : ''),
    )
  expect(await matches(TEXTS[1] as string)).toEqual(['d1', 'd2'])
  appendFileSync(file, lineOf('distinct', 1, 2) + lineOf('duplicate', 0, 1))
  expect(await matches(TEXTS[1] as string)).toEqual(['d1', 'd0!'])
  const described = await ask('GET', '/indexes/texts')
  expect(described.json.decisions).toEqual({ applied: 2, reopened: 0, missing: 0, conflicts: 0, undigested: 0 })
  const groups = await Promise.all(documents.map(async ({ id }) => (await ask('GET', `/indexes/texts/documents/${id}`)).json.group))
  expect([groups[0] === groups[1], groups[1] === groups[2]]).toEqual([true, false])

  expect((await ask('PUT', '/indexes/texts', { decisions: null })).status).toBe(200)
  expect((await matches(TEXTS[1] as string)).sort()).toEqual(['d0', 'd1', 'd2'])
  expect((await ask('GET', '/indexes/texts')).json.decisions).toBeUndefined()
})

it('obeys the decisions of a review', async () => {
  const places = temporaryFolder()
  writeFileSync(join(places, 'letters.jsonl'), documents.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const { ask, work } = await startService({ folders: { mail: places } })
  await ask('POST', '/review', { name: 'letters', source: ['mail/letters.jsonl'], options: { threshold: 0.5 } })
  await work('letters/run')
  const made = await ask('PUT', '/indexes/texts', { options: { threshold: 0.5 }, decisions: { review: 'letters' } })
  expect([made.status, made.json.decisions?.applied], made.text).toEqual([201, 0])
  // One on which nobody has decided, and that was never run.
  await ask('POST', '/review', { name: 'fresh', source: ['mail/letters.jsonl'], options: { threshold: 0.5 } })
  const early = await ask('PUT', '/indexes/early', { options: { threshold: 0.5 }, decisions: { review: 'fresh' } })
  expect([early.status, early.json.decisions?.applied], early.text).toEqual([201, 0])
  expect((await work('fresh/run')).state).toBe('done')
})

it('names no other files, and no reviews that are not there', async () => {
  const places = temporaryFolder()
  mkdirSync(join(places, 'inner'))
  writeFileSync(join(places, 'outside.jsonl'), '')
  const { ask } = await startService({ folders: { mail: join(places, 'inner') } })
  for (const [decisions, status] of [
    [{ file: 'mail/../outside.jsonl' }, 403],
    [{ file: '/etc/passwd' }, 403],
    [{ file: 'mail/none.jsonl' }, 404],
    [{ review: '../..' }, 404],
    [{ review: 'none' }, 404],
    [{ review: 'none', file: 'mail/x' }, 400],
    ['mail/x', 400],
    [7, 400],
    [[], 400],
  ] as const) {
    const answer = await ask('PUT', '/indexes/texts', { decisions })
    expect([answer.status, JSON.stringify(decisions)], answer.text).toEqual([status, JSON.stringify(decisions)])
    expect(answer.text).not.toContain(places)
  }
  expect((await ask('PUT', '/indexes/texts', { options: { decisions: 'mail/x' } })).status).toBe(400)
  expect((await ask('GET', '/indexes')).json.indexes).toEqual([])
})

it('takes decisions into a new review, and into a task', async () => {
  const places = temporaryFolder()
  writeFileSync(join(places, 'letters.jsonl'), documents.map((one) => `${JSON.stringify(one)}\n`).join(''))
  writeFileSync(join(places, 'decided.jsonl'), lineOf('distinct', 0, 1) + lineOf('distinct', 0, 2))
  const { ask, work } = await startService({ folders: { mail: places } })
  const source = ['mail/letters.jsonl']
  const made = (name: string, more: object) => ask('POST', '/review', { name, source, options: { threshold: 0.5 }, ...more })
  for (const decisions of ['mail/../decided.jsonl', '/etc/passwd', 'other/decided.jsonl'])
    expect((await made('no', { decisions })).json.error.code).toBe('SERVICE_PLACE')
  expect((await made('no', { decisions: 'mail/letters.jsonl' })).json.error.code).toBe('DECISIONS_FILE')
  expect((await made('no', { options: { decisions: 'mail/decided.jsonl' } })).json.error.code).toBe('OPTION_CONFLICT')
  expect((await ask('GET', '/review')).json.reviews).toEqual([])
  expect((await made('letters', { decisions: 'mail/decided.jsonl' })).json).toMatchObject({ name: 'letters', revision: 2 })
  const { groups, members } = (await work('letters/run')).summary
  expect([groups, members]).toEqual([1, 2])

  const task = async (decisions: object) => {
    const options = { threshold: 0.5, decisions }
    const started = await ask('POST', '/tasks', { kind: 'dedupe', source: { file: 'mail/letters.jsonl' }, options, outputs: ['groups'] })
    if (started.status !== 202) return started.json.error.code
    await (await ask('GET', `/tasks/${started.json.id}/events`)).text
    return (await ask('GET', `/tasks/${started.json.id}`)).json.summary
  }
  expect(await task({ review: 'letters' })).toMatchObject({ removed: 1, decisions: { applied: 2 } })
  expect(await task({ file: 'mail/decided.jsonl' })).toMatchObject({ removed: 1, decisions: { applied: 2 } })
  expect(await task({ review: '../letters' })).toBe('SERVICE_MISSING')
  expect(await task({ file: '/etc/passwd' })).toBe('SERVICE_PLACE')
})
