/**
 * spark/: is a server that leitong starts closed to others, and does Ctrl-C end what a cluster does?
 *
 * Oracle   the documented exit code; the folder of the step that was under way, which is not complete.
 * Covers   the token of Spark Connect: none, another one, the right one; a run that is interrupted while a worker signs.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sparkHome } from '../../scripts/ensure-spark.mjs'
import { ExitCode } from '../../src/errors.js'
import { Session } from '../../src/spark/connect/session.js'
import { startServer } from '../../src/spark/server.js'
import { COMMAND, temporaryFolder } from '../support/files.js'
import { generated, PATIENCE, sharedFolder } from './runs.js'

const spark = sparkHome()

describe.skipIf(!spark && process.env['CI'] !== 'true')('a server of Spark Connect that leitong starts', () => {
  if (spark) process.env['SPARK_HOME'] = spark

  it('refuses those who do not know its token, and is left by Ctrl-C', { timeout: PATIENCE }, async () => {
    const server = await startServer('local[1]', temporaryFolder(), {})
    try {
      const at = { kind: 'connect', host: server.host, tls: false, user: 'leitong' } as const
      await expect(Session.open({ ...at, token: undefined })).rejects.toMatchObject({
        code: 'CLUSTER',
        message: expect.stringMatching(/refuses us/),
      })
      await expect(Session.open({ ...at, token: 'another' })).rejects.toMatchObject({ code: 'CLUSTER' })
      const input = join(sharedFolder(), 'a.jsonl')
      writeFileSync(input, await generated('articles_en', 20_000))
      const work = join(sharedFolder(), 'work')
      const engine = `sc://${server.host}/;token=${server.token};use_ssl=false`
      const child = spawn(process.execPath, [COMMAND, 'dedupe', input, '--engine', engine, '--work', work], { stdio: 'ignore' })
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
      let seen = 0
      const hunt = hunting((command) => {
        if (!command.includes('worker.mjs\0sign\0') || seen++) return
        child.kill('SIGINT')
      })
      expect(await ended).toBe(ExitCode.interrupted)
      await hunt.stop()
      expect(seen).toBeGreaterThan(0)
      const [run = ''] = readdirSync(work)
      expect(existsSync(join(work, run, 'sign', '_SUCCESS'))).toBe(false)
    } finally {
      server.stop()
    }
  })
})

/** Looks at the processes of this machine over and over. */
function hunting(look: (command: string) => void): { stop(): Promise<void> } {
  let isOver = false
  const hunt = (async () => {
    while (!isOver) {
      for (const name of readdirSync('/proc')) {
        if (!/^\d+$/.test(name)) continue
        try {
          look(readFileSync(`/proc/${name}/cmdline`, 'latin1'))
        } catch {
          // It has ended in between.
        }
      }
      await setTimeout(5)
    }
  })()
  return {
    stop() {
      isOver = true
      return hunt
    },
  }
}
