/** Files that exist only during a run; gone when it ends, however it ends short of a kill. */
import { closeSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { LeitongError } from '../errors.js'

const present = new Set<string>()

function removeAll(): void {
  for (const path of present) rmSync(path, { recursive: true, force: true })
  present.clear()
}

let watching = false

function track(path: string): string {
  if (!watching) process.on('exit', removeAll)
  watching = true
  present.add(path)
  return path
}

export function forget(path: string): void {
  rmSync(path, { recursive: true, force: true })
  present.delete(path)
}

/** A folder of one run for spools and spilled signatures. */
export function createTemporaryFolder(parent: string): string {
  try {
    return track(mkdtempSync(join(parent, 'leitong-')))
  } catch (error) {
    throw new LeitongError('OUTPUT_WRITE', parent, (error as Error).message)
  }
}

/** A file that appears under its name only when it is complete: written beside it, synced, renamed. */
export class AtomicFile {
  readonly path: string
  readonly temporary: string
  readonly #descriptor: number
  #open = true

  constructor(path: string) {
    this.path = path
    this.temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${Math.random().toString(36).slice(2, 8)}.tmp`)
    this.#descriptor = this.#try(() => openSync(this.temporary, 'wx'))
    track(this.temporary)
  }

  write(bytes: Uint8Array | string): void {
    const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    for (let done = 0; done < all.length; ) done += this.#try(() => writeSync(this.#descriptor, all, done, all.length - done))
  }

  /** Syncs the file; it still has its temporary name. */
  finish(): void {
    if (!this.#open) return
    this.#try(() => fsyncSync(this.#descriptor))
    closeSync(this.#descriptor)
    this.#open = false
  }

  /** Gives the finished file its name. */
  commit(): void {
    this.finish()
    this.#try(() => renameSync(this.temporary, this.path))
    present.delete(this.temporary)
    syncFolder(dirname(this.path))
  }

  discard(): void {
    if (this.#open) closeSync(this.#descriptor)
    this.#open = false
    forget(this.temporary)
  }

  #try<Result>(action: () => Result): Result {
    try {
      return action()
    } catch (error) {
      throw new LeitongError('OUTPUT_WRITE', this.path, (error as Error).message)
    }
  }
}

/** A rename is lasting once its folder is synced; systems that cannot do that lose nothing else. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch {
    // Not every file system lets a folder be opened.
  }
}

/** A temporary folder that is made when first asked for. */
export interface LazyFolder {
  open(): string
  /** Lets it go, if it was made. */
  forget(): void
}

export function lazyFolder(parent: string): LazyFolder {
  let folder: string | undefined
  return {
    open() {
      folder ??= createTemporaryFolder(parent)
      return folder
    },
    forget() {
      if (folder) forget(folder)
    },
  }
}
