/** The store in MongoDB when something fails. */
import { describeOnDisk, describeWithOwn } from '../../support/fault-lab.js'
import { faultContract } from './fault-contract.js'
import { diskOfServer } from './full-contract.js'

await describeWithOwn('mongodbReplica', 'MongoDB when something fails', (lab) => {
  // A replica set tells its clients where it really is, unless they insist.
  faultContract(lab, {
    through: (port) => lab.url.replace(/:\d+\//, `:${port}/`).replace(/replicaSet=\w+/, 'directConnection=true'),
    rounds: 2,
    members: 6,
  })
})

// Of a full disk MongoDB says that it stops.
await describeOnDisk('mongodbReplica', 'MongoDB on a small disk', (lab, disk) =>
  diskOfServer(lab, disk, 600_000, /#full_600000: the server was away for 30 s/),
)
