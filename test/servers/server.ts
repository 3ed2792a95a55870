/** What a server of the tests is, and how its programs are run: on loopback, in a temporary folder, as an unprivileged user. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programPath } from '../../scripts/ensure-servers.mjs'

/** Megabytes that a database keeps of its files in memory: little for tests, which run many; benches say more. */
export const cacheMegabytes = (): number => Number(process.env['LEITONG_SERVER_CACHE_MB'] ?? 64)

export interface TestServer {
  /** The environment variable with the URL of a server to use instead: LEITONG_TEST_ and this. */
  readonly variable: string
  /** Who its programs run as where we may choose: the first of these that exists, `nobody` otherwise. */
  readonly users: readonly string[]
  /** Why it cannot run here; undefined when it can. */
  missing(): string | undefined
  /**
   * Starts it and waits until it takes connections.
   *
   * @param home     a folder of its own, which goes when the server is stopped
   * @param durable  as a server is set up that must lose nothing: for tests that kill it
   * @returns        the URL, password and all
   */
  start(home: Home, durable?: boolean): Promise<string>
}

/** The user of a program where we may choose, as `setpriv` and `chown` want it. */
interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

function userNamed(names: readonly string[]): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of [...names, 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })))
      return { name, uid: uid as number, gid: gid as number }
    } catch {
      // The next one then.
    }
  }
  throw new Error('no unprivileged user to run a server as')
}

const hasSetpriv = programPath('setpriv') !== undefined
const run = promisify(execFile)

interface Started {
  child: ChildProcess
  crashed: boolean
  readonly args: readonly string[]
  readonly signal: NodeJS.Signals
  again(): ChildProcess
}

/** The folder of one server and the processes in it. */
export class Home {
  readonly path: string
  readonly #user: User | undefined
  readonly #children: Started[] = []

  constructor(path: string, users: readonly string[]) {
    this.path = path
    this.#user = userNamed(users)
    this.folder('.')
  }

  folder(name: string): string {
    const path = join(this.path, name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid)
    return path
  }

  /** Gives a file that we wrote to the user of the server. */
  own(path: string): string {
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid)
    return path
  }

  /** Runs a program to its end. */
  async run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
    const [command, ...rest] = this.#asUser(program, args)
    const { stdout } = await run(command as string, rest, { cwd: this.path, env: { ...process.env, HOME: this.path, ...env } })
    return stdout
  }

  /**
   * Starts a server. Should this process be killed, so that it cannot stop what it started, the system does.
   *
   * @param signal  ends it at once; nothing in it is worth saving
   */
  start(program: string, args: readonly string[], signal: NodeJS.Signals, env: Readonly<Record<string, string>> = {}): ChildProcess {
    const again = () => {
      const log = openSync(this.#log, 'a')
      const [command, ...rest] = this.#asUser(program, args, signal)
      const child = spawn(command as string, rest, {
        cwd: this.path,
        stdio: ['ignore', log, log],
        env: { ...process.env, HOME: this.path, ...env },
      })
      closeSync(log)
      child.on('error', () => {})
      return child
    }
    const child = again()
    this.#children.push({ child, args, signal, crashed: false, again })
    return child
  }

  /** Which server was started with this argument. */
  which(arg: string): number {
    return this.#children.findIndex(({ args }) => args.includes(arg))
  }

  /** Ids of the processes of the server that was started as number `which`, those that it has started too. */
  processes(which = 0): number[] {
    const pid = this.#children[which]?.child.pid
    if (!pid) return []
    const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    const parents = list.map((line) => line.trim().split(/ +/).map(Number) as [number, number])
    const found = [pid]
    for (const each of found) found.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child))
    return found
  }

  /** kill -9 for a server and what it has started, and waits for its end. */
  async crash(which = 0): Promise<void> {
    const server = this.#children[which] as Started
    const ended = new Promise((resolve) => server.child.once('exit', resolve))
    server.crashed = true
    for (const pid of this.processes(which)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended with its parent.
      }
    }
    await ended
  }

  /** Starts a server that has crashed again, with the same arguments. */
  restart(which = 0): void {
    const server = this.#children[which] as Started
    server.child = server.again()
    server.crashed = false
  }

  /** Starts those again that have ended by themselves. */
  restartEnded(): void {
    for (const [which, { child }] of this.#children.entries()) if (child.exitCode !== null || child.signalCode !== null) this.restart(which)
  }

  /** Tries until it works, for as long as the processes live. */
  async until<Result>(attempt: () => Promise<Result>, seconds = 30): Promise<Result> {
    for (const end = Date.now() + seconds * 1000; ; ) {
      try {
        return await attempt()
      } catch (error) {
        const dead = this.#children.find(({ child, crashed }) => !crashed && (child.exitCode !== null || child.signalCode !== null))
        if (dead || Date.now() > end) throw new Error(`${dead ? 'it ended' : (error as Error).message}\n${this.#logTail()}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#children.map(
        ({ child, signal }) =>
          new Promise<void>((resolve) => {
            if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resolve()
            const late = setTimeout(() => child.kill('SIGKILL'), 5000)
            child.once('exit', () => {
              clearTimeout(late)
              resolve()
            })
            child.kill(signal)
          }),
      ),
    )
  }

  /** The same in a hurry, when the process exits. */
  kill(): void {
    for (const { child, signal } of this.#children) child.kill(signal)
  }

  #asUser(program: string, args: readonly string[], deathSignal?: NodeJS.Signals): string[] {
    const user = this.#user ? ['--reuid', String(this.#user.uid), '--regid', String(this.#user.gid), '--clear-groups'] : []
    const death = deathSignal ? ['--pdeathsig', deathSignal.replace(/^SIG/, '')] : []
    return hasSetpriv && user.length + death.length ? ['setpriv', ...user, ...death, '--', program, ...args] : [program, ...args]
  }

  get #log(): string {
    return `${this.path}.log`
  }

  #logTail(): string {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8').split('\n').slice(-20).join('\n') : ''
  }
}

/** Ports that nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const listeners = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const listener = createServer().on('error', reject)
          listener.listen(0, '127.0.0.1', () => resolve(listener))
        }),
    ),
  )
  const ports = listeners.map((listener) => (listener.address() as { port: number }).port)
  await Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve))))
  return ports
}

/** The path of a program that `missing` has found. */
export function program(name: string): string {
  const path = programPath(name)
  if (!path) throw new Error(`no ${name} on this system`)
  return path
}

export const missingProgram = (name: string) => (programPath(name) ? undefined : `no ${name} on this system`)
