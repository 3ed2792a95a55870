/**
 * spark/: is a server that leitong starts closed to others, and does Ctrl-C end what a cluster does?
 *
 * Oracle   the documented exit code; the folder of the step that was under way, which is not complete; Spark's own list of jobs.
 * Covers   the token of Spark Connect: none, another one, the right one; files that options name by paths of their own; a run that is interrupted
 *          while a worker signs.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sparkHome } from '../../scripts/clusters/ensure-spark.mjs'
import { ExitCode } from '../../src/errors.js'
import { Session } from '../../src/spark/connect/session.js'
import { startServer } from '../../src/spark/server.js'
import { freePorts, Home } from '../servers/server.js'
import { startConnect } from '../servers/spark.js'
import { COMMAND, leitong, temporaryFolder } from '../support/files.js'
import { hunting } from './hunting.js'
import { generated, PATIENCE, sharedFolder, written } from './runs.js'

const spark = sparkHome()

describe.skipIf(!spark && process.env['CI'] !== 'true')('a server of Spark Connect that leitong starts', () => {
  if (spark) process.env['SPARK_HOME'] = spark
  const home = new Home(join(temporaryFolder(), 'server'), [userInfo().username])
  afterAll(() => home.stop())

  it('refuses those who do not know its token', { timeout: PATIENCE }, async () => {
    const temp = temporaryFolder()
    const server = await startServer('local[1]', temp, {})
    try {
      const at = { kind: 'connect', host: server.host, tls: false, user: 'leitong' } as const
      await expect(Session.open({ ...at, token: undefined })).rejects.toMatchObject({
        code: 'CLUSTER',
        message: expect.stringMatching(/refuses us/),
      })
      await expect(Session.open({ ...at, token: 'another' })).rejects.toMatchObject({ code: 'CLUSTER' })
      const session = await Session.open({ ...at, token: server.token })
      expect(await session.rows('SELECT 1L AS one')).toEqual([{ one: 1n }])
      await session.close()
      // Also what Java would leave behind elsewhere.
      expect(readdirSync(temp, { recursive: true, encoding: 'utf8' }).some((name) => /\/artifacts-[^/]*$/.test(name))).toBe(true)
    } finally {
      server.stop()
    }
    expect(readdirSync(temp)).toEqual([])
  })

  it('reads files that options name where the command was started', { timeout: PATIENCE }, async () => {
    const folder = temporaryFolder()
    const texts = ['我们在图书馆读书', '我们在图书馆的读书', '他们去河边钓鱼']
    writeFileSync(join(folder, 'in.jsonl'), texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
    writeFileSync(join(folder, 'own.txt'), '的\n')
    const how = ['--tokenizer', 'chinese', '--ngram', '1', '--stop-words', 'own.txt']
    const here = await leitong(['dedupe', 'in.jsonl', '-o', '-', '-q', ...how], { cwd: folder })
    const { code, stderr } = await leitong(['dedupe', 'in.jsonl', '--engine', 'local[1]', '--work', 'work', '-o', 'out', ...how], {
      cwd: folder,
      env: { SPARK_HOME: spark as string },
    })
    expect(code, stderr).toBe(0)
    expect(here.stdout.split('\n')).toHaveLength(3)
    expect(written(join(folder, 'out'))).toBe(here.stdout)
  })

  it('is left by Ctrl-C with no job under way', { timeout: PATIENCE }, async () => {
    const [port = 0] = await freePorts(1)
    const settings = ['--conf', 'spark.ui.enabled=true', '--conf', `spark.ui.port=${port}`]
    const engine = await startConnect(home, 'local[1]', settings)
    const jobs = async (status: string): Promise<unknown[]> => {
      const ask = async (path: string) =>
        (await (await fetch(`http://127.0.0.1:${port}/api/v1/applications${path}`)).json()) as { id: string }[]
      const [{ id = '' } = {}] = await ask('')
      return ask(`/${id}/jobs?status=${status}`)
    }
    const input = join(sharedFolder(), 'a.jsonl')
    writeFileSync(input, await generated('articles_en', 20_000))
    const work = join(sharedFolder(), 'work')
    const child = spawn(process.execPath, [COMMAND, 'dedupe', input, '--engine', engine, '--work', work], { stdio: 'ignore' })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    let seen = 0
    const hunt = hunting((command) => {
      if (!command.includes('worker.mjs\0splits\0') || seen++) return
      child.kill('SIGINT')
    })
    expect(await ended).toBe(ExitCode.interrupted)
    await hunt.stop()
    expect(seen).toBeGreaterThan(0)
    const [run = ''] = readdirSync(work)
    expect(existsSync(join(work, run, 'sign', '_SUCCESS'))).toBe(false)
    await expect.poll(() => jobs('running'), { timeout: 60_000 }).toEqual([])
    // It had begun, and did not come to its end.
    expect(await jobs('failed')).not.toEqual([])
  })
})
