/** A lock on a file, as a file beside it: one process at a time works with what it guards. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { HOST, isAlive, startOf } from './process-mark.js'
import { forget, track } from './temporary.js'

export class LockFile implements Disposable {
  readonly #path: string

  private constructor(path: string) {
    this.#path = path
  }

  /**
   * Takes the lock `PATH.lock`. One that a dead process of this machine left is taken over.
   *
   * @throws {LeitongError} `LOCKED` while another process, or another call in this one, has it; `OUTPUT_WRITE`
   */
  static take(guarded: string): LockFile {
    const path = `${guarded}.lock`
    for (let attempt = 0; ; attempt++) {
      try {
        writeFileSync(path, `${HOST} ${process.pid} ${startOf(process.pid) ?? 0}\n`, { flag: 'wx' })
        track(path)
        return new LockFile(path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new LeitongError('OUTPUT_WRITE', path, (error as Error).message)
      }
      const holder = holderOf(path)
      // Gone by now, or left behind: once more. Others may be as fast, so not for ever.
      if (holder !== undefined || attempt >= ATTEMPTS)
        throw new LeitongError('LOCKED', guarded, path, holder ?? 'one of several that began at once')
    }
  }

  [Symbol.dispose](): void {
    forget(this.#path)
  }
}

const ATTEMPTS = 10

/** Who has the lock; undefined, and the lock is gone, when that process is dead. */
function holderOf(path: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const [, host, pid, start] = /^(\w+) (\d+) (\d+)$/m.exec(text) ?? []
  if (host === undefined) return 'a process that does not say which'
  if (host !== HOST) return `process ${pid} of another machine`
  if (isAlive(Number(pid), Number(start))) return `process ${pid}`
  removeLeft(path, text)
  return undefined
}

/** Milliseconds after which a process that was removing a lock is taken for dead. */
const REMOVING = 10_000

/**
 * Removes a lock that was left behind, one process at a time: between reading it and removing it another may have taken the lock over, and
 * what is removed then would be a lock that is held.
 */
function removeLeft(path: string, text: string): void {
  const turn = `${path}.removing`
  try {
    writeFileSync(turn, '', { flag: 'wx' })
  } catch {
    const since = statSync(turn, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > REMOVING) rmSync(turn, { force: true })
    return
  }
  try {
    if (readFileSync(path, 'utf8') === text) rmSync(path, { force: true })
  } catch {
    // It is gone already.
  } finally {
    rmSync(turn, { force: true })
  }
}
