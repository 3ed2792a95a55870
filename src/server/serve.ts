/** Starting and ending the service. */
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { LeitongError } from '../errors.js'
import { packageFile } from '../packages.js'
import { ANYONE } from './keys/entry.js'
import type { Service } from './service.js'
import type { Settings } from './settings.js'

export interface Served {
  /** `http://127.0.0.1:7700` */
  readonly url: string
  /** The first key, where there was none; it is told once. */
  readonly firstKey: string | undefined
  /** What stands in a link to the page that lets whoever opens it in, once: `URL/#enter=…`. */
  link(): string
  /** Takes nothing new, answers what is under way, and ends. */
  close(): Promise<void>
}

const HOUR = 3_600_000
/** Milliseconds between looks for idle connections, while the service ends. */
const IDLE = 50

/**
 * Starts the service.
 *
 * @param newKey    makes another admin key, also where there are keys
 * @param needsKey  makes the first key where there is none; without it people come in by a link
 * @throws {LeitongError} `SERVICE_ADDRESS`, `PACKAGE_MISSING`
 */
export async function serve(
  settings: Settings,
  { newKey = false, needsKey = true }: { readonly newKey?: boolean; readonly needsKey?: boolean } = {},
): Promise<Served> {
  // What needs packages is loaded when they are there.
  requirePackages()
  const [{ createApp }, { Service }, { forgetAnswers }] = await Promise.all([
    import('./app.js'),
    import('./service.js'),
    import('./limits/idempotency.js'),
  ])
  const service = new Service(settings)
  let app: FastifyInstance | undefined
  try {
    app = await createApp(service)
    const { log } = app
    service.logMistake = (stack) => log.error({ stack: service.redactor.redact(stack) }, 'a mistake in the service')
    await service.tasks.begin()
    const url = await listen(app, settings)
    const clean = async () => {
      forgetAnswers(service)
      await service.tasks.clean()
    }
    const timer = setInterval(() => void clean().catch((error: Error) => service.logMistake(String(error.stack))), HOUR).unref()
    const started = app
    const closeIdle = idleCloser(started)
    return {
      url,
      firstKey: settings.keys && (newKey || (needsKey && service.keys.isEmpty)) ? await firstKey(service) : undefined,
      link: () => service.sessions.link(ANYONE),
      close: async () => {
        clearInterval(timer)
        service.isEnding = true
        // A connection that gets idle later would stay until its client leaves it.
        const idle = setInterval(closeIdle, IDLE)
        try {
          await started.close()
        } finally {
          clearInterval(idle)
        }
        await service.close()
      },
    }
  } catch (error) {
    await app?.close()
    await service.close()
    throw error
  }
}

/** Closes connections without a request under way; those that have sent nothing yet are busy for Node, and browsers make such. */
function idleCloser({ server }: FastifyInstance): () => void {
  const requests = new Map<Socket, number>()
  const count = (socket: Socket, by: number) => requests.has(socket) && requests.set(socket, (requests.get(socket) as number) + by)
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  return () => {
    for (const [socket, underWay] of requests) if (!underWay) socket.destroySoon()
  }
}

async function firstKey({ keys }: Service): Promise<string> {
  return (await keys.create({ name: 'first', scopes: ['admin'], indexes: ['*'], expires: null })).key
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code?.startsWith('E')) throw error
    throw new LeitongError('SERVICE_ADDRESS', `${host}:${port}`, code === 'EADDRINUSE' ? 'another program listens there' : code)
  }
}

/** Looked for when the service starts: whoever does not serve needs none of them. */
const PACKAGES = ['fastify', '@fastify/rate-limit', '@fastify/static', 'ajv/dist/2020.js', 'prom-client']

/** @throws {LeitongError} `PACKAGE_MISSING` with all that are needed */
function requirePackages(): void {
  for (const file of PACKAGES) packageFile(file, 'serve', 'fastify (and @fastify/rate-limit @fastify/static ajv prom-client)')
}
