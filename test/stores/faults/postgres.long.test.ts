/** The store in PostgreSQL when something fails. */
import { describeWithOwn } from '../../support/fault-lab.js'
import { faultContract } from './fault-contract.js'
import { filesOfServer } from './full-contract.js'

await describeWithOwn('postgres', 'PostgreSQL when something fails', (lab) => {
  faultContract(lab, { through: (port) => lab.url.replace(/:\d+\//, `:${port}/`) })
  // Just above the files of its log, which must not be what fails first: for a table that is a full disk.
  filesOfServer(lab, 17 << 20, /#full: could not (extend|write to) file .*(File too large|No space left)/)
})
