/**
 * Turns of processes that write to one index, ahead of the lock of LMDB.
 *
 * LMDB's lock is a robust mutex of the C library. A process that is killed between giving it back and waking the next one leaves that one
 * asleep for ever where no third one comes, and its thread with it. So processes of one machine queue here, and find the lock of LMDB free.
 * A turn is a socket of an abstract name, which goes with its process however that ends; those who wait are connected to it, and
 * see it close. Those of one thread queue before that, in the order in which they came: all who see the name given back try for it, and one of
 * many could lose for a minute. Where there are no such names (Linux has them) this queue is all, and between processes the lock of LMDB
 * stands alone. It is what keeps writers apart in either case.
 *
 * Opening, closing and removing an index take turns too: a file is not removed while it is opened.
 */
import { statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { LeitongError } from '../../errors.js'

/** Milliseconds that a process waits for others to write: a transaction takes a moment, compacting a large index some minutes. */
const PATIENCE = 600_000

/** Milliseconds that others have to take a turn, ahead of those of this thread who would be there first each time. */
const HEAD_START = 3

/** Those of this thread that have a turn or wait for one, by name. */
const queues = new Map<string, Promise<void>>()

export class ProcessTurn {
  readonly #url: string
  readonly #name: string
  readonly #patience: number

  /**
   * @param url       for messages
   * @param folder    of the index, which is there
   * @param patience  milliseconds @default 10 minutes
   * @param what      the thing in the folder that is worked with @default the index in it
   */
  constructor(url: string, folder: string, patience = PATIENCE, what = '') {
    const { dev, ino } = statSync(folder, { bigint: true })
    this.#url = url
    this.#name = `\0leitong-lmdb-${dev}-${ino}${what}`
    this.#patience = patience
  }

  /**
   * Waits for a turn, and takes it.
   *
   * @returns a function that gives it back
   * @throws {LeitongError} `STORE` when another process does not end its turn
   */
  async take(): Promise<() => void> {
    const end = Date.now() + this.#patience
    const leave = await queue(this.#name)
    if (process.platform !== 'linux') return leave
    for (;;) {
      const release = await listenOn(this.#name)
      if (release) return () => (release() ? void setTimeout(leave, HEAD_START) : leave())
      const left = end - Date.now()
      if (left <= 0) {
        leave()
        throw new LeitongError('STORE', this.#url, 'another process has been writing to it for minutes, and does not end')
      }
      await untilClosed(this.#name, left)
    }
  }
}

async function queue(name: string): Promise<() => void> {
  const before = queues.get(name)
  let release = () => {}
  const own = new Promise<void>((resolve) => {
    release = () => {
      if (queues.get(name) === own) queues.delete(name)
      resolve()
    }
  })
  queues.set(name, own)
  await before
  return release
}

/** @returns gives the name back, and tells whether others wait for it; undefined where another one has it */
function listenOn(path: string): Promise<(() => boolean) | undefined> {
  return new Promise((resolve) => {
    const waiting = new Set<Socket>()
    const server: Server = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => {}).on('close', () => waiting.delete(socket))
    })
    // What cannot be had for other reasons is no lock: that of LMDB stands alone then.
    server.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE' ? undefined : () => false))
    server.listen({ path }, () => {
      resolve(() => {
        const isAwaited = waiting.size > 0
        for (const socket of waiting) socket.destroy()
        server.close()
        return isAwaited
      })
    })
  })
}

/** Resolves when whoever has the name gives it back, or ends; after some milliseconds in any case. */
function untilClosed(path: string, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.setTimeout(milliseconds, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
  })
}
