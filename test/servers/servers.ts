/** The shelf of servers: each started when the first test asks for it, once a run. */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mongodb, mongodbReplica, mongodbSet, mongodbSharded } from './mongodb.js'
import { mariadb } from './mysql.js'
import { postgres, postgresPair } from './postgres.js'
import { redis, redisCluster } from './redis.js'
import { Home } from './server.js'
import { spark } from './spark.js'

export const SERVERS = {
  postgres,
  postgresPair,
  mysql: mariadb,
  redis,
  redisCluster,
  mongodb,
  mongodbReplica,
  mongodbSet,
  mongodbSharded,
  spark,
}
export type ServerName = keyof typeof SERVERS

/** Where a server is, or why there is none. */
export type Found = { readonly url: string } | { readonly reason: string }

const PREFIX = 'leitong-servers-'

export class RunningServers {
  readonly #folder: string
  readonly #homes: Home[] = []
  readonly #found = new Map<ServerName, Promise<Found>>()
  readonly #onExit = () => {
    for (const home of this.#homes) home.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  constructor() {
    forgetTheDead()
    this.#folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
    chmodSync(this.#folder, 0o711)
    process.on('exit', this.#onExit)
  }

  find(name: ServerName): Promise<Found> {
    let found = this.#found.get(name)
    if (!found) {
      found = this.#start(name)
      this.#found.set(name, found)
    }
    return found
  }

  async #start(name: ServerName): Promise<Found> {
    const server = SERVERS[name]
    const given = process.env[`LEITONG_TEST_${server.variable}`]
    if (given) return { url: given }
    const reason = server.missing()
    if (reason) return { reason }
    const home = new Home(join(this.#folder, name), server.users)
    this.#homes.push(home)
    try {
      return { url: await server.start(home) }
    } catch (error) {
      return { reason: `${name} did not start: ${(error as Error).message}` }
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#homes.map((home) => home.stop()))
    process.off('exit', this.#onExit)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Folders of runs that were killed. */
function forgetTheDead(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) && Number(/^\d+/.exec(name.slice(PREFIX.length))?.[0])
    if (!pid) continue
    try {
      process.kill(pid, 0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
  }
}
