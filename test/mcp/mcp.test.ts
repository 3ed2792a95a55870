/**
 * `leitong mcp`, called by the client of the protocol's own SDK over standard input and output.
 *
 * Oracle   the SDK's client, the answers of the library and of the command for the same input, and what the files say afterwards.
 * Covers   every tool once as it should be, its schema by another validator; errors with code and remedy; paths outside the roots by `..`, by links and in options.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import { COMMAND, jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'

const root = temporaryFolder()
const outside = temporaryFolder()
const data = temporaryFolder()
const documents = letters(6, 3)
const clients: Client[] = []

/** @param roots  that the client names; undefined: it names none */
async function connected(roots: readonly string[] | undefined, args: readonly string[] = []): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: roots ? { roots: {} } : {} })
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((path) => ({ uri: pathToFileURL(path).href })) }))
  clients.push(client)
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [COMMAND, 'mcp', '--data', data, ...args] }))
  return client
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
async function call(client: Client, name: string, given: object): Promise<any> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: given as Record<string, unknown> })
  const [text] = content as readonly { readonly text: string }[]
  expect(JSON.parse(text?.text ?? '')).toEqual(structuredContent)
  return isError ? { error: structuredContent } : structuredContent
}

let client: Client
beforeAll(async () => {
  writeLines(join(root, 'letters.jsonl'), documents)
  writeLines(join(outside, 'secret.jsonl'), [{ id: 1, text: 'nobody may read this' }])
  writeFileSync(join(outside, 'words.txt'), 'ferry\n')
  symlinkSync(outside, join(root, 'link'))
  mkdirSync(join(root, 'index'))
  client = await connected([root])
}, 60_000)
afterAll(async () => {
  for (const one of clients) await one.close()
})

describe('the tools', () => {
  it('are described by schemas that are schemas, and say whether they change anything', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(
      ['add', 'compare_texts', 'find_duplicates', 'is_new', 'link', 'review_act', 'review_queue', 'why'].sort(),
    )
    const ajv = new Ajv2020({ strict: false })
    for (const { inputSchema, name, annotations, description } of tools) {
      expect(() => ajv.compile(inputSchema)).not.toThrow()
      expect([name, annotations?.readOnlyHint]).toEqual([name, !['add', 'review_act'].includes(name)])
      expect(description?.length).toBeGreaterThan(30)
    }
    const found = tools.find(({ name }) => name === 'find_duplicates') as unknown as {
      inputSchema: { properties: { options: { properties: Record<string, { maximum?: number }> } } }
    }
    const { properties } = found.inputSchema
    expect(properties.options.properties['threshold']?.maximum).toBe(1)
  })

  it('find what the library finds, in files and in documents', async () => {
    await using result = await dedupe(documents, { threshold: 0.7 })
    const groups: unknown[] = []
    for await (const group of result.groups()) groups.push(JSON.parse(JSON.stringify(group)))
    for (const input of [['letters.jsonl'], [join(root, 'letters.jsonl')], [pathToFileURL(join(root, 'letters.jsonl')).href], documents]) {
      const found = await call(client, 'find_duplicates', { input, options: { threshold: 0.7 } })
      expect([found.total, found.groups]).toEqual([groups.length, groups])
    }
    const { groups: one, total } = await call(client, 'find_duplicates', { input: documents, most: 1 })
    expect([one.length, total > 1]).toEqual([1, true])
  })

  it('link two sides, and compare two texts', async () => {
    const { total, pairs } = await call(client, 'link', { a: ['letters.jsonl'], b: [{ id: 'x', text: documents[0]?.text }] })
    expect(total).toBeGreaterThan(0)
    expect(pairs).toContainEqual(expect.objectContaining({ a: documents[0]?.id, b: 'x', similarity: 1 }))
    const [a, b] = ['the cat sat on the mat', 'the cat sat on a mat']
    const { stdout } = await leitong(['compare', '--texts', a, b, '--json'])
    expect(await call(client, 'compare_texts', { a, b, differences: 100 })).toEqual(JSON.parse(stdout))
  })

  it('keep an index, which says what is new', async () => {
    const text = 'The ferry will run every forty minutes from the old harbour to the island.'
    const add = (id: number, more = '') => call(client, 'add', { index: 'index/texts', documents: [{ id, text: text + more }] })
    expect((await add(1)).answers).toMatchObject([{ id: 1, status: 'new', stored: true }])
    expect((await add(2, '!')).answers).toMatchObject([{ id: 2, status: 'duplicate', stored: false, duplicate_of: 1 }])
    const asked = { index: 'index/texts', documents: [{ text }, { text: 'Quite another matter, of which nobody has written before.' }] }
    expect((await call(client, 'is_new', asked)).answers).toMatchObject([{ status: 'duplicate' }, { status: 'new' }])
    const { error } = await call(client, 'is_new', { ...asked, index: 'index/none' })
    expect([error.code, error.remedy]).toEqual(['INDEX_MISSING', expect.stringMatching(/^List the indexes/)])
  })

  it('show the queue of a review, say why, and take decisions', async () => {
    const made = await leitong(['review', 'create', 'letters', join(root, 'letters.jsonl'), '--data', data])
    expect(made.code).toBe(0)
    expect((await call(client, 'review_queue', {})).reviews).toMatchObject([{ name: 'letters', run: 1 }])
    const [{ id: group }] = (await call(client, 'review_queue', { review: 'letters', state: 'open' })).groups
    const { group: told, why } = await call(client, 'why', { review: 'letters', group, place: 1 })
    expect([told.id, why.place, why.kept]).toEqual([group, 1, told.kept])
    const act = { review: 'letters', act: 'duplicate', by: 'Li', run: 1, members: [0, 1].map((place) => ({ group, place })) }
    expect((await call(client, 'review_act', act)).groups).toContain(group)
    expect(jsonLines(join(data, 'reviews/letters/decisions.jsonl')).at(-1)).toMatchObject({ act: 'duplicate', by: 'Li' })
    expect((await call(client, 'review_act', { ...act, run: 7 })).error.code).toBe('SERVICE_CONFLICT')
  })
})

describe('what is wrong', () => {
  it('is an error with its code and a remedy without flags', async () => {
    for (const [name, given, code] of [
      ['find_duplicates', { input: ['none.jsonl'] }, 'SOURCE_MISSING'],
      ['find_duplicates', { input: documents, options: { treshold: 0.7 } }, 'OPTION_UNKNOWN'],
      ['find_duplicates', { input: documents, options: { threshold: 7 } }, 'OPTION_VALUE'],
      ['find_duplicates', { inputs: ['a'] }, 'SERVICE_REQUEST'],
      ['compare_texts', { a: 'only one' }, 'SERVICE_REQUEST'],
      ['review_act', { review: 'letters', act: 'delete', by: 'Li' }, 'SERVICE_REQUEST'],
      ['why', { review: 'none', group: 'x' }, 'SOURCE_MISSING'],
      ['no_such_tool', {}, 'SERVICE_MISSING'],
    ] as const) {
      const { error } = await call(client, name, given)
      expect([name, error?.code]).toEqual([name, code])
      expect(error.remedy).not.toMatch(/(^| )--/)
    }
  })

  it('is a path in no root, however it is spelled', async () => {
    const secret = join(outside, 'secret.jsonl')
    for (const path of [secret, 'link/secret.jsonl', `../${secret}`, pathToFileURL(secret).href, 'link', '..', `${root}-other/x`]) {
      const { error } = await call(client, 'find_duplicates', { input: [path] })
      expect([path, error?.code, JSON.stringify(error).includes('nobody may read')]).toEqual([path, 'SERVICE_PLACE', false])
    }
    // A query would read whatever its process may.
    for (const path of [`sql:select * from '${secret}'`, "sql:select 'nobody may read' as text", "sql:select * from 'letters.jsonl'"])
      for (const [name, given] of [
        ['find_duplicates', { input: [path] }],
        ['link', { a: ['letters.jsonl'], b: [path] }],
      ] as const) {
        const { error } = await call(client, name, given)
        expect([name, path, error?.code, error?.message]).toEqual([
          name,
          path,
          'SERVICE_PLACE',
          expect.stringContaining('a query ("sql:")'),
        ])
      }
    // The command takes these; what opens them is not said again.
    for (const path of ['s3://lake/a.jsonl', 'https://example.org/a.jsonl?signature=s3cr3t', 'postgres://me:s3cr3t@host/db']) {
      const { error } = await call(client, 'find_duplicates', { input: [path] })
      expect([path, error?.code, error?.message]).toEqual([path, 'SERVICE_PLACE', expect.stringContaining('copy it into a folder')])
      expect(JSON.stringify(error)).not.toContain('s3cr3t')
    }
    for (const [name, given] of [
      ['add', { index: join(outside, 'index'), documents: [{ id: 1, text: 'x' }] }],
      ['add', { index: 'link/index', documents: [{ id: 1, text: 'x' }] }],
      ['find_duplicates', { input: documents, options: { tokenizer: 'chinese', dictionary: [join(outside, 'words.txt')] } }],
      ['compare_texts', { a: 'x', b: 'y', options: { tokenizer: 'chinese', stopWords: join(outside, 'words.txt') } }],
    ] as const)
      expect([name, (await call(client, name, given)).error?.code]).toEqual([name, 'SERVICE_PLACE'])
  })

  it('is any path, where neither the client nor the flag names a root', async () => {
    const none = await connected(undefined)
    expect((await call(none, 'find_duplicates', { input: ['letters.jsonl'] })).error.code).toBe('SERVICE_PLACE')
    expect((await call(none, 'find_duplicates', { input: documents })).total).toBeGreaterThan(1)
    const flagged = await connected(undefined, ['--root', root])
    expect((await call(flagged, 'find_duplicates', { input: ['letters.jsonl'] })).total).toBeGreaterThan(1)
  })
})
