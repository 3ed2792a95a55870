/**
 * Indexes that are made, filled, asked and removed by 64 clients at once, for a minute.
 *
 * Covers   more indexes than the service holds open, and more than there is address space for at a terabyte each; one name that all clients
 *          make and remove. What each client was told is so: what it added is found, what it removed is gone. The process is there at the end.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/files.js'
import { loadIndexes } from '../support/service/index-load.js'
import { ServiceProcess } from '../support/service-process.js'

/** `LEITONG_LOAD_SECONDS=1800` loads it for half an hour. */
const SECONDS = Number(process.env['LEITONG_LOAD_SECONDS'] ?? 30)

it.each([
  { openIndexes: 4, threads: 1 },
  { openIndexes: 1000, threads: 2 },
])(
  'a service with $openIndexes open indexes in $threads threads lives through it',
  async (settings) => {
    const config = join(temporaryFolder(), 'settings.json')
    writeFileSync(config, JSON.stringify({ ...settings }))
    const service = await new ServiceProcess(undefined, ['--config', config]).start()
    const { answered, made, losses } = await loadIndexes(service, { clients: 64, seconds: SECONDS, seed: 1 })
    expect(losses).toEqual([])
    expect(made).toBeGreaterThan(64)
    expect(answered).toBeGreaterThan(500)
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
    expect(service.log).not.toContain('a mistake in the service')
    await service.kill()
  },
  (SECONDS + 120) * 1000,
)
