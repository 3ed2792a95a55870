/** Marks of a process that outlive it: its machine, its number and when it began. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** A few characters that stand for a text. */
export const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10)

/** This machine. Processes of another one, on a shared disk, cannot be seen from here. */
export const HOST = short(hostname())

/** A number is given to another process after a while: that one began at another time. */
export function isAlive(pid: number, start: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startOf(pid) === (start || undefined)
}

/** When a process began, in ticks since the machine did; undefined where the system does not say. */
export function startOf(pid: number): number | undefined {
  try {
    // The name of the command stands in parentheses and may hold spaces; the time is the 20th word after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) || undefined
  } catch {
    return undefined
  }
}
