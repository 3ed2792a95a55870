/** Settings of the service: one table, from which the file of settings, its checks and docs follow. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LeitongError } from '../errors.js'
import { checkOption, type Kind } from '../options/option.js'

type Setting = Kind & { readonly default: unknown; readonly help: string }

const MEGABYTE = 1 << 20

/** Settings of one value each. */
export const SETTINGS = {
  data: { kind: 'text', default: 'leitong-data', help: 'folder of the service: indexes, keys, tasks and uploads' },
  host: { kind: 'text', default: '127.0.0.1', help: 'address to listen on; other than loopback only with keys' },
  port: { kind: 'integer', min: 0, max: 65535, default: 7700, help: 'port to listen on; 0 for any that is free' },
  store: {
    kind: 'text',
    is: (text: string) => text.includes('{name}'),
    expected: 'the URL of a store with {name} in it, as redis://localhost/0#{name}',
    default: undefined,
    help: 'where indexes are kept, with {name} for that of the index; without it LMDB in the folder of the service',
  },
  keys: { kind: 'flag', default: true, help: 'requests need a key; without keys only on loopback' },
  hosts: { kind: 'list', default: [], help: 'names under which the service is asked, besides its address' },
  trustProxy: {
    kind: 'flag',
    default: false,
    help: 'take the address of the client from X-Forwarded-For, as the proxy beside the service sets it',
  },
  maxBody: { kind: 'bytes', min: 1024, max: 256 * MEGABYTE, default: 32 * MEGABYTE, help: 'bytes of a request; streams and uploads aside' },
  maxLine: { kind: 'bytes', min: 1024, max: 256 * MEGABYTE, default: 16 * MEGABYTE, help: 'bytes of a line of NDJSON' },
  maxUpload: { kind: 'bytes', min: 1024, max: Number.MAX_SAFE_INTEGER, default: 4096 * MEGABYTE, help: 'bytes of an upload' },
  maxUploads: {
    kind: 'bytes',
    min: 1024,
    max: Number.MAX_SAFE_INTEGER,
    default: 16384 * MEGABYTE,
    help: 'bytes of all uploads together, until they are removed',
  },
  maxBatch: { kind: 'integer', min: 1, max: 1_000_000, default: 10_000, help: 'documents of one request; streams aside' },
  timeout: { kind: 'integer', min: 1, max: 3600, default: 60, help: 'seconds until a request gets its answer; streams aside' },
  requestTimeout: { kind: 'integer', min: 1, max: 3600, default: 120, help: 'seconds a client may take to send a request; uploads aside' },
  concurrency: { kind: 'integer', min: 1, max: 100_000, default: 512, help: 'requests under way at once; more are answered with 429' },
  rate: { kind: 'integer', min: 0, max: 1e9, default: 0, help: 'requests a minute of one key, or of one address without keys; 0 for any' },
  threads: { kind: 'integer', min: 1, max: 64, default: 1, help: 'threads that sign and search; an index lives in one of them' },
  openIndexes: { kind: 'integer', min: 1, max: 100_000, default: 64, help: 'indexes that a thread holds open; the least used is closed' },
  taskWorkers: { kind: 'integer', min: 1, max: 64, default: 1, help: 'tasks that run at once, each in a process of its own' },
  keepTasks: {
    kind: 'integer',
    min: 1,
    max: 3650,
    default: 7,
    help: 'days that finished tasks, their results and unused uploads are kept',
  },
  log: { kind: 'choice', of: ['silent', 'error', 'warn', 'info', 'debug'], default: 'info', help: 'what is logged, as JSON lines' },
} as const satisfies Record<string, Setting>

type Value<Name extends keyof typeof SETTINGS> = (typeof SETTINGS)[Name] extends { readonly kind: 'integer' | 'bytes' }
  ? number
  : (typeof SETTINGS)[Name] extends { readonly kind: 'flag' }
    ? boolean
    : (typeof SETTINGS)[Name] extends { readonly kind: 'list' }
      ? readonly string[]
      : string

/** A place that is told of finished tasks. */
export interface Webhook {
  readonly url: string
  /** Signs what is sent, by HMAC with SHA-256. */
  readonly secret: string
}

export type Settings = Readonly<{ [Name in Exclude<keyof typeof SETTINGS, 'store'>]: Value<Name> }> & {
  readonly store: string | undefined
  /** Folders that requests may name files of, by a name for each. */
  readonly folders: Readonly<Record<string, string>>
  /** URLs of databases that tasks may read, by a name for each. */
  readonly databases: Readonly<Record<string, string>>
  readonly webhooks: readonly Webhook[]
  /** Files in PEM. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined
}

const NAMED = ['folders', 'databases', 'webhooks', 'tls']

/**
 * Settings of a file and of flags, which come first.
 *
 * @throws {LeitongError} `CONFIG`, `SERVICE_SETTINGS`, `OPTION_VALUE`
 */
export function readSettings(path: string | undefined, flags: Readonly<Record<string, unknown>> = {}): Settings {
  return settingsOf({ ...(path === undefined ? {} : readFile(path)), ...flags })
}

function readFile(path: string): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new Error('it is no JSON object')
    return values as Record<string, unknown>
  } catch (error) {
    throw new LeitongError('CONFIG', path, (error as Error).message)
  }
}

/** @throws {LeitongError} `SERVICE_SETTINGS`, `OPTION_VALUE` */
export function settingsOf(given: Readonly<Record<string, unknown>>): Settings {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(SETTINGS, name) && !NAMED.includes(name))
      throw new LeitongError('SERVICE_SETTINGS', name, 'there is none of this name')
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, spec]) => [
      name,
      given[name] === undefined ? spec.default : checkOption(spec as Kind, name, given[name]),
    ]),
  ) as unknown as Settings
  const settings: Settings = {
    ...values,
    data: resolve(values.data),
    folders: Object.fromEntries(Object.entries(texts(given, 'folders')).map(([name, path]) => [name, resolve(path)])),
    databases: texts(given, 'databases'),
    webhooks: webhooksOf(given['webhooks'] ?? []),
    tls: tlsOf(texts(given, 'tls')),
  }
  if (!settings.keys && !isLoopback(settings.host))
    throw new LeitongError('SERVICE_SETTINGS', 'keys', `without keys the service listens on loopback only, and not on ${settings.host}`)
  return settings
}

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

function texts(given: Readonly<Record<string, unknown>>, name: string): Record<string, string> {
  const values = given[name] ?? {}
  const isOf = typeof values === 'object' && !Array.isArray(values) && Object.values(values).every((value) => typeof value === 'string')
  if (!isOf || !Object.keys(values).every((key) => /^[a-z][a-z0-9_-]{0,39}$/i.test(key)))
    throw new LeitongError('SERVICE_SETTINGS', name, 'expected an object of names (letters, digits, - and _) and texts')
  return values as Record<string, string>
}

function webhooksOf(value: unknown): readonly Webhook[] {
  const isOne = (hook: Partial<Webhook> | null) =>
    typeof hook?.url === 'string' && /^https?:\/\//.test(hook.url) && typeof hook.secret === 'string' && hook.secret.length >= 16
  if (!Array.isArray(value) || !value.every(isOne))
    throw new LeitongError('SERVICE_SETTINGS', 'webhooks', 'expected a list of { url, secret }, the secret of 16 characters or more')
  return value as readonly Webhook[]
}

function tlsOf({ cert, key }: Record<string, string>): Settings['tls'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new LeitongError('SERVICE_SETTINGS', 'tls', 'expected the files "cert" and "key"')
  return { cert, key }
}
