/**
 * The plan of a review, carried out as a task of the service.
 *
 * Oracle   the source less the documents that were called duplicates.
 * Covers   files and a table of results; a plan that is out of date when it is asked for, and one that is by the time it is its turn; a
 *          cancelled task; what was written before stays until there is something in its place.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder, writeLines } from '../support/files.js'
import { taskEnded } from '../support/reviews/ask-review.js'
import { letters, unlikeTexts } from '../support/reviews/letters.js'
import { type Started, startService } from './started.js'

const FEW = letters(6, 5)
/** Enough that a run of them keeps the queue of tasks waiting. */
const MANY = unlikeTexts(20_000)
const OPTIONS = { threshold: 0.6 }

const ended = ({ ask }: Started, id: string) => taskEnded(async (path) => (await ask('GET', path)).json, id)
const lines = (text: string) => text.split('\n').filter(Boolean)

/** All members of a group but the first are called duplicates. @returns their ids */
async function decide({ ask }: Started, review: string, number: number): Promise<string[]> {
  const { groups } = (await ask('GET', `/review/${review}/queue?sort=input`)).json
  const group = groups[number].id
  const shown = (await ask('GET', `/review/${review}/groups/${group}`)).json
  const members = shown.members.map(({ place }: { place: number }) => ({ group, place }))
  const { status } = await ask('POST', `/review/${review}/acts`, { act: 'duplicate', by: 'Li', run: 1, members })
  expect(status).toBe(201)
  return shown.members.filter(({ place }: { place: number }) => place !== shown.kept).map(({ name }: { name: string }) => name)
}
const planOf = async ({ ask }: Started, review: string) => (await ask('GET', `/review/${review}/plan`)).json.key

it('files are written by a task, which a later decision stops', async () => {
  const folder = temporaryFolder()
  const service = await startService({ folders: { mail: folder } })
  const { ask, work } = service
  writeLines(join(folder, 'few.jsonl'), FEW)
  writeLines(join(folder, 'many.jsonl'), MANY)
  expect((await ask('POST', '/review', { name: 'few', source: ['mail/few.jsonl'], options: OPTIONS })).status).toBe(201)
  expect((await ask('POST', '/review/few/apply', { key: '0.0' })).status).toBe(404)
  await work('few/run')
  const gone = await decide(service, 'few', 0)
  expect(gone.length).toBeGreaterThan(0)
  const key = await planOf(service, 'few')
  for (const body of [{}, { key: 7 }, { key, table: '' }, { key, table: 'x', replace: 'yes' }, { key, replace: true }])
    expect([body, (await ask('POST', '/review/few/apply', body)).status]).toEqual([body, 400])
  expect((await ask('GET', '/review/few/applied/removed.jsonl')).status).toBe(404)

  const task = await work('few/apply', { key })
  const kept = FEW.length - gone.length
  const summary = { work: 'apply', documents: FEW.length, removed: gone.length, kept, files: ['kept.jsonl', 'removed.jsonl'] }
  expect(task).toMatchObject({ state: 'done', results: [], summary })
  const before = (await ask('GET', '/review/few/applied/kept.jsonl')).text
  expect(before).toBe(
    lines(readFileSync(join(folder, 'few.jsonl'), 'utf8'))
      .filter((line) => !gone.includes(JSON.parse(line).id))
      .map((line) => `${line}\n`)
      .join(''),
  )
  const removed = lines((await ask('GET', '/review/few/applied/removed.jsonl')).text).map((line) => JSON.parse(line).id)
  expect(removed.sort()).toEqual(gone.sort())

  // The plan that was shown, or none: an act that comes before its turn ends the task.
  await ask('POST', '/review', { name: 'many', source: ['mail/many.jsonl'] })
  const long = (await ask('POST', '/review/many/run', {})).json.id
  const late = await ask('POST', '/review/few/apply', { key })
  expect([late.status, late.json.state]).toEqual([202, 'queued'])
  const more = await decide(service, 'few', 1)
  expect(more.length).toBeGreaterThan(0)
  expect((await ask('POST', '/review/few/apply', { key })).json.error.code).toBe('SERVICE_CONFLICT')
  expect(await ended(service, late.json.id)).toMatchObject({ state: 'failed', error: { code: 'SERVICE_CONFLICT' } })
  expect((await ended(service, long)).state).toBe('done')

  // One that is cancelled leaves nothing, and nothing is lost by it.
  const again = (await ask('POST', '/review/many/run', {})).json.id
  const waiting = (await ask('POST', '/review/few/apply', { key: await planOf(service, 'few') })).json.id
  await ask('POST', `/tasks/${waiting}/cancel`)
  expect((await ended(service, waiting)).state).toBe('cancelled')
  await ended(service, again)
  expect((await ask('GET', '/review/few/applied/kept.jsonl')).text).toBe(before)
  expect(await work('few/apply', { key: await planOf(service, 'few') })).toMatchObject({ summary: { removed: gone.length + more.length } })
  expect(lines((await ask('GET', '/review/few/applied/kept.jsonl')).text)).toHaveLength(kept - more.length)
  expect(existsSync(join(service.folder, 'reviews/few/applied.new'))).toBe(false)
})

it('results go into a table of their own, beside the one that was read', async () => {
  const { default: Database } = await import('libsql')
  const path = join(temporaryFolder(), 'office.db')
  const db = new Database(path)
  db.exec('create table letters (nr text primary key, body text)')
  for (const { id, text } of FEW) db.prepare('insert into letters values (?, ?)').run(id, text)
  const all = () => db.prepare('select * from letters').all().length
  const service = await startService({ databases: { office: `sqlite:${path}` } })
  const { ask, work } = service
  const options = { ...OPTIONS, idField: 'nr', textField: ['body'] }
  await ask('POST', '/review', { name: 'office', source: ['table:office/letters'], options })
  await work('office/run')
  const gone = await decide(service, 'office', 0)
  const key = await planOf(service, 'office')
  const into = (table: string, replace?: boolean) => work('office/apply', { key, table, ...(replace === undefined ? {} : { replace }) })
  expect(await into('decided')).toMatchObject({ state: 'done', summary: { removed: gone.length } })
  const rows = db.prepare('select * from decided').all() as Record<string, unknown>[]
  expect(rows).toHaveLength(gone.length + 1)
  expect(rows.flatMap((row) => Object.values(row))).toEqual(expect.arrayContaining(gone.map((id) => JSON.stringify(id))))
  for (const table of ['decided', 'letters']) expect(await into(table)).toMatchObject({ state: 'failed', error: { code: 'RESULTS_TABLE' } })
  expect(await into('letters', true)).toMatchObject({ state: 'failed', error: { code: 'RESULTS_TABLE' } })
  expect(await into('decided', true)).toMatchObject({ state: 'done' })
  expect([db.prepare('select * from decided').all().length, all()]).toEqual([rows.length, FEW.length])
  db.close()
})
