/**
 * docs/service.md, held against the code.
 *
 * Covers   the examples in curl, TypeScript and Python, run as they stand against a service; the table of settings and its defaults; the table of routes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTINGS, settingsOf } from '../../src/server/settings.js'
import { exampleOf, runCurl, runPython, runTypeScript } from '../support/examples.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { startService } from './started.js'

const root = new URL('../../', import.meta.url).pathname
const page = readFileSync(join(root, 'docs/service.md'), 'utf8')

describe('the examples of docs/service.md', () => {
  it('run in curl', async () => {
    const { url, key, ask } = await startService()
    const cwd = temporaryFolder()
    writeLines(join(cwd, 'documents.jsonl'), [
      { id: 2, text: 'The ferry will run every forty minutes.' },
      { id: 3, text: 'The town library opens on Sundays again.' },
    ])
    const stdout = await runCurl(exampleOf(page, 'From curl', 'sh'), { url, key }, cwd)
    expect(stdout).toContain('"status":"new"')
    expect(stdout).toContain('{"id":2,"status":"duplicate"')
    expect(stdout).toContain('{"id":3,"status":"new"')
    expect(stdout).toMatch(/"matches":\[\{"id":1,/)
    expect(stdout).toContain('"similarity"')
    expect((await ask('GET', '/indexes/texts')).json.documents).toBe(2)
  })

  it('run in TypeScript', async () => {
    const { url, key, ask } = await startService()
    await ask('PUT', '/indexes/texts', { options: { threshold: 0.7 } })
    await ask('POST', '/indexes/texts/documents', { documents: [{ id: 0, text: 'The ferry will run every forty minutes.' }] })
    expect(await runTypeScript(exampleOf(page, 'From TypeScript', 'ts'), { url, key }, temporaryFolder())).toBe('a repeat\n')
  })

  it('run in Python', async () => {
    const { url, key, ask } = await startService()
    await ask('PUT', '/indexes/texts', { options: { threshold: 0.7 } })
    expect(await runPython(exampleOf(page, 'From Python', 'python'), { url, key }, temporaryFolder())).toBe('1 new None\n2 duplicate 1\n')
  })

  it('make an index that obeys decisions', async () => {
    const mail = temporaryFolder()
    writeLines(join(mail, 'decided.jsonl'), [{ act: 'note', key: 'k1', by: 'Li', at: '2026-01-02T03:04:05Z', note: 'seen' }])
    writeLines(join(mail, 'a.jsonl'), [{ id: 1, text: 'The ferry will run every forty minutes.' }])
    const { url, key, ask } = await startService({ folders: { mail } })
    await ask('POST', '/review', { name: 'letters', source: ['mail/a.jsonl'], decisions: 'mail/decided.jsonl' })
    await runCurl(exampleOf(page, 'Decisions', 'sh'), { url, key }, mail)
    expect((await ask('GET', '/indexes/letters')).json.decisions).toMatchObject({ applied: 0 })
  })

  it('merge the rows of a file', async () => {
    const cwd = temporaryFolder()
    const rows = ['id,name,phone,date', '1,Anna Berger,,1.2.2020', '2,Anna Berger,0664,15.2.2021', '3,Zoltan Kiss,0316,']
    writeFileSync(join(cwd, 'people.csv'), `${rows.join('\n')}\n`)
    const { url, key } = await startService()
    await runCurl(exampleOf(page, 'Merged rows', 'sh'), { url, key }, cwd)
    expect(readFileSync(join(cwd, 'merged.csv'), 'utf8')).toContain('1,Anna Berger,0664,1.2.2020,1,2')
  })

  it('send a file, run a task and fetch what it made', async () => {
    const cwd = temporaryFolder()
    const text = 'The ferry will run every forty minutes from the old harbour to the island'
    writeLines(join(cwd, 'letters.jsonl'), [
      { id: 1, text },
      { id: 2, text: `${text}!` },
    ])
    const told = await runCurl(exampleOf(page, 'Tasks', 'sh'), await startService(), cwd)
    expect(told).toContain('"state":"done"')
    expect(readFileSync(join(cwd, 'kept.jsonl'), 'utf8')).toBe(`${JSON.stringify({ id: 1, text })}\n`)
  })
})

/** The cells of the rows of the table below a heading. */
const tableBelow = (heading: string) =>
  (new RegExp(`\n## ${heading}\n([\\s\\S]*?)(\n## |$)`).exec(page)?.[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))

const SPELLED: Readonly<Record<string, (value: unknown) => string>> = {
  data: String,
  store: () => 'LMDB in `data`',
  hosts: () => 'none',
  maxBody: (value) => `${Number(value) >> 20} MB`,
  maxLine: (value) => `${Number(value) >> 20} MB`,
  maxUploads: (value) => `${Number(value) / 2 ** 30} GB`,
  maxUpload: (value) => `${Number(value) / 2 ** 30} GB`,
  maxBatch: () => '10 000',
  rate: () => 'no limit',
}

describe('the tables of docs/service.md', () => {
  it('name every setting with its default', () => {
    const told = new Map<string, string>()
    for (const [names = '', defaults = ''] of tableBelow('Settings')) {
      const all = [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name as string)
      const values = all.length === 1 ? [defaults.trim()] : defaults.split(',').map((value) => value.trim())
      all.forEach((name, i) => {
        told.set(name, (values[i] ?? values[0] ?? '').replaceAll('`', ''))
      })
    }
    const expected = Object.entries(SETTINGS).map(([name, { default: value }]) => [
      name,
      (SPELLED[name]?.(value) ?? String(value)).replaceAll('`', ''),
    ])
    for (const name of ['folders', 'databases', 'webhooks', 'tls']) expected.push([name, 'none'])
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected))
    expect(settingsOf({ data: 'x' }).maxBatch).toBe(10_000)
  })

  it('name every route', async () => {
    const { ask } = await startService()
    const { paths } = (await ask('GET', '/openapi.json')).json
    const routes = page.slice(page.indexOf('## Routes'), page.indexOf('## Tasks'))
    for (const path of Object.keys(paths)) {
      if (path.startsWith('/review')) continue
      const named = path.replace('{index}', 'NAME').replace('{id}', 'ID').replace('{name}', 'FILE')
      expect(routes, path).toMatch(new RegExp(`[ \`]${named}[\`?]`))
    }
  })
})
