/** A lock on a file, as a file beside it: one process at a time works with what it guards. */
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { HOST, isAlive, short, startOf } from './process-mark.js'
import { forget, track } from './temporary.js'

/** Milliseconds between signs of life, and without one until a holder that cannot be looked for counts as gone. */
const BEAT = 10_000
const EXPIRY = 60_000

/** Milliseconds that a short lock is waited for. */
const PATIENCE = 2000

export class LockFile implements Disposable {
  readonly #path: string
  readonly #beat: NodeJS.Timeout

  private constructor(path: string, own: string) {
    this.#path = path
    // Written by whoever keeps the disk, the time of the file is that of its clock.
    this.#beat = setInterval(() => {
      try {
        if (readFileSync(path, 'utf8') === own) writeFileSync(path, own, { flag: 'r+' })
      } catch {
        // The next one may succeed.
      }
    }, BEAT).unref()
  }

  /**
   * Takes the lock `PATH.lock`. One that a dead process left is taken over.
   *
   * @throws {LeitongError} `LOCKED` while another process, or another call in this one, has it; `OUTPUT_WRITE`
   */
  static take(guarded: string): LockFile {
    const path = `${guarded}.lock`
    return new LockFile(path, hold(path, guarded))
  }

  /**
   * Takes a lock that is held only for as long as a small file is written: waits for its holder instead of failing at once.
   * The thread sleeps meanwhile.
   *
   * @throws {LeitongError} `LOCKED` where it is still held after {@link PATIENCE}; `OUTPUT_WRITE`
   */
  static takeSoon(guarded: string): LockFile {
    const until = performance.now() + PATIENCE
    for (;;) {
      try {
        return LockFile.take(guarded)
      } catch (error) {
        if (!(error instanceof LeitongError) || error.code !== 'LOCKED' || performance.now() >= until) throw error
      }
      Atomics.wait(nap, 0, 0, 5)
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#beat)
    forget(this.#path)
  }
}

const nap = new Int32Array(new SharedArrayBuffer(4))

/** The lock of another one, as it was seen. */
interface Seen {
  readonly text: string
  readonly file: number
  /** Milliseconds since 1970 of its last sign of life. */
  readonly at: number
}

/** @returns what is in the lock that is held now */
function hold(path: string, guarded: string): string {
  const own = `${HOST} ${process.pid} ${startOf(process.pid) ?? 0} ${randomBytes(8).toString('hex')}\n`
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, own, { flag: 'wx' })
      track(path)
      return own
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new LeitongError('OUTPUT_WRITE', path, (error as Error).message)
    }
    const seen = look(path)
    if (seen) removeLeft(path, guarded, seen)
    // Others may be as fast, so not for ever.
    if (attempt >= ATTEMPTS) throw new LeitongError('LOCKED', guarded, path, 'one of several that began at once')
  }
}

const ATTEMPTS = 10

/** Undefined where it is gone by now. */
function look(path: string): Seen | undefined {
  try {
    const { ino, mtimeMs } = statSync(path)
    return { text: readFileSync(path, 'utf8'), file: ino, at: mtimeMs }
  } catch {
    return undefined
  }
}

/**
 * Removes a lock whose holder is gone. Of all who find it so one may remove it, and looks once more: else it would remove the lock of another
 * one who was faster.
 *
 * @throws {LeitongError} `LOCKED` where the holder is not gone
 */
function removeLeft(path: string, guarded: string, seen: Seen): void {
  refuseLiving(path, guarded, seen)
  const guard = `${path}.${short(seen.text)}`
  hold(guard, guarded)
  try {
    const now = look(path)
    if (now?.text !== seen.text || now.file !== seen.file) return
    refuseLiving(path, guarded, now, look(guard)?.at ?? now.at)
    rmSync(path, { force: true })
  } finally {
    forget(guard)
  }
}

/** @param time  now, by the clock that keeps the times of files; without it signs of life are not looked at */
function refuseLiving(path: string, guarded: string, { text, at }: Seen, time?: number): void {
  const [, host, pid, start] = /^(\w+) (\d+) (\d+)/m.exec(text) ?? []
  if (host === HOST) {
    if (!isAlive(Number(pid), Number(start))) return
    throw new LeitongError('LOCKED', guarded, path, `process ${pid}`)
  }
  // Of another machine, or of a container that was made anew, or not yet written.
  if (time === undefined || time - at > EXPIRY) return
  throw new LeitongError(
    'LOCKED',
    guarded,
    path,
    host === undefined ? 'a process that does not say which' : `process ${pid} of another machine`,
  )
}
