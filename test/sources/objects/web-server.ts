/** A web server with ranges, that does what servers of the world do: breaks connections, asks to wait, passes on, changes what it has. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const words = 'river stone cloud market winter garden letter window bridge engine paper silver mountain harbour lantern'.split(' ')

/** Lines of JSON, of which every fifth has the text of the one before it, and the others have nothing in common. */
export function corpus(count: number, seed = 1): string {
  let state = seed
  const word = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return `${words[(state >>> 16) % 15]}${(state >>> 20) % 97}`
  }
  let text = ''
  return Array.from({ length: count }, (_, i) => {
    if (i % 5 !== 4) text = Array.from({ length: 30 }, word).join(' ')
    return `${JSON.stringify({ id: `${seed}-${i}`, text })}\n`
  }).join('')
}

export interface Served {
  bytes: Buffer
  etag?: string
  /** No ranges: all of it, whatever is asked for. */
  whole?: boolean
  headers?: Record<string, string>
}

export interface WebServer {
  readonly url: string
  /** By path. */
  readonly files: Map<string, Served>
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  /** Called before a request is answered; true where it has answered it itself. */
  before: (path: string, request: IncomingMessage, response: ServerResponse) => boolean
  /** Bytes after which each answer breaks off, while there are breaks left. */
  breakAfter: number
  breaks: number
  /** Milliseconds before the bytes of an answer. */
  delay: number
  /** Answers under way at once, at most. */
  atOnce: number
  close(): Promise<void>
}

export async function startWebServer(): Promise<WebServer> {
  let underWay = 0
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    state.requests.push({ path, headers: request.headers })
    underWay++
    state.atOnce = Math.max(state.atOnce, underWay)
    response.on('close', () => underWay--)
    if (state.before(path, request, response)) return
    const file = state.files.get(path.replace(/\?.*$/, ''))
    if (!file) {
      response.writeHead(404).end('no such file')
      return
    }
    const { bytes, etag } = file
    const headers = { ...(etag === undefined ? {} : { etag }), ...file.headers }
    const wanted = request.headers['if-match']
    if (wanted !== undefined && wanted !== etag) {
      response.writeHead(412).end()
      return
    }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (from !== undefined && !file.whole) {
      if (Number(from) >= bytes.length) {
        response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
        return
      }
      const end = Math.min(bytes.length, to ? Number(to) + 1 : bytes.length)
      const part = bytes.subarray(Number(from), end)
      response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${end - 1}/${bytes.length}`, 'content-length': part.length })
      send(part, response)
    } else {
      response.writeHead(200, { ...headers, 'content-length': bytes.length })
      send(bytes, response)
    }
  })
  const send = (bytes: Buffer, response: ServerResponse) => {
    if (state.delay > 0) setTimeout(() => sendNow(bytes, response), state.delay)
    else sendNow(bytes, response)
  }
  const sendNow = (bytes: Buffer, response: ServerResponse) => {
    if (state.breaks > 0 && bytes.length > state.breakAfter) {
      state.breaks--
      response.write(bytes.subarray(0, state.breakAfter), () => response.destroy())
    } else response.end(bytes)
  }
  const state: WebServer = {
    url: '',
    files: new Map(),
    requests: [],
    before: () => false,
    breakAfter: 0,
    breaks: 0,
    delay: 0,
    atOnce: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
