/** Stands between a client and a server and cuts their connections. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface Cutter {
  readonly port: number
  /** Connections that were cut. */
  readonly cuts: number
  /**
   * Cuts every connection.
   *
   * @param deaf  first lets the server hear and the client not, for so many milliseconds: what is sent then is done, and its answer lost
   */
  cut(deaf: number): Promise<void>
  /** Where connections go from now on, as behind an address that moves to another server; those that are open are cut. */
  moveTo(port: number): Promise<void>
  close(): void
}

export async function startProxy(port: number): Promise<Cutter> {
  let target = port
  const pairs = new Set<{ readonly client: Socket; readonly server: Socket }>()
  let cuts = 0
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1')
    const pair = { client, server }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.setNoDelay(true).on('error', end).on('close', end)
    client.pipe(server)
    server.pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cutAll = (now: Iterable<{ readonly client: Socket; readonly server: Socket }>) => {
    for (const { client, server } of now) {
      cuts++
      client.destroy()
      server.destroy()
    }
  }
  return {
    port: (proxy.address() as AddressInfo).port,
    get cuts() {
      return cuts
    },
    async cut(deaf) {
      const now = [...pairs]
      if (deaf) {
        for (const { client, server } of now) server.unpipe(client).pause()
        await new Promise((resolve) => setTimeout(resolve, deaf))
      }
      cutAll(now)
    },
    async moveTo(port) {
      target = port
      cutAll([...pairs])
    },
    close() {
      proxy.close()
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
    },
  }
}
