/** What LMDB says of a disk that is full is no more than that a write failed. */
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes of room below which a disk counts as full: LMDB writes pages of 4 KB, some tens at once. */
const LEAST_ROOM = 1 << 20
/** The words of systems for a write that failed, for whatever cause. */
const FAILED_WRITE = /Input\/output error|No space left|File too large|quota|MDB_MAP_FULL/i

/** The message of a failed write, with the cause where it is want of room, and the remedy. */
export function explainFull(message: string, folder: string): string {
  if (!FAILED_WRITE.test(message)) return message
  return hasRoom(folder)
    ? `${message}: the disk fails, or a limit of file sizes or a quota is reached`
    : `the disk of the folder is full (${message}): make room there and go on`
}

/** LMDB maps the file of its locks into memory when it makes it, and without room for that the system ends the process. */
export function requireRoom(folder: string, lockFile: string): void {
  if (!existsSync(lockFile) && !hasRoom(folder)) throw new Error('the disk of the folder is full: make room there and go on')
}

/** Pages that a small transaction writes, and some more. */
const PAGES = 12
/** Bytes of room that nobody else takes up within one transaction: with more nothing is taken before. */
const AMPLE = 64 << 20

/**
 * Takes room for what a transaction will write, where the file has none behind its pages. Where LMDB itself is refused a write, the package may
 * write over memory of others (lmdb 3.5.6), and the process ends by a signal.
 *
 * To be called within the transaction, when nobody else writes.
 *
 * @param pages  at most so many are written
 * @throws {NodeJS.ErrnoException} where there is none
 */
export function takeRoom(path: string, root: { getStats(): object }, pages = PAGES): void {
  const { pageSize, lastPageNumber } = root.getStats() as { readonly pageSize: number; readonly lastPageNumber: number }
  const end = (lastPageNumber + 1 + pages) * pageSize
  const { size } = statSync(path)
  if (size >= end) return
  const file = openSync(path, 'r+')
  try {
    for (let at = size; at < end; ) at += writeSync(file, ZEROS, 0, Math.min(ZEROS.length, end - at), at)
  } catch (error) {
    // What was taken in vain is given back.
    ftruncateSync(file, size)
    throw error
  } finally {
    closeSync(file)
  }
}

/** Whether a file may be refused so many bytes more: the disk is nearly full, or the system limits the size of files. */
export const mayLackRoom = (path: string, bytes: number): boolean => hasFileLimit() || roomOf(dirname(path)) < AMPLE + bytes

const ZEROS = Buffer.alloc(1 << 16)

let isLimited: boolean | undefined

/** Whether the system refuses files of this process beyond some size; false where it does not say. */
function hasFileLimit(): boolean {
  try {
    isLimited ??= !/^Max file size\s+unlimited/m.test(readFileSync('/proc/self/limits', 'utf8'))
  } catch {
    isLimited = false
  }
  return isLimited
}

const hasRoom = (folder: string): boolean => roomOf(folder) >= LEAST_ROOM

/** Bytes that this user may still write there; infinite where the system does not say. */
function roomOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
