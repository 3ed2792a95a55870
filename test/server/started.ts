/** A service for tests, in this process, on a port of its own. */
import { afterAll, expect } from 'vitest'
import type { Served } from '../../src/server/serve.js'
import { serve } from '../../src/server/serve.js'
import { settingsOf } from '../../src/server/settings.js'
import { temporaryFolder } from '../support/files.js'
import { taskEnded } from '../support/reviews/ask-review.js'

export interface Started extends Served {
  readonly key: string
  readonly folder: string
  /** Asks with the first key, unless the headers say another. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Has a review do long work to its end, `letters/run`. @returns the task */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  work(path: string, body?: object): Promise<any>
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any
}

const started: Served[] = []

afterAll(async () => {
  for (const served of started.splice(0)) await served.close()
})

/** @param given  settings; `keys: false` for none */
export async function startService(given: Record<string, unknown> = {}): Promise<Started> {
  const folder = (given['data'] as string | undefined) ?? temporaryFolder()
  const served = await serve(settingsOf({ data: folder, port: 0, log: 'silent', ...given }))
  started.push(served)
  const key = served.firstKey ?? ''
  const asked: Started['ask'] = (method, path, body, headers = {}) =>
    ask(served.url, method, path, body, { ...(key ? { authorization: `Bearer ${key}` } : {}), ...headers })
  return {
    ...served,
    key,
    folder,
    ask: asked,
    work: async (path, body = {}) => {
      const { status, json } = await asked('POST', `/review/${path}`, body)
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(json)}`)
      return taskEnded(async (at) => (await asked('GET', at)).json, json.id)
    },
  }
}

export async function ask(url: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const isText = typeof body === 'string' || body instanceof Uint8Array
  const answer = await fetch(url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isText ? (body as string) : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    get json() {
      return JSON.parse(text)
    },
  }
}

export const NDJSON = { 'content-type': 'application/x-ndjson' }
export const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** Waits for the end of a task. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export async function over({ ask }: Started, id: string): Promise<any> {
  for (;;) {
    const { json } = await ask('GET', `/tasks/${id}`)
    if (!['queued', 'running'].includes(json.state)) return json
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Sends a file for tasks. @returns its id */
export async function upload({ ask }: Started, name: string, body: string): Promise<string> {
  const { status, json } = await ask('POST', `/uploads?name=${name}`, body, { 'content-type': 'application/octet-stream' })
  expect(status).toBe(201)
  expect(json.bytes).toBe(Buffer.byteLength(body))
  return json.upload
}
