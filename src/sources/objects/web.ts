/** Objects behind HTTP: `https://`, `http://`, and what other stores keep there. */
import type { IncomingMessage } from 'node:http'
import { ObjectFault, type ObjectState, type ObjectStore, requireSame } from './object.js'
import { type Address, ask } from './request.js'

/** How a store lies behind HTTP. */
interface Behind {
  readonly addressOf: (url: string) => Promise<Address> | Address
  /** What changes with the content, by the headers of an answer. */
  readonly versionOf?: (headers: IncomingMessage['headers']) => string | undefined
  /** Headers that ask for this version alone. */
  readonly ifVersion?: (version: string) => Readonly<Record<string, string>>
}

/** A tag that says that two answers are equal byte for byte. */
const isStrong = (version: string) => version.startsWith('"')

const versionOfWeb = ({ etag, 'last-modified': modified }: IncomingMessage['headers']) => etag ?? modified

/** Reads through HTTP: the same for all stores behind it. */
export function behindHttp({
  addressOf,
  versionOf = versionOfWeb,
  ifVersion = (version) => (isStrong(version) ? { 'if-match': version } : {}),
}: Behind): Pick<ObjectStore, 'stateOf' | 'read'> {
  const askFor = async (url: string, range: string, signal: AbortSignal | undefined, version?: string) => {
    const address = await addressOf(url)
    const asked = { ...address.headers, range, ...(version === undefined ? {} : ifVersion(version)) }
    return ask({ ...address, headers: asked, signal })
  }
  const stateIn = (answer: IncomingMessage): ObjectState => {
    const { headers, statusCode } = answer
    const version = versionOf(headers)
    const total = /^bytes \d+-\d+\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1]
    if (statusCode === 206) return { size: total === undefined ? undefined : Number(total), version, inRanges: total !== undefined }
    const length = headers['content-length']
    return { size: length === undefined ? undefined : Number(length), version, inRanges: false }
  }
  return {
    async stateOf(url, signal) {
      try {
        const answer = await askFor(url, 'bytes=0-0', signal)
        const state = stateIn(answer)
        answer.destroy()
        // Ranges of what has no mark of its version could be of two versions.
        return { ...state, inRanges: state.inRanges && state.version !== undefined }
      } catch (error) {
        // An empty object has no first byte.
        if (!(error instanceof ObjectFault) || !/\b416\b/.test(error.message)) throw error
        return { size: undefined, version: undefined, inRanges: false }
      }
    },

    async *read(url, state, from, to, signal) {
      const answer = state.inRanges
        ? await askFor(url, `bytes=${from}-${to === undefined ? '' : to - 1}`, signal, state.version)
        : await ask({ ...(await addressOf(url)), signal })
      try {
        const now = stateIn(answer)
        requireSame(state, now)
        if (state.inRanges && !answer.headers['content-range']?.startsWith(`bytes ${from}-`))
          throw new ObjectFault('refused', 'the server sends another range than it was asked for')
        yield* answer as AsyncIterable<Uint8Array>
      } catch (error) {
        if (error instanceof ObjectFault) throw error
        throw new ObjectFault('broken', `the connection broke (${(error as NodeJS.ErrnoException).code ?? 'no code'})`)
      } finally {
        answer.destroy()
      }
    },
  }
}

/** Whoever has the query of a URL that was signed can read what it names: it is shown nowhere. */
const shown = (url: string) => url.replace(/[?#].*$/s, '').replace(/^([^/]*\/\/)[^/@]*@/, '$1')

export const web: ObjectStore = {
  schemes: ['https', 'http'],
  nameOf: shown,
  ...behindHttp({
    addressOf(url) {
      // They would be in the list of processes and in histories of shells.
      if (/^[^/]*\/\/[^/?#]*@/.test(url)) throw new ObjectFault('refused', 'a URL with a user or a password is not taken')
      return { href: url }
    },
  }),
}
