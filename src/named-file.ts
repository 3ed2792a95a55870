/** Files that an option names, read whole; a command remembers them, since no output may take their place. */
import { readFileSync } from 'node:fs'
import { LeitongError } from './errors.js'

/** Of a process that does one command; a program that uses the library may well read a file and write it later. */
let remembered: string[] | undefined

/** From now on the files that are read here are remembered. */
export function rememberNamedFiles(): void {
  remembered ??= []
}

/** Files that were read here since then. */
export const rememberedFiles = (): readonly string[] => remembered ?? []

/** Remembers a file that is read elsewhere. */
export function rememberFile(path: string): void {
  remembered?.push(path)
}

/** @throws {LeitongError} `SOURCE_MISSING` if there is none, `SOURCE_READ` */
export function readNamedFile(path: string): Buffer {
  rememberFile(path)
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new LeitongError('SOURCE_MISSING', path)
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
}
