/** datasketch's MinHashLSH with its storage in Redis, from Python: the texts asked for and then inserted, one at a time and in its buffered session. */
import { execFileSync } from 'node:child_process'
import { RunningServers } from '../../test/servers/servers.ts'
import { python } from '../venv.ts'
import { textOf } from './texts.ts'

export async function datasketchOnRedis(documents: number): Promise<void> {
  const servers = new RunningServers()
  try {
    const found = await servers.find('redis')
    if (!('url' in found)) throw new Error(found.reason)
    const input = Array.from({ length: documents }, (_, i) => textOf(i, 'texts')).join('\n')
    const script = new URL('../peers/datasketch_redis.py', import.meta.url).pathname
    console.log(execFileSync(python('service'), [script, found.url], { input, encoding: 'utf8', maxBuffer: 1 << 26 }).trimEnd())
  } catch (error) {
    console.log(`datasketch with Redis was not measured: ${(error as Error).message.slice(0, 200)}`)
  } finally {
    await servers.stop()
  }
}
