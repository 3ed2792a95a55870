import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts, missingProgram, program, type TestServer } from './server.js'

export const postgres: TestServer = {
  variable: 'POSTGRES',
  users: ['postgres'],
  missing: () => missingProgram('initdb'),
  async start(home, durable = false) {
    const password = randomUUID()
    const [port] = await freePorts(1)
    const data = home.folder('data')
    const secret = join(home.path, 'password')
    writeFileSync(secret, password, { mode: 0o600 })
    await home.run(program('initdb'), [
      ...['-D', data, '-U', 'leitong', '--pwfile', home.own(secret), '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    ])
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: home.path,
      ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
      shared_buffers: '64MB',
      max_connections: 100,
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    home.start(program('postgres'), ['-D', data, ...args], 'SIGQUIT')
    const url = `postgres://leitong:${password}@127.0.0.1:${port}/postgres`
    await home.until(async () => {
      const client = new pg.Client(url)
      client.on('error', () => {})
      await client.connect()
      await client.end()
    })
    return url
  },
}
