/**
 * Who may do what, and what hostile requests get.
 *
 * Covers   keys, scopes, indexes and expiry of keys; hosts and origins; names that lead out of folders; bodies that are too large, compressed, slow,
 *          deep, or named to be taken for a prototype; addresses, methods and queries that are none; secrets that are guessed; limits of rate and of requests under way; repeated requests; what logs and answers tell.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { settingsOf } from '../../src/server/settings.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { ask, startService } from './started.js'

/** A request whose headers fetch would not send. */
function raw(url: string, path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('keys', () => {
  it('are asked for on every route but four, also on those that are none', async () => {
    const { url, ask: own } = await startService()
    const { paths } = (await ask(url, 'GET', '/openapi.json')).json
    let routes = 0
    for (const [path, methods] of Object.entries(paths as Record<string, object>))
      for (const method of Object.keys(methods)) {
        routes++
        const named = path.replace('{index}', 'texts').replaceAll(/\{\w+\}/g, 'x')
        const { status, headers } = await ask(url, method.toUpperCase(), named)
        const isOpen = ['/health', '/ready', '/openapi.json', '/docs'].includes(path)
        expect([path, status]).toEqual([path, isOpen ? 200 : 401])
        if (!isOpen) expect(headers.get('www-authenticate')).toBe('Bearer')
      }
    expect(routes).toBeGreaterThan(25)
    expect((await own('GET', '/none')).status).toBe(404)
    for (const key of ['', `lt_000000000000_${'A'.repeat(43)}`, `lt_${'x'.repeat(200)}`, 'null'])
      expect((await ask(url, 'GET', '/indexes', undefined, { authorization: `Bearer ${key}` })).status).toBe(401)
  })

  it('allow their scopes on their indexes until they expire, and are nowhere on disk', async () => {
    const service = await startService()
    const { url } = service
    for (const name of ['mine', 'yours']) await service.ask('PUT', `/indexes/${name}`, {})
    const make = async (given: object) => (await service.ask('POST', '/keys', { name: 'of a test', ...given })).json
    const statuses = async (key: string) => {
      const as = (method: string, path: string, body?: object) => ask(url, method, path, body, { authorization: `Bearer ${key}` })
      return [
        (await as('POST', '/indexes/mine/query', { text: 'x' })).status,
        (await as('POST', '/indexes/mine/documents', { documents: [] })).status,
        (await as('POST', '/indexes/yours/query', { text: 'x' })).status,
        (await as('PUT', '/indexes/mine', {})).status,
        (await as('GET', '/keys')).status,
        (await as('GET', '/tasks')).status,
      ]
    }
    const search = await make({ scopes: ['search'], indexes: ['mine'] })
    expect(await statuses(search.key)).toEqual([200, 403, 403, 403, 403, 403])
    expect(await statuses((await make({ scopes: ['write'], indexes: ['mine'] })).key)).toEqual([200, 200, 403, 403, 403, 403])
    expect(await statuses((await make({ scopes: ['write'] })).key)).toEqual([200, 200, 200, 403, 403, 200])
    expect(await statuses((await make({ scopes: ['admin'] })).key)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await statuses((await make({ scopes: ['admin'], expires: '2020-01-01T00:00:00Z' })).key)).toEqual(Array(6).fill(401))
    const seen = await ask(url, 'GET', '/indexes', undefined, { authorization: `Bearer ${search.key}` })
    expect(seen.json.indexes.map(({ name }: { name: string }) => name)).toEqual(['mine'])
    expect((await service.ask('DELETE', `/keys/${search.entry.id}`)).status).toBe(204)
    expect(await statuses(search.key)).toEqual(Array(6).fill(401))
    expect((await service.ask('GET', '/keys')).text).not.toMatch(/hash|lt_/)
    await service.close()
    for (const name of readdirSync(service.folder, { recursive: true, withFileTypes: true }))
      if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name)).includes(service.key)).toBe(false)
  })

  it('for some indexes do not tell of others, nor reach the list of indexes', async () => {
    const { url, ask: own } = await startService()
    await own('PUT', '/indexes/hidden', {})
    expect((await own('GET', '/metrics')).text).toContain('hidden')
    const { key } = (await own('POST', '/keys', { name: 'of a test', scopes: ['search'], indexes: ['mine'] })).json
    expect((await ask(url, 'GET', '/metrics', undefined, { authorization: `Bearer ${key}` })).status).toBe(403)
    const { upload } = (await own('POST', '/uploads?name=a.jsonl', '{}', { 'content-type': 'text/plain' })).json
    const imported = await own('POST', '/tasks', { kind: 'import', index: 'leitong_list', source: { upload } })
    expect([imported.status, imported.json.error?.code]).toEqual([400, 'SERVICE_REQUEST'])
  })

  it('can be left out on loopback alone', async () => {
    expect(() => settingsOf({ keys: false, host: '0.0.0.0' })).toThrow(/loopback/)
    const refused = await leitong(['serve', '--no-keys', '--host', '0.0.0.0', '--data', temporaryFolder()])
    expect(refused.code).toBe(2)
    const { url } = await startService({ keys: false })
    expect((await ask(url, 'GET', '/indexes')).status).toBe(200)
  })
})

describe('other sites', () => {
  it('are refused, and so are names that have been pointed at loopback', async () => {
    const { url } = await startService({ keys: false, hosts: ['texts.example'] })
    const { host } = new URL(url)
    const good = await raw(url, '/indexes', { host, origin: url })
    expect(good.status).toBe(200)
    expect((await raw(url, '/indexes', { host: 'texts.example' })).status).toBe(200)
    for (const headers of [
      { host: 'evil.example' },
      { host: '127.0.0.1.evil.example' },
      { host, origin: 'http://evil.example' },
      { host, origin: 'null' },
      { host, 'sec-fetch-site': 'cross-site' },
    ])
      expect((await raw(url, '/indexes', headers)).status, JSON.stringify(headers)).toBe(421)
    const { headers } = await ask(url, 'GET', '/indexes')
    expect(headers.get('access-control-allow-origin')).toBe(null)
  })
})

describe('hostile requests', () => {
  it('do not get out of the folder by names', async () => {
    const { ask: own } = await startService()
    for (const name of [
      '..',
      '%2e%2e',
      '..%2f..%2fetc',
      '%2e%2e%2f%2e%2e',
      'A',
      'a-b',
      'a%00b',
      `${'a'.repeat(41)}`,
      '__proto__',
      'leitong_list',
      'con%5c',
    ])
      for (const [method, path, body] of [
        ['PUT', '', {}],
        ['GET', '', undefined],
        ['DELETE', '', undefined],
        ['POST', '/query', { text: 'x' }],
      ] as const) {
        // The client resolves dots by itself: it asks for the page.
        if (method === 'GET' && new URL(`http://host/indexes/${name}${path}`).pathname === '/') continue
        const { status } = await own(method, `/indexes/${name}${path}`, body)
        expect([name, method, status >= 400 && status < 500]).toEqual([name, method, true])
      }
    expect((await own('GET', '/indexes')).json.indexes).toEqual([])
  })

  it('are refused when too large, compressed, deep, or no data at all', async () => {
    const service = await startService({ maxBody: 4096, maxBatch: 10, maxLine: 2048, maxUpload: 5000 })
    const { ask: own } = service
    await own('PUT', '/indexes/texts', {})
    const code = async (path: string, body: string | Uint8Array | object, headers = {}) => {
      const { status, json } = await own('POST', path, body, headers)
      return [status, json.error.code]
    }
    const at = '/indexes/texts/documents'
    expect(await code(at, { documents: [{ id: 1, text: 'x'.repeat(5000) }] })).toEqual([413, 'SERVICE_LIMIT'])
    expect(await code(at, { documents: Array.from({ length: 11 }, (_, id) => ({ id, text: 'x' })) })).toEqual([413, 'SERVICE_LIMIT'])
    expect(await code('/uploads?name=a.jsonl', 'x'.repeat(6000), { 'content-type': 'text/plain' })).toEqual([413, 'SERVICE_LIMIT'])
    const long = await own('POST', at, `{"id":1,"text":"${'x'.repeat(9000)}"}\n`, { 'content-type': 'application/x-ndjson' })
    expect(JSON.parse(long.text).error.code).toBe('SERVICE_LIMIT')
    const bomb = gzipSync(Buffer.alloc(1 << 20, ' '))
    expect((await code(at, bomb, { 'content-encoding': 'gzip' }))[0]).toBe(400)
    expect((await code(at, '<a/>', { 'content-type': 'application/xml' }))[0]).toBe(415)
    for (const body of [
      '',
      '[',
      'null',
      '7',
      '"x"',
      '{"documents":{}}',
      '{"documents":[7]}',
      '{"documents":[null]}',
      '{"documents":[{"id":{},"text":"x"}]}',
      '{"documents":[],"more":1}',
      '{"documents":[{"id":1,"text":"a","__proto__":{"isAdmin":true}}]}',
      '{"__proto__":{"documents":[]}}',
      '{"documents":[{"id":1,"text":"a","constructor":{"prototype":{"x":1}}}]}',
      `${'['.repeat(2000)}${']'.repeat(2000)}`,
      '\ud800',
      '{"documents":[{"id":1}]}',
      '{"documents":[{"text":"no id"}]}',
      '{"documents":[{"id":1,"text":" "}]}',
    ])
      expect((await code(at, body))[0], body).toBe(400)
    expect((await code(at, Uint8Array.from([0x22, 0xff, 0xfe, 0x22])))[0]).toBe(400)
    expect((Object.prototype as { isAdmin?: unknown }).isAdmin).toBe(undefined)
    expect((await own('GET', '/indexes/texts')).json.documents).toBe(0)
  })

  it('do not hold the service by sending slowly', async () => {
    const { url, ask: own, key } = await startService({ requestTimeout: 1 })
    const { port } = new URL(url)
    const slow = connect(Number(port), '127.0.0.1')
    slow.on('error', () => {})
    slow.write(
      `POST /compare HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    )
    const drip = setInterval(() => slow.write(' '), 100)
    await new Promise<void>((resolve) => slow.once('close', () => resolve()))
    clearInterval(drip)
    expect((await own('GET', '/health')).status).toBe(200)
  })

  it('get an answer of one shape for what is no HTTP', async () => {
    const { url } = await startService()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.end('nonsense\r\n\r\n')
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(JSON.parse(answer.split('\r\n\r\n')[1] as string).error.code).toBe('SERVICE_REQUEST')
  })
})

describe('requests that are none of the API', () => {
  it('get the one shape of errors for an address that cannot be read', async () => {
    const { url } = await startService()
    for (const path of ['/%zz', '/indexes/%ff', '/tasks/%c3%28/events']) {
      const answer = await raw(url, path, { 'x-request-id': 'odd' })
      expect([path, answer.status]).toEqual([path, 400])
      expect(JSON.parse(answer.text).error).toMatchObject({
        code: 'SERVICE_REQUEST',
        request: 'odd',
        docs: `${url}/docs#service_request`,
      })
    }
  })

  it('are told which methods an address takes', async () => {
    const { url, ask: own } = await startService()
    for (const [method, path, allowed] of [
      ['POST', '/indexes', 'GET, HEAD'],
      ['PATCH', '/indexes/texts', 'DELETE, GET, HEAD, PUT'],
      ['DELETE', '/indexes/texts/add-if-new?x=1', 'POST'],
      ['PUT', '/tasks/7/', 'DELETE, GET, HEAD'],
      ['POST', '/openapi.json', 'GET, HEAD'],
    ] as const) {
      const { status, headers, json } = await own(method, path)
      expect([path, status, json.error.code, headers.get('allow')]).toEqual([path, 405, 'SERVICE_METHOD', allowed])
    }
    expect((await own('GET', '/none')).status).toBe(404)
    // Of what there is, nothing is told to those without a key.
    expect((await ask(url, 'POST', '/indexes')).status).toBe(401)
  })

  it('are refused with a query that no route knows', async () => {
    const { url, ask: own } = await startService()
    for (const path of [
      '/indexes?limt=5',
      '/indexes?limit=all',
      '/tasks?state=over',
      '/review?sort=risk',
      '/health?deep',
      '/uploads?name=a&nmae=b',
    ]) {
      const { status, json } = await own(path.startsWith('/uploads') ? 'POST' : 'GET', path)
      expect([path, status, json.error?.code]).toEqual([path, 400, 'SERVICE_REQUEST'])
    }
    // An option that is misspelt is told as the command tells it.
    const misspelt = await own('PUT', '/indexes/texts', { options: { treshold: 0.5 } })
    expect([misspelt.status, misspelt.json.error.message]).toEqual([400, expect.stringContaining('did you mean "threshold"')])
    expect((await own('GET', '/none?x=1')).status).toBe(404)
    expect((await ask(url, 'GET', '/?review=letters')).status).toBe(200)
  })

  it('HEAD asks of streams what GET would begin with, and waits for nothing', async () => {
    const mail = temporaryFolder()
    writeLines(join(mail, 'a.jsonl'), [{ id: 1, text: 'one text' }])
    const { ask: own, work } = await startService({ folders: { mail } })
    expect((await own('POST', '/review', { name: 'letters', source: ['mail/a.jsonl'] })).status).toBe(201)
    const { id } = await work('letters/run')
    for (const path of ['/review/letters/events', `/tasks/${id}/events`]) {
      const { status, headers, text } = await own('HEAD', path)
      expect([path, status, headers.get('content-type'), text]).toEqual([path, 200, 'text/event-stream', ''])
    }
    expect((await own('HEAD', '/tasks/none/events')).status).toBe(404)
  })

  it('get 415 for a task that is no JSON, with a key for repeated requests too', async () => {
    const { ask: own } = await startService()
    for (const headers of [{}, { 'idempotency-key': 'one' }] as const)
      for (const type of ['text/plain', 'application/octet-stream', 'application/x-ndjson']) {
        const { status, json } = await own('POST', '/tasks', '{"kind":"compact","index":"texts"}', { 'content-type': type, ...headers })
        expect([type, status, json.error.code]).toEqual([type, 415, 'SERVICE_REQUEST'])
      }
  })

  it('do not learn whether a guess of a secret was right', async () => {
    const folder = temporaryFolder()
    const secret = 'postgres://reader:hunter2@127.0.0.1:1/letters'
    const { ask: own } = await startService({ databases: { pg: secret }, folders: { mail: folder } })
    const told = async (guess: string) => {
      const answers = [
        await own('POST', '/tasks', { kind: 'dedupe', source: { database: guess, table: 'a' } }),
        await own('POST', '/tasks', { kind: 'dedupe', source: { file: guess } }),
        await own('POST', '/tasks', { kind: 'dedupe', source: { upload: guess } }),
        await own('POST', '/tasks', `{"kind":"dedupe","source":{"database":"${guess.replaceAll('/', '\\u002f')}","table":"a"}}`),
        await own('POST', '/review', { name: 'x', source: [`table:${guess}/a`] }),
        await own('POST', '/review', { name: 'x', source: [guess] }),
        await own('POST', '/compare', { a: 'x', b: 'y', options: { tokenizer: guess } }),
        await own('POST', '/compare', { a: 'x', b: 'y', options: { [guess]: 1 } }),
        await own('GET', `/tasks?${encodeURIComponent(guess)}=1`),
        await own('PUT', `/indexes/${encodeURIComponent(guess)}`, {}),
      ]
      return answers.map(({ status, json }) =>
        `${status} ${json.error.message}`.replaceAll(guess, 'GUESS').replaceAll(guess.slice(0, 40), 'GUESS'),
      )
    }
    expect(await told(secret)).toEqual(await told(secret.replace('hunter2', 'hunter3')))
    expect(await told(folder)).toEqual(await told(folder.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))))
  })
})

describe('limits', () => {
  it('of the rate are told with the time to wait', async () => {
    const { ask: own } = await startService({ rate: 5 })
    const replies = []
    for (let i = 0; i < 8; i++) replies.push(await own('GET', '/indexes'))
    const busy = replies.filter(({ status }) => status === 429)
    expect(busy.length).toBe(3)
    for (const { json, headers } of busy) {
      expect(json.error.code).toBe('SERVICE_BUSY')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  it('of requests under way let go when requests end', async () => {
    const { ask: own } = await startService({ concurrency: 2 })
    const text = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(' ')
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => own('POST', '/compare', { a: text, b: `${text} more` })))).map(
      ({ status }) => status,
    )
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect((await own('GET', '/indexes')).status).toBe(200)
  })

  it('do the work of a repeated request once', async () => {
    const { ask: own } = await startService()
    await own('PUT', '/indexes/texts', {})
    const body = { documents: [{ id: 1, text: 'a text that is sent twice' }] }
    const headers = { 'idempotency-key': 'one' }
    const [first, second] = await Promise.all([
      own('POST', '/indexes/texts/add-if-new', body, headers),
      own('POST', '/indexes/texts/add-if-new', body, headers),
    ])
    const third = await own('POST', '/indexes/texts/add-if-new', body, headers)
    expect([first?.text, second?.text]).toEqual([third.text, third.text])
    expect(third.json.answers[0].status).toBe('new')
    expect(third.headers.get('idempotent-replayed')).toBe('true')
    const other = await own('POST', '/indexes/texts/add-if-new', { documents: [] }, headers)
    expect([other.status, other.json.error.code]).toEqual([409, 'SERVICE_CONFLICT'])
  })
})
