/**
 * Tasks of the service when writes are refused, processes are gone, and webhooks are new.
 *
 * Covers   a claim that cannot be written starts no process, is tried again, and the task is done once; a webhook that was told and cannot be
 *          taken down as told; a state that is full: requests are answered, and the service lives; tasks of a container that was made anew:
 *          taken up when it gives no sign of life, and cancelled by hand; a webhook that is new is told of new tasks alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LeitongError } from '../../src/errors.js'
import { Service } from '../../src/server/service.js'
import { settingsOf } from '../../src/server/settings.js'
import { ask, startService } from '../server/started.js'
import { COMMAND, temporaryFolder } from '../support/files.js'
import { leaveTask } from '../support/service/other-host.js'

const REQUEST = { kind: 'compact', index: 'letters' } as const

/** A service without doors, with an index to compact. */
async function serviceOf(settings: object = {}): Promise<{ service: Service; mistakes: string[] }> {
  const service = new Service(settingsOf({ data: temporaryFolder(), log: 'silent', ...settings }))
  const mistakes: string[] = []
  service.logMistake = (stack) => mistakes.push(stack)
  await service.indexes.create('letters', {})
  await service.tasks.begin()
  return { service, mistakes }
}

async function until(what: () => unknown, seconds = 30): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await what()); await setTimeout(20))
    if (Date.now() > end) throw new Error(`not so after ${seconds} seconds: ${what}`)
}

const children = (): number => {
  const own = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return own.split(' ').filter(Boolean).length
}

/** Refuses writes of the state, as a full disk does. */
function refuseWrites(service: Service): { count: number; end: () => void } {
  const { state } = service
  const write = state.write.bind(state)
  const refused = { count: 0, end: () => Object.assign(state, { write }) }
  Object.assign(state, {
    write: () => {
      refused.count++
      throw new LeitongError('STORE', 'the state of the service', 'the disk of the folder is full')
    },
  })
  return refused
}

it('a claim that cannot be written starts no process, and the task is done when there is room', async ({ skip }) => {
  if (process.platform !== 'linux') skip('processes are counted below /proc')
  const { service, mistakes } = await serviceOf()
  const before = children()
  const write = service.state.write.bind(service.state)
  let refused: ReturnType<typeof refuseWrites> | undefined
  // The task is written, and what comes next is not.
  Object.assign(service.state, {
    write: (work: () => unknown) => {
      const result = write(work)
      refused = refuseWrites(service)
      return result
    },
  })
  const task = await service.tasks.add(REQUEST)
  await setTimeout(2000)
  expect(children()).toBe(before)
  expect(refused?.count).toBe(1)
  expect(mistakes.join()).toMatch(/the disk of the folder is full/)
  Object.assign(service.state, { write })
  await until(() => service.tasks.get(task.id)?.state === 'done')
  expect(service.tasks.get(task.id)?.attempts).toBe(1)
  expect(children()).toBe(before)
  await service.close()
})

it('a webhook that was told, which cannot be written, ends nothing', async () => {
  const told: string[] = []
  let refuse = () => {}
  const server = createServer((request, response) => {
    request.on('data', (data) => told.push(String(data)))
    request.on('end', () => {
      refuse()
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const { service, mistakes } = await serviceOf({ webhooks: [{ url, secret: 'a secret of both sides' }] })
  const write = service.state.write.bind(service.state)
  refuse = () => void refuseWrites(service)
  const { id } = await service.tasks.add(REQUEST)
  await until(() => mistakes.length)
  await setTimeout(100)
  expect(told.length).toBe(1)
  expect(unhandled).toEqual([])
  expect(service.tasks.get(id)).toMatchObject({ state: 'done', owed: [url] })
  Object.assign(service.state, { write })
  process.off('unhandledRejection', note)
  await service.close()
  server.close()
})

it('a new webhook is told of tasks that end from now on', async () => {
  const told: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (data) => told.push(JSON.parse(String(data)).task.id))
    request.on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const data = temporaryFolder()
  const first = await serviceOf({ data })
  const old = await first.service.tasks.add(REQUEST)
  await until(() => first.service.tasks.get(old.id)?.state === 'done')
  await first.service.close()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { service } = await serviceOf({ data, webhooks: [{ url, secret: 'a secret of both sides' }] })
  const { id } = await service.tasks.add(REQUEST)
  await until(() => told.length)
  await setTimeout(300)
  expect(told).toEqual([id])
  await service.close()
  server.close()
})

it('a state that is full is told to whoever asks, and the service lives', async ({ skip }) => {
  if (process.platform === 'win32') skip('no such limit')
  // Files end at 128 KB: for whoever writes that is a full disk.
  const line = 'ulimit -f 256; exec "$@"'
  const args = ['sh', process.execPath, COMMAND, 'serve', '--no-keys', '--port', '0', '--data', temporaryFolder()]
  const child = spawn('sh', ['-c', line, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (data) => {
    log += data
  })
  const url = () => /http:\/\/127\.0\.0\.1:\d+/.exec(log)?.[0] ?? ''
  await until(url)
  const statuses = new Map<number, number>()
  let refusal = ''
  for (let i = 0; i < 600; i++) {
    const { status, text } = await ask(url(), 'POST', '/keys', { name: `${i}${'x'.repeat(90)}`, scopes: ['search'], indexes: ['*'] })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 201) refusal = text
  }
  expect([...statuses.keys()].sort()).toEqual([201, 503])
  expect(statuses.get(201)).toBeGreaterThan(50)
  expect(refusal).toMatch(/a limit of file sizes or a quota is reached|is full/)
  expect((await ask(url(), 'GET', '/health')).status).toBe(200)
  expect(child.exitCode).toBe(null)
  child.kill('SIGKILL')
  await once(child, 'exit')
})

async function taskOfOther(data: string, beat: number | undefined): Promise<string> {
  const { service } = await serviceOf({ data })
  await service.close()
  return leaveTask(data, REQUEST, beat)
}

it('takes up the tasks of a container that gives no sign of life', async () => {
  for (const beat of [undefined, 91_000]) {
    const data = temporaryFolder()
    const id = await taskOfOther(data, beat)
    const { ask } = await startService({ data, keys: false })
    await until(async () => (await ask('GET', `/tasks/${id}`)).json.state === 'done')
    expect((await ask('DELETE', `/tasks/${id}`)).status).toBeLessThan(300)
  }
})

it('leaves the tasks of one that lives, and lets them be cancelled when it is gone', async () => {
  const data = temporaryFolder()
  const id = await taskOfOther(data, 78_000)
  const { ask } = await startService({ data, keys: false })
  expect((await ask('GET', `/tasks/${id}`)).json.state).toBe('running')
  expect((await ask('POST', `/tasks/${id}/cancel`, {})).status).toBe(409)
  await expect.poll(async () => (await ask('POST', `/tasks/${id}/cancel`, {})).status, { timeout: 60_000, interval: 500 }).toBe(200)
  expect((await ask('GET', `/tasks/${id}`)).json.state).toBe('cancelled')
})
