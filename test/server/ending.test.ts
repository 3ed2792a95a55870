/**
 * The end of the service, and connections that go on.
 *
 * Covers   a request that is half sent when the signal comes; a signal that asks for a debugger; streams of events on tasks that wait; requests of kept connections after the end was
 *          begun; many streams on one connection; a repeated request whose first answer was late.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/server/app.js'
import { Service } from '../../src/server/service.js'
import { settingsOf } from '../../src/server/settings.js'
import { COMMAND, temporaryFolder, writeLines } from '../support/files.js'
import { startService } from './started.js'

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(false))
    socket.once('error', () => resolve(true))
  }).finally(() => socket.destroy()) as Promise<boolean>
}

describe('the end of the service', () => {
  it('by SIGTERM answers a request that is half sent, and closes its connection', async () => {
    const child = spawn(process.execPath, [COMMAND, 'serve', '--no-keys', '--port', '0', '--data', temporaryFolder()])
    let log = ''
    child.stderr.on('data', (data) => {
      log += data
    })
    const ended = once(child, 'exit')
    while (!/127\.0\.0\.1:(\d+)/.test(log)) await setTimeout(20)
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(log)?.[1])
    const body = JSON.stringify({ a: 'the cat sat', b: 'the cat sat down' })
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    const closed = once(socket, 'close')
    const head = `host: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
    // The first answer says that the service has seen this connection.
    socket.write('GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    while (!answer.includes('alive')) await setTimeout(20)
    socket.write(`POST /compare HTTP/1.1\r\nexpect: 100-continue\r\n${head}\r\n\r\n`)
    while (!answer.includes('100 Continue')) await setTimeout(20)
    child.kill('SIGTERM')
    while (!(await isRefused(port))) await setTimeout(20)
    socket.write(body)
    await closed
    expect(answer).toContain('"similarity"')
    expect(answer).toMatch(/connection: close/i)
    expect(await ended).toEqual([0, null])
  })

  it('is not brought nearer by SIGUSR1, which opens no debugger', async () => {
    const child = spawn(process.execPath, [COMMAND, 'serve', '--no-keys', '--port', '0', '--data', temporaryFolder()])
    let log = ''
    child.stderr.on('data', (data) => {
      log += data
    })
    const ended = once(child, 'close')
    while (!/127\.0\.0\.1:(\d+)/.test(log)) await setTimeout(20)
    const health = `http://127.0.0.1:${/127\.0\.0\.1:(\d+)/.exec(log)?.[1]}/health`
    child.kill('SIGUSR1')
    for (let i = 0; i < 5; i++) expect((await fetch(health)).status).toBe(200)
    child.kill('SIGQUIT')
    expect(await ended).toEqual([0, null])
    expect(log).not.toMatch(/debugger/i)
  })

  it('waits for no connection that has sent nothing', async () => {
    const service = await startService()
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    await once(socket, 'connect')
    await service.ask('GET', '/health')
    const closed = once(socket, 'close')
    await service.close()
    await closed
  })

  it('waits for no stream of events, of a task that waits neither', async () => {
    const folder = temporaryFolder()
    writeLines(
      join(folder, 'a.jsonl'),
      Array.from({ length: 20_000 }, (_, id) => ({ id, text: `letter ${id} about the bridge of the old harbour ${(id * 7919) % 104729}` })),
    )
    const service = await startService({ folders: { mail: folder } })
    const body = { kind: 'dedupe', source: { file: 'mail/a.jsonl' } }
    await service.ask('POST', '/tasks', body)
    const { id } = (await service.ask('POST', '/tasks', body)).json
    const events = await fetch(`${service.url}/tasks/${id}/events`, { headers: { authorization: `Bearer ${service.key}` } })
    const told = events.text()
    await service.close()
    expect(await told).toContain('"state":"queued"')
  })
})

describe('a kept connection', () => {
  it('has no more listeners after many requests than after one', async () => {
    const service = await startService()
    const { upload } = (await service.ask('POST', '/uploads?name=a.jsonl', '{"id":1,"text":"a"}\n')).json
    const { id } = (await service.ask('POST', '/tasks', { kind: 'dedupe', source: { upload } })).json
    while (['queued', 'running'].includes((await service.ask('GET', `/tasks/${id}`)).json.state)) await setTimeout(20)
    const warnings: Error[] = []
    const warned = (warning: Error) => warnings.push(warning)
    process.on('warning', warned)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const path of [`/tasks/${id}/events`, '/indexes', '/tasks'])
      for (let i = 0; i < 15; i++) {
        const sent = get(service.url + path, { agent, headers: { authorization: `Bearer ${service.key}` } })
        const [answer] = await once(sent, 'response')
        expect(answer.statusCode).toBe(200)
        for await (const _ of answer);
      }
    await setTimeout(0)
    process.off('warning', warned)
    agent.destroy()
    expect(warnings.map(({ message }) => message)).toEqual([])
  })
})

describe('a repeated request', () => {
  it('gets the answer of the first, also when that was too late', async () => {
    const service = new Service(settingsOf({ data: temporaryFolder(), keys: false, timeout: 1, log: 'silent' }))
    const app = await createApp(service)
    let finish = (_: { body: string; count: number }) => {}
    let asked = 0
    service.indexes.ask = () => {
      asked++
      return new Promise((resolve) => {
        finish = resolve
      })
    }
    const send = () =>
      app.inject({
        method: 'POST',
        url: '/indexes/texts/add-if-new',
        headers: { host: '127.0.0.1', 'content-type': 'application/json', 'idempotency-key': 'late' },
        payload: '{"documents":[]}',
      })
    expect((await send()).json().error.code).toBe('SERVICE_TIME')
    const second = send()
    await setTimeout(50)
    finish({ body: '{"answers":["first"]}', count: 0 })
    expect((await second).body).toBe('{"answers":["first"]}')
    const third = await send()
    expect([third.body, third.headers['idempotent-replayed'], asked]).toEqual(['{"answers":["first"]}', 'true', 1])
    await app.close()
    await service.close()
  })
})
