/**
 * The audit of packages (scripts/check-audit.mjs): does it fail on what it must, and say so where it could not be done?
 *
 * Oracle   a registry of the test's own, which names weaknesses, or answers no audits at all.
 */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import lock from '../package-lock.json' with { type: 'json' }
import { faultsOf, shippedFolders } from '../scripts/check-audit.mjs'

const root = new URL('../', import.meta.url).pathname

/** What the script says beside a registry that answers audits with `advisories`; refuses them where there are none. */
async function audit(advisories: Record<string, object[]> | undefined, ...args: string[]) {
  let asked: string[] = []
  const registry = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      if (!request.url?.endsWith('/advisories/bulk') || !advisories)
        return void response.writeHead(request.method === 'POST' ? 405 : 404).end()
      const body = Buffer.concat(parts)
      asked = Object.keys(JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(advisories))
    })
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
    npm_config_fetch_retries: '0',
  }
  const answer = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, ['scripts/check-audit.mjs', ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
  registry.close()
  return { ...answer, asked }
}

const advisory = (severity: string, id: string) => [
  {
    id: 1,
    url: `https://github.com/advisories/${id}`,
    title: 'a weakness',
    severity,
    vulnerable_versions: '*',
    cwe: [],
    cvss: { score: 8 },
  },
]

it('fails on a grave weakness of a package that users get, an optional one too', async () => {
  const { code, output, asked } = await audit({
    commander: advisory('critical', 'GHSA-1'),
    mysql2: advisory('high', 'GHSA-2'),
    fzstd: advisory('moderate', 'GHSA-3'),
    vitest: advisory('critical', 'GHSA-4'),
  })
  expect(output).toContain('commander: critical: a weakness (GHSA-1)')
  expect(output).toContain('mysql2: high: a weakness (GHSA-2)')
  expect(output).not.toMatch(/GHSA-[34]/)
  expect(code).toBe(1)
  expect(asked).toContain('lmdb')
})

it('says that nothing is known of, where nothing is', async () => {
  expect(await audit({})).toMatchObject({ code: 0, output: expect.stringMatching(/^audit: \d+ packages, no known weakness/) })
})

it('says that it was not done where the registry answers no audits, which is a failure where it is required', async () => {
  const refused = expect.stringMatching(/^audit: NOT DONE\. .*405/)
  expect(await audit(undefined)).toMatchObject({ code: 0, output: refused })
  expect(await audit(undefined, '--required')).toMatchObject({ code: 1, output: refused })
})

it('leaves out what is accepted, and asks for its end when it is found no more', () => {
  const shipped = shippedFolders(lock)
  expect([...shipped]).toEqual(expect.arrayContaining(['node_modules/lmdb', 'node_modules/pg', 'node_modules/pg-protocol']))
  expect([...shipped]).not.toContain('node_modules/vitest')
  const vulnerabilities = { pg: { name: 'pg', nodes: ['node_modules/pg'], via: [advisory('high', 'GHSA-5')[0], 'pg-protocol'] } }
  expect(faultsOf({ vulnerabilities }, shipped, {})).toEqual(['pg: high: a weakness (GHSA-5)'])
  expect(faultsOf({ vulnerabilities }, shipped, { 'GHSA-5': 'not reached' })).toEqual([])
  expect(faultsOf({ vulnerabilities }, shipped, { 'GHSA-5': 'not reached', 'GHSA-6': 'old' })).toEqual([expect.stringContaining('GHSA-6')])
})
