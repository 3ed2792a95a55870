/** The store in MariaDB when something fails. */
import { describeOnDisk, describeWithOwn } from '../../support/fault-lab.js'
import { faultContract } from './fault-contract.js'
import { diskOfServer } from './full-contract.js'

await describeWithOwn('mysql', 'MariaDB when something fails', (lab) => {
  faultContract(lab, { through: (port) => lab.url.replace(/:\d+\//, `:${port}/`) })
})

await describeOnDisk('mysql', 'MariaDB on a small disk', (lab, disk) => {
  diskOfServer(lab, disk, 8000, /#full_8000: The table .* is full/)
  // MariaDB 10.11 itself stops where the pages of a long value do not fit.
  diskOfServer(lab, disk, 600_000, /#full_600000: (The table .* is full|the server was away for 30 s)/)
})
