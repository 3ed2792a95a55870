/** A server that stands before another and answers late, as over a long way. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Slow {
  readonly url: string
  /** While true, every request is cut off without an answer. */
  isAway: boolean
  close(): Promise<void>
}

/** @param delay  milliseconds before each request goes on */
export async function startSlow(target: string, delay: number): Promise<Slow> {
  const to = new URL(target)
  const server = createServer((asked, reply) => {
    setTimeout(() => {
      if (slow.isAway) return asked.socket.destroy()
      const { method, url, headers } = asked
      const onward = request({ host: to.hostname, port: to.port, method, path: url, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      })
      onward.on('error', () => reply.destroy())
      reply.on('close', () => onward.destroy())
      asked.pipe(onward)
    }, delay)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const slow: Slow = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isAway: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return slow
}
