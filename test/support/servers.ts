/** Real servers for tests: started when the first test asks, shared by all files of a run. */
import { describe, inject, it } from 'vitest'
import type { Found, ServerName } from '../servers/servers.js'
import '../servers/setup.js'
import { isFirstTier } from './long.js'

/**
 * Describes what needs a server, or several. Where there is none the tests are skipped and say why, except with CI=true: there it is a failure.
 * `npm test` starts no server: there they wait for `npm run test:whole`.
 *
 * @example
 * await describeWith('postgres', 'rows of PostgreSQL', (url) => { it(…) })
 */
export async function describeWith(
  names: ServerName | readonly ServerName[],
  title: string,
  tests: (...urls: string[]) => void,
): Promise<void> {
  if (isFirstTier) {
    describe.skip(`${title} (npm run test:whole)`, () => it('needs a server', () => {}))
    return
  }
  const urls: string[] = []
  for (const name of [names].flat()) {
    const found = (await (await fetch(`${inject('servers')}/${name}`)).json()) as Found
    if ('url' in found) urls.push(found.url)
    else if (process.env['CI'] === 'true') throw new Error(`${title}: ${found.reason}`)
    else {
      describe.skip(`${title} (skipped: ${found.reason})`, () => it('needs a server', () => {}))
      return
    }
  }
  describe(title, () => tests(...urls))
}

/** The same tests over an index on every kind of server. */
export async function describeWithEach(title: string, tests: (url: string, server: ServerName) => void): Promise<void> {
  for (const server of ['postgres', 'mysql', 'redis', 'redisCluster', 'mongodbReplica'] as const)
    await describeWith(server, `${title} ${server}`, (url) =>
      tests(server === 'redisCluster' ? url.replace(/^redis:/, 'redis-cluster:') : url, server),
    )
}
