/** Examples of a page of docs/, run as they stand there against a service. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Asked {
  readonly url: string
  readonly key: string
}

/** The first example in a language below a heading. */
export function exampleOf(page: string, heading: string, language: 'sh' | 'ts' | 'python'): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [, code] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section.split('\n## ')[0] ?? '') ?? []
  if (code === undefined) throw new Error(`no example in ${language} below "${heading}"`)
  return code
}

/** Runs lines of shell, which end at the first request that fails; `KEY` and `URL` are as the page has them. */
export async function runCurl(code: string, { url, key }: Asked, cwd: string): Promise<string> {
  const env = { ...process.env, KEY: `Authorization: Bearer ${key}`, URL: url }
  const lines = code.replaceAll(/(^|\$\(|until )curl /gm, '$1curl -sS --fail-with-body ')
  return (await run('bash', ['-eo', 'pipefail', '-c', lines], { cwd, env, timeout: 60_000 })).stdout
}

/** Runs a program in TypeScript, against the client that was built; types are not looked at here. */
export async function runTypeScript(code: string, { url, key }: Asked, cwd: string): Promise<string> {
  const client = new URL('../../dist/client/index.js', import.meta.url).href
  const own = code.replace("'leitong/client'", JSON.stringify(client)).replace('http://127.0.0.1:7700', url)
  const { transform } = await import('esbuild')
  const { code: plain } = await transform(`const key = ${JSON.stringify(key)}\n${own}`, { loader: 'ts', format: 'esm' })
  writeFileSync(join(cwd, 'example.mjs'), plain)
  return (await run(process.execPath, ['example.mjs'], { cwd, timeout: 60_000 })).stdout
}

export async function runPython(code: string, { url, key }: Asked, cwd: string): Promise<string> {
  const own = code.replace('http://127.0.0.1:7700', url).replace('lt_…', key)
  return (await run('python3', ['-c', own], { cwd, timeout: 60_000 })).stdout
}
