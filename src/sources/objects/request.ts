/** Requests of HTTP whose bytes come as they are sent: nothing is unpacked on the way, since ranges count the bytes that lie there. */
import { Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { faultOfStatus, ObjectFault } from './object.js'

export type Headers = Readonly<Record<string, string>>

/** Where something lies, and what is sent along; the headers go to this host alone. */
export interface Address {
  readonly href: string
  readonly headers?: Headers
  /** Headers that open it. */
  readonly secret?: Headers
  /** Ends the request, and the answer where that has begun. */
  readonly signal?: AbortSignal | undefined
}

const REDIRECTS = 10
/** Milliseconds without a byte. */
export const SILENCE = 60_000
const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new SecureAgent({ keepAlive: true }) }

/**
 * Asks for something, and follows where it is sent; what opens it stays with the first host.
 *
 * @returns an answer of 2xx, whose body has to be read or destroyed
 * @throws {ObjectFault}
 */
export async function ask({ href, headers, secret, signal }: Address): Promise<IncomingMessage> {
  let url = addressOf(href)
  const { origin } = url
  for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
    const sent = { 'accept-encoding': 'identity', ...headers, ...(url.origin === origin ? secret : {}) }
    const answer = await once(url, sent, signal)
    const status = answer.statusCode ?? 0
    if (status >= 200 && status < 300) return answer
    answer.resume()
    const { location } = answer.headers
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) throw faultOfStatus(status, '', waitOf(answer))
    const next = addressOf(location, url)
    if (url.protocol === 'https:' && next.protocol !== 'https:') throw new ObjectFault('refused', 'it leads from https to http')
    url = next
  }
  throw new ObjectFault('refused', 'it is passed on without an end')
}

function addressOf(href: string, base?: URL): URL {
  const url = URL.canParse(href, base?.href) ? new URL(href, base) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new ObjectFault('refused', 'it is no URL of http or https')
  return url
}

const once = (url: URL, headers: Headers, signal: AbortSignal | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const protocol = url.protocol as keyof typeof agents
    const send = protocol === 'https:' ? secureRequest : plainRequest
    const sent = send(url, { headers, agent: agents[protocol], timeout: SILENCE, ...(signal ? { signal } : {}) }, resolve)
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    // The message of the system would name the address; its code says enough.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      reject(new ObjectFault(error.code?.startsWith('ENOTFOUND') ? 'refused' : 'broken', `no connection (${error.code ?? error.message})`)),
    )
    sent.end()
  })

/** `Retry-After` in seconds; a date is left aside. */
function waitOf({ headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 60) * 1000 : undefined
}

/** Bytes of JSON that are taken at most. */
const MOST_JSON = 64 << 20

/** @throws {ObjectFault} */
export async function askJson(address: Address): Promise<{ readonly value: unknown; readonly headers: IncomingMessage['headers'] }> {
  const answer = await ask(address)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > MOST_JSON) throw new ObjectFault('refused', 'the listing is too long')
      chunks.push(chunk)
    }
    return { value: JSON.parse(Buffer.concat(chunks).toString()), headers: answer.headers }
  } catch (error) {
    if (error instanceof ObjectFault) throw error
    throw new ObjectFault('broken', 'the listing ended early')
  }
}
