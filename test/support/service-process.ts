/** A service as its users have it: a process of its own, which can be killed and started again on the same folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll } from 'vitest'
import { COMMAND, temporaryFolder } from './files.js'

const running = new Set<ServiceProcess>()

afterAll(async () => {
  for (const one of running) await one.kill()
})

export class ServiceProcess {
  /** Where it answers; another port after each start. */
  url = ''
  /** The first 64 KB of what it said on standard error. */
  log = ''
  readonly folder = temporaryFolder()
  readonly #args: readonly string[]
  #child: ChildProcess | undefined

  /**
   * @param store  URL with {name}; without it indexes are in its own folder
   * @param more   arguments of the command
   */
  constructor(store?: string, more: readonly string[] = []) {
    this.#args = ['serve', '--no-keys', '--port', '0', '--data', this.folder, ...(store ? ['--store', store] : []), ...more]
  }

  async start(): Promise<this> {
    const child = spawn(process.execPath, [COMMAND, ...this.#args], { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child = child
    running.add(this)
    this.url = await new Promise<string>((resolve, reject) => {
      this.log = ''
      // Read to the end, so that the pipe is never full.
      child.stderr.on('data', (data) => {
        if (this.log.length < 1 << 16) this.log += data
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(this.log) ?? []
        if (found) resolve(found)
      })
      child.once('exit', () => reject(new Error(`the service did not start: ${this.log}`)))
    })
    return this
  }

  /** Ends it as the machine would: without a word. */
  async kill(): Promise<void> {
    const child = this.#child
    running.delete(this)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}
