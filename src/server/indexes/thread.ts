/** A thread of the service: it holds indexes open, signs, searches and stores, while another thread speaks with clients. */
import { parentPort } from 'node:worker_threads'
import '../../signing/dictionaries.js'
import { LeitongError, type SentError, sendError } from '../../errors.js'
import type { LiveIndex } from '../../jobs/live/live-index.js'
import { open } from '../../jobs/live/open.js'
import type { SettingsInput } from '../../jobs/live/settings.js'
import { reloadDictionaries } from '../../signing/lexicons.js'
import { type Answer, OPERATIONS, type OperationName } from './operations.js'
import type { Given } from './request.js'
import { compareRequest, fingerprintRequest } from './single-texts.js'

/** A call of the thread. */
export type Call =
  | { readonly kind: 'operation'; readonly name: OperationName; readonly url: string; readonly given: Given; readonly decisions?: string }
  | { readonly kind: 'create'; readonly url: string; readonly options: SettingsInput }
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
  /** Calls that work on it. */
  busy: number
  /** Called when nobody works on it any more, by those who wait to close it. */
  readonly whenIdle: (() => void)[]
}

/** By URL and decisions, the least used first. */
const held = new Map<string, Held>()
let most = 64

/** A key of {@link held}. */
const keyOf = (url: string, decisions: string | undefined) => (decisions === undefined ? url : `${url}\n${decisions}`)

/** An index that another process has removed may have been made anew since: so it is opened once more. */
async function withIndex<Result>(url: string, decisions: string | undefined, work: (index: LiveIndex) => Promise<Result>): Promise<Result> {
  const wasHeld = held.has(keyOf(url, decisions))
  try {
    return await withHeld(url, decisions, work)
  } catch (error) {
    if (!(error instanceof LeitongError && error.code === 'INDEX_MISSING')) throw error
    await closeIndex(url)
    if (!wasHeld) throw error
    return withHeld(url, decisions, work)
  }
}

async function withHeld<Result>(url: string, decisions: string | undefined, work: (index: LiveIndex) => Promise<Result>): Promise<Result> {
  const key = keyOf(url, decisions)
  const found = held.get(key) ?? {
    index: open(url, { create: false, ...(decisions === undefined ? {} : { decisions }) }),
    busy: 0,
    whenIdle: [],
  }
  held.delete(key)
  held.set(key, found)
  found.busy++
  try {
    const index = await found.index
    if (decisions !== undefined) await index.obey()
    return await work(index)
  } catch (error) {
    // An index that could not be opened is tried anew the next time.
    void found.index.catch(() => held.get(key) === found && held.delete(key))
    throw error
  } finally {
    found.busy--
    if (!found.busy) for (const go of found.whenIdle.splice(0)) go()
    closeIdle()
  }
}

function closeIdle(): void {
  if (held.size <= most) return
  for (const [key, { busy }] of held) {
    if (busy) continue
    void close(key)
    if (held.size <= most) return
  }
}

/** An index, whatever the decisions under which it is open. */
async function closeIndex(url: string): Promise<void> {
  await Promise.all([...held.keys()].filter((key) => key === url || key.startsWith(`${url}\n`)).map(close))
}

/** Calls that came before go on: they would meet a closed store. Later ones open it anew. */
async function close(key: string): Promise<void> {
  const found = held.get(key)
  if (!found) return
  held.delete(key)
  if (found.busy) await new Promise<void>((resolve) => found.whenIdle.push(resolve))
  await (await found.index.catch(() => undefined))?.close()
}

async function closeAll(): Promise<void> {
  await Promise.all([...held.keys()].map(close))
}

/** Opened anew: a handle that is open would not look at the options. */
async function create(url: string, options: SettingsInput): Promise<Answer> {
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
      return withIndex(call.url, call.decisions, (index) => OPERATIONS[call.name](index, call.given))
    case 'create':
      return create(call.url, call.options)
    case 'close':
      await closeIndex(call.url)
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
