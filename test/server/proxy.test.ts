/**
 * The address of the client behind a proxy.
 *
 * Covers   X-Forwarded-For counts for the rate and for the log, and X-Forwarded-Proto for the site that a request comes from, with `trustProxy`
 *          only; of several addresses the one that the proxy itself has written; what is no address is not logged.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/files.js'
import { ServiceProcess } from '../support/service-process.js'
import { ask } from './started.js'

type Headers = Record<string, string>

/** The statuses of requests to a service that takes two a minute of one address, and the addresses in its log. */
async function answersTo(trustProxy: boolean, requests: readonly Headers[]): Promise<{ statuses: number[]; addresses: string[] }> {
  const config = join(temporaryFolder(), 'settings.json')
  writeFileSync(config, JSON.stringify({ rate: 2, trustProxy }))
  const service = await new ServiceProcess(undefined, ['--config', config]).start()
  const statuses: number[] = []
  for (const headers of requests) statuses.push((await ask(service.url, 'GET', '/indexes', undefined, headers)).status)
  const answered = () => service.log.split('\n').filter((line) => line.includes('"answered"') && line.endsWith('}'))
  while (answered().length < requests.length) await setTimeout(20)
  await service.kill()
  return { statuses, addresses: answered().map((line) => JSON.parse(line).address) }
}

const from = (...addresses: string[]): Headers => ({ 'x-forwarded-for': addresses.join(', ') })
const [A, B] = ['192.0.2.1', '2001:db8::2']

describe('behind a proxy', () => {
  it('the address that it tells counts where it is trusted', async () => {
    const { statuses, addresses } = await answersTo(true, [from(A), from(A), from(A), from(B), {}])
    expect(statuses).toEqual([200, 200, 429, 200, 200])
    expect(addresses).toEqual([A, A, A, B, '127.0.0.1'])
  })

  it('a client gets no other address by what it tells the proxy', async () => {
    const { statuses, addresses } = await answersTo(true, [from('198.51.100.7', A), from('198.51.100.8', A), from('198.51.100.9', A)])
    expect(statuses).toEqual([200, 200, 429])
    expect(addresses).toEqual([A, A, A])
  })

  it('what is no address is not in the log', async () => {
    expect((await answersTo(true, [from('marked words')])).addresses).toEqual([''])
  })

  it('nothing of it counts where it is not trusted', async () => {
    const { statuses, addresses } = await answersTo(false, [from(A), from(B), from('192.0.2.3')])
    expect(statuses).toEqual([200, 200, 429])
    expect(addresses).toEqual(Array(3).fill('127.0.0.1'))
  })

  it('TLS that it has ended is that of the page, where it is trusted', async () => {
    for (const trustProxy of [true, false]) {
      const config = join(temporaryFolder(), 'settings.json')
      writeFileSync(config, JSON.stringify({ trustProxy }))
      const service = await new ServiceProcess(undefined, ['--config', config]).start()
      const headers = { origin: service.url.replace('http:', 'https:'), 'x-forwarded-proto': 'https', ...from(A) }
      expect((await ask(service.url, 'GET', '/indexes', undefined, headers)).status).toBe(trustProxy ? 200 : 421)
      await service.kill()
    }
  })
})
