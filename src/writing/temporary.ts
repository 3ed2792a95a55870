/** Files that exist only during a run; gone when it ends, however it ends short of a kill. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'

/** Paths that go when the process exits. It watches the exit only while there are any, so that no call leaves anything behind. */
class TemporaryPaths {
  readonly #paths = new Set<string>()

  readonly #removeAll = () => {
    for (const path of this.#paths) rmSync(path, { recursive: true, force: true })
    this.#paths.clear()
  }

  add(path: string): void {
    if (!this.#paths.size) process.on('exit', this.#removeAll)
    this.#paths.add(path)
  }

  delete(path: string): void {
    if (this.#paths.delete(path) && !this.#paths.size) process.off('exit', this.#removeAll)
  }
}

/** Of the process, since it exits once; empty between runs. */
const temporary = new TemporaryPaths()

/** Remembers a path, to remove it when the process exits. */
export function track(path: string): string {
  temporary.add(path)
  return path
}

/** Lets a path stay that has its last name now. */
export function release(path: string): void {
  temporary.delete(path)
}

/** Removes a path now. */
export function forget(path: string): void {
  rmSync(path, { recursive: true, force: true })
  temporary.delete(path)
}

/**
 * A folder of one run, for spools and spilled signatures.
 *
 * @throws {LeitongError} `OUTPUT_WRITE`
 */
export function createTemporaryFolder(parent: string): string {
  try {
    return track(mkdtempSync(join(parent, 'leitong-')))
  } catch (error) {
    throw new LeitongError('OUTPUT_WRITE', parent, (error as Error).message)
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
