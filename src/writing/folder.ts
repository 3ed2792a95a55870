/** Folders that are made with all that are missing above them. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and the missing ones above it. Where one is there already, nothing happens. Node's own recursive `mkdir` never comes
 * back where the system refuses a folder below one that is there, as in /proc.
 *
 * @param mode  rights of the new folders, less the umask
 * @throws the error of the system
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = []
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at)
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, mode)
    } catch (error) {
      // Somebody else was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
