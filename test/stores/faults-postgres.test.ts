/** The store in PostgreSQL when something fails. */
import { it } from 'vitest'
import { programPath } from '../../scripts/ensure-servers.mjs'
import { describeWithOwn } from '../support/fault-lab.js'
import { faultContract, fillUp } from './fault-contract.js'

await describeWithOwn('postgres', 'PostgreSQL when something fails', (lab) => {
  faultContract(lab, { through: (port) => lab.url.replace(/:\d+\//, `:${port}/`) })

  const prlimit = programPath('prlimit')
  it.skipIf(!prlimit)('says so when its files cannot grow, keeps what it has acknowledged, and goes on when they can', async () => {
    // As the user of the server, who may always do this to processes of its own.
    const setLimit = async (bytes: string) => {
      const set = (pid: number) => lab.home.run(prlimit as string, ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
      const [server, ...children] = lab.home.processes()
      await set(server as number)
      // One may have ended since.
      await Promise.allSettled(children.map(set))
    }
    // Just above the files of its log, which must not be what fails first: for a table that is a full disk.
    const limit = async () => {
      await setLimit(String(17 << 20))
      return () => setLimit('unlimited')
    }
    await fillUp(`${lab.url}#full`, 3_000_000, limit, /#full: could not (extend|write to) file .*(File too large|No space left)/)
  })
})
