/** What LMDB says of a disk that is full is no more than that a write failed. */
import { existsSync, statfsSync } from 'node:fs'

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

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= LEAST_ROOM
  } catch {
    return true
  }
}
