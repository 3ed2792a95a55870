/**
 * What is said where a first try goes wrong: options without effect, texts that are null, lists of a chat, columns that were chosen.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { LeitongError } from '../../src/errors.js'
import { idleOptions } from '../../src/methods/idle.js'
import { NO_MACHINE } from '../../src/options/running.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const words = 'the ferry to the island runs every forty minutes from the first of May'

it('options without effect are named, with what they are for', async () => {
  const input = writeLines(at('in.jsonl'), [{ id: 1, text: words }])
  const said = async (...flags: string[]) => (await leitong(['dedupe', input, '--json', ...flags])).stderr
  expect(await said('--bits', '128')).toBe('leitong: warning: --bits does nothing with --method minhash: it is for --method simhash\n')
  expect(await said('--measure', 'fields', '--method', 'simhash')).toContain(
    '--method does nothing with --measure fields: it is for --measure jaccard|',
  )
  expect(await said('--profile', 'manku', '--num-perm', '64', '--bits', '128')).toBe(
    'leitong: warning: --num-perm does nothing with --method simhash: it is for --method minhash\n',
  )
  // Who names the method means something else.
  const refused = await leitong(['dedupe', input, '--method', 'simhash', '--num-perm', '64'])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('"num-perm" is of method "minhash"; the method is simhash')])
  expect(await said('--bits', '128', '-q')).toBe('')
  expect(await said('--num-perm', '64', '--profile', 'none')).toBe('')
  expect(await said('--bits', '128', '--lang', 'zh')).toBe('leitong: 警告: --method minhash 时 --bits 不起作用：它用于 --method simhash\n')
})

it('an option is idle only where nothing reads it', () => {
  const idle = (values: Record<string, unknown>) =>
    idleOptions(resolveOptions([{ values, where: '' }], NO_MACHINE), Object.keys(values) as never).map(([name]) => name)
  expect(idle({ weight: 'squared' })).toEqual(['weight'])
  expect(idle({ weight: 'squared', measure: 'weighted' })).toEqual([])
  expect(idle({ bandRows: 4, rarest: 3, mu: 0.5 })).toEqual(['rarest', 'mu'])
  expect(idle({ method: 'simhash', measure: 'combined', mu: 0.5 })).toEqual([])
  expect(idle({ verify: false, measure: 'cosine' })).toEqual(['measure'])
  expect(idle({ tokenizer: 'word', charNgram: 2 })).toEqual(['charNgram'])
  expect(idle({ method: 'exact', ngram: 3 })).toEqual(['ngram'])
  expect(idle({ measure: 'match', method: 'simhash', bits: 64, threshold: 0.5, keep: 'last' })).toEqual(['method', 'bits'])
  const live = resolveOptions([{ values: { measure: 'fields', method: 'simhash', bits: 64 }, where: '' }], NO_MACHINE)
  expect(idleOptions(live, ['method', 'bits'], 'sync')).toEqual([])
})

it('a text that is null is called so', async () => {
  const input = writeLines(at('null.jsonl'), [
    { id: 1, text: null },
    { id: 2, body: words },
    { id: 3, text: words },
  ])
  await leitong(['dedupe', input, '--rejects', at('rejects')])
  expect(jsonLines(at('rejects')).map(({ reason }) => reason)).toEqual(['"text" is null', 'no "text"; there are id, body'])
})

it('the turns of a chat are one text', async () => {
  const turns = (...contents: unknown[]) => ({ messages: contents.map((content) => ({ role: 'user', content })) })
  const input = writeLines(at('chats.jsonl'), [
    { id: 'a', ...turns('when does the ferry run', words) },
    { id: 'b', ...turns('when does the ferry run', words) },
    { id: 'c', ...turns('when does the ferry run', 'nobody on the pier could tell us anything about it') },
    { id: 'd', ...turns(words, { type: 'image' }) },
    { id: 'e', text: ['a list', 'of texts'] },
  ])
  const flags = ['--text-field', 'messages.content', '--removed', at('removed'), '--rejects', at('rejects')]
  expect((await leitong(['dedupe', input, ...flags])).code).toBe(0)
  expect(jsonLines(at('removed'))).toMatchObject([{ id: 'b', duplicate_of: 'a', similarity: 1 }])
  expect(jsonLines(at('rejects')).map(({ line, reason }) => [line, reason])).toEqual([
    [4, '"messages.content" is a list, not a text'],
    [5, 'no "messages.content"; there are id, text'],
  ])
  // Line breaks stand between turns: a text of the same words in one field is the same document.
  writeLines(at('flat.jsonl'), [
    { id: 'a', ...turns('when does the ferry run', words) },
    { id: 'b', messages: { content: `when does the ferry run\n${words}` } },
  ])
  await leitong(['dedupe', at('flat.jsonl'), ...flags])
  expect(jsonLines(at('removed'))).toMatchObject([{ id: 'b', duplicate_of: 'a', similarity: 1 }])
})

it('keys and times of writing are not compared unless they are named, and the columns are said', async () => {
  const db = new Database(at('letters.db'))
  db.exec(
    'CREATE TABLE letters (id INTEGER PRIMARY KEY, author_id INTEGER, title TEXT, body TEXT, birth_date TEXT, created_at TEXT, updatedAt TEXT)',
  )
  const insert = db.prepare('INSERT INTO letters VALUES (?, ?, ?, ?, ?, ?, ?)')
  insert.run(1, 10, 'Ferry', words, '1980-01-02', '2024-01-01 08:00', '2024-02-01 09:30')
  insert.run(2, 77, 'Ferry', words, '1980-01-02', '2025-11-30 23:59', '2025-12-24 18:00')
  db.exec('CREATE TABLE only (id INTEGER PRIMARY KEY, owner_id INTEGER); INSERT INTO only VALUES (1, 5)')
  db.close()
  const run = (table: string, ...flags: string[]) => leitong(['dedupe', 'sqlite:letters.db', '--table', table, ...flags], { cwd: folder })
  const { stdout } = await run('letters')
  expect(stdout).toContain('kept 1, removed 1 in 1 group')
  expect(stdout).toMatch(/compared columns of .*: title, body, birth_date; a fields file names others/)
  // Where there is nothing else, keys are compared.
  expect((await run('only')).stdout).toMatch(/compared columns of .*: owner_id;/)
  writeFileSync(at('fields.json'), JSON.stringify({ key: 'id', fields: { body: {}, author_id: {}, created_at: {} } }))
  const stated = await run('letters', '--fields', 'fields.json', '--threshold', '0.99')
  expect(stated.stdout).toContain('kept 2, removed 0')
  expect(stated.stdout).not.toContain('compared columns')
})

it('the remedy of a missing package names the package', () => {
  expect(new LeitongError('PACKAGE_MISSING', 'pg (and pg-cursor)', 'read PostgreSQL').remedy).toBe(
    'Install it beside leitong: npm install pg pg-cursor.',
  )
  expect(new LeitongError('PACKAGE_MISSING', 'libsql', 'use SQLite').remedy).toBe('Install it beside leitong: npm install libsql.')
  expect(new LeitongError('PACKAGE_MISSING', '@duckdb/node-api', 'read Parquet').remedy).toContain('npm install @duckdb/node-api.')
})
