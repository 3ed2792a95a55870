import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { hasMongodb, MONGODB } from '../../scripts/ensure-servers.mjs'
import { cacheMegabytes, freePorts, type Home, type TestServer } from './server.js'

const missing = () => (hasMongodb() ? undefined : 'no MongoDB: node scripts/ensure-servers.mjs fetches one')

function startProgram(home: Home, name: 'mongod' | 'mongos', args: readonly string[]): void {
  home.start(join(MONGODB.folder, name), ['--bind_ip', '127.0.0.1', '--nounixsocket', '--quiet', ...args], 'SIGKILL', {
    LD_LIBRARY_PATH: join(MONGODB.folder, 'lib'),
    GLIBC_TUNABLES: 'glibc.pthread.rseq=0',
  })
}

const storage = (home: Home, folder: string, port: number | undefined) => [
  ...[
    '--port',
    String(port),
    '--dbpath',
    home.folder(folder),
    '--wiredTigerCacheSizeGB',
    String(Math.max(0.25, cacheMegabytes() / 1024)),
    '--journalCommitInterval',
    '1',
  ],
  ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
]

async function admin<Result>(home: Home, port: number | undefined, act: (client: MongoClient) => Promise<Result>): Promise<Result> {
  const client = await home.until(() =>
    new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, { serverSelectionTimeoutMS: 500 }).connect(),
  )
  try {
    return await act(client)
  } finally {
    await client.close()
  }
}

export const mongodb: TestServer = {
  variable: 'MONGODB',
  users: ['mongodb'],
  missing,
  async start(home) {
    const password = randomUUID()
    const [port] = await freePorts(1)
    startProgram(home, 'mongod', [...storage(home, 'data', port), '--auth'])
    // Until there is a user, who comes from this machine may make the first one.
    await admin(home, port, (client) => client.db('admin').command({ createUser: 'leitong', pwd: password, roles: ['root'] }))
    return `mongodb://leitong:${password}@127.0.0.1:${port}/leitong?authSource=admin`
  },
}

/** A replica set of one, which has transactions. Where it is not killed a write need not wait for the disk; shards insist. */
export const mongodbReplica: TestServer = {
  variable: 'MONGODB_REPLICA',
  users: ['mongodb'],
  missing,
  async start(home, durable = false) {
    const password = randomUUID()
    const [port = 0] = await freePorts(1)
    const key = join(home.path, 'key')
    writeFileSync(key, password.replaceAll('-', ''), { mode: 0o600 })
    // A process that is killed leaves its transaction behind, and others wait for its locks: a minute, unless the server is told otherwise.
    const limits = durable ? ['--setParameter', 'transactionLifetimeLimitSeconds=4'] : []
    startProgram(home, 'mongod', [...storage(home, 'data', port), '--replSet', 'one', '--auth', '--keyFile', home.own(key), ...limits])
    await admin(home, port, (client) => initiate(home, client, 'one', [port], { writeConcernMajorityJournalDefault: durable }))
    await admin(home, port, (client) => client.db('admin').command({ createUser: 'leitong', pwd: password, roles: ['root'] }))
    return `mongodb://leitong:${password}@127.0.0.1:${port}/leitong?authSource=admin&replicaSet=one`
  },
}

/** A replica set of three, which chooses another primary within seconds of the loss of one. */
export const mongodbSet: TestServer = {
  variable: 'MONGODB_SET',
  users: ['mongodb'],
  missing,
  async start(home) {
    const password = randomUUID()
    const ports = await freePorts(3)
    const key = join(home.path, 'key')
    writeFileSync(key, password.replaceAll('-', ''), { mode: 0o600 })
    for (const [i, port] of ports.entries()) {
      const limits = ['--setParameter', 'transactionLifetimeLimitSeconds=4']
      startProgram(home, 'mongod', [
        ...storage(home, `data${i}`, port),
        '--replSet',
        'three',
        '--auth',
        '--keyFile',
        home.own(key),
        ...limits,
      ])
    }
    for (const port of ports) await admin(home, port, (client) => client.db('admin').command({ hello: 1 }))
    // The member that is asked is chosen first, since the others have no data yet.
    await admin(home, ports[0], (client) =>
      initiate(home, client, 'three', ports, { writeConcernMajorityJournalDefault: true, settings: { electionTimeoutMillis: 1000 } }),
    )
    await admin(home, ports[0], (client) =>
      client.db('admin').command({ createUser: 'leitong', pwd: password, roles: ['root'], writeConcern: { w: 3 } }),
    )
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join()
    return `mongodb://leitong:${password}@${hosts}/leitong?authSource=admin&replicaSet=three`
  },
}

/** A replica set, and waits until the member that is asked may be written to. */
async function initiate(home: Home, client: MongoClient, set: string, ports: readonly number[], more = {}): Promise<void> {
  const members = ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}`, priority: _id ? 1 : 2 }))
  await client.db('admin').command({ replSetInitiate: { _id: set, ...more, members } })
  await home.until(async () => {
    if (!(await client.db('admin').command({ hello: 1 }))['isWritablePrimary']) throw new Error('no primary yet')
  })
}

/** A router, the configuration and two shards, each a replica set of one. */
export const mongodbSharded: TestServer = {
  variable: 'MONGODB_SHARDED',
  users: ['mongodb'],
  missing,
  async start(home) {
    const [router, ...members] = await freePorts(4)
    const sets = ['config', 'shard0', 'shard1']
    for (const [i, set] of sets.entries())
      startProgram(home, 'mongod', [...storage(home, set, members[i]), '--replSet', set, i ? '--shardsvr' : '--configsvr'])
    await Promise.all(
      sets.map((set, i) =>
        admin(home, members[i], (client) => initiate(home, client, set, [members[i] as number], i ? {} : { configsvr: true })),
      ),
    )
    startProgram(home, 'mongos', ['--port', String(router), '--configdb', `config/127.0.0.1:${members[0]}`])
    await admin(home, router, async (client) => {
      for (const i of [1, 2]) await client.db('admin').command({ addShard: `${sets[i]}/127.0.0.1:${members[i]}` })
    })
    return `mongodb://127.0.0.1:${router}/leitong`
  },
}
