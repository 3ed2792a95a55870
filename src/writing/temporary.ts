/** Files that exist only during a run; gone when it ends, however it ends short of a kill. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'

const present = new Set<string>()

function removeAll(): void {
  for (const path of present) rmSync(path, { recursive: true, force: true })
  present.clear()
}

let watching = false

/** Remembers a path, to remove it when the process exits. */
export function track(path: string): string {
  if (!watching) process.on('exit', removeAll)
  watching = true
  present.add(path)
  return path
}

/** What has its last name now stays. */
export function release(path: string): void {
  present.delete(path)
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
