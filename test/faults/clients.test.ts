/**
 * Clients of the service that take more than their part.
 *
 * Covers   heads that are never finished, whose connections end; two long texts to compare, which keep nobody from indexes and from the page, and
 *          end when their time is over or their client leaves; answers that are kept for requests sent again: none for what changes nothing, a
 *          bounded number for each key, in a file of their own; uploads together.
 */
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { TextThreads } from '../../src/server/indexes/text-threads.js'
import { startService } from '../server/started.js'
import { createRandom, createText } from '../support/texts.js'

const portOf = (url: string) => Number(new URL(url).port)

it('a connection whose head is late is ended, whatever goes on to be sent', async () => {
  const { url } = await startService({ keys: false, requestTimeout: 1 })
  const open = new Set<Socket>()
  const answers: string[] = []
  for (let i = 0; i < 20; i++) {
    // Like one that does not close its side when the other has.
    const socket = connect({ port: portOf(url), host: '127.0.0.1', allowHalfOpen: true })
    open.add(socket)
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      answers.push(answer)
    })
    socket.write('GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n')
  }
  const sending = setInterval(() => {
    for (const socket of open) socket.write('x: y\r\n')
  }, 100)
  for (let i = 0; i < 120 && open.size; i++) await setTimeout(100)
  clearInterval(sending)
  expect(open.size).toBe(0)
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408'))).toHaveLength(20)
})

/** Words by chance: of two such texts the longest common passage takes long to find. */
const long = (seed: number) => createText(createRandom(seed), 400_000)

it('two long texts keep nobody from indexes, and their time ends', async () => {
  const { ask } = await startService({ keys: false, timeout: 2 })
  await ask('PUT', '/indexes/letters', {})
  await ask('POST', '/indexes/letters/documents', { documents: [{ id: 1, text: 'a letter about the bridge' }] })
  const comparing = ask('POST', '/compare', { a: long(1), b: long(2) })
  let isOver = false
  void comparing.then(() => {
    isOver = true
  })
  let most = 0
  for (let i = 0; i < 10 || !isOver; i++) {
    const begun = performance.now()
    expect((await ask('POST', '/indexes/letters/query', { text: 'a letter about the bridge' })).status).toBe(200)
    if (!isOver) most = Math.max(most, performance.now() - begun)
    await setTimeout(50)
  }
  expect((await comparing).status).toBe(503)
  expect(most).toBeLessThan(1500)
  // The thread is free again, and has not gone on.
  const begun = performance.now()
  expect((await ask('POST', '/compare', { a: 'one text', b: 'another text' })).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(1900)
})

it('work ends when its client has left, and those that wait come next', async () => {
  const threads = new TextThreads(1, 60)
  const compare = (a: string, b: string, left?: AbortSignal) =>
    threads.ask({ kind: 'compare', given: { bytes: Buffer.from(JSON.stringify({ a, b })) }, places: {} }, left)
  const [first, second] = [new AbortController(), new AbortController()]
  const ended = compare(long(1), long(2), first.signal).catch((error) => error.code)
  const waited = compare('one', 'another', second.signal).catch((error) => error.code)
  const third = compare('one text', 'another text')
  await setTimeout(500)
  expect(threads.waiting).toBe(2)
  second.abort()
  expect(await waited).toBe('SERVICE_TIME')
  const begun = performance.now()
  first.abort()
  expect(await ended).toBe('SERVICE_TIME')
  expect(JSON.parse((await third).body)).toHaveProperty('shared')
  expect(performance.now() - begun).toBeLessThan(10_000)
  await threads.end()
})

it('keeps answers in a file of their own, so many of each key, and none where nothing was changed', async () => {
  const { ask, folder } = await startService()
  await ask('PUT', '/indexes/letters', {})
  const documents = Array.from({ length: 2000 }, (_, id) => ({ id: `${id}${'x'.repeat(500)}`, text: `letter ${id}` }))
  const first = await ask('POST', '/indexes/letters/documents', { documents }, { 'idempotency-key': 'add' })
  expect(first.text.length).toBeGreaterThan(1 << 20)
  const again = await ask('POST', '/indexes/letters/documents', { documents }, { 'idempotency-key': 'add' })
  expect([again.text === first.text, again.headers.get('idempotent-replayed')]).toEqual([true, 'true'])
  const sizeOf = (name: string) => statSync(join(folder, name)).size
  const [state, answers] = [sizeOf('service.lmdb'), sizeOf('answers.lmdb')]
  const query = { queries: documents.slice(0, 200).map(({ text }) => text) }
  for (let i = 0; i < 5; i++) {
    const reply = await ask('POST', '/indexes/letters/query', query, { 'idempotency-key': `query${i}` })
    expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([200, null])
  }
  expect(sizeOf('answers.lmdb')).toBe(answers)
  // What is sent with ever new keys: 64 MB are kept, and pages of what has gone are used again.
  for (let i = 0; i < 120; i++) await ask('POST', '/indexes/letters/documents', { documents }, { 'idempotency-key': `new${i}` })
  expect(sizeOf('answers.lmdb')).toBeLessThan(110 << 20)
  expect(sizeOf('service.lmdb')).toBe(state)
  const last = await ask('POST', '/indexes/letters/documents', { documents }, { 'idempotency-key': 'new119' })
  expect(last.headers.get('idempotent-replayed')).toBe('true')
})

it('uploads have a limit together', async () => {
  const { ask, folder } = await startService({ maxUploads: 100_000, maxUpload: 80_000 })
  const upload = (bytes: number) =>
    ask('POST', '/uploads?name=a.jsonl', 'x'.repeat(bytes), { 'content-type': 'application/octet-stream' }).then(({ status }) => status)
  expect(await upload(60_000)).toBe(201)
  expect(await upload(60_000)).toBe(413)
  expect(
    (await Promise.all([upload(30_000), upload(30_000), upload(30_000)])).filter((status) => status === 201).length,
  ).toBeLessThanOrEqual(1)
  const left = readdirSync(join(folder, 'uploads'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)).toBeLessThanOrEqual(100_000)
})
