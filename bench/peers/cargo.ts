/** Commands of crates.io, built under bench/.cargo the first time that they are asked for. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../.cargo')

/** The path of a command; it needs `cargo`. */
export function cargoCommand(name: string, version: string): string {
  const path = join(root, 'bin', name)
  if (!existsSync(path)) {
    console.error(`building ${name} ${version} into bench/.cargo`)
    execFileSync('cargo', ['install', `${name}@${version}`, '--locked', '--root', root], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return path
}
