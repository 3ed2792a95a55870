/** The store in a folder, held to the contract of every store, and its own ways to be damaged. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { driver } from '../../src/stores/lmdb.js'
import { encodeRecord } from '../../src/stores/record.js'
import { temporaryFolder } from '../support/files.js'
import { storeContract } from './contract.js'

const folder = temporaryFolder()
let next = 0
storeContract({
  name: 'lmdb',
  driver,
  url: () => join(folder, `index-${next++}`),
  persistent: true,
  async damage(url, record) {
    const path = join(url, 'index.lmdb')
    const bytes = readFileSync(path)
    const at = bytes.indexOf(encodeRecord(record, record.seq))
    bytes[at + 30] = (bytes[at + 30] as number) ^ 1
    writeFileSync(path, bytes)
  },
  steps: 40,
})
