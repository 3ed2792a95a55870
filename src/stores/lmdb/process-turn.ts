/**
 * Turns of processes that write to one index, ahead of the lock of LMDB.
 *
 * LMDB's lock is a robust mutex of the C library. A process that is killed between giving it back and waking the next one leaves that one
 * asleep for ever where no third one comes, and its thread with it. So processes of one machine queue here, and find the lock of LMDB free.
 * A turn is a socket of an abstract name, which goes with its process however that ends; those who wait are connected to it, and
 * see it close. Where there are no such names (Linux has them) those of one thread queue all the same, and between processes the lock of LMDB
 * stands alone. It is what keeps writers apart in either case.
 *
 * Opening, closing and removing an index take turns too: a file is not removed while it is opened.
 */
import { statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { LeitongError } from '../../errors.js'

/** Milliseconds that a process waits for others to write: a transaction takes a moment, compacting a large index some minutes. */
const PATIENCE = 600_000

/** Those of this thread that have a turn or wait for one, by name, where the system has no names for it. */
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
    if (process.platform !== 'linux') return queue(this.#name)
    for (const end = Date.now() + this.#patience; ; ) {
      const release = await listenOn(this.#name)
      if (release) return release
      const left = end - Date.now()
      if (left <= 0) throw new LeitongError('STORE', this.#url, 'another process has been writing to it for minutes, and does not end')
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

/** @returns undefined where another one has the name */
function listenOn(path: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const waiting = new Set<Socket>()
    const server: Server = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => {})
    })
    // What cannot be had for other reasons is no lock: that of LMDB stands alone then.
    server.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE' ? undefined : () => {}))
    server.listen({ path }, () => {
      resolve(() => {
        for (const socket of waiting) socket.destroy()
        server.close()
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
