/**
 * The routes of the review.
 *
 * Covers   scopes, also of addresses that can be read in two ways; authors; ids beyond 2^53 in acts, events and exports; options that are not for HTTP.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, writeLines } from '../support/files.js'
import { startService } from './started.js'

/** A request whose path is sent as it is. */
function raw(url: string, path: string, key: string, body: object): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = request({ hostname, port, path, method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

const TEXT = 'the ferry will run every forty minutes from the old harbour to the island'
const folder = temporaryFolder()
writeLines(join(folder, 'a.jsonl'), [
  { id: 1, text: TEXT },
  { id: 2, text: TEXT },
])

describe('the routes of the review', () => {
  it('give a key no more than its scope, however the address is spelled', async () => {
    const { url, ask } = await startService({ folders: { mail: folder } })
    const { key } = (await ask('POST', '/keys', { name: 'of a test', scopes: ['write'] })).json
    await ask('POST', '/review', { name: 'letters', source: ['mail/a.jsonl'] })
    expect(await raw(url, '/review', key, { name: 'mine', source: ['mail/a.jsonl'] })).toBe(403)
    for (const path of ['/review/%2e%2e/acts', '/review/.%2E/acts', '/review/../acts'])
      await raw(url, path, key, { name: 'mine', source: ['mail/a.jsonl'] })
    for (const path of ['/review/letters\\run/acts', '/review/letters%5crun/acts', '/review/letters%2frun/acts'])
      await raw(url, path, key, {})
    const { reviews } = (await ask('GET', '/review')).json
    expect(reviews.map(({ name, run }: { name: string; run: number }) => [name, run])).toEqual([['letters', 0]])
  })

  it('tell of ids beyond 2^53 as they are', async () => {
    const file = join(folder, 'big.jsonl')
    writeFileSync(file, `{"id":9007199254740993,"text":"${TEXT}"}\n{"id":9007199254740995,"text":"${TEXT}"}\n`)
    const service = await startService({ folders: { mail: folder } })
    const { ask } = service
    await ask('POST', '/review', { name: 'big', source: ['mail/big.jsonl'] })
    expect((await service.work('big/run')).state).toBe('done')
    const [{ id: group }] = (await ask('GET', '/review/big/queue')).json.groups
    const stop = new AbortController()
    const events = await fetch(`${service.url}/review/big/events`, {
      headers: { authorization: `Bearer ${service.key}` },
      signal: stop.signal,
    })
    const members = [0, 1].map((place) => ({ group, place }))
    const acted = await ask('POST', '/review/big/acts', { act: 'duplicate', by: 'Li', run: 1, members })
    expect([acted.status, acted.json.revision]).toEqual([201, 1])
    let told = ''
    const reader = (events.body as ReadableStream<Uint8Array>).getReader()
    while (!told.includes('"act"')) told += Buffer.from((await reader.read()).value ?? []).toString()
    stop.abort()
    expect(told).toContain('"id":9007199254740993')
    const exported = await ask('GET', '/review/big/export/decisions.jsonl')
    expect(exported.text).toContain('"id":9007199254740995')
  })

  it('take no queries of databases', async () => {
    const { ask } = await startService({ folders: { mail: folder } })
    for (const options of [{ query: 'select 1' }, { table: 'letters' }]) {
      const { status, json } = await ask('POST', '/review', { name: 'letters', source: ['mail/a.jsonl'], options })
      expect([status, json.error?.code]).toEqual([403, 'SERVICE_PLACE'])
    }
    for (const source of ["sql:select 'x' as text", `sql:select * from '${join(folder, 'a.jsonl')}'`, "mail/sql:select 'x' as text"]) {
      const { status, json } = await ask('POST', '/review', { name: 'letters', source: [source], options: {} })
      expect([source, status, json.error?.code]).toEqual([
        source,
        expect.toSatisfy((code) => code >= 400 && code < 500),
        expect.stringMatching(/^S/),
      ])
    }
    expect((await ask('GET', '/review')).json.reviews).toEqual([])
  })

  it('take down who looked, with the key that it was', async () => {
    const { ask, folder: data } = await startService({ folders: { mail: folder } })
    await ask('POST', '/review', { name: 'letters', source: ['mail/a.jsonl'] })
    const [{ id }] = (await ask('GET', '/keys')).json.keys
    expect((await ask('POST', '/review/letters/masking', { on: true, by: 'Li' })).status).toBe(200)
    expect(JSON.parse(readFileSync(join(data, 'reviews/letters/masking.jsonl'), 'utf8'))).toMatchObject({ act: 'mask', by: 'Li', key: id })
    for (const by of [undefined, '', ' '])
      expect((await ask('POST', '/review/letters/acts', { act: 'note', by, run: 0, members: [] })).status).toBe(400)
  })
})
