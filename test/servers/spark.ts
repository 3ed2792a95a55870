/** A server of Spark Connect that runs its tasks itself, two at a time, with a heap of a gigabyte. */
import { connect } from 'node:net'
import { join } from 'node:path'
import { sparkHome } from '../../scripts/clusters/ensure-spark.mjs'
import { serverArguments } from '../../src/spark/server.js'
import { freePorts, type Home, type TestServer } from './server.js'

const missing = () => (sparkHome() ? undefined : 'no Spark: node scripts/clusters/ensure-spark.mjs fetches one')

/**
 * Starts the driver of a master, and waits until it answers.
 *
 * @param settings  arguments of spark-submit, which override others
 */
export async function startConnect(
  home: Home,
  master: string,
  settings: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const spark = sparkHome() as string
  const [port = 0] = await freePorts(1)
  const given = [...serverArguments(spark, master, port, home.folder('local'))]
  const jar = given.pop() as string
  home.start(join(spark, 'bin', 'spark-submit'), [...given, ...settings, jar], 'SIGKILL', { ...sparkEnvironment(home), ...env })
  await untilListens(home, port)
  return `sc://127.0.0.1:${port}`
}

/** Waits until somebody listens at a port: a virtual machine of Java takes its time. */
export async function untilListens(home: Home, port: number): Promise<void> {
  await home.until(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', reject).on('connect', () => {
          socket.destroy()
          resolve()
        })
      }),
    300,
  )
}

export const sparkEnvironment = (home: Home) => ({ SPARK_LOCAL_IP: '127.0.0.1', SPARK_LOCAL_DIRS: home.folder('local') })

export const spark: TestServer = {
  variable: 'SPARK',
  users: [],
  missing,
  start: (home) =>
    startConnect(home, 'local[2]', [
      ...['--driver-memory', '1g', '--driver-java-options', '-XX:+UseSerialGC -XX:TieredStopAtLevel=1'],
      // Small stages: each task more costs more than it saves.
      ...['--conf', 'spark.sql.adaptive.coalescePartitions.initialPartitionNum=2', '--conf', 'spark.log.level=WARN'],
      // Compiling a plan takes longer than running it over so little; a standalone cluster compiles (test/spark/standalone.long.test.ts).
      ...[
        '--conf',
        'spark.sql.codegen.wholeStage=false',
        '--conf',
        'spark.sql.codegen.factoryMode=NO_CODEGEN',
        '--conf',
        'spark.ui.enabled=false',
      ],
    ]),
}
