/** Temporary files beside outputs: their names tell which process writes them, so that those of dead processes can go. */
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HOST, isAlive, short, startOf } from './process-mark.js'

/** Short enough for any name of an output, however long. Files of other machines on a shared disk have another prefix and are left alone. */
const prefixOf = (place: string) => `.leitong-${short(basename(place))}-${HOST}-`

/**
 * A name beside a place for a file of this process.
 *
 * @example temporaryBeside('/data/kept.jsonl') // '/data/.leitong-1f…-9c…-4711-83214-5e0a7b.tmp'
 */
export const temporaryBeside = (place: string, folder = dirname(place)): string =>
  join(folder, `${prefixOf(place)}${process.pid}-${startOf(process.pid) ?? 0}-${randomBytes(4).toString('hex')}.tmp`)

/**
 * Removes what dead processes left beside a place.
 *
 * @returns the paths that were removed
 */
export function removeLeftovers(place: string): string[] {
  const folder = dirname(place)
  const prefix = prefixOf(place)
  return namesIn(folder).flatMap((name) => {
    if (!name.startsWith(prefix)) return []
    const [, pid, start] = /^(\d+)-(\d+)-[0-9a-f]+\.tmp$/.exec(name.slice(prefix.length)) ?? []
    if (pid === undefined || isAlive(Number(pid), Number(start))) return []
    const path = join(folder, name)
    try {
      rmSync(path, { recursive: true })
      return [path]
    } catch {
      // Somebody else's, or gone by now.
      return []
    }
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
