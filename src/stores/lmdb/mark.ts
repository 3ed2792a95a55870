/**
 * Whether a file of LMDB is as the last of our processes left it. LMDB maps its file, and a damaged one may end the process that reads it:
 * a file that something else has changed (a copy, a backup that was brought back, an editor) is tried in a process of its own first.
 *
 * The mark is one line beside the file: device, inode, bytes, and the times of the last change, in nanoseconds. It is written after each
 * transaction. A process that is killed between the two leaves an old mark, which costs the next one a trial and nothing else.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs'

function markOf(file: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

/** Whether the file is as it was when it was marked. */
export function isMarked(file: string, mark: string): boolean {
  try {
    return readFileSync(mark, 'utf8').trimEnd() === markOf(file)
  } catch {
    return false
  }
}

/** Marks a file after a change of ours. Where the mark cannot be written, the next process tries the file. */
export function setMark(file: string, mark: string): void {
  try {
    writeFileSync(mark, `${markOf(file)}\n`)
  } catch {
    // As said.
  }
}
