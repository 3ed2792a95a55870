/** Connections to Redis and to a Redis Cluster, which come back by themselves, and the errors that say that they are gone. */
import type { Cluster, Redis } from 'ioredis'
import { LeitongError } from '../../errors.js'
import { loadPackage } from '../../packages.js'
import { CONNECT_TIMEOUT } from '../../sources/databases/database.js'
import { isOfNetwork } from '../retry.js'
import type { StoreAddress } from '../store-url.js'
import type { RedisKeys } from './keys.js'

export const ioredis = loadPackage<typeof import('ioredis')>('ioredis', 'keep an index in redis')

/** Not there, starting, or becoming another: states that pass. MOVED and ASK reach us only where half of a pipeline was redirected. */
const AWAY =
  /^(?:CLUSTERDOWN|LOADING|MASTERDOWN|READONLY|TRYAGAIN|NOREPLICAS|MOVED|ASK) |^Connection is closed|^Too many Cluster redirections|^Failed to refresh slots|aborted due to connection close/

/** An index and the connection to it. */
export interface RedisIndex {
  readonly client: Redis | Cluster
  readonly keys: RedisKeys
  /** Replicas that must have a write before it is acknowledged; undefined for one where there is one. */
  readonly replicas: number | undefined
}

const isUnsent = (error: unknown) => (error as { name?: string }).name === 'MaxRetriesPerRequestError'
export const isAway = (error: unknown) => isUnsent(error) || AWAY.test((error as Error).message) || isOfNetwork(error)
export const isOfRedis = (error: unknown) => error instanceof ioredis.ReplyError

/** An error in words of our own where the client explains its options and means that nobody answers. */
export const inPlainWords = (error: unknown): unknown => (isUnsent(error) ? new Error('Connection is closed, and nobody answers') : error)

/**
 * `?replicas=N` of the URL; undefined where it is not there.
 *
 * @throws {LeitongError} `STORE`
 */
export function replicasOf({ url, name }: StoreAddress): number | undefined {
  const given = new URL(url).searchParams.get('replicas')
  if (given === null || /^\d$/.test(given)) return given === null ? undefined : Number(given)
  throw new LeitongError('STORE', name, '?replicas= is a digit: how many replicas must have what is acknowledged')
}

/** Connects once; a client that is connected comes back by itself whenever it can. */
export async function connect(address: StoreAddress): Promise<Redis | Cluster> {
  let wasOpen = false
  let cause: unknown
  const comeBack = (times: number) => (wasOpen ? Math.min(50 * times, 500) : null)
  const opened = async <Client extends Redis | Cluster>(client: Client) => {
    const note = (error: unknown) => {
      cause ??= (error as { lastNodeError?: unknown }).lastNodeError ?? error
    }
    client.on('error', note)
    // Of a node of a cluster; which tells no more than that it does not answer.
    client.on('node error', (error: Error) => note(/^Connection is closed/.test(error.message) ? new Error('no node answers') : error))
    try {
      await client.connect()
    } catch (error) {
      // One that has ended would keep the process for another two seconds.
      if (client.status !== 'end') client.disconnect()
      throw cause ?? error
    }
    wasOpen = true
    return client
  }
  const url = new URL(address.url.replace(/^redis-cluster:/i, 'redis:'))
  if (/^redis-cluster:/i.test(address.url)) {
    const redisOptions = {
      ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
      ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    }
    const node = { host: url.hostname, port: Number(url.port || 6379) }
    return await opened(new ioredis.Cluster([node], { redisOptions, lazyConnect: true, clusterRetryStrategy: comeBack }))
  }
  url.searchParams.delete('replicas')
  // No request outlives its connection in the client: whether it is sent again is decided here.
  const options = { lazyConnect: true, connectTimeout: CONNECT_TIMEOUT, maxRetriesPerRequest: 0, retryStrategy: comeBack }
  return await opened(new ioredis.Redis(url.href, options))
}
