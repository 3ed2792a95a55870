/**
 * What the service shares between clients, and what outlives them.
 *
 * Covers   imports whose head names files; keys that are removed under a stream; tasks on disk before the answer; two exports of a review at
 *          once; links in paths that are not to be told; one idempotency key in two services.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { once } from '../../src/server/limits/idempotency.js'
import { checkImported } from '../../src/server/options.js'
import { Service } from '../../src/server/service.js'
import { settingsOf } from '../../src/server/settings.js'
import { State } from '../../src/server/state.js'
import type { TaskHost } from '../../src/server/tasks/host.js'
import { Tasks } from '../../src/server/tasks/tasks.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { lines, type Started, startService } from './started.js'

const TEXTS = Array.from({ length: 30 }, (_, id) => ({ id, text: `letter ${id % 20} about the bridge of the old harbour` }))

async function over({ ask }: Started, id: string) {
  for (;;) {
    const { json } = await ask('GET', `/tasks/${id}`)
    if (!['queued', 'running'].includes(json.state)) return json
    await pause(50)
  }
}

async function imported(service: Started, index: string, text: string) {
  const { json } = await service.ask('POST', '/uploads?name=export.jsonl', text, { 'content-type': 'application/octet-stream' })
  const { json: task } = await service.ask('POST', '/tasks', { kind: 'import', index, source: { upload: json.upload } })
  return over(service, task.id)
}

it('an export names files of allowed folders alone', async () => {
  const folder = temporaryFolder()
  const outside = temporaryFolder()
  for (const place of [folder, outside]) writeFileSync(join(place, 'stop.txt'), 'the\nof\n')
  symlinkSync(outside, join(folder, 'way'))
  const service = await startService({ folders: { lists: folder } })
  await service.ask('PUT', '/indexes/a', { keep: 'text' })
  await service.ask('POST', '/indexes/a/documents', { documents: TEXTS })
  const exported = await over(service, (await service.ask('POST', '/tasks', { kind: 'export', index: 'a' })).json.id)
  const { text } = await service.ask('GET', `/tasks/${exported.id}/results/export.jsonl`)
  const [head = '', ...rest] = text.split('\n')
  const { settings, ...others } = JSON.parse(head)
  const withHead = (options: object, more: object = {}) =>
    [JSON.stringify({ ...others, settings: { ...settings, ...more, options: { ...settings.options, ...options } } }), ...rest].join('\n')
  const hostile: [object, object?][] = [
    [{ stopWords: [join(outside, 'stop.txt')] }],
    [{ 'stop-words': `en,${join(outside, 'stop.txt')}` }],
    [{ stopWords: [join(folder, 'way', 'stop.txt')] }],
    [{ stopWords: [join(folder, 'none.txt')] }],
    [{ tokenizer: 'chinese', dictionary: ['/etc/passwd'] }],
    [{ fields: '/etc/passwd' }],
    [{ weight: 'tfidf', model: '/etc/passwd' }],
    [{ weight: 'tfidf' }, { modelFile: '/etc/passwd' }],
  ]
  const model = { model: '/etc/passwd' }
  for (const [options, more] of hostile) {
    const given = { ...options, ...(more ? model : {}) }
    expect(() => checkImported(given, { lists: folder }), JSON.stringify(given)).toThrow(/may not use/)
  }
  expect(() => checkImported({ ...model, modelData: 'AA==', stopWords: ['en'] }, {})).not.toThrow()
  // Of those in a process of their own: one by its options, one by its model.
  for (const at of [0, 7]) {
    const [options, more] = hostile[at] as (typeof hostile)[0]
    const task = await imported(service, `b${at}`, withHead(options, more))
    expect(task, JSON.stringify([options, more])).toMatchObject({ state: 'failed', error: { code: 'SERVICE_PLACE' } })
    expect(existsSync(join(service.folder, 'indexes', `b${at}`, 'index.lmdb')), 'no index was made').toBe(false)
  }
  const allowed = await imported(service, 'c', withHead({ stopWords: [realpathSync(join(folder, 'stop.txt'))] }))
  // Another option than the one that the lines were signed under: the texts are signed anew.
  expect(allowed.error).toBe(null)
  expect(allowed).toMatchObject({ state: 'done', summary: { documents: 30 } })
})

it('a stream of events ends with its key', async () => {
  const service = await startService({ taskWorkers: 1 })
  writeFileSync(join(service.folder, 'wait'), '')
  const { json: made } = await service.ask('POST', '/keys', { name: 'follower', scopes: ['write'] })
  const { json: task } = await service.ask('POST', '/uploads?name=a.jsonl', lines(TEXTS), { 'content-type': 'application/octet-stream' })
  // A first task keeps the second waiting, whose stream has nothing to tell.
  const ids: string[] = []
  for (let i = 0; i < 6; i++)
    ids.push((await service.ask('POST', '/tasks', { kind: 'dedupe', source: { upload: task.upload }, outputs: ['removed'] })).json.id)
  const follow = await fetch(`${service.url}/tasks/${ids[5]}/events`, { headers: { authorization: `Bearer ${made.key}` } })
  const reader = (follow.body as ReadableStream<Uint8Array>).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('"state":"queued"')
  expect((await service.ask('DELETE', `/keys/${made.entry.id}`)).status).toBe(204)
  let told = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) told += new TextDecoder().decode(part.value)
  expect(told, 'the stream ended before the task did').not.toContain('"state":"done"')
  for (const id of ids) await service.ask('POST', `/tasks/${id}/cancel`)
})

it('a task is on disk before it is acknowledged', async () => {
  const folder = temporaryFolder()
  const state = new State(folder)
  const settings = settingsOf({ data: folder, keys: false })
  const host = {
    settings: { ...settings, taskWorkers: 0 },
    state,
    indexes: { requireIndex: async () => 'memory:' },
    isEnding: false,
  } as unknown as TaskHost
  const { id } = await new Tasks(host).add({ kind: 'compact', index: 'a' } as never)
  // As a process that is killed now would leave it.
  const copy = temporaryFolder()
  copyFileSync(join(folder, 'service.lmdb'), join(copy, 'service.lmdb'))
  const left = new State(copy)
  expect(left.tasks.get(id)?.state).toBe('queued')
  await left.close()
  await state.close()
})

it('links in the paths of the machine are not told either', async () => {
  const real = temporaryFolder()
  const data = join(temporaryFolder(), 'data')
  symlinkSync(real, data)
  mkdirSync(join(real, 'letters'))
  symlinkSync(join(real, 'letters'), join(real, 'named'))
  const service = new Service(settingsOf({ data, keys: false, folders: { texts: join(data, 'named') } }))
  try {
    expect(service.redactor.redact(`${join(realpathSync(real), 'letters', 'a.jsonl')}: cannot be read`)).toBe(
      'texts/a.jsonl: cannot be read',
    )
    expect(service.redactor.redact(`${realpathSync(real)}/tasks/1`)).toBe('DATA/tasks/1')
  } finally {
    await service.close()
  }
})

it('two services of one process know nothing of the requests of each other', async () => {
  const routeOptions = { config: { scope: 'write' } }
  const request = {
    headers: { 'idempotency-key': 'k' },
    key: { id: 'anyone' },
    method: 'POST',
    url: '/tasks',
    body: null,
    routeOptions,
  } as never
  const service = () =>
    ({
      state: { answers: { get: () => undefined, getRange: () => [], putSync: () => {} }, writeAnswers: (work: () => void) => work() },
    }) as never
  const waits = new Promise<void>((resolve) => setImmediate(resolve))
  const reply = (body: string) => async () => {
    await waits
    return { status: 200, body }
  }
  const answers = await Promise.all([once(request, service(), reply('first')), once(request, service(), reply('second'))])
  expect(answers.map(({ body }) => body)).toEqual(['first', 'second'])
})

it('two exports of a review at once are files of their own, and none stays', async () => {
  const folder = temporaryFolder()
  writeLines(join(folder, 'in.jsonl'), TEXTS)
  const service = await startService({ folders: { letters: folder } })
  const made = await service.ask('POST', '/review', { name: 'two', source: ['letters/in.jsonl'], options: {} })
  expect(made.status, made.text).toBe(201)
  expect((await service.work('two/run')).state).toBe('done')
  const names = ['groups.jsonl', 'groups.xlsx', 'review.html']
  for (const name of names) {
    const many = await Promise.all(Array.from({ length: 6 }, () => service.ask('GET', `/review/two/export/${name}`)))
    const sizes = new Set(many.map(({ status, text }) => `${status} ${text.length}`))
    expect([...sizes].length, [...sizes].join()).toBe(1)
    expect(many[0]?.status).toBe(200)
  }
  const outs = readdirSync(service.folder, { recursive: true, encoding: 'utf8' }).filter((path) => /(?:^|\/)out(?:\/|$)/.test(path))
  for (let i = 0; i < 100 && readdirSync(join(service.folder, outs[0] as string)).length; i++) await pause(20)
  expect(readdirSync(join(service.folder, outs[0] as string))).toEqual([])
})
