/**
 * The document of the API before programs that are not ours: linters, and clients that others make from it.
 *
 * Oracle   Redocly and Spectral with the rules that they recommend; openapi-typescript and the compiler; openapi-python-client and its models.
 *          They come through npm and pip into a folder that the test removes; without a network it is skipped and says why.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { described } from '../../../src/server/routes/routes.js'
import { temporaryFolder } from '../../support/files.js'
import { startService } from '../started.js'

const folder = temporaryFolder()
const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ...env } })

function installed(): string | undefined {
  try {
    writeFileSync(join(folder, 'package.json'), '{"private": true}')
    const packages = ['@redocly/cli@2', '@stoplight/spectral-cli@6', 'openapi-typescript@7', 'typescript@5', 'openapi-fetch@0.17']
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages])
    run('python3', ['-m', 'venv', 'own'])
    run('own/bin/pip', ['install', '-q', 'openapi-python-client==0.26.*'])
    return undefined
  } catch (error) {
    if (process.env['CI'] === 'true') throw error
    return `: ${(error as Error).message.slice(0, 200)}`
  }
}
const missing = installed()

describe.skipIf(missing !== undefined)(`the document of the API${missing ?? ''}`, () => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(described().document))

  it('has nothing that Redocly or Spectral would mend', () => {
    expect(JSON.parse(run('npx', ['redocly', 'lint', 'openapi.json', '--format', 'json'])).totals).toMatchObject({ errors: 0, warnings: 0 })
    writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
    run('npx', ['spectral', 'lint', 'openapi.json', '--format', 'json', '--fail-severity', 'hint', '-o', 'found.json'])
  })

  it('makes a client in TypeScript, whose types the compiler holds against calls', async () => {
    run('npx', ['openapi-typescript', 'openapi.json', '-o', 'paths.d.ts'])
    const call = (member: string) => `import createClient from 'openapi-fetch'
import type { components, paths } from './paths.js'
const service = createClient<paths>({ baseUrl: process.argv[2] as string, headers: { authorization: 'Bearer ' + process.argv[3] } })
const path = { params: { path: { index: 'texts' } } }
const { data } = await service.POST('/indexes/{index}/add-if-new', { ...path, body: { documents: [{ id: 1, text: 'a text of a client' }] } })
const answer: components['schemas']['Answer'] | undefined = data?.answers[0]
console.log(answer?.${member})
declare const process: { readonly argv: readonly string[] }
`
    const compile = (name: string) => run('npx', ['tsc', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', name])
    writeFileSync(join(folder, 'wrong.mts'), call('state'))
    expect(() => compile('wrong.mts')).toThrow()
    writeFileSync(join(folder, 'right.mts'), call('status'))
    compile('right.mts')
    const { url, key, ask } = await startService()
    await ask('PUT', '/indexes/texts', {})
    const { execFile } = await import('node:child_process')
    const said = await new Promise<string>((resolve, reject) =>
      execFile(process.execPath, ['right.mjs', url, key], { cwd: folder }, (error, stdout) => (error ? reject(error) : resolve(stdout))),
    )
    expect(said).toBe('new\n')
  })

  it('makes a client in Python, which has every route, and models of their answers', async () => {
    const told = run('own/bin/openapi-python-client', [
      'generate',
      '--path',
      'openapi.json',
      '--output-path',
      'made',
      '--meta',
      'none',
      '--overwrite',
    ])
    expect(told).not.toMatch(/Unable|Failure|duplicate|WARNING/)
    const { url, key, ask } = await startService()
    await ask('PUT', '/indexes/texts', {})
    writeFileSync(
      join(folder, 'call.py'),
      `import sys
from made import AuthenticatedClient
from made.api.documents import add_if_new, check, query
from made.api.tasks import list_tasks
from made.models import Document, Documents, Query
client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
documents = Documents(documents=[Document(id=1, text='a text of a client')])
print(add_if_new.sync('texts', client=client, body=documents).answers[0].status)
print(check.sync('texts', client=client, body=documents).answers[0].status)
print(query.sync('texts', client=client, body=Query(text='a text of a client')).answers[0].matches[0].id)
print(query.sync('none', client=client, body=Query(text='x')).error.code)
print(list_tasks.sync(client=client).tasks)
`,
    )
    const { execFile } = await import('node:child_process')
    const said = await new Promise<string>((resolve, reject) =>
      execFile('own/bin/python', ['call.py', url, key], { cwd: folder }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(stdout),
      ),
    )
    expect(said).toBe('new\nunchanged\n1\nINDEX_MISSING\n[]\n')
  })
})
