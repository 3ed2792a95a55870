/**
 * docs/service.md and examples/deploy, held against the code.
 *
 * Covers   the examples in curl, TypeScript and Python, run as they stand against a service; the table of settings and its defaults; the table of routes;
 *          flags, packages, ports and paths in the container file, the compose file and the systemd unit.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { SETTINGS, settingsOf } from '../../src/server/settings.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { startService } from './started.js'

const run = promisify(execFile)

/** The first group that a pattern finds; a failure where there is none. */
function found(pattern: RegExp, text: string): string {
  const [, group] = pattern.exec(text) ?? []
  if (group === undefined) throw new Error(`nothing is like ${pattern}`)
  return group
}

const root = new URL('../../', import.meta.url).pathname
const page = readFileSync(join(root, 'docs/service.md'), 'utf8')
const example = (language: string) => found(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``), page)

describe('the examples of docs/service.md', () => {
  it('run in curl', async () => {
    const { url, key, ask } = await startService()
    const cwd = temporaryFolder()
    writeLines(join(cwd, 'documents.jsonl'), [
      { id: 2, text: 'The ferry will run every forty minutes.' },
      { id: 3, text: 'The town library opens on Sundays again.' },
    ])
    const env = { ...process.env, KEY: `Authorization: Bearer ${key}`, URL: url }
    const { stdout } = await run('bash', ['-ec', example('sh').replaceAll('curl ', 'curl -sS --fail-with-body ')], { cwd, env })
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
    const cwd = temporaryFolder()
    const client = new URL('../../dist/client/index.js', import.meta.url).href
    const code = example('ts').replace("'leitong/client'", JSON.stringify(client)).replace('http://127.0.0.1:7700', url)
    writeFileSync(join(cwd, 'example.mjs'), `const key = ${JSON.stringify(key)}\n${code}`)
    expect((await run(process.execPath, ['example.mjs'], { cwd })).stdout).toBe('a repeat\n')
  })

  it('run in Python', async () => {
    const { url, key, ask } = await startService()
    await ask('PUT', '/indexes/texts', { options: { threshold: 0.7 } })
    const code = example('python').replace('http://127.0.0.1:7700', url).replace('lt_…', key)
    const { stdout } = await run('python3', ['-c', code])
    expect(stdout).toBe('1 new None\n2 duplicate 1\n')
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

describe('examples/deploy', () => {
  const read = (name: string) => readFileSync(join(root, 'examples/deploy', name), 'utf8')

  it('starts the command with flags that it has', async () => {
    const { stdout: help } = await leitong(['serve', '--help'])
    const commands = [
      (JSON.parse(found(/^CMD (\[.*\])$/m, read('Containerfile'))) as string[]).slice(1),
      found(/^ {4}command: \[leitong, (.*)\]$/m, read('compose.yaml')).split(', '),
      found(/^ExecStart=\S+ leitong (.*)$/m, read('leitong.service')).split(' '),
    ]
    for (const command of commands) {
      expect(command[0]).toBe('serve')
      for (const flag of command.filter((word) => word.startsWith('--'))) expect(help).toContain(`${flag} <`)
    }
  })

  it('has the packages, the port and the folders that belong together', () => {
    const container = read('Containerfile')
    const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const installed = found(/npm install --global (.*?) \\/, container).split(' ')
    for (const name of installed) expect(name === 'leitong' || name in peerDependencies, name).toBe(true)
    const asked = found(/`npm install (.*?)`/, page).split(' ')
    expect(installed).toEqual(expect.arrayContaining([...asked, 'ioredis']))
    const port = String(SETTINGS.port.default)
    expect(container).toContain(`EXPOSE ${port}`)
    expect(container).toContain(`http://127.0.0.1:${port}/health`)
    const compose = read('compose.yaml')
    expect(compose).toContain(`"127.0.0.1:${port}:${port}"`)
    expect(compose).toContain('dockerfile: Containerfile')
    expect(() => settingsOf({ store: /"(redis:[^"]*)"/.exec(compose)?.[1] })).not.toThrow()
    // What stores.md asks of Redis, so that nothing acknowledged is lost.
    for (const wanted of ['--appendonly, "yes"', '--appendfsync, always', '--maxmemory-policy, noeviction'])
      expect(compose).toContain(wanted)
    const volumes = [...compose.matchAll(/volumes: \["(\w+):/g)].map(([, name]) => name)
    for (const name of volumes) expect(/^volumes: \{(.*)\}$/m.exec(compose)?.[1]).toContain(`${name}: {}`)
    expect(volumes).toHaveLength(2)
  })

  it('has a unit of lines that systemd reads, with time for a graceful end', () => {
    const unit = read('leitong.service')
    for (const line of unit.split('\n')) expect(line).toMatch(/^(\[(Unit|Service|Install)\]|[A-Z]\w+=.+|)$/)
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(SETTINGS.timeout.default)
    expect(unit).toContain(`--data /var/lib/${/StateDirectory=(\w+)/.exec(unit)?.[1]}`)
  })
})
