/** The store in memory, held to the contract of every store. */
import { driver } from '../../src/stores/memory.js'
import { storeContract } from './contract/contract.js'

let next = 0
storeContract({ name: 'memory', driver, url: () => `memory:test-${next++}`, persistent: false })
