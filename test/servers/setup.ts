/** Runs beside the tests, in the process that outlives them all: starts servers when asked, and stops them at the end. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { RunningServers, SERVERS, type ServerName } from './servers.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where to ask for a server. */
    readonly servers: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = new RunningServers()
  const desk = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    if (!(name in SERVERS)) {
      response.writeHead(404).end()
      return
    }
    running.find(name as ServerName).then((found) => response.end(JSON.stringify(found)))
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  project.provide('servers', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.close()
    desk.closeAllConnections()
    await running.stop()
  }
}
