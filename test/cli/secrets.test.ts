/**
 * Passwords of servers, right and wrong: do they show anywhere?
 *
 * Covers   indexes and sources on PostgreSQL, MariaDB, MongoDB and Redis (a password alone, and a user of the ACL): errors of the library in full,
 *          what the commands print, and every file that they leave; passwords in the URL, in the environment and misspelt URLs.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { Redis } from 'ioredis'
import { MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { leitong, temporaryFolder } from '../support/files.js'
import { describeWith } from '../support/servers.js'

/** Neither a word nor part of one, with what must be percent-encoded. */
const WRONG = 'wr@ng:Zx9#qq/7?'
const TEXTS = ['a text of no importance whatsoever', 'another text that says something else'].map((text, id) => ({ id: id + 1, text }))
const lines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')

function passwordOf(url: string): string {
  return decodeURIComponent(/^[^:]+:\/\/[^:]*:([^@]+)@/.exec(url)?.[1] as string)
}
const withPassword = (url: string, password: string) => url.replace(/^([^:]+:\/\/[^:]*:)[^@]+@/, (_, before) => `${before}${password}@`)
const withoutPassword = (url: string) => url.replace(/^([^:]+:\/\/[^:]+):[^@]+@/, '$1@')

/** None of these texts holds the password or a good part of it, however it is spelled. */
function expectHidden(texts: readonly string[], password: string): void {
  const parts = [password, encodeURIComponent(password), ...password.split(/[@:#/?]/).filter((part) => part.length > 2)]
  for (const text of texts) for (const part of parts) expect(text).not.toContain(part)
}

/** An error with everything that printing it would show. */
async function failure(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
  } catch (error) {
    return `${inspect(error, { depth: 8, showHidden: true })}\n${(error as Error).stack}\n${JSON.stringify(error)}`
  }
  throw new Error('it should not have worked')
}

/**
 * @param number  tells indexes of one server apart
 * @param source  flags that name two rows of this server as a source, where it can be one
 */
async function showsNothing(url: string, number: number, source?: readonly string[]): Promise<void> {
  const folder = temporaryFolder()
  const index = `#secrets${process.pid}_${number}`
  const run = (args: readonly string[], more: { input?: string; env?: Record<string, string> } = {}) =>
    leitong(args, { cwd: folder, ...more })
  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const written = () => files().map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
  const wrong = withPassword(url, encodeURIComponent(WRONG))

  writeFileSync(
    join(folder, 'fields.json'),
    JSON.stringify({ ...(source?.includes('--query') ? { key: ['id'] } : {}), fields: { text: { kind: 'long' } } }),
  )
  const told = await failure(openIndex(wrong + index))
  expect(told).toMatch(/LeitongError/)
  expect(told).toMatch(/STORE/)
  // Not percent-encoded: what stands behind # or ? would be a name or options.
  const misspelt = await failure(openIndex(withPassword(url, WRONG) + index))
  const unknown = await failure(openIndex(`x${withPassword(url, WRONG)}${index}`))
  expect(unknown).toMatch(/STORE_URL/)
  const refusing = [run(['index', 'stats', wrong + index])]
  if (withoutPassword(url) !== url)
    refusing.push(run(['index', 'stats', withoutPassword(url) + index], { env: { LEITONG_PASSWORD: WRONG } }))
  if (source) {
    refusing.push(run(['sync', wrong, 'local', ...source, '--create']))
  }
  const refused = await Promise.all(refusing)
  for (const { code, stderr } of refused) {
    expect(code).toBe(3)
    expect(stderr).toMatch(/^leitong: /m)
  }
  expectHidden([told, misspelt, unknown, ...refused.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...written()], WRONG)

  writeFileSync(join(folder, 'in.jsonl'), lines(TEXTS))
  const place = url + index
  const worked = [await run(['index', 'add', place, 'in.jsonl', '--create'])]
  const [other, synced] = await Promise.all([
    run(['index', 'query', place, '--text', 'any', '--threshold', '0.123']),
    source && run(['sync', url, place, ...source, '--state', 'state.json', '-o', 'out.jsonl']),
  ])
  if (synced) worked.push(synced)
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('other options') })
  expect(worked.map(({ code, stderr }) => code && stderr)).toEqual(worked.map(() => 0))
  if (source) expect(files().length).toBeGreaterThan(3)
  expectHidden([...worked, other].flatMap(({ stdout, stderr }) => [stdout, stderr]).concat(written()), passwordOf(url))
  const again = await openIndex(place, { create: false })
  expect((await again.stats()).documents).toBe(2)
  expectHidden([again.url, JSON.stringify(await again.stats())], passwordOf(url))
  await again.close()
}

const QUERY = [
  '--query',
  TEXTS.map(({ id, text }) => `SELECT ${id} AS id, '${text}' AS text`).join(' UNION ALL '),
  '--fields',
  'fields.json',
]

await describeWith('postgres', 'passwords of PostgreSQL', (url) => {
  it('show nowhere', () => showsNothing(url, 0, QUERY))
})

await describeWith('mysql', 'passwords of MariaDB', (url) => {
  it('show nowhere', () => showsNothing(url, 0, QUERY))
})

await describeWith('mongodbReplica', 'passwords of MongoDB', (url) => {
  it('show nowhere', async () => {
    const client = await new MongoClient(url).connect()
    const table = client.db().collection<{ _id: number; text: string }>(`secrets_${process.pid}`)
    await table.insertMany(TEXTS.map(({ id, text }) => ({ _id: id, text })))
    await showsNothing(url, 0, ['--table', table.collectionName, '--fields', 'fields.json'])
    await table.drop()
    await client.close()
  })
})

await describeWith('redis', 'passwords of Redis', (url) => {
  it('show nowhere', async () => {
    const client = new Redis(url)
    await client.call('ACL', 'SETUSER', 'reader', 'on', '>Tr7-secret-word', '~*', '&*', '+@all')
    await Promise.all([showsNothing(url, 0), showsNothing(url.replace(/\/\/:[^@]+@/, '//reader:Tr7-secret-word@'), 1)])
    await client.call('ACL', 'DELUSER', 'reader')
    client.disconnect()
  })
})
