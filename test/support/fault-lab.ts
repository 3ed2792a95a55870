/** Servers of a test file's own, set up to lose nothing, that it may kill. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { Home } from '../servers/server.js'
import { SERVERS, type ServerName } from '../servers/servers.js'
import { SmallDisk } from './small-disk.js'

export interface Lab {
  readonly home: Home
  readonly url: string
}

/** Describes what happens to a server of our own when it is killed. Skipped where it cannot run, except with CI=true. */
export async function describeWithOwn(name: ServerName, title: string, tests: (lab: Lab) => void): Promise<void> {
  await describeIn(name, title, (lab) => tests(lab), false)
}

/** The same of a server whose files have a file system of their own. Skipped also where none may be mounted. */
export async function describeOnDisk(name: ServerName, title: string, tests: (lab: Lab, disk: SmallDisk) => void): Promise<void> {
  await describeIn(name, title, (lab, disk) => tests(lab, disk as SmallDisk), true)
}

function skipAll(title: string, reason: string): void {
  describe.skip(`${title} (skipped: ${reason})`, () => it('needs a server', () => {}))
}

async function describeIn(name: ServerName, title: string, tests: (lab: Lab, disk?: SmallDisk) => void, onDisk: boolean): Promise<void> {
  const server = SERVERS[name]
  const reason = server.missing()
  if (reason) {
    if (process.env['CI'] === 'true') throw new Error(`${title}: ${reason}`)
    return skipAll(title, reason)
  }
  const folder = mkdtempSync(join(tmpdir(), `leitong-faults-`))
  chmodSync(folder, 0o711)
  const disk = onDisk ? SmallDisk.mount(join(folder, name)) : undefined
  if (onDisk && !disk) {
    rmSync(folder, { recursive: true, force: true })
    return skipAll(title, 'mounting a small file system needs more rights than this run has')
  }
  const home = new Home(join(folder, name), server.users)
  afterAll(async () => {
    await home.stop()
    disk?.unmount()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = await server.start(home, true)
  describe(title, () => tests({ home, url }, disk))
}
