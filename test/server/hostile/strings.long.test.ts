/**
 * Every string of every request, with values that mean harm: SQL, paths, URLs of files, databases and hosts.
 *
 * Oracle   a secret in another table of the database, a secret in a file beside the allowed folder, and a host that counts who comes: neither secret is
 *          in any answer, result or file of a review, the table of secrets is as it was, and nobody comes.
 * Covers   every string of every body that the API document describes, the options and fields of each command among them; every parameter of paths and
 *          queries; reviews and tasks that were taken are run to their end, and what they made is read.
 */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder, writeLines } from '../../support/files.js'
import { whole } from '../documented.js'
import { type Started, startService } from '../started.js'

const SECRET = 'secret-4711'
const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
let visits = 0
let canary: Server
let service: Started
let hostile: readonly string[] = []

beforeAll(async () => {
  canary = createServer((_, answer) => {
    visits++
    answer.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((done) => canary.once('listening', done))
  const host = `127.0.0.1:${(canary.address() as { port: number }).port}`
  for (const name of ['AWS_ENDPOINT_URL', 'STORAGE_EMULATOR_HOST', 'HF_ENDPOINT']) process.env[name] = `http://${host}`
  for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) process.env[name] = 'test'
  const allowed = temporaryFolder()
  writeFileSync(at('outside.txt'), `${SECRET}\n`)
  writeLines(join(allowed, 'letters.jsonl'), LETTERS)
  symlinkSync(at('outside.txt'), join(allowed, 'link.txt'))
  const database = new Database(at('office.db'))
  database.exec('create table petitions (id integer primary key, text text)')
  database.exec('create table secret (id integer primary key, text text)')
  database.exec(
    `insert into secret values (1, '${SECRET} of the office that nobody may read'), (2, '${SECRET} of the office that nobody may see')`,
  )
  for (const { id, text } of LETTERS) database.prepare('insert into petitions values (?, ?)').run([id, text])
  database.close()
  hostile = [
    'false) union all select id, text from secret where (true',
    "x'; insert into secret values (9, 'x'); --",
    '"secret"',
    'secret',
    '/etc/passwd',
    at('outside.txt'),
    '../outside.txt',
    'docs/../outside.txt',
    'docs/link.txt',
    `file://${at('outside.txt')}`,
    `sqlite:${at('office.db')}`,
    `http://${host}/x`,
    `redis://${host}/0`,
    // Stores of objects, which the environment sends to the host that counts.
    's3://lake/a.jsonl',
    's3://lake/crawl/',
    'gs://lake/a.jsonl',
    'hf://datasets/me/texts/a.jsonl',
    `mysql://root@${host}/office`,
    '__proto__',
    '\u0000',
  ]
  service = await startService({ folders: { docs: allowed }, databases: { office: `sqlite:${at('office.db')}` } })
  await service.ask('PUT', '/indexes/texts', {})
  await service.ask('POST', '/review', { name: 'letters', source: ['docs/letters.jsonl'] })
  await service.work('letters/run')
})

afterAll(() => canary.close())

const LETTERS = Array.from({ length: 6 }, (_, id) => ({
  id,
  text: `The street lamp in front of house ${id >> 1} has been broken for three weeks, and nobody answers the telephone of the works office.`,
}))

/** A JSON Schema, as far as it is looked at here. */
interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
}

type Path = readonly (string | number)[]

/** Values that are taken, by the names of members. */
const GOOD: Readonly<Record<string, unknown>> = {
  source: ['docs/letters.jsonl'],
  text: LETTERS[0]?.text,
  a: LETTERS[0]?.text,
  b: LETTERS[1]?.text,
  documents: [{ id: 1, text: LETTERS[0]?.text }],
  texts: [LETTERS[0]?.text],
  ids: [1],
  scopes: ['search'],
  act: 'defer',
  rule: 'longest',
  by: 'Li',
}

/** A value of a schema: what is required of it, and what a name is known to take. */
function exampleOf(schema: Schema, name = ''): unknown {
  if (name in GOOD) return GOOD[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleOf(first, name)
  if (schema.properties)
    return Object.fromEntries((schema.required ?? []).map((key) => [key, exampleOf(schema.properties?.[key] ?? {}, key)]))
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return schema.type === 'boolean' ? true : schema.type === 'object' ? {} : 'x'
}

/** Places of strings in a value of a schema: what is written as one of a few, and what may be any text. */
function* stringsOf(schema: Schema, path: Path = []): Generator<Path> {
  for (const one of schema.anyOf ?? schema.oneOf ?? []) yield* stringsOf(one, path)
  if (schema.type === 'string' || schema.enum) yield path
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* stringsOf(inner, [...path, name])
  if (schema.items) yield* stringsOf(schema.items, [...path, 0])
}

/** A body with a value at a place, and what is required around it. */
function bodyWith(schema: Schema, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const branches = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (key === 0) return [bodyWith(branches.find(({ items }) => items)?.items ?? {}, rest, value)]
  const own = branches.find(({ properties }) => properties?.[key]) ?? {}
  return { ...(exampleOf({ ...own, type: 'object' }) as object), [key]: bodyWith(own.properties?.[key] ?? {}, rest, value) }
}

const seen = (text: string, where: string) => expect(text.includes(SECRET), `${where}: ${text.slice(0, 200)}`).toBe(false)

/** What came of it: a task is waited for, a review is run; everything that either says is read. */
async function followed(verb: string, path: string, answer: { status: number; json: unknown }): Promise<void> {
  const { id, name } = (answer.json ?? {}) as { id?: string; name?: string }
  if (verb === 'POST' && path === '/review' && answer.status === 201 && name !== undefined) {
    const run = await service.work(`${name}/run`).catch((error: Error) => error.message)
    seen(JSON.stringify(run), `the run of ${name}`)
    seen((await service.ask('GET', `/review/${name}/queue`)).text, `the queue of ${name}`)
  }
  if (answer.status === 202 && typeof id === 'string') {
    for (let waits = 0; waits < 400; waits++) {
      const { json, text } = await service.ask('GET', `/tasks/${id}`)
      seen(text, `task ${id}`)
      if (!['waiting', 'running'].includes(json.state)) break
      await new Promise((done) => setTimeout(done, 25))
    }
  }
}

/** Files of the service: results of tasks, runs of reviews. */
function* filesBelow(place: string): Generator<string> {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* filesBelow(join(place, entry.name))
    else if (entry.isFile()) yield join(place, entry.name)
  }
}

it('reach nothing that the settings do not name', async () => {
  const document = (await service.ask('GET', '/openapi.json')).json
  const { paths } = whole(document, document.components.schemas) as {
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { schema: Schema }> }; parameters?: { in: string; name: string }[] }>
    >
  }
  let tried = 0
  const places = new Set<string>()
  let number = 0
  for (const [path, verbs] of Object.entries(paths))
    for (const [verb, { requestBody, parameters = [] }] of Object.entries(verbs)) {
      // What would end the others is asked last, by nobody.
      if (verb === 'delete' || path === '/reload') continue
      const known = path
        .replace('{index}', 'texts')
        .replace('{review}', 'letters')
        .replaceAll(/\{\w+\}/g, 'x')
      const ask = async (where: string, named: string, body?: unknown) => {
        tried++
        places.add(where)
        const answer = await service.ask(verb.toUpperCase(), named, body)
        expect(answer.status, `${where} ${JSON.stringify(body)}: ${answer.text.slice(0, 300)}`).not.toBe(500)
        seen(answer.text, where)
        await followed(verb.toUpperCase(), path, answer)
      }
      if (!/events$/.test(path))
        for (const { in: kind, name } of parameters)
          for (const value of hostile)
            await ask(
              `${verb} ${path} ${name}`,
              kind === 'path'
                ? path.replace(`{${name}}`, encodeURIComponent(value)).replaceAll(/\{\w+\}/g, 'letters')
                : `${known}?${name}=${encodeURIComponent(value)}`,
              requestBody?.content['application/json'] && exampleOf(requestBody.content['application/json'].schema),
            )
      const schema = requestBody?.content['application/json']?.schema
      if (!schema) continue
      const strings = [...stringsOf(schema)].filter(({ length }) => length > 0)
      // Fields may stand in the request itself, where a schema only says "object".
      const inFields = strings.some((place) => place.join('.') === 'options.fields')
        ? [
            ['options', 'fields', 'where'],
            ['options', 'fields', 'key'],
            ['options', 'fields', 'fields', 'text', 'kind'],
            ['options', 'fields', 'fields', 'text', 'column'],
          ]
        : []
      for (const place of [...strings, ...inFields])
        for (const value of hostile) {
          let body = bodyWith(schema, place, value)
          if (inFields.includes(place as never)) {
            const [, , ...rest] = place
            const fields = { key: ['id'], fields: { text: { kind: 'text' } } } as Record<string, unknown>
            let inner = fields
            for (const key of rest.slice(0, -1)) inner = inner[key] as Record<string, unknown>
            inner[rest.at(-1) as string] = value
            body = { ...(body as object), options: { measure: 'fields', fields } }
          }
          // Each review has a name of its own, and reads the table beside which the secret lies.
          if (path === '/review' && place[0] !== 'name') body = { ...(body as object), name: `r${number++}` }
          if (path === '/review' && place[0] === 'options') body = { ...(body as object), source: ['table:office/petitions'] }
          await ask(`${verb} ${path} ${place.join('.')}`, known, body)
        }
    }
  expect(places.size).toBeGreaterThan(150)
  expect(tried).toBeGreaterThan(2000)
  for (const path of filesBelow(service.folder)) seen(readFileSync(path, 'latin1'), path)
  const database = new Database(at('office.db'))
  expect(database.prepare('select id from secret').all()).toHaveLength(2)
  database.close()
  expect(visits).toBe(0)
}, 900_000)

it('a condition in SQL is refused wherever fields stand', async () => {
  const fields = { key: ['id'], fields: { text: { kind: 'text' } }, where: 'false) union all select id, text from secret where (true' }
  const options = { measure: 'fields', fields }
  for (const [verb, path, body] of [
    ['POST', '/review', { name: 'sql', source: ['docs/letters.jsonl'], options }],
    ['PUT', '/indexes/sql', { options }],
    ['POST', '/tasks', { kind: 'dedupe', source: { file: 'docs/letters.jsonl' }, options }],
    ['POST', '/fingerprint', { texts: ['x'], options }],
  ] as const)
    expect((await service.ask(verb, path, body)).status, path).toBeGreaterThanOrEqual(400)
  expect((await service.ask('GET', '/review/sql')).status).toBe(404)
  for (const name of ['query', 'table'])
    expect((await service.ask('POST', '/fingerprint', { texts: ['x'], options: { [name]: 'secret' } })).json.error.code).toBe(
      'SERVICE_PLACE',
    )
})

it('wrong options and fields of a review are refused before there is one', async () => {
  for (const options of [{ threshold: 7 }, { method: 'minhash', bits: 32 }, { fields: { fields: {} } }, { fields: { nothing: 1 } }]) {
    const { status } = await service.ask('POST', '/review', { name: 'wrong', source: ['docs/letters.jsonl'], options })
    expect([options, status]).toEqual([options, 400])
  }
  expect((await service.ask('GET', '/review/wrong')).status).toBe(404)
})
