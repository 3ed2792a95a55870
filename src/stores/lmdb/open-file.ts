/**
 * Opening a file of LMDB.
 *
 * Where opening fails, the package frees what it goes on to use (closeEnv in openEnv of its env.cpp, as of 3.5.6), and the process ends by a
 * signal. So what opening needs is looked for before, and what is missing is told: descriptors, address space, and rights to the files.
 */
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Key, RootDatabase, RootDatabaseOptionsWithPath } from 'lmdb'
import { loadPackage } from '../../packages.js'

export const lmdb = loadPackage<typeof import('lmdb')>('lmdb', 'keep an index in a folder')

/**
 * Bytes of address space for one file, not room on disk: the file grows as it is written, and LMDB takes more space when it outgrows this.
 * A process has 2^47 bytes of it, enough for thousands of files.
 */
const MAP = 2 ** 34
/** A process that may take less gives each file a part of what is left, and not less than this. */
const PARTS = 16
const LEAST_MAP = 2 ** 24
/** What others of the process take lies between, so that the last part of the space has no long stretch: with 98 of 140 TB taken, 64 GB failed. */
const USABLE = 3 / 4
/** Opening needs three descriptors; other threads take some meanwhile. */
const DESCRIPTORS = 16

/** @throws {Error} with the cause and the remedy, for people */
export function openFile<Value, Name extends Key>(
  options: RootDatabaseOptionsWithPath & { readonly path: string },
): RootDatabase<Value, Name> {
  const { path } = options
  requireRights(path)
  requireDescriptors()
  return lmdb.open<Value, Name>({
    ...options,
    noSubdir: true,
    mapSize: mapSizeFor(statSync(path, { throwIfNoEntry: false })?.size ?? 0, spaceLeft()),
  })
}

function requireRights(path: string): void {
  for (const file of [path, `${path}-lock`])
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
    else accessSync(dirname(path), constants.W_OK | constants.X_OK)
}

function requireDescriptors(): void {
  const taken: number[] = []
  try {
    while (taken.length < DESCRIPTORS) taken.push(openSync('/dev/null', 'r'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE' && (error as NodeJS.ErrnoException).code !== 'ENFILE') return
    throw new Error('too many files are open: raise the limit (ulimit -n), or keep fewer indexes open')
  } finally {
    for (const descriptor of taken) closeSync(descriptor)
  }
}

/**
 * @param bytes  of the file
 * @param left   bytes of address space, see {@link spaceLeft}
 * @throws {Error} where it does not suffice
 */
export function mapSizeFor(bytes: number, left: number): number {
  const size = Math.max(Math.min(MAP, 2 ** Math.floor(Math.log2(left / PARTS))), 2 ** Math.ceil(Math.log2(2 * bytes + 1)))
  if (!(size >= LEAST_MAP && size <= left / 2))
    throw new Error('the process has no address space for another file: raise the limit (ulimit -v), or keep fewer indexes open')
  return size
}

/** Bytes of address space that this process may still take; those of a usual machine where the system does not say. */
function spaceLeft(): number {
  try {
    const [, taken] = /^VmSize:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return spaceOfProcess() - Number(taken) * 1024
  } catch {
    return 2 ** 47
  }
}

let space: number | undefined

/** The least of what the processor can name and what the user may take. */
function spaceOfProcess(): number {
  if (space !== undefined) return space
  const [, limit] = /^Max address space\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  // The stack lies at the upper end of what a program can name.
  const [, top] = /^[0-9a-f]+-([0-9a-f]+) .*\[stack\]$/m.exec(readFileSync('/proc/self/maps', 'utf8')) ?? []
  const named = top === undefined ? 2 ** 47 : 2 ** Math.ceil(Math.log2(Number.parseInt(top, 16)))
  space = Math.min(USABLE * named, limit === undefined ? Number.POSITIVE_INFINITY : Number(limit))
  return space
}
