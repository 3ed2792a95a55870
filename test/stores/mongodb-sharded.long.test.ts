/** The store in a sharded cluster of MongoDB, held to the contract of every store. */
import { describeWith } from '../support/servers.js'
import { mongodbContract } from './mongodb-contract.js'

await describeWith('mongodbSharded', 'in MongoDB, sharded', (server) => mongodbContract('mongodb sharded', server, 1))
