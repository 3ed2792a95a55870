/**
 * Runs of a review, and its other long work, as tasks of the service.
 *
 * Oracle   the command `leitong review` over the same file.
 * Covers   progress in the review and in its events; other requests and decisions meanwhile; one task on a review at a time; cancel, a failure,
 *          a restart; nothing left behind; scopes; a request that is sent again; laboratory and passages.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { taskEnded } from '../support/reviews/ask-review.js'
import { letters, unlikeTexts } from '../support/reviews/letters.js'
import { type Started, startService } from './started.js'

const TEXT = 'the ferry will run every forty minutes from the old harbour to the island'
/** Enough for a run of some seconds, and nothing alike in it. */
const MANY = unlikeTexts(100_000)
const FEW = letters(6, 5)

const folder = temporaryFolder()
const folders = { mail: folder }
const file = join(folder, 'many.jsonl')

const ended = ({ ask }: Started, id: string) => taskEnded(async (path) => (await ask('GET', path)).json, id)

/** Makes a review of a few letters, runs it, and lets its file grow. */
async function grown(service: Started, name: string): Promise<void> {
  writeLines(file, FEW)
  await service.ask('POST', '/review', { name, source: ['mail/many.jsonl'], options: { threshold: 0.7 } })
  expect(await service.work(`${name}/run`)).toMatchObject({ state: 'done', summary: { work: 'run', run: 1, documents: FEW.length } })
  writeLines(file, [...FEW, ...MANY])
}

/** Starts a run, and waits until it has told how far it is. */
async function begun({ ask }: Started, name: string) {
  const started = await ask('POST', `/review/${name}/run`, {})
  expect([started.status, started.json.request]).toEqual([202, { kind: 'review', review: name, work: 'run' }])
  for (;;) {
    const { task } = (await ask('GET', `/review/${name}`)).json
    expect(task.id).toBe(started.json.id)
    expect(['queued', 'running']).toContain(task.state)
    if (task.progress?.done > 0) return task
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('a run of a review', () => {
  it('is a task, beside which people go on deciding', async () => {
    const service = await startService({ folders })
    const { ask } = service
    await grown(service, 'letters')
    const stop = new AbortController()
    const { key } = (await ask('POST', '/keys', { name: 'of a reader', scopes: ['search'] })).json
    const events = await fetch(`${service.url}/review/letters/events`, { headers: { authorization: `Bearer ${key}` }, signal: stop.signal })
    const task = await begun(service, 'letters')
    expect(task.progress).toMatchObject({ phase: expect.stringMatching(/^(read|search|verify|write)$/), done: expect.any(Number) })
    expect((await ask('GET', '/review')).json.reviews[0]).toMatchObject({ isRunning: true, run: 1, task: { id: task.id } })
    // Another run is refused; the queue and decisions are of the run before.
    for (const work of ['run', 'lab', 'passages']) {
      const { status, json } = await ask('POST', `/review/letters/${work}`, {})
      expect([status, json.error?.code]).toEqual([409, 'SERVICE_CONFLICT'])
      expect(json.error.message).toContain(task.id)
    }
    const [{ id: group }] = (await ask('GET', '/review/letters/queue')).json.groups
    const members = [0, 1].map((place) => ({ group, place }))
    expect((await ask('POST', '/review/letters/acts', { act: 'duplicate', by: 'Li', run: 1, members })).status).toBe(201)
    expect(['queued', 'running']).toContain((await ask('GET', `/tasks/${task.id}`)).json.state)

    const done = await ended(service, task.id)
    expect(done).toMatchObject({
      state: 'done',
      error: null,
      results: [],
      summary: { work: 'run', run: 2, documents: FEW.length + MANY.length },
    })
    const after = (await ask('GET', '/review/letters')).json
    expect(after).toMatchObject({ isRunning: false, run: 2, revision: 1, documents: FEW.length + MANY.length, groups: done.summary.groups })
    expect(after.states.open).toBeLessThan(after.groups)
    const { became } = (await ask('GET', `/review/letters/groups/${group}`)).json
    expect(became.every(({ run }: { run: number }) => run < 2)).toBe(true)

    let told = ''
    const reader = (events.body as ReadableStream<Uint8Array>).getReader()
    while (!told.includes('"state":"done","created"') || !told.includes('{"kind":"run","run":2}'))
      told += Buffer.from((await reader.read()).value ?? []).toString()
    stop.abort()
    const shown = [...told.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json as string))
    const tasks = shown.filter(({ kind, task: one }) => kind === 'task' && one.id === task.id).map(({ task: one }) => one)
    expect(tasks.at(-1).state).toBe('done')
    expect(tasks.some(({ progress }) => progress?.rate > 0 && progress.left !== null)).toBe(true)
    expect(told).not.toContain(service.folder)
    // The page follows the run before it hears that the task is over.
    expect(shown.findIndex(({ kind }) => kind === 'run')).toBeLessThan(shown.findLastIndex(({ kind }) => kind === 'task'))
    expect(readdirSync(join(service.folder, 'tasks', task.id))).toEqual([])
  })

  it('is what the command makes of it', async () => {
    const service = await startService({ folders })
    writeLines(join(folder, 'few.jsonl'), FEW)
    await service.ask('POST', '/review', { name: 'few', source: ['mail/few.jsonl'] })
    await service.work('few/run')
    expect((await service.work('few/run', { threshold: 0.5 })).state).toBe('done')
    const data = temporaryFolder()
    const run = ['review', 'run', 'few', '--data', data]
    await leitong(['review', 'create', 'few', join(folder, 'few.jsonl'), '--data', data])
    await leitong([...run, '--threshold', '0.5'])
    const exported = join(data, 'groups.jsonl')
    await leitong(['review', 'export', 'few', '--data', data, '--groups', exported])
    const { text } = await service.ask('GET', '/review/few/export/groups.jsonl')
    expect(text).toBe(readFileSync(exported, 'utf8'))
    expect((await service.ask('GET', '/review/few')).json).toMatchObject({ run: 2, threshold: 0.5, options: { threshold: 0.5 } })
  })

  it('is cancelled, and the one before it stays', async () => {
    const service = await startService({ folders })
    const { ask } = service
    await grown(service, 'letters')
    const { id } = await begun(service, 'letters')
    const own = join(service.folder, 'reviews/letters')
    expect((await ask('POST', `/tasks/${id}/cancel`)).json.state).toBe('cancelled')
    expect((await ask('GET', '/review/letters')).json).toMatchObject({ isRunning: false, run: 1, task: { id, state: 'cancelled' } })
    expect(existsSync(join(own, 'run-2'))).toBe(false)
    expect((await ask('GET', '/review/letters/queue')).json.total).toBeGreaterThan(0)
    // Cancelled while it waits, it never begins.
    const blocking = (await ask('POST', '/tasks', { kind: 'dedupe', source: { file: 'mail/many.jsonl' }, outputs: ['groups'] })).json
    const waiting = (await ask('POST', '/review/letters/run', {})).json
    expect((await ask('GET', '/review/letters')).json).toMatchObject({ isRunning: true, task: { state: 'queued', progress: null } })
    expect((await ask('POST', `/tasks/${waiting.id}/cancel`)).json).toMatchObject({ state: 'cancelled', attempts: 0 })
    await ask('POST', `/tasks/${blocking.id}/cancel`)
    writeLines(file, FEW.slice(0, 5))
    expect(await service.work('letters/run')).toMatchObject({ state: 'done', summary: { run: 2, documents: 5 } })
  })

  it('begins again when the service does', async () => {
    const data = temporaryFolder()
    const service = await startService({ data, folders })
    await grown(service, 'letters')
    const { id } = await begun(service, 'letters')
    await service.close()
    const again = await startService({ data, folders, keys: false })
    expect(await ended(again, id)).toMatchObject({ state: 'done', summary: { run: 2, documents: FEW.length + MANY.length } })
    expect((await again.ask('GET', '/review/letters')).json).toMatchObject({ run: 2, isRunning: false })
  })

  it('says what went wrong, and leaves the review as it was', async () => {
    const service = await startService({ folders })
    const { ask } = service
    const lost = join(folder, 'lost.jsonl')
    writeLines(lost, FEW)
    await ask('POST', '/review', { name: 'lost', source: ['mail/lost.jsonl'] })
    await service.work('lost/run')
    writeLines(lost, [{ id: 1, text: TEXT }])
    await ask('POST', '/review', {
      name: 'rows',
      source: ['mail/lost.jsonl'],
      options: { measure: 'fields', fields: { fields: { none: {} } } },
    })
    const failed = await service.work('rows/run')
    expect([failed.state, failed.error.code]).toEqual(['failed', expect.stringMatching(/^[A-Z_]+$/)])
    expect((await ask('GET', '/review/rows')).json).toMatchObject({
      run: 0,
      isRunning: false,
      task: { state: 'failed', error: failed.error },
    })
    rmSync(lost)
    const { status, json } = await ask('POST', '/review/lost/run', {})
    expect([status, json.error.code]).toEqual([404, 'SOURCE_MISSING'])
    expect((await ask('POST', '/review/lost/run', { threshold: 7 })).json.error.code).toBe('SERVICE_REQUEST')
    expect((await ask('POST', '/review/none/run', {})).status).toBe(404)
    expect((await ask('GET', '/review/lost')).json).toMatchObject({ run: 1, isRunning: false })
  })

  it('is begun with the scope admin only, and once for a request that is sent again', async () => {
    const service = await startService({ folders })
    const { ask } = service
    writeLines(join(folder, 'few.jsonl'), FEW)
    await ask('POST', '/review', { name: 'few', source: ['mail/few.jsonl'] })
    const { key } = (await ask('POST', '/keys', { name: 'of a test', scopes: ['write'] })).json
    const authorization = `Bearer ${key}`
    expect((await ask('POST', '/review/few/run', {}, { authorization })).status).toBe(403)
    for (const body of [{ kind: 'review', review: 'few', work: 'run' }, { kind: 'review' }])
      expect((await ask('POST', '/tasks', body, { authorization })).status).toBe(400)
    expect((await ask('GET', '/tasks')).json.tasks).toEqual([])
    const headers = { 'idempotency-key': 'once' }
    const first = await ask('POST', '/review/few/run', {}, headers)
    const second = await ask('POST', '/review/few/run', {}, headers)
    expect([second.status, second.json.id, second.headers.get('idempotent-replayed')]).toEqual([202, first.json.id, 'true'])
    await ended(service, first.json.id)
    // Of many at the same time one is taken.
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('POST', '/review/few/run', {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)])
  })
})

it('pairs around the threshold and frequent passages are looked for by tasks', async () => {
  const service = await startService({ folders })
  const { ask } = service
  writeLines(join(folder, 'few.jsonl'), FEW)
  await ask('POST', '/review', { name: 'few', source: ['mail/few.jsonl'], options: { threshold: 0.6 } })
  expect((await ask('POST', '/review/few/lab', {})).status).toBe(404)
  await service.work('few/run')
  expect((await ask('GET', '/review/few/lab')).status).toBe(404)
  for (let again = 0; again < 2; again++) {
    expect(await service.work('few/lab')).toMatchObject({ state: 'done', summary: { work: 'lab', run: 1 } })
    expect((await ask('GET', '/review/few/lab')).json).toMatchObject({ threshold: 0.6, floor: 0.3 })
  }
  expect((await ask('GET', '/review/few')).json.hasLab).toBe(true)
  const looked = await service.work('few/passages', { least: 5, over: 1 })
  const { found, passages } = (await ask('GET', '/review/few/passages')).json
  expect([looked.summary.found, passages.length]).toEqual([found, found])
  expect(found).toBeGreaterThan(0)
  expect((await ask('POST', '/review/few/passages', { over: 'x' })).json.error.code).toBe('SERVICE_REQUEST')
  // What a person leaves out counts in the run of the task.
  await ask('POST', `/review/few/passages/${passages[0].key}`, { on: true, by: 'Li' })
  await service.work('few/run')
  const { effect } = (await ask('GET', '/review/few/passages')).json
  expect(effect.now).toMatchObject({ leftOut: 1, ignored: { texts: passages[0].documents } })
  expect(readdirSync(join(service.folder, 'reviews/few')).filter((name) => name.startsWith('run-'))).toEqual(['run-2'])
})

describe('a review of an index', () => {
  it('reads the index of the service, which obeys what is decided', async () => {
    const service = await startService({ folders })
    const { ask } = service
    await ask('PUT', '/indexes/mail', { options: { threshold: 0.6 }, keep: 'text' })
    await ask('POST', '/indexes/mail/documents', { documents: FEW.map(({ id, text }) => ({ id, text })) })
    expect((await ask('POST', '/review', { name: 'ofindex', source: ['index:mail'], options: { threshold: 0.6 } })).status).toBe(201)
    expect(await service.work('ofindex/run')).toMatchObject({ state: 'done', summary: { run: 1, documents: FEW.length } })
    const queue = (await ask('GET', '/review/ofindex/queue')).json
    expect(queue.sources).toEqual(['index:mail'])
    expect(queue.groups.length).toBeGreaterThan(2)
    expect(JSON.stringify(queue)).not.toContain(service.folder)
    expect((await ask('POST', '/review', { name: 'ofnone', source: ['index:none'] })).status).toBe(201)
    expect((await ask('POST', '/review/ofnone/run', {})).json.error.code).toBe('INDEX_MISSING')
  })
})

describe('a review of a table', () => {
  it('reads a database that the settings name, and shows no URL', async () => {
    const { default: Database } = await import('libsql')
    const path = join(folder, 'office.db')
    const db = new Database(path)
    db.exec('create table letters (nr text primary key, body text)')
    for (const { id, text } of FEW) db.prepare('insert into letters values (?, ?)').run(id, text)
    db.close()
    const service = await startService({ databases: { office: `sqlite:${path}` } })
    const { ask } = service
    const options = { threshold: 0.6, idField: 'nr', textField: ['body'] }
    const made = (name: string, source: string[]) => ask('POST', '/review', { name, source, options })
    expect((await made('oftable', ['table:office/letters'])).status).toBe(201)
    expect(await service.work('oftable/run')).toMatchObject({ state: 'done', summary: { run: 1, documents: FEW.length } })
    const queue = await ask('GET', '/review/oftable/queue')
    expect(queue.json.groups.length).toBeGreaterThan(2)
    expect(queue.text).not.toContain(folder)
    expect(queue.json.sources.join()).toContain('office')
    expect((await service.work('oftable/passages', { least: 10, over: 1 })).error.code).toBe('OPTION_CONFLICT')
    for (const [i, source] of [['table:none/letters'], ['table:office'], ['table:office/letters', 'mail/x']].entries())
      expect((await made(`wrong${i}`, source)).status).toBeGreaterThanOrEqual(400)
  })
})
