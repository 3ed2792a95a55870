/** Copies of objects in files: ranges of several at once, each taken up again where its connection broke. Memory holds what is on its way. */
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { errorOf, ObjectFault, type ObjectState, type ObjectStore } from './object.js'
import { SILENCE } from './request.js'

/** An object, and where its copy goes. */
export interface Copy {
  readonly store: ObjectStore
  readonly url: string
  readonly path: string
  readonly state: ObjectState
}

/** What a caller hears while objects are copied. */
export interface CopyHooks {
  /** Bytes that have come, and all of them where the stores say. */
  readonly copied?: (done: number, total: number | undefined) => void
  /** Called once there is nothing more to tell, however that came. */
  readonly ended?: () => void
  readonly signal?: AbortSignal | undefined
}

/** Bytes of a range. */
const RANGE = 8 << 20
/** Requests under way at once. */
const AT_ONCE = 8
/** Tries without a byte before a range is given up. */
const TRIES = 6
/** Milliseconds before the second try; doubled for each further one. */
const FIRST_WAIT = 200

interface Task {
  readonly copy: Copy
  readonly file: OpenCopy
  readonly from: number
  readonly to: number | undefined
}

/** A file that is closed behind its last range. */
class OpenCopy {
  readonly handle: FileHandle
  #open = 1

  constructor(handle: FileHandle) {
    this.handle = handle
  }

  hold(): void {
    this.#open++
  }

  async release(): Promise<void> {
    if (--this.#open === 0) await this.handle.close()
  }
}

/**
 * Does the same with each item, of several at once; the first failure stops the others where they are.
 *
 * @param work  is told to stop by the signal, and may then throw anything
 * @returns the results in the order of the items
 * @throws the reason of the signal that was given, or what the first failure was
 */
async function eachOf<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  given: AbortSignal | undefined,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const stop = new AbortController()
  const signal = given ? AbortSignal.any([given, stop.signal]) : stop.signal
  const results: Result[] = []
  let next = 0
  const iterator = (async function* () {
    yield* items
  })()
  const worker = async () => {
    try {
      while (!signal.aborted) {
        const { value, done } = await iterator.next()
        if (done) return
        const number = next++
        results[number] = await work(value, signal)
      }
    } catch (error) {
      // Aborting again changes nothing: the first reason stays.
      stop.abort(error)
    }
  }
  // Each writer has let go of its file when this ends.
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await iterator.return()
  given?.throwIfAborted()
  if (stop.signal.aborted) throw stop.signal.reason
  return results
}

/**
 * @throws {LeitongError} `SOURCE_READ`, `SOURCE_MISSING`; `SOURCE_CHANGED` for an object of which two ranges are not of one version
 */
export async function copyObjects(copies: readonly Copy[], { copied, signal }: CopyHooks = {}): Promise<void> {
  const total = copies.some(({ state }) => state.size === undefined)
    ? undefined
    : copies.reduce((sum, { state }) => sum + (state.size ?? 0), 0)
  let done = 0
  const count = (bytes: number) => {
    done += bytes
    copied?.(done, total)
  }
  count(0)
  await eachOf(tasksOf(copies), signal, async (task, stop) => {
    try {
      await copyRange(task, stop, count)
    } catch (error) {
      throw errorOf(error, task.copy.store.nameOf(task.copy.url))
    } finally {
      await task.file.release()
    }
  })
}

async function* tasksOf(copies: readonly Copy[]): AsyncGenerator<Task> {
  for (const copy of copies) {
    const { size, inRanges } = copy.state
    const file = new OpenCopy(await open(copy.path, 'wx', 0o600))
    const step = inRanges && size !== undefined ? RANGE : Number.POSITIVE_INFINITY
    try {
      if (size === 0) continue
      for (let from = 0; from === 0 || from < (size ?? 0); from += step) {
        file.hold()
        yield { copy, file, from, to: size === undefined ? undefined : Math.min(size, from + step) }
      }
    } finally {
      await file.release()
    }
  }
}

async function copyRange({ copy, file, from, to }: Task, signal: AbortSignal, count: (bytes: number) => void): Promise<void> {
  const { store, url, state } = copy
  let at = from
  for (let failed = 0; ; ) {
    try {
      for await (const bytes of timely(store.read(url, state, at, to, signal))) {
        if (to !== undefined && at + bytes.length > to) throw new ObjectFault('changed', '')
        for (let written = 0; written < bytes.length; )
          written += (await file.handle.write(bytes, written, bytes.length - written, at + written)).bytesWritten
        at += bytes.length
        count(bytes.length)
        if (state.inRanges) failed = 0
        signal.throwIfAborted()
      }
      if (to === undefined || at === to) return
      throw new ObjectFault('broken', 'the connection ended early')
    } catch (error) {
      await waitAfter(error, ++failed, signal)
      if (!state.inRanges) {
        count(from - at)
        at = from
        await file.handle.truncate(0)
      }
    }
  }
}

/** Waits before the next try after a break. @throws what cannot go better, and the reason of the signal */
async function waitAfter(error: unknown, failed: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (!(error instanceof ObjectFault) || error.kind !== 'broken') throw error
  if (failed >= TRIES) throw new ObjectFault('refused', `given up after ${TRIES} tries: ${error.message}`)
  // Many that wait equally long would come back together.
  await setTimeout(error.wait ?? FIRST_WAIT * 2 ** (failed - 1) * (0.5 + Math.random()), undefined, { signal })
}

/** The same bytes; a break where none come for a while. */
async function* timely(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  let isSilent = false
  try {
    while (true) {
      const stop = new AbortController()
      const next = iterator.next()
      const silence = setTimeout(SILENCE, undefined, { signal: stop.signal, ref: false }).then(
        () => undefined,
        () => undefined,
      )
      const result = await Promise.race([next, silence]).finally(() => stop.abort())
      if (!result) {
        isSilent = true
        next.catch(() => {})
        throw new ObjectFault('broken', 'no byte came for a minute')
      }
      if (result.done) return
      yield result.value
    }
  } finally {
    // One that waits for ever would not come back from this either.
    const ended = iterator.return?.()
    if (isSilent) ended?.then(undefined, () => {})
    else await ended
  }
}

/**
 * The states of objects, each asked again where the connection breaks.
 *
 * @throws {LeitongError} `SOURCE_READ`, `SOURCE_MISSING`
 */
export function statesOf(
  objects: readonly { readonly store: ObjectStore; readonly url: string }[],
  given?: AbortSignal,
): Promise<ObjectState[]> {
  return eachOf(objects, given, async ({ store, url }, signal) => {
    for (let failed = 0; ; ) {
      try {
        return await store.stateOf(url, signal)
      } catch (error) {
        await waitAfter(error, ++failed, signal).catch((final) => {
          throw errorOf(final, store.nameOf(url))
        })
      }
    }
  })
}
