/** Files that were mounted by themselves, as containers do: nothing can take their place. */
import { readFileSync } from 'node:fs'

/** Places in the format of /proc/self/mountinfo: the fifth column, in which blanks are octal. */
export const mountPoints = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const place = line.split(' ')[4]
    return place === undefined ? [] : [place.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))]
  })

/** Whether something is mounted at this very place; false where the system does not say. */
export function isMounted(place: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    return mountPoints(readFileSync('/proc/self/mountinfo', 'latin1')).includes(Buffer.from(place).toString('latin1'))
  } catch {
    return false
  }
}
