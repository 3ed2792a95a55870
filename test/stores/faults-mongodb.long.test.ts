/** The store in MongoDB when something fails. */
import { describeWithOwn } from '../support/fault-lab.js'
import { faultContract } from './fault-contract.js'

await describeWithOwn('mongodbReplica', 'MongoDB when something fails', (lab) => {
  // A replica set tells its clients where it really is, unless they insist.
  faultContract(lab, {
    through: (port) => lab.url.replace(/:\d+\//, `:${port}/`).replace(/replicaSet=\w+/, 'directConnection=true'),
    rounds: 2,
    members: 6,
  })
})
