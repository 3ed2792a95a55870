/** A server of Spark Connect for one run: the driver of a master, on loopback, from `$SPARK_HOME`; it ends with the run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { LeitongError } from '../errors.js'
import { readFully } from '../reading/disk.js'
import { lazyFolder } from '../writing/temporary.js'
import { Session, type SessionHooks } from './connect/session.js'
import { firstError } from './failure.js'

/** Milliseconds in which a server has to answer: a busy machine takes its time. */
const START = 180_000
const CLASS = 'org.apache.spark.sql.connect.service.SparkConnectServer'

export interface StartedServer {
  readonly host: string
  /** Others of this machine do not know it, and are refused. */
  readonly token: string
  /** Why it has ended, as its log says; undefined where that says nothing. */
  readonly causeOfEnd: () => Promise<string | undefined>
  stop(): void
}

/**
 * Starts a server.
 *
 * @param master  `local[N]` or `spark://HOST:PORT`
 * @throws {LeitongError} `CLUSTER` when there is no Spark, or it does not start
 */
export async function startServer(master: string, temp: string, hooks: SessionHooks): Promise<StartedServer> {
  const home = process.env['SPARK_HOME']
  if (!home) throw new LeitongError('CLUSTER', master, 'SPARK_HOME is not set: it names the folder of Spark, 4.0 or newer')
  const port = await freePort()
  const token = randomBytes(24).toString('base64url')
  const folder = lazyFolder(temp)
  const log = join(folder.open(), 'spark.log')
  const output = openSync(log, 'a')
  const child = spawn(join(home, 'bin', 'spark-submit'), serverArguments(home, master, port, folder.open()), {
    stdio: ['ignore', output, output],
    // A group of its own: its script, the virtual machine and the workers end together.
    detached: true,
    // Not an argument, which all of the machine could see.
    env: {
      ...process.env,
      SPARK_CONNECT_AUTHENTICATE_TOKEN: token,
      SPARK_LOCAL_IP: '127.0.0.1',
      SPARK_LOCAL_DIRS: process.env['SPARK_LOCAL_DIRS'] ?? folder.open(),
    },
  })
  closeSync(output)
  const kill = () => endGroup(child)
  process.once('exit', kill)
  const stop = () => {
    process.off('exit', kill)
    kill()
    folder.forget()
  }
  let failure = ''
  child.on('error', ({ message }) => {
    failure = message
  })
  try {
    await answering(`127.0.0.1:${port}`, token, hooks, () => failure || (child.exitCode === null ? '' : lastLines(log)))
  } catch (error) {
    stop()
    throw error instanceof LeitongError && error.code === 'CLUSTER' ? new LeitongError('CLUSTER', master, String(error.args[1])) : error
  }
  return { host: `127.0.0.1:${port}`, token, causeOfEnd: () => causeOfEnd(child, log), stop }
}

/** @param temp  where Java keeps what it would leave in the folder of the system for temporary files, since it has no time to clear up */
export function serverArguments(home: string, master: string, port: number, temp: string): string[] {
  const jar = readdirSync(join(home, 'jars')).find((name) => /^spark-connect_.*\.jar$/.test(name))
  if (!jar)
    throw new LeitongError('CLUSTER', home, 'this Spark has no Spark Connect (jars/spark-connect_*.jar): version 4.0 or newer has it')
  const settings = {
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.driver.host': '127.0.0.1',
    'spark.ui.enabled': 'false',
    'spark.ui.showConsoleProgress': 'false',
    // Where the command was started it would leave an empty folder.
    'spark.sql.warehouse.dir': temp,
    'spark.connect.grpc.binding.address': '127.0.0.1',
    'spark.connect.grpc.binding.port': String(port),
    // A run is over before what a second compiler saves has paid for it. Options that somebody has set themselves come behind these.
    'spark.driver.defaultJavaOptions': `"-Djava.io.tmpdir=${temp}"${master.startsWith('local') ? ' -XX:TieredStopAtLevel=1' : ''}`,
  }
  return [
    ...['--master', master, '--class', CLASS, '--name', 'leitong'],
    ...Object.entries(settings).flatMap(([name, value]) => ['--conf', `${name}=${value}`]),
    join(home, 'jars', jar),
  ]
}

/** Waits until a server answers. */
async function answering(host: string, token: string, hooks: SessionHooks, ended: () => string): Promise<void> {
  const engine = { kind: 'connect', host, token, tls: false, user: 'leitong' } as const
  for (const end = Date.now() + START; ; ) {
    hooks.signal?.throwIfAborted()
    try {
      const session = await Session.open(engine)
      return await session.close()
    } catch (error) {
      if (error instanceof LeitongError && error.code === 'PACKAGE_MISSING') throw error
      const why = ended()
      if (why) throw new LeitongError('CLUSTER', host, `Spark has ended: ${why}`)
      if (Date.now() > end) throw new LeitongError('CLUSTER', host, `Spark does not answer after ${START / 1000} s`)
      await setTimeout(200)
    }
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Milliseconds that a server may take to end. */
const ENDING = 5000

/** Bytes of a log in which the cause of its end is: the server has written no more since. */
const LAST = 4 << 20

/** @returns why a server that ends has ended; its last words may come after its last answer, so that its end is waited for. */
async function causeOfEnd(child: ChildProcess, log: string): Promise<string | undefined> {
  for (const end = Date.now() + ENDING; child.exitCode === null && child.signalCode === null && Date.now() < end; ) await setTimeout(100)
  return causeIn(log)
}

function causeIn(log: string): string | undefined {
  const { size } = statSync(log)
  const bytes = Buffer.alloc(Math.min(size, LAST))
  const descriptor = openSync(log, 'r')
  readFully(descriptor, bytes, size - bytes.length)
  closeSync(descriptor)
  const cause = firstError(bytes.toString())
  if (cause === undefined) return undefined
  const more = /OutOfMemoryError/.test(cause) ? '; spark.driver.memory in $SPARK_HOME/conf/spark-defaults.conf gives it more' : ''
  return `Spark has ended: ${cause}${more}`
}

const lastLines = (log: string) => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : '')

async function freePort(): Promise<number> {
  const listener = createServer()
  await new Promise<void>((resolve, reject) => listener.on('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  await new Promise((resolve) => listener.close(resolve))
  return port
}
