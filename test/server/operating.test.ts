/**
 * What who runs the service relies on.
 *
 * Covers   TLS, and versions of it that are refused; figures for Prometheus, without anything that a client has sent; dictionaries that change while
 *          it runs; slow heads of requests; compressed lines and uploads.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { get, type RequestOptions } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/files.js'
import { ServiceProcess } from '../support/service-process.js'
import { ask, lines, NDJSON, startService } from './started.js'

/** A certificate that signs itself, made by openssl. */
function certificate(): { cert: string; key: string } {
  const folder = temporaryFolder()
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
    ],
    { stdio: 'pipe' },
  )
  return { cert, key }
}

function getOver(url: string, options: RequestOptions): Promise<{ status: number; text: string; protocol: string }> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent: false, ...options }, (answer) => {
      const protocol = (answer.socket as import('node:tls').TLSSocket).getProtocol() ?? ''
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, protocol }))
    })
    sent.on('error', reject)
  })
}

describe('over TLS', () => {
  it('it answers with its certificate, and speaks no old version', async () => {
    const tls = certificate()
    const { url, key, close } = await startService({ tls })
    expect(url).toMatch(/^https:/)
    const ca = execFileSync('cat', [tls.cert])
    const headers = { authorization: `Bearer ${key}` }
    const answer = await getOver(`${url}/indexes`, { ca, headers })
    expect([answer.status, answer.text]).toEqual([200, '{"indexes":[],"next":null}'])
    expect(['TLSv1.2', 'TLSv1.3']).toContain(answer.protocol)
    // An own page is no other site, and a page of the same name without TLS is.
    expect((await getOver(`${url}/indexes`, { ca, headers: { ...headers, origin: url } })).status).toBe(200)
    expect((await getOver(`${url}/indexes`, { ca, headers: { ...headers, origin: url.replace('https', 'http') } })).status).toBe(421)
    await expect(getOver(`${url}/indexes`, { headers })).rejects.toThrow(/self-signed|certificate/)
    await expect(getOver(`${url}/indexes`, { ca, headers, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow()
    await close()
  })
})

describe('/metrics', () => {
  it('counts requests by route and status, documents by index, and tells nothing of what was sent', async () => {
    const { ask } = await startService()
    await ask('PUT', '/indexes/letters', {})
    await ask('POST', '/indexes/letters/add-if-new', { documents: [{ id: 'secret id', text: 'a secret text that nobody else may read' }] })
    await ask('POST', '/indexes/letters/add-if-new', { documents: [{ id: 'another', text: 'a secret text that nobody else may read' }] })
    for (let i = 0; i < 3; i++) await ask('GET', '/indexes/letters/documents/secret%20id')
    await ask('GET', '/indexes/letters/documents/none')
    const task = (await ask('POST', '/tasks', { kind: 'compact', index: 'letters' })).json
    await ask('GET', `/tasks/${task.id}/events`)
    const { status, text, headers } = await ask('GET', '/metrics')
    expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/plain'])
    const figure = (line: RegExp) =>
      Number(
        text
          .split('\n')
          .find((one) => line.test(one))
          ?.split(' ')
          .at(-1),
      )
    const route = 'route="/indexes/:index/documents/:id"'
    expect(figure(new RegExp(`^leitong_http_request_duration_seconds_count.*${route},status="200"`))).toBe(3)
    expect(figure(new RegExp(`^leitong_http_request_duration_seconds_count.*${route},status="404"`))).toBe(1)
    expect(figure(/^leitong_index_documents\{index="letters"\}/)).toBe(1)
    expect(figure(/^leitong_index_bytes\{index="letters"\}/)).toBeGreaterThan(1000)
    expect([figure(/^leitong_tasks\{state="done"\}/), figure(/^leitong_tasks\{state="queued"\}/)]).toEqual([1, 0])
    expect(figure(/^leitong_http_requests_waiting/)).toBeGreaterThanOrEqual(0)
    expect(figure(/^process_resident_memory_bytes/)).toBeGreaterThan(1e6)
    expect(figure(/^leitong_build_info\{version="\d+\.\d+\.\d+",api_version="\d+\.\d+\.\d+",node_version="v/)).toBe(1)
    expect([
      figure(/^leitong_documents_total\{operation="addIfNew"\}/),
      figure(/^leitong_duplicates_total\{operation="addIfNew"\}/),
    ]).toEqual([2, 1])
    expect(figure(/^leitong_task_duration_seconds_count\{kind="compact",state="done"\}/)).toBe(1)
    expect(text).not.toContain('secret')
    // Every line is one that Prometheus reads.
    for (const line of text.split('\n'))
      if (line) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|[a-zA-Z_:][\w:]*(\{[^{}]*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|[+-]Inf))$/)
  })
})

describe('the log', () => {
  it('has a line for every request, without texts, ids or keys', async () => {
    const config = join(temporaryFolder(), 'settings.json')
    writeFileSync(config, '{"log": "debug"}')
    const service = await new ServiceProcess(undefined, ['--config', config]).start()
    const [text, id, key] = ['markedtext that nobody else may read', 'markedid', 'lt_markedkey']
    const say = (method: string, path: string, body?: unknown, headers = {}) =>
      ask(service.url, method, path, body, { authorization: `Bearer ${key}`, ...headers })
    await say('PUT', '/indexes/letters', {})
    expect((await say('POST', '/indexes/letters/add-if-new', { documents: [{ id, text }] })).json.answers[0].status).toBe('new')
    await say('GET', `/indexes/letters/documents/${id}?${id}=${id}`)
    await say('POST', '/indexes/letters/add-if-new', lines([{ id, text }]), NDJSON)
    await say('POST', '/indexes/letters/query', `{"text": "${text}"`)
    await say('POST', '/compare', { a: text, b: id, options: { [id]: text } })
    await say('GET', `/${id}`)
    const heard = (await say('GET', '/health', undefined, { 'x-request-id': 'last' })).headers.get('x-request-id')
    expect(heard).toBe('last')
    while (!service.log.includes('"/health"')) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(service.log.match(/"answered"/g)?.length).toBeGreaterThanOrEqual(8)
    expect(service.log).not.toMatch(/marked/)
    await service.kill()
  })
})

describe('several threads', () => {
  it('answer for many indexes at once, more of them than stay open', async () => {
    const { ask: say } = await startService({ threads: 2, openIndexes: 1 })
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(names.map((name) => say('PUT', `/indexes/${name}`, {})))
    const text = (name: string, i: number) =>
      `${name} ${i} the ferry will run every ${i * 7919} minutes from harbour ${i * 31} to island ${i}`
    await Promise.all(
      names.flatMap((name) =>
        [0, 1, 2, 3].map((i) => say('POST', `/indexes/${name}/add-if-new`, { documents: [{ id: i, text: text(name, i) }] })),
      ),
    )
    const described = await Promise.all(names.map(async (name) => (await say('GET', `/indexes/${name}`)).json.documents))
    expect(described).toEqual([4, 4, 4, 4, 4, 4])
    for (const name of names) expect((await say('GET', `/indexes/${name}/documents/2`)).json).toMatchObject({ id: 2 })
  })
})

describe('dictionaries', () => {
  it('are read again when that is asked for, and the service goes on meanwhile', async () => {
    const words = temporaryFolder()
    writeFileSync(join(words, 'own.txt'), '轮每 100000 n\n')
    const { ask } = await startService({ folders: { words } })
    const options = { tokenizer: 'chinese', dictionary: ['words/own.txt'] }
    const sign = async () => (await ask('POST', '/fingerprint', { texts: ['渡轮每四十分钟一班'], options })).text
    const first = await sign()
    expect(JSON.parse(first).answers).toHaveLength(1)
    writeFileSync(join(words, 'own.txt'), '四十分钟一班 100000 n\n')
    expect(await sign()).toBe(first)
    const [asked, reloaded] = await Promise.all([sign(), ask('POST', '/reload')])
    expect([JSON.parse(asked).answers.length, reloaded.status]).toEqual([1, 204])
    expect(await sign()).not.toBe(first)
  })
})

describe('clients that are slow or pack what they send', () => {
  it('do not get to hold a connection by half a head', async () => {
    const { url } = await startService({ requestTimeout: 1 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ')
    const drip = setInterval(() => socket.write('x'), 200)
    await new Promise<void>((resolve) => {
      socket.resume()
      socket.once('close', () => resolve())
    })
    clearInterval(drip)
  })

  it('are told so, for lines and uploads too', async () => {
    const { ask } = await startService()
    await ask('PUT', '/indexes/texts', {})
    const packed = gzipSync('{"id":1,"text":"packed by the client"}\n')
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip']) {
      const lines = await ask('POST', '/indexes/texts/documents', packed, { ...NDJSON, 'content-encoding': encoding })
      const upload = await ask('POST', '/uploads?name=a.jsonl', packed, { 'content-type': 'text/plain', 'content-encoding': encoding })
      expect([lines.status, upload.status]).toEqual([400, 400])
      expect(lines.json.error.message).toContain('compressed')
    }
    expect((await ask('GET', '/indexes/texts')).json.documents).toBe(0)
  })
})
