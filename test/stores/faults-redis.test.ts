/** The store in Redis when something fails. */
import { describeWithOwn } from '../support/fault-lab.js'
import { faultContract } from './fault-contract.js'

await describeWithOwn('redis', 'Redis when something fails', (lab) => {
  faultContract(lab, (port) => `${lab.url.replace(/:\d+$/, `:${port}`)}`)
})
