/**
 * The client that is made from the document of the API: every route, called through it.
 *
 * Oracle   the document: a route of it that is not called here fails the test, as does an answer with a status, a content type or a shape that
 *          stands not in it.
 * Covers   of each route a valid call and one that is refused, with the status that it is refused with.
 */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, writeLines } from '../../support/files.js'
import { letters } from '../../support/reviews/letters.js'
import { documented, operationsOf } from '../documented.js'
import { type Started, startService } from '../started.js'

interface Call {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is, and not as JSON. */
  readonly isRaw?: boolean
}
/** What earlier answers said. */
type Known = Record<string, string>
interface Route {
  /** Adds to what is known. */
  readonly prepare?: (service: Started, known: Known) => Promise<Known>
  readonly valid: (known: Known) => Call
  /** What later calls need of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  readonly learn?: (data: any, known: Known) => void
  readonly hostile: Call
  /** The status of the hostile call. */
  readonly refused: number
}

const NO_KEY: Pick<Route, 'hostile' | 'refused'> = { hostile: { headers: { authorization: 'Bearer lt_none' } }, refused: 401 }
const FOREIGN: Pick<Route, 'hostile' | 'refused'> = { hostile: { headers: { origin: 'https://elsewhere.example' } }, refused: 421 }
const INDEX = { path: { index: 'texts' } }
const UPWARDS = { path: { index: '../keys' } }
const DOCUMENTS = { documents: [{ id: 1, text: 'The ferry will run every forty minutes.' }] }
const REVIEW = { review: 'letters' }
const NO_REVIEW = { hostile: { path: { review: '../../../etc' } }, refused: 404 }
const BY = { by: 'Li' }
const group = ({ group: id = '' }: Known) => ({ path: { ...REVIEW, group: id } })
const noGroup = { hostile: { path: { ...REVIEW, group: '<script>' } }, refused: 404 }
const task = ({ task: id = '' }: Known) => ({ path: { id } })
const noTask = { hostile: { path: { id: '../keys' } }, refused: 404 }

/** In the order in which they are called, of each first the valid call. */
const ROUTES: Readonly<Record<string, Route>> = {
  'GET /health': { valid: () => ({}), ...FOREIGN },
  'GET /ready': { valid: () => ({}), ...FOREIGN },
  'GET /openapi.json': { valid: () => ({}), ...FOREIGN },
  'GET /docs': { valid: () => ({}), ...FOREIGN },
  'GET /metrics': { valid: () => ({}), ...NO_KEY },
  'POST /reload': { valid: () => ({}), ...NO_KEY },
  'PUT /indexes/{index}': {
    valid: () => ({ ...INDEX, body: { options: { threshold: 0.7 } } }),
    hostile: { ...INDEX, body: { options: { threshold: 7 } } },
    refused: 400,
  },
  'GET /indexes': { valid: () => ({}), ...NO_KEY },
  'GET /indexes/{index}': { valid: () => INDEX, hostile: { path: { index: 'none' } }, refused: 404 },
  'POST /indexes/{index}/documents': {
    valid: () => ({ ...INDEX, body: DOCUMENTS }),
    hostile: { ...INDEX, body: { documents: [{ id: null, text: 7 }] } },
    refused: 400,
  },
  'POST /indexes/{index}/add-if-new': {
    valid: () => ({ ...INDEX, body: DOCUMENTS }),
    hostile: { ...INDEX, body: { documents: 'all of them' } },
    refused: 400,
  },
  'POST /indexes/{index}/check': { valid: () => ({ ...INDEX, body: DOCUMENTS }), hostile: { ...UPWARDS, body: DOCUMENTS }, refused: 400 },
  'POST /indexes/{index}/query': {
    valid: () => ({ ...INDEX, body: { text: DOCUMENTS.documents[0]?.text, limit: 3 } }),
    hostile: { ...INDEX, body: { text: 'x', limit: -1 } },
    refused: 400,
  },
  'GET /indexes/{index}/documents/{id}': {
    valid: () => ({ path: { index: 'texts', id: '1' } }),
    hostile: { path: { index: 'texts', id: '"__proto__"' } },
    refused: 404,
  },
  'POST /indexes/{index}/remove': {
    valid: () => ({ ...INDEX, body: { ids: [2] } }),
    hostile: { ...INDEX, body: { ids: [{}] } },
    refused: 400,
  },
  'POST /compare': {
    valid: () => ({ body: { a: 'the cat sat', b: 'the cat sat down' } }),
    hostile: { body: { a: 'the cat sat', b: ['down'] } },
    refused: 400,
  },
  'POST /fingerprint': {
    valid: () => ({ body: { texts: ['the cat sat'] } }),
    hostile: { body: { texts: ['x'], options: { dictionary: '/etc/passwd' } } },
    refused: 403,
  },
  'POST /uploads': {
    valid: () => ({ query: { name: 'a.jsonl' }, body: '{"id":1,"text":"one"}\n', isRaw: true }),
    learn: ({ upload }, known) => {
      known['upload'] = upload
    },
    hostile: { query: { name: '../../../a.jsonl' }, body: 'x', isRaw: true },
    refused: 400,
  },
  'POST /tasks': {
    valid: ({ upload }) => ({ body: { kind: 'dedupe', source: { upload }, outputs: ['kept'] } }),
    learn: ({ id }, known) => {
      known['task'] = id
    },
    hostile: { body: { kind: 'dedupe', source: { file: '../../../etc/passwd' } } },
    refused: 403,
  },
  'GET /tasks': { valid: () => ({}), ...NO_KEY },
  'GET /tasks/{id}': { valid: task, ...noTask },
  // It ends when the task is over.
  'GET /tasks/{id}/events': { valid: task, ...noTask },
  'GET /tasks/{id}/results/{name}': {
    valid: ({ task: id = '' }) => ({ path: { id, name: 'kept.jsonl' } }),
    hostile: { path: { id: '../../../keys', name: '../keys.json' } },
    refused: 404,
  },
  'POST /tasks/{id}/cancel': {
    prepare: async ({ ask }, { upload }) => ({ later: (await ask('POST', '/tasks', { kind: 'tune', source: { upload } })).json.id }),
    valid: ({ later: id = '' }) => ({ path: { id } }),
    ...noTask,
  },
  'POST /keys': {
    valid: () => ({ body: { name: 'of a test', scopes: ['search'] } }),
    learn: ({ entry }, known) => {
      known['key'] = entry.id
    },
    hostile: { body: { name: 'of a test', scopes: ['root'] } },
    refused: 400,
  },
  'GET /keys': { valid: () => ({}), ...NO_KEY },
  'POST /review': {
    valid: () => ({ body: { name: 'letters', source: ['mail/a.jsonl'], options: { threshold: 0.7 } } }),
    hostile: { body: { name: 'others', source: ['/etc/passwd'] } },
    refused: 403,
  },
  'GET /review': { valid: () => ({}), ...NO_KEY },
  'POST /review/{review}/run': {
    valid: () => ({ path: REVIEW, body: {} }),
    hostile: { path: REVIEW, body: { threshold: 'low' } },
    refused: 400,
  },
  'GET /review/{review}': { valid: () => ({ path: REVIEW }), ...NO_REVIEW },
  'GET /review/{review}/queue': {
    valid: () => ({ path: REVIEW, query: { limit: '5', state: 'open', sort: 'input' } }),
    learn: ({ groups }, known) => {
      known['group'] = groups[0].id
    },
    hostile: { path: REVIEW, query: { sort: 'by; drop table' } },
    refused: 400,
  },
  'GET /review/{review}/groups/{group}': { valid: group, ...noGroup },
  'GET /review/{review}/why/{group}': {
    valid: (known) => ({ ...group(known), query: { place: '1' } }),
    ...noGroup,
  },
  'POST /review/{review}/acts': {
    valid: ({ group: id }) => ({
      path: REVIEW,
      body: { act: 'duplicate', ...BY, run: 1, members: [0, 1].map((place) => ({ group: id, place })) },
    }),
    hostile: { path: REVIEW, body: { act: 'duplicate', ...BY, run: 1, members: [{ group: 'none', place: 0 }] } },
    refused: 400,
  },
  'POST /review/{review}/presets': {
    valid: () => ({ path: REVIEW, body: { name: 'newest', rule: 'newest:date,longest', ...BY } }),
    hostile: { path: REVIEW, body: { name: 'newest', rule: 'the best', ...BY } },
    refused: 400,
  },
  'GET /review/{review}/presets': { valid: () => ({ path: REVIEW }), ...NO_REVIEW },
  'POST /review/{review}/lab': { valid: () => ({ path: REVIEW }), ...NO_REVIEW },
  'GET /review/{review}/lab': { valid: () => ({ path: REVIEW }), ...NO_REVIEW },
  'GET /review/{review}/lab/pairs': {
    valid: () => ({ path: REVIEW, query: { at: '0.6' } }),
    hostile: { path: REVIEW, query: { at: 'Infinity' } },
    refused: 400,
  },
  'GET /review/{review}/outside/{group}': {
    valid: group,
    learn: ({ pairs }) => expect(pairs[0].other.group).toBeDefined(),
    ...noGroup,
  },
  'POST /review/{review}/passages': {
    valid: () => ({ path: REVIEW, body: { least: 10, over: 2 } }),
    hostile: { path: REVIEW, body: { least: 'all' } },
    refused: 400,
  },
  'GET /review/{review}/passages': {
    valid: () => ({ path: REVIEW }),
    learn: ({ passages }, known) => {
      known['passage'] = passages[0].key
    },
    ...NO_REVIEW,
  },
  'POST /review/{review}/passages/{key}': {
    valid: ({ passage: key = '' }) => ({ path: { ...REVIEW, key }, body: { on: true, ...BY } }),
    hostile: { path: { ...REVIEW, key: 'none' }, body: { on: true, ...BY } },
    refused: 404,
  },
  'POST /review/{review}/bulk': {
    valid: () => ({ path: REVIEW, body: { act: 'duplicate', preview: true, filter: { size: '2..' } } }),
    hostile: { path: REVIEW, body: { act: 'duplicate', ...BY, run: 1, groups: 100_000 } },
    refused: 409,
  },
  'GET /review/{review}/plan': {
    valid: () => ({ path: REVIEW }),
    learn: ({ key }, known) => {
      known['plan'] = key
    },
    ...NO_REVIEW,
  },
  'POST /review/{review}/apply': {
    valid: ({ plan: key }) => ({ path: REVIEW, body: { key } }),
    hostile: { path: REVIEW, body: { key: 'of another plan' } },
    refused: 409,
  },
  'GET /review/{review}/applied/{file}': {
    valid: () => ({ path: { ...REVIEW, file: 'removed.jsonl' } }),
    hostile: { path: { ...REVIEW, file: '../project.json' } },
    refused: 404,
  },
  'POST /review/{review}/masking': {
    valid: () => ({ path: REVIEW, body: { on: true, ...BY } }),
    hostile: { path: REVIEW, body: { on: 'yes', ...BY } },
    refused: 400,
  },
  'POST /review/{review}/unmask/{group}': {
    valid: (known) => ({ ...group(known), body: BY }),
    hostile: { path: { ...REVIEW, group: 'none' }, body: { by: ' ' } },
    refused: 400,
  },
  'GET /review/{review}/export/{file}': {
    valid: () => ({ path: { ...REVIEW, file: 'groups.csv' } }),
    hostile: { path: { ...REVIEW, file: '../decisions.jsonl' } },
    refused: 404,
  },
  'GET /review/{review}/activity': { valid: () => ({ path: REVIEW, query: { limit: '5' } }), ...NO_REVIEW },
  // It goes on until the client ends it.
  'GET /review/{review}/events': { valid: () => ({ path: REVIEW }), ...NO_REVIEW },
  'POST /session': { valid: () => ({ body: {} }), hostile: { body: { link: 7 } }, refused: 400 },
  'DELETE /session': { valid: () => ({}), ...NO_KEY },
  'DELETE /review/{review}': {
    // A task on it is over.
    prepare: async ({ ask }) => {
      await expect.poll(async () => (await ask('GET', '/review/letters')).json.isRunning).toBe(false)
      return {}
    },
    valid: () => ({ path: REVIEW }),
    ...NO_REVIEW,
  },
  'DELETE /tasks/{id}': { valid: task, ...noTask },
  'DELETE /keys/{id}': { valid: ({ key: id = '' }) => ({ path: { id } }), hostile: { path: { id: '*' } }, refused: 400 },
  'DELETE /indexes/{index}/documents/{id}': {
    valid: () => ({ path: { index: 'texts', id: '1' } }),
    hostile: { path: { index: 'texts', id: '7' } },
    refused: 404,
  },
  'DELETE /indexes/{index}': { valid: () => INDEX, hostile: { path: { index: '*' } }, refused: 400 },
}

/** Its types are made when the package is built; tests are checked before that. */
type Ask = (path: string, options: object) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>
type Client = Readonly<Record<'GET' | 'PUT' | 'POST' | 'DELETE', Ask>>

describe('the client', () => {
  it('calls every route, as the document describes it', async () => {
    const mail = temporaryFolder()
    writeLines(join(mail, 'a.jsonl'), letters(6, 3))
    const started = await startService({ folders: { mail } })
    const { url, key, ask } = started
    const document = (await ask('GET', '/openapi.json')).json
    expect(Object.keys(ROUTES).sort()).toEqual(operationsOf(document).sort())
    const wrongIn = documented(document)
    // What came, before the client makes something of it.
    let came = ''
    const keeping = async (request: Request) => {
      const response = await fetch(request)
      came = isEndless(request.url) && response.ok ? '' : await response.clone().text()
      return response
    }
    const { createClient } = (await import(new URL('../../../dist/client/index.js', import.meta.url).href)) as {
      createClient: (options: object) => Client
    }
    const service = createClient({ url, key, fetch: keeping })
    const call = async (operation: string, { path, query, body, headers, isRaw }: Call) => {
      const [method, route] = operation.split(' ') as [keyof Client, string]
      const types = Object.values(document.paths[route][method.toLowerCase()].responses as Record<string, { content?: object }>)
      const isJson = 'application/json' in (types[0]?.content ?? { 'application/json': {} })
      const stop = new AbortController()
      const answer = await service[method](route, {
        params: { path, query },
        ...(body === undefined ? {} : { body }),
        ...(isRaw ? { bodySerializer: (given: unknown) => given } : {}),
        headers: { ...(isRaw ? { 'content-type': 'application/octet-stream' } : {}), ...headers },
        parseAs: isEndless(route) ? 'stream' : isJson ? 'json' : 'text',
        signal: stop.signal,
      })
      if (isEndless(route) && answer.response.ok) {
        const { value } = await (answer.data as ReadableStream<Uint8Array>).getReader().read()
        expect(Buffer.from(value ?? []).toString()).toContain(': listening')
        stop.abort()
      }
      const { status } = answer.response
      expect(wrongIn(operation, { status, type: answer.response.headers.get('content-type'), text: came })).toBeUndefined()
      return { ...answer, status }
    }
    let known: Known = {}
    for (const [operation, { prepare, valid, learn, hostile, refused }] of Object.entries(ROUTES)) {
      if (prepare) known = { ...known, ...(await prepare(started, known)) }
      const { data, error, status } = await call(operation, valid(known))
      expect([operation, status < 300, error]).toEqual([operation, true, undefined])
      learn?.(data, known)
      if (operation.startsWith('POST /review/')) while ((await ask('GET', '/review/letters')).json.isRunning) await setTimeout(50)
      const wrong = await call(operation, hostile)
      expect([operation, wrong.status]).toEqual([operation, refused])
      expect(wrong.error).toBeDefined()
    }
  })
})

/** A stream of events that has no end of its own. */
const isEndless = (route: string) => /\/review\/[^/]+\/events$/.test(route)
