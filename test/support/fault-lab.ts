/** Servers of a test file's own, set up to lose nothing, that it may kill. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { Home } from '../servers/server.js'
import { SERVERS, type ServerName } from '../servers/servers.js'

export interface Lab {
  readonly home: Home
  readonly url: string
}

/** Describes what happens to a server of our own when it is killed. Skipped where it cannot run, except with CI=true. */
export async function describeWithOwn(name: ServerName, title: string, tests: (lab: Lab) => void): Promise<void> {
  const server = SERVERS[name]
  const reason = server.missing()
  if (reason) {
    if (process.env['CI'] === 'true') throw new Error(`${title}: ${reason}`)
    describe.skip(`${title} (skipped: ${reason})`, () => it('needs a server', () => {}))
    return
  }
  const folder = mkdtempSync(join(tmpdir(), `leitong-faults-`))
  chmodSync(folder, 0o711)
  const home = new Home(join(folder, name), server.users)
  afterAll(async () => {
    await home.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = await server.start(home, true)
  describe(title, () => tests({ home, url }))
}
