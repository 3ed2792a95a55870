/**
 * spark/: does a cluster of several processes give what one machine gives, also when some of them are killed?
 *
 * Oracle   the batch of one machine over the same folder: every output, byte for byte.
 * Covers   `spark://`: a master and two workers on loopback, the server of Spark Connect that leitong starts, Node and the worker sent up; a Node
 *          worker killed with -9 in each of three steps, and an executor in a fourth.
 */
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sparkHome } from '../../scripts/clusters/ensure-spark.mjs'
import { dedupe } from '../../src/index.js'
import { freePorts, Home } from '../servers/server.js'
import { sparkEnvironment, untilListens } from '../servers/spark.js'
import { temporaryFolder } from '../support/files.js'
import { hostileTexts } from './corpora.js'
import { hunting } from './hunting.js'
import { asLines, generated, inputFolder, KINDS, onOneMachine, PATIENCE, sharedFolder, written } from './runs.js'

const spark = sparkHome()
const MODES = ['splits', 'gather', 'placed']

describe.skipIf(!spark && process.env['CI'] !== 'true')('a cluster of several processes', () => {
  // Not as another user: leitong itself starts the driver, and its files must be open to the workers.
  const home = new Home(join(temporaryFolder(), 'standalone'), [userInfo().username])
  const before = process.env['SPARK_HOME']
  afterAll(async () => {
    if (before === undefined) delete process.env['SPARK_HOME']
    else process.env['SPARK_HOME'] = before
    await home.stop()
  })

  it('gives the bytes of one machine while workers and an executor are killed', { timeout: PATIENCE }, async () => {
    process.env['SPARK_HOME'] = spark
    const master = await startCluster(home, spark as string)
    const texts = hostileTexts({ copies: 300, template: 600, unlike: 300, chain: 600 })
    const input = inputFolder({ 'a.jsonl': asLines(texts), 'b.jsonl': await generated('articles_en', 3000) })
    const killed: string[] = []
    let step = ''
    const kill = (pid: number, what: string) => {
      try {
        process.kill(pid, 'SIGKILL')
        killed.push(what)
      } catch {
        // It has ended in between; another one will come.
      }
    }
    const hunt = hunting((command, pid) => {
      const mode = MODES.find((each) => command.includes(`worker.mjs\0${each}\0`))
      const isExecutor = step === 'removed' && command.includes('CoarseGrainedExecutorBackend')
      const what = isExecutor ? 'executor' : mode
      if (what && !killed.includes(what)) kill(pid, what)
    })
    const onStep = (at: string) => {
      step = at
    }
    const result = await dedupe({ files: [input] }, { engine: master, work: join(sharedFolder(), 'work'), pairs: true, onStep })
    try {
      const out = sharedFolder()
      await result.write(Object.fromEntries(KINDS.map((kind) => [kind, join(out, kind)])))
      expect(killed.sort()).toEqual([...MODES, 'executor'].sort())
      expect(Object.fromEntries(KINDS.map((kind) => [kind, written(join(out, kind))]))).toEqual(await onOneMachine(input))
    } finally {
      await hunt.stop()
      await result.close()
    }
  })
})

/** Starts a master and two workers of one core, and waits until the master answers. */
async function startCluster(home: Home, spark: string): Promise<string> {
  const [port = 0] = await freePorts(1)
  const master = `spark://127.0.0.1:${port}`
  const environment = { ...sparkEnvironment(home), SPARK_DAEMON_MEMORY: '256m' }
  const start = (...args: string[]) => home.start(join(spark, 'bin', 'spark-class'), args, 'SIGKILL', environment)
  start('org.apache.spark.deploy.master.Master', '--host', '127.0.0.1', '--port', String(port), '--webui-port', '0')
  await untilListens(home, port)
  for (const name of ['one', 'two'])
    start(
      ...['org.apache.spark.deploy.worker.Worker', '--host', '127.0.0.1', '--webui-port', '0', '--cores', '1', '--memory', '1200m'],
      ...['--work-dir', home.folder(name), master],
    )
  return master
}
