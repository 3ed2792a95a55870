import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { freePorts, type Home, missingProgram, program, type TestServer } from './server.js'

const BARE = ['--bind', '127.0.0.1', '--save', '', '--daemonize', 'no']
const persistence = (durable: boolean) => (durable ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'])

async function ping(home: Home, url: string): Promise<void> {
  await home.until(async () => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
    } finally {
      client.disconnect()
    }
  })
}

export const redis: TestServer = {
  variable: 'REDIS',
  users: ['redis'],
  missing: () => missingProgram('redis-server'),
  async start(home, durable = false) {
    const password = randomUUID()
    const [port] = await freePorts(1)
    const args = ['--port', String(port), '--dir', home.path, '--requirepass', password, ...BARE, ...persistence(durable)]
    home.start(program('redis-server'), args, 'SIGKILL')
    const url = `redis://:${password}@127.0.0.1:${port}`
    await ping(home, url)
    return url
  },
}

/**
 * Three masters, each with a replica; the URL names one node, the others are learnt from it. The first three that are started are the masters.
 * For tests that kill one, a node that is silent for half a second counts as gone.
 */
export const redisCluster: TestServer = {
  variable: 'REDIS_CLUSTER',
  users: ['redis'],
  missing: () => missingProgram('redis-server') ?? missingProgram('redis-cli'),
  async start(home, durable = false) {
    const ports = await freePorts(12)
    const nodes = ports.slice(0, 6)
    for (const [i, port] of nodes.entries()) {
      home.start(
        program('redis-server'),
        [
          ...['--port', String(port), '--cluster-port', String(ports[6 + i]), '--dir', home.folder(`node-${i}`), ...BARE],
          ...persistence(false),
          // A replica follows at once, so that a test may take a master away.
          ...['--cluster-enabled', 'yes', '--cluster-node-timeout', durable ? '500' : '2000', '--repl-diskless-sync-delay', '0'],
        ],
        'SIGKILL',
      )
    }
    for (const port of nodes) await ping(home, `redis://127.0.0.1:${port}`)
    const addresses = nodes.map((port) => `127.0.0.1:${port}`)
    await home.run(program('redis-cli'), ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'])
    await home.until(async () => {
      for (const port of nodes) {
        const client = new Redis(`redis://127.0.0.1:${port}`)
        const info = String(await client.call('CLUSTER', 'INFO'))
        client.disconnect()
        if (!info.includes('cluster_state:ok') || !info.includes('cluster_known_nodes:6')) throw new Error('the cluster is not whole')
      }
    })
    return `redis://127.0.0.1:${nodes[0]}`
  },
}
