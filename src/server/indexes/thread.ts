/** A thread of the service: it holds indexes open, signs, searches and stores, while another thread speaks with clients. */
import { parentPort } from 'node:worker_threads'
import '../../signing/dictionaries.js'
import { LeitongError } from '../../errors.js'
import type { LiveIndex } from '../../jobs/live/live-index.js'
import { open } from '../../jobs/live/open.js'
import type { LiveOptions } from '../../jobs/live/settings.js'
import { reloadDictionaries } from '../../signing/lexicons.js'
import { type SentError, sendError } from '../failure.js'
import { type Answer, OPERATIONS, type OperationName } from './operations.js'
import type { Given } from './request.js'
import { compareRequest, fingerprintRequest } from './single-texts.js'

/** A call of the thread. */
export type Call =
  | { readonly kind: 'operation'; readonly name: OperationName; readonly url: string; readonly given: Given }
  | { readonly kind: 'create'; readonly url: string; readonly options: LiveOptions }
  | { readonly kind: 'close'; readonly url: string }
  | { readonly kind: 'compare' | 'fingerprint'; readonly given: Given; readonly places: Readonly<Record<string, string>> }
  | { readonly kind: 'reload' | 'end' }

export interface NumberedCall {
  readonly number: number
  readonly call: Call
}

export type Reply = { readonly number: number } & (
  | { readonly answer: Answer }
  | { readonly error: SentError }
  | { readonly mistake: string }
)

interface Held {
  readonly index: Promise<LiveIndex>
  busy: number
}

/** By URL, the least used first. */
const held = new Map<string, Held>()
let most = 64

async function withIndex<Result>(url: string, work: (index: LiveIndex) => Promise<Result>): Promise<Result> {
  const found = held.get(url) ?? { index: open(url, { create: false }), busy: 0 }
  held.delete(url)
  held.set(url, found)
  found.busy++
  try {
    const index = await found.index
    return await work(index)
  } catch (error) {
    // An index that could not be opened is tried anew the next time.
    void found.index.catch(() => held.get(url) === found && held.delete(url))
    throw error
  } finally {
    found.busy--
    closeIdle()
  }
}

function closeIdle(): void {
  if (held.size <= most) return
  for (const [url, { busy }] of held) {
    if (busy) continue
    void close(url)
    if (held.size <= most) return
  }
}

async function close(url: string): Promise<void> {
  const found = held.get(url)
  if (!found) return
  held.delete(url)
  await (await found.index.catch(() => undefined))?.close()
}

async function closeAll(): Promise<void> {
  await Promise.all([...held.keys()].map(close))
}

/** Opened anew: a handle that is open would not look at the options. */
async function create(url: string, options: LiveOptions): Promise<Answer> {
  const index = await open(url, options)
  try {
    return await OPERATIONS.stats(index)
  } finally {
    await index.close()
  }
}

const NOTHING: Answer = { body: '{}', count: 0 }

async function run(call: Call): Promise<Answer> {
  switch (call.kind) {
    case 'operation':
      return withIndex(call.url, (index) => OPERATIONS[call.name](index, call.given))
    case 'create':
      return create(call.url, call.options)
    case 'close':
      await close(call.url)
      return NOTHING
    case 'compare':
      return compareRequest(call.given, call.places)
    case 'fingerprint':
      return fingerprintRequest(call.given, call.places)
    case 'reload':
      reloadDictionaries()
      await closeAll()
      return NOTHING
    case 'end':
      await closeAll()
      return NOTHING
  }
}

/** Replies of this turn of the event loop, which go in one message. */
let outbox: Reply[] = []

function send(reply: Reply): void {
  if (outbox.push(reply) > 1) return
  setImmediate(() => {
    parentPort?.postMessage(outbox)
    outbox = []
  })
}

parentPort?.on('message', ({ calls, openIndexes }: { calls: readonly NumberedCall[]; openIndexes: number }) => {
  most = openIndexes
  for (const { number, call } of calls)
    run(call).then(
      (answer) => send({ number, answer }),
      (error: unknown) =>
        send(
          error instanceof LeitongError
            ? { number, error: sendError(error) }
            : { number, mistake: String((error as Error)?.stack ?? error) },
        ),
    )
})
