/** The store in MariaDB when something fails. */
import { describeWithOwn } from '../support/fault-lab.js'
import { faultContract } from './fault-contract.js'

await describeWithOwn('mysql', 'MariaDB when something fails', (lab) => {
  faultContract(lab, { through: (port) => lab.url.replace(/:\d+\//, `:${port}/`) })
})
