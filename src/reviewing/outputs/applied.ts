/** What a review has written: made beside what was written before, and put in its place when it is whole. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const APPLIED = 'applied'

/** Where it is made. @param folder  of the review, as in all of these */
export const madeIn = (folder: string): string => join(folder, `${APPLIED}.new`)

/** Puts what was made in the place of what was written before. */
export function takeApplied(folder: string): void {
  rmSync(join(folder, APPLIED), { recursive: true, force: true })
  renameSync(madeIn(folder), join(folder, APPLIED))
}

/** Removes what was made and is not to be shown. */
export const leaveApplied = (folder: string): void => rmSync(madeIn(folder), { recursive: true, force: true })

/** The path of a file that was written, by its name; undefined where there is none. */
export function appliedFile(folder: string, name: string): string | undefined {
  const path = join(folder, APPLIED, name)
  return /^(?:kept\.[a-z0-9]{1,9}|removed\.jsonl)$/.test(name) && existsSync(path) ? path : undefined
}
