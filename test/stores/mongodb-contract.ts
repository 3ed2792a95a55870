/** The contract of every store, for a server of MongoDB. */
import { type CommandStartedEvent, MongoClient } from 'mongodb'
import { vi } from 'vitest'
import { driver } from '../../src/stores/mongodb/mongodb.js'
import { storeContract } from './contract/contract.js'

let next = 0
/** An index that nothing else uses. */
export const mongodbPlace = (url: string) => `${url}#t${process.pid}_${next++}`

export function mongodbContract(name: string, server: string, runs: number): void {
  storeContract({
    name,
    driver,
    url: () => mongodbPlace(`${server}${server.includes('?') ? '&' : '?'}monitorCommands=true`),
    persistent: true,
    steps: 25,
    runs,
    async asked(_, act) {
      const started: CommandStartedEvent[] = []
      const spy = vi.spyOn(MongoClient.prototype, 'emit')
      await act()
      for (const [name, event] of spy.mock.calls as unknown[][]) if (name === 'commandStarted') started.push(event as CommandStartedEvent)
      spy.mockRestore()
      return { sent: started.length, touched: started.reduce((sum, { command }) => sum + (command['updates']?.length ?? 0), 0) }
    },
    async damage(url, { seq }) {
      const client = await new MongoClient(server).connect()
      await client
        .db()
        .collection(`${url.slice(url.indexOf('#') + 1)}.records`)
        .updateOne({ seq }, { $set: { record: Buffer.from('damaged') } })
      await client.close()
    },
  })
}
