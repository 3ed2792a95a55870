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

/** Bytes of a range. */
const RANGE = 8 << 20
/** Ranges on their way at once. */
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
 * @throws {LeitongError} `SOURCE_READ`, `SOURCE_MISSING`; `SOURCE_CHANGED` for an object of which two ranges are not of one version
 */
export async function copyObjects(copies: readonly Copy[]): Promise<void> {
  const tasks = tasksOf(copies)
  let hasFailed = false
  const work = async () => {
    while (!hasFailed) {
      const { value: task, done } = await tasks.next()
      if (done) return
      try {
        await copyRange(task, () => hasFailed)
      } catch (error) {
        hasFailed = true
        throw errorOf(error, task.copy.store.nameOf(task.copy.url))
      } finally {
        await task.file.release()
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  await tasks.return(undefined)
  for (const one of ended) if (one.status === 'rejected') throw one.reason
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

async function copyRange({ copy: { store, url, state }, file, from, to }: Task, isStopped: () => boolean): Promise<void> {
  let at = from
  for (let failed = 0; !isStopped(); ) {
    try {
      for await (const bytes of timely(store.read(url, state, at, to))) {
        if (to !== undefined && at + bytes.length > to) throw new ObjectFault('changed', '')
        for (let written = 0; written < bytes.length; )
          written += (await file.handle.write(bytes, written, bytes.length - written, at + written)).bytesWritten
        at += bytes.length
        if (state.inRanges) failed = 0
        if (isStopped()) return
      }
      if (to === undefined || at === to) return
      throw new ObjectFault('broken', 'the connection ended early')
    } catch (error) {
      if (!(error instanceof ObjectFault) || error.kind !== 'broken') throw error
      if (++failed >= TRIES) throw new ObjectFault('refused', `given up after ${TRIES} tries: ${error.message}`)
      // Many that wait equally long would come back together.
      await setTimeout(error.wait ?? FIRST_WAIT * 2 ** (failed - 1) * (0.5 + Math.random()))
      if (!state.inRanges) {
        at = from
        await file.handle.truncate(0)
      }
    }
  }
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
 * The state of an object, asked again where the connection breaks.
 *
 * @throws {LeitongError} `SOURCE_READ`, `SOURCE_MISSING`
 */
export async function stateOfObject(store: ObjectStore, url: string): Promise<ObjectState> {
  for (let failed = 0; ; ) {
    try {
      return await store.stateOf(url)
    } catch (error) {
      if (!(error instanceof ObjectFault) || error.kind !== 'broken' || ++failed >= TRIES) throw errorOf(error, store.nameOf(url))
      await setTimeout(error.wait ?? FIRST_WAIT * 2 ** (failed - 1))
    }
  }
}
