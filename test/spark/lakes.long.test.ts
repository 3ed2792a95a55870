/**
 * spark/: does a cluster read and write HDFS and S3 as it does files, and run on YARN?
 *
 * Oracle   the batch of one machine over the same records as files: every output, byte for byte.
 * Covers   `hdfs://` and `s3a://` for input, work folder and outputs, with servers of both on loopback; lines that Spark hands to workers; a run
 *          that is started again, which finds its steps there; executors in containers of YARN, to which Node and the worker are sent.
 */
import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { lakes } from '../../scripts/clusters/ensure-lakes.mjs'
import { sparkHome } from '../../scripts/clusters/ensure-spark.mjs'
import { Home } from '../servers/server.js'
import { leitong, temporaryFolder } from '../support/files.js'
import { hostileTexts } from './corpora.js'
import { copy, type Lake, startHdfs, startS3, startYarn } from './lakes.js'
import { asLines, generated, inputFolder, KINDS, onOneMachine, PATIENCE, written } from './runs.js'

const spark = sparkHome()

describe.skipIf(!(spark && lakes()) && process.env['CI'] !== 'true')('a cluster', () => {
  const home = new Home(join(temporaryFolder(), 'lakes'), [userInfo().username])
  afterAll(() => home.stop())

  const isSame = async (lake: Lake, engine = 'local[2]') => {
    const input = inputFolder({
      'a.jsonl': asLines(hostileTexts({ copies: 40, template: 60, unlike: 30, chain: 60 })),
      'b.jsonl': await generated('articles_zh', 300),
    })
    const at = (name: string) => `${lake.root}/${name}-${engine.slice(0, 2)}`
    copy(lake, `file://${input}`, at('in'))
    const outputs = KINDS.flatMap((kind) => [`--${kind}`, `${at('out')}/${kind}`])
    const run = () =>
      leitong(['dedupe', at('in'), '--engine', engine, '--work', at('work'), ...outputs], {
        env: { SPARK_HOME: spark as string, SPARK_CONF_DIR: lake.settings },
      })
    const first = await run()
    expect(first.code, first.stderr).toBe(0)
    const out = join(temporaryFolder(), 'out')
    mkdirSync(out)
    copy(lake, `${at('out')}/*`, `file://${out}`)
    expect(Object.fromEntries(KINDS.map((kind) => [kind, written(join(out, kind))]))).toEqual(await onOneMachine(input))
    return run
  }

  it('reads and writes HDFS on YARN', { timeout: PATIENCE }, async () => {
    const hdfs = await startHdfs(home)
    const run = await isSame(hdfs, await startYarn(home, hdfs))
    const again = await run()
    expect([again.code, again.stdout + again.stderr]).toEqual([0, expect.stringMatching(/an earlier run had done: /)])
  })

  it('reads and writes S3 by itself', { timeout: PATIENCE }, async () => {
    await isSame(await startS3(home))
  })
})
