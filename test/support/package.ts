/** The package as it is published. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = new URL('../../', import.meta.url).pathname

/** Packs what was built, and returns the path of the tarball in the folder. */
export function pack(folder: string): string {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  return join(folder, execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim())
}
