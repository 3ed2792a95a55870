/**
 * Tasks of the service.
 *
 * Oracle   the command over the same files, byte for byte.
 * Covers   dedupe of uploads, of files below allowed folders and of tables; import, export, compact, tune; events, cancel, results; a restart; webhooks.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { leitong, startEndless, temporaryFolder, writeLines } from '../support/files.js'
import { lines, over, startService, upload } from './started.js'

const TEXTS = Array.from({ length: 60 }, (_, i) => ({
  id: i,
  text: `letter ${i % 20} about the bridge of the old harbour, written on a day in ${i % 20} by hand and sent twice ${i > 40 ? 'again' : ''}`,
}))

describe('tasks', () => {
  it('dedupe an upload, as the command does it', async () => {
    const service = await startService()
    const id = await upload(service, 'letters.jsonl', lines(TEXTS))
    const started = await service.ask('POST', '/tasks', {
      kind: 'dedupe',
      source: { upload: id },
      options: { threshold: 0.7, keep: 'last' },
      outputs: ['kept', 'removed', 'groups', 'pairs', 'rejects', 'report'],
    })
    expect(started.status).toBe(202)
    const task = await over(service, started.json.id)
    expect(task).toMatchObject({ state: 'done', error: null, attempts: 1, progress: null })
    expect(JSON.stringify(task)).not.toContain(service.folder)
    const folder = temporaryFolder()
    writeLines(join(folder, 'letters.jsonl'), TEXTS)
    const flags = ['kept', 'removed', 'groups', 'pairs', 'rejects'].flatMap((name) => [
      name === 'kept' ? '-o' : `--${name}`,
      `${name}.jsonl`,
    ])
    await leitong(['dedupe', 'letters.jsonl', '--threshold', '0.7', '--keep', 'last', ...flags], { cwd: folder })
    for (const name of ['kept', 'removed', 'groups', 'pairs', 'rejects']) {
      const result = await service.ask('GET', `/tasks/${task.id}/results/${name}.jsonl`)
      expect(result.text, name).toBe(readFileSync(join(folder, `${name}.jsonl`), 'utf8'))
    }
    expect(task.summary.removed).toBeGreaterThan(10)
    expect(task.results.map(({ name }: { name: string }) => name)).toContain('report.html')
    expect((await service.ask('GET', `/tasks/${task.id}/results/..%2f..%2fservice.lmdb`)).status).toBe(404)
  })

  it('read files below allowed folders, and nothing else', async () => {
    const folder = temporaryFolder()
    const outside = temporaryFolder()
    mkdirSync(join(folder, 'in'))
    writeLines(join(folder, 'in', 'a.jsonl'), TEXTS)
    writeLines(join(outside, 'secret.jsonl'), TEXTS)
    symlinkSync(outside, join(folder, 'way'))
    const service = await startService({ folders: { letters: folder } })
    const good = await service.ask('POST', '/tasks', { kind: 'dedupe', source: { file: 'letters/in/a.jsonl' }, outputs: ['removed'] })
    expect((await over(service, good.json.id)).state).toBe('done')
    for (const file of [
      'letters/../x',
      'letters/way/secret.jsonl',
      `${outside}/secret.jsonl`,
      'other/a',
      '/etc/passwd',
      'letters/in/../../x',
      'letters\\in',
      '__proto__/a',
      `sql:select * from '${outside}/secret.jsonl'`,
      "letters/sql:select 'x' as text",
      'sql:select 1 as id',
    ])
      expect((await service.ask('POST', '/tasks', { kind: 'dedupe', source: { file } })).json.error.code, file).toMatch(
        /SERVICE_PLACE|SOURCE_MISSING/,
      )
    for (const [file, said] of [
      ['sql:select 1 as id', 'a query ("sql:")'],
      ['https://example.org/a.jsonl?signature=s3cr3t', 'a URL ("https:") as a file'],
    ] as const) {
      const { error } = (await service.ask('POST', '/tasks', { kind: 'dedupe', source: { file } })).json
      expect([error.code, error.message]).toEqual(['SERVICE_PLACE', expect.stringContaining(said)])
      expect(JSON.stringify(error)).not.toContain('s3cr3t')
    }
    for (const options of [
      { dictionary: ['/etc/passwd'] },
      { fields: '/etc/passwd' },
      { fields: { where: '1=1' } },
      { query: 'select 1' },
      { sql: 'select 1' },
      { temp: '/tmp' },
      { workers: 9 },
      { engine: 'local[2]' },
    ])
      expect(
        (await service.ask('POST', '/tasks', { kind: 'dedupe', source: { file: 'letters/in/a.jsonl' }, options })).status,
        JSON.stringify(options),
      ).toBeGreaterThanOrEqual(400)
  })

  it('read tables of allowed databases, by their names', async () => {
    const folder = temporaryFolder()
    const database = new Database(join(folder, 'city.db'))
    database.exec('create table letters (id integer primary key, text text)')
    const insert = database.prepare('insert into letters values (?, ?)')
    for (const { id, text } of TEXTS) insert.run(id + 1, text)
    database.close()
    const service = await startService({ databases: { city: `sqlite:${join(folder, 'city.db')}` } })
    const { json } = await service.ask('POST', '/tasks', {
      kind: 'dedupe',
      source: { database: 'city', table: 'letters' },
      outputs: ['groups'],
    })
    const task = await over(service, json.id)
    expect(task.error).toBe(null)
    expect(task.summary.documents).toBe(60)
    expect(JSON.stringify(task)).not.toContain(folder)
    for (const url of [
      'sql:select 1 as id',
      'sqlite:/etc/passwd',
      `sqlite:${join(folder, 'city.db')}`,
      'postgres://127.0.0.1/x',
      'http://169.254.169.254/',
    ])
      expect((await service.ask('POST', '/tasks', { kind: 'dedupe', source: { database: url, table: 'letters' } })).json.error.code).toBe(
        'SERVICE_PLACE',
      )
  })

  it('export, import, compact and tune', async () => {
    const service = await startService()
    await service.ask('PUT', '/indexes/texts', { keep: 'text' })
    await service.ask('POST', '/indexes/texts/documents', { documents: TEXTS })
    const run = async (body: object) => over(service, (await service.ask('POST', '/tasks', body)).json.id)
    const exported = await run({ kind: 'export', index: 'texts' })
    expect(exported).toMatchObject({ state: 'done', summary: { documents: 60 } })
    const { text } = await service.ask('GET', `/tasks/${exported.id}/results/export.jsonl`)
    const imported = await run({ kind: 'import', index: 'copy', source: { upload: await upload(service, 'export.jsonl', text) } })
    expect(imported).toMatchObject({ state: 'done', summary: { documents: 60 } })
    expect((await service.ask('GET', '/indexes/copy')).json.documents).toBe(60)
    await service.ask('POST', '/indexes/copy/remove', { ids: TEXTS.slice(0, 30).map(({ id }) => id) })
    expect(await run({ kind: 'compact', index: 'copy' })).toMatchObject({ state: 'done', summary: { documents: 30 } })
    const tuned = await run({ kind: 'tune', source: { upload: await upload(service, 'texts.jsonl', lines(TEXTS)) } })
    expect(tuned.summary.recommended.threshold).toBeGreaterThan(0)
    const broken = await run({ kind: 'import', index: 'other', source: { upload: await upload(service, 'x.jsonl', 'no export\n') } })
    expect(broken).toMatchObject({ state: 'failed', error: { code: 'SOURCE_READ' } })
    expect(JSON.stringify(broken)).not.toContain(service.folder)
  })

  it('tell of their course, are cancelled, and survive the end of the service', async () => {
    const data = temporaryFolder()
    const heard: { body: string; signature: string }[] = []
    const hook = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        heard.push({ body, signature: String(request.headers['leitong-signature']) })
        response.end()
      })
    }).listen(0, '127.0.0.1')
    await once(hook, 'listening')
    const secret = 'a secret of both sides'
    const webhooks = [{ url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`, secret }]
    const big = lines(
      Array.from({ length: 60_000 }, (_, i) => ({ id: i, text: `${TEXTS[i % 60]?.text} ${i % 7000} ${(i * 7919) % 104729}` })),
    )
    const service = await startService({ data, webhooks })
    const source = { upload: await upload(service, 'big.jsonl', big) }
    const first = (await service.ask('POST', '/tasks', { kind: 'dedupe', source })).json
    const second = (await service.ask('POST', '/tasks', { kind: 'dedupe', source })).json
    const third = (await service.ask('POST', '/tasks', { kind: 'dedupe', source, outputs: ['groups'] })).json
    const events = await fetch(`${service.url}/tasks/${first.id}/events`, { headers: { authorization: `Bearer ${service.key}` } })
    expect((await service.ask('DELETE', `/tasks/${first.id}`)).status).toBe(409)
    expect((await service.ask('POST', `/tasks/${second.id}/cancel`)).json.state).toBe('cancelled')
    expect((await service.ask('POST', `/tasks/${first.id}/cancel`)).json.state).toBe('cancelled')
    const states = [...(await events.text()).matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json as string).state)
    expect(states.at(-1)).toBe('cancelled')
    await service.close()
    const again = await startService({ data, webhooks, keys: false })
    const task = await over(again, third.id)
    expect(task).toMatchObject({ state: 'done', summary: { documents: 60_000 } })
    while (!heard.some(({ body }) => body.includes(`"${third.id}"`))) await new Promise((resolve) => setTimeout(resolve, 50))
    for (const { body, signature } of heard) {
      const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      expect(given).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
    }
    expect((await again.ask('DELETE', `/tasks/${third.id}`)).status).toBe(204)
    expect((await again.ask('GET', `/tasks/${third.id}`)).status).toBe(404)
    hook.close()
  })

  it('end although the process of one never would', async () => {
    const service = await startService()
    const restore = startEndless()
    try {
      const source = { upload: await upload(service, 'letters.jsonl', lines(TEXTS)) }
      const { id } = (await service.ask('POST', '/tasks', { kind: 'dedupe', source })).json
      expect(await over(service, id)).toMatchObject({ state: 'done', summary: { documents: TEXTS.length } })
    } finally {
      restore()
    }
  })

  it('tell what they found, however long it is', async () => {
    const service = await startService()
    const source = { upload: await upload(service, 'letters.jsonl', lines(TEXTS)) }
    const tags = Array.from({ length: 40_000 }, (_, i) => `part${i}`)
    const { id } = (await service.ask('POST', '/tasks', { kind: 'dedupe', source, options: { tokenizer: 'tagged', tags } })).json
    const task = await over(service, id)
    expect(task).toMatchObject({ state: 'done', error: null })
    expect(task.summary.options.tags).toEqual(tags)
  })
})
