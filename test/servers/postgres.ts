import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { cacheMegabytes, freePorts, type Home, missingProgram, program, type TestServer } from './server.js'

export const postgres: TestServer = {
  variable: 'POSTGRES',
  users: ['postgres'],
  missing: () => missingProgram('initdb'),
  async start(home, durable = false) {
    const [port = 0] = await freePorts(1)
    const password = await createCluster(home)
    return await startServer(home, 'data', port, password, durable ? {} : { fsync: 'off', full_page_writes: 'off' })
  },
}

/**
 * A primary that commits when its standby has what it commits, and that standby, which takes questions only until it is promoted. The URL is of the
 * primary; the port of the standby is in its options, for the test, which takes it out.
 */
export const postgresPair: TestServer = {
  variable: 'POSTGRES_PAIR',
  users: ['postgres'],
  missing: () => missingProgram('pg_basebackup'),
  async start(home) {
    const [first = 0, second = 0] = await freePorts(2)
    const password = await createCluster(home)
    // Nothing is committed before the standby has it.
    const url = await startServer(home, 'data', first, password, { synchronous_standby_names: '*', synchronous_commit: 'local' })
    const from = ['-h', '127.0.0.1', '-p', String(first), '-U', 'leitong']
    await home.run(program('pg_basebackup'), ['-D', home.folder('standby'), '-R', ...from], { PGPASSWORD: password })
    await startServer(home, 'standby', second, password)
    const client = new pg.Client(url)
    await client.connect()
    await home.until(async () => {
      const { rows } = await client.query('SELECT sync_state FROM pg_stat_replication')
      if (rows[0]?.sync_state !== 'sync') throw new Error('the standby does not follow yet')
    })
    await client.query('ALTER DATABASE postgres SET synchronous_commit = on')
    await client.end()
    return `${url}?standby=${second}`
  },
}

async function createCluster(home: Home): Promise<string> {
  const password = randomUUID()
  const secret = join(home.path, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  await home.run(program('initdb'), [
    ...['-D', home.folder('data'), '-U', 'leitong', '--pwfile', home.own(secret), '--auth', 'scram-sha-256'],
    ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
  ])
  return password
}

/** Starts a server in a folder and waits until it answers; its URL. */
async function startServer(home: Home, folder: string, port: number, password: string, more: Readonly<Record<string, string>> = {}) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home.path,
    shared_buffers: `${cacheMegabytes()}MB`,
    max_connections: 100,
    ...more,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  home.start(program('postgres'), ['-D', home.folder(folder), ...args], 'SIGQUIT')
  const url = `postgres://leitong:${password}@127.0.0.1:${port}/postgres`
  await home.until(async () => {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    await client.end()
  })
  return url
}
