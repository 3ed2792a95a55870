/**
 * The container file of examples/deploy without a container: its commands as plain shell in a temporary folder.
 *
 * Oracle   its own health check.
 * Covers   RUN installs what the service needs, in the package as it is published; CMD starts it; HEALTHCHECK passes while it runs, and fails after.
 * Leaves   the image of Node and the user: `useradd` and `chown` would change this machine, and are seen to be asked for only.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { cmd, healthcheck, installed, instruction } from '../support/deploy.js'
import { temporaryFolder } from '../support/files.js'
import { pack } from '../support/package.js'

const MINUTES = 60_000

it(
  'installs, starts, is healthy and ends',
  async () => {
    const folder = temporaryFolder()
    const at = (path: string) => (path === '/data' ? join(folder, 'data') : path)
    const env = {
      ...process.env,
      npm_config_prefix: folder,
      npm_config_prefer_offline: 'true',
      PATH: `${folder}/bin:${process.env['PATH']}`,
    }
    const lines = instruction('RUN')
      .replace('--global leitong ', `--global --no-audit --no-fund ${pack(folder)} `)
      .replaceAll(/(?<= )\/data\b/g, at('/data'))
    const asks = 'useradd() { echo "useradd $*" >> asked; }; chown() { echo "chown $*" >> asked; }; '
    execFileSync('bash', ['-ec', asks + lines], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe(`useradd --system --create-home leitong\nchown leitong ${at('/data')}\n`)
    for (const name of installed()) expect(existsSync(join(folder, 'lib/node_modules', name)), name).toBe(true)

    const [program = '', ...args] = cmd().map(at)
    expect(program).toBe('leitong')
    const child = spawn(join(folder, 'bin', program), [...args, '--port', '0'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    try {
      let [said, told] = ['', '']
      child.stdout.on('data', (data) => {
        said += data
      })
      const port = await new Promise<string>((resolve, reject) => {
        child.stderr.on('data', (data) => {
          told += data
          const [, found] = /:\/\/[^/\s"]*:(\d+)/.exec(told) ?? []
          if (found) resolve(found)
        })
        child.once('exit', () => reject(new Error(`it did not start: ${told}`)))
      })
      await vi.waitFor(() => expect(said).toMatch(/lt_[\w-]+/), 10_000)
      const [node = '', ...check] = healthcheck().map((part) => part.replace('127.0.0.1:7700', `127.0.0.1:${port}`))
      expect(spawnSync(node, check, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
      child.kill('SIGTERM')
      await once(child, 'exit')
      expect(child.exitCode).toBe(0)
      expect(spawnSync(node, check).status).toBe(1)
    } finally {
      child.kill('SIGKILL')
    }
  },
  10 * MINUTES,
)
