/**
 * The library in programs that were bundled, and on other runtimes: the package as it is published, with none of the packages that it may use.
 *
 * Oracle   what the same program prints on this Node, unbundled.
 * Covers   esbuild (ESM and CommonJS), webpack, Vite for servers (leitong left out, and taken in), Next; threads and an index on disk in
 *          each; what a store says whose package is missing, in a bundle too; Node 22 and 24, Bun, Deno.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { globSync } from 'tinyglobby'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureNodes } from '../../scripts/ensure-nodes.mjs'
import { temporaryFolder } from '../support/files.js'
import { pack } from '../support/package.js'

const MINUTES = 60_000
const folder = temporaryFolder()
const TOOLS = ['esbuild@0.28', 'webpack@5', 'vite@8', 'next@16', 'react@19', 'react-dom@19', 'bun@1', 'deno@2']

/** What is tried: pure functions, a batch over threads, an index in a folder, a store without its package. */
const TRIAL = `import { compare, dedupe, openIndex } from 'leitong'

export async function tryAll(folder) {
  const texts = Array.from({ length: 40 }, (_, i) => ({ id: i, text: \`letter \${i % 20} about the drain before bakery number \${i % 20}\` }))
  const result = await dedupe(texts, { workers: 2, tokenizer: 'chinese' })
  const removed = [...result.removed()].length
  await result.close()
  const index = await openIndex(folder)
  const { status } = await index.addIfNew(texts[0])
  await index.close()
  const { code, remedy } = await openIndex('postgres://nobody@127.0.0.1:1/none').catch((error) => error)
  return JSON.stringify({ similar: compare('one and the same', 'One and the same!').similar, removed, status, code, remedy })
}
`
const PROGRAM = `import { tryAll } from './trial.mjs'
tryAll(process.argv[2]).then(console.log)
`
const PRINTED = JSON.stringify({
  similar: true,
  removed: 20,
  status: 'new',
  code: 'PACKAGE_MISSING',
  remedy: 'Install it beside leitong: npm install pg.',
})

const run = (command: string, args: readonly string[], cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_ENV: 'production' } })
/** What a program prints, with an index of its own. */
const printed = (program: string, runtime = [process.execPath]) => {
  const [command = '', ...args] = runtime
  return run(command, [...args, join(folder, program), mkdtempSync(join(folder, 'index-'))]).trim()
}
const bin = (name: string) => join(folder, 'node_modules/.bin', name)
/** The program of a package that only brings one for this system. */
const native = (pattern: string) => [join(folder, globSync(pattern, { cwd: folder })[0] ?? 'nothing')]

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'trial.mjs'), TRIAL)
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', pack(folder), ...TOOLS])
}, 10 * MINUTES)

describe('bundled by', () => {
  it.each(['esm', 'cjs'])('esbuild as %s', { timeout: 5 * MINUTES }, (format) => {
    const file = `esbuild/${format}/program.${format === 'esm' ? 'mjs' : 'cjs'}`
    run(bin('esbuild'), ['program.mjs', '--bundle', '--platform=node', `--format=${format}`, `--outfile=${file}`, '--log-level=error'])
    expect(printed(file)).toBe(PRINTED)
  })

  it('webpack', { timeout: 5 * MINUTES }, () => {
    const options = {
      mode: 'production',
      target: 'node20',
      entry: './program.mjs',
      context: folder,
      output: { path: join(folder, 'webpack'), filename: 'program.cjs' },
    }
    writeFileSync(
      join(folder, 'build-webpack.mjs'),
      `import webpack from 'webpack'
       webpack(${JSON.stringify(options)}, (error, stats) => {
         if (error) throw error
         console.log(stats.toString({ all: false, errors: true, warnings: true }))
       })`,
    )
    expect(run(process.execPath, ['build-webpack.mjs']).trim()).toBe('')
    expect(printed('webpack/program.cjs')).toBe(PRINTED)
  })

  it.each([false, true])('Vite for a server, all in one: %s', { timeout: 5 * MINUTES }, (noExternal) => {
    const outDir = `vite-${noExternal}`
    const config = {
      ...(noExternal ? { ssr: { noExternal } } : {}),
      build: { ssr: 'program.mjs', outDir, target: 'node20' },
      logLevel: 'warn',
    }
    writeFileSync(join(folder, `${outDir}.config.mjs`), `export default ${JSON.stringify(config)}`)
    run(bin('vite'), ['build', '--config', `${outDir}.config.mjs`])
    expect(printed(join(outDir, 'program.js'))).toBe(PRINTED)
  })

  it('Next, with one line of settings', { timeout: 10 * MINUTES }, async () => {
    const app = join(folder, 'next')
    mkdirSync(join(app, 'app/api/try'), { recursive: true })
    cpSync(join(folder, 'trial.mjs'), join(app, 'app/trial.mjs'))
    const write = (path: string, text: string) => writeFileSync(join(app, path), text)
    write('package.json', '{ "private": true }')
    write('next.config.mjs', `export default { serverExternalPackages: ['leitong'], turbopack: { root: ${JSON.stringify(folder)} } }`)
    write('app/layout.js', 'export default function Layout({ children }) { return <html><body>{children}</body></html> }')
    write('app/page.js', 'export default function Page() { return <p>leitong</p> }')
    write(
      'app/api/try/route.js',
      `import { tryAll } from '../../trial.mjs'
       export const dynamic = 'force-dynamic'
       export const GET = async () => new Response(await tryAll(process.env.INDEX))`,
    )
    run(bin('next'), ['build'], app)
    const port = await freePort()
    const server = spawn(process.execPath, [bin('next'), 'start', '-p', String(port)], {
      cwd: app,
      stdio: 'ignore',
      env: { ...process.env, INDEX: mkdtempSync(join(folder, 'index-')) },
    })
    try {
      expect(await answerOf(`http://127.0.0.1:${port}/api/try`)).toBe(PRINTED)
    } finally {
      server.kill()
    }
  })
})

describe('runs on', () => {
  it('this Node', () => {
    expect(printed('program.mjs')).toBe(PRINTED)
  })

  it('Node 22 and 24', { timeout: 5 * MINUTES }, ({ skip }) => {
    let programs: string[] = []
    try {
      programs = ensureNodes()
    } catch (error) {
      if (process.env['CI'] === 'true') throw error
      skip(`other versions of Node cannot be fetched: ${(error as Error).message}`)
    }
    for (const program of programs) expect(printed('program.mjs', [program])).toBe(PRINTED)
  })

  it('Bun', { timeout: 5 * MINUTES }, () => {
    expect(printed('program.mjs', native('node_modules/@oven/bun-*/bin/bun'))).toBe(PRINTED)
  })

  it('Deno', { timeout: 5 * MINUTES }, () => {
    expect(printed('program.mjs', [...native('node_modules/@deno/*/deno'), 'run', '-A'])).toBe(PRINTED)
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The answer of a server that is starting; a minute is given to it. */
async function answerOf(url: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer) return answer.text()
    if (tries === 240) throw new Error(`${url} does not answer`)
    await wait(250)
  }
}
