/** Files that a call may name: those below the folders that the client has opened, its roots. */
import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LeitongError } from '../errors.js'
import { requireFile } from '../server/options.js'

export class Places {
  readonly #roots: readonly string[]

  /** @param roots  folders, as paths or as URLs of files; those that are not there, and other URLs, open nothing */
  constructor(roots: readonly string[]) {
    this.#roots = roots.flatMap((root) => {
      try {
        return [realpathSync(root.startsWith('file:') ? fileURLToPath(root) : root)]
      } catch {
        return []
      }
    })
  }

  /** The roots by names of their own, as options of requests name places. */
  get named(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#roots.map((root, i) => [`root${i}`, root]))
  }

  /**
   * A path of a call as requests name it: `root0/letters.jsonl`. It may be absolute, the URL of a file, or relative to a root.
   *
   * @throws {LeitongError} `SERVICE_PLACE` for what lies in no root, also by `..` and by a link, and for what is no file
   */
  nameOf(given: string): string {
    const refused = new LeitongError('SERVICE_PLACE', `"${given.slice(0, 80)}": it is in none of the roots`)
    if (given.includes('\0')) throw refused
    const isFileUrl = given.startsWith('file:')
    if (!isFileUrl) requireFile(given)
    const path = isFileUrl ? pathOf(given, refused) : given
    for (const [i, root] of this.#roots.entries()) {
      const inside = relative(root, existing(resolve(root, path)))
      if (!inside.startsWith('..') && !isAbsolute(inside)) return `root${i}/${inside}`
    }
    throw refused
  }

  /** The path itself, which need not be there yet. @throws {LeitongError} `SERVICE_PLACE` */
  pathOf(given: string): string {
    const [root = '', ...inside] = this.nameOf(given).split('/')
    return resolve(this.named[root] as string, ...inside)
  }
}

function pathOf(url: string, refused: Error): string {
  try {
    return fileURLToPath(url)
  } catch {
    throw refused
  }
}

/** Where a path leads, as far as it is there. */
function existing(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = resolve(path, '..')
    return parent === path ? path : resolve(existing(parent), path.slice(parent.length).replace(/^\/+/, ''))
  }
}
