/**
 * Other versions of Node, to hold results against each other: programs from packages of npm, taken only with the right hash.
 * `node scripts/ensure-nodes.mjs` prints their paths, and fetches what is missing.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CACHE } from './ensure-servers.mjs'

/** By system and processor; elsewhere there are none. */
export const NODES = {
  'linux-x64': {
    '22.23.3': 'fde6a4bf8d0562f7751d1a2d6cb9b417c4cfe107bbcb0aa3e9a24e125e348f48',
    '24.21.0': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  },
}

const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

/**
 * The paths of the programs.
 *
 * @throws where one cannot be fetched, or is not the one that is pinned
 */
export function ensureNodes(platform = `${process.platform}-${process.arch}`) {
  return Object.entries(NODES[platform] ?? {}).map(([version, hash]) => {
    const path = join(CACHE, `node-${version}`)
    if (existsSync(path) && hashOf(path) === hash) return path
    mkdirSync(CACHE, { recursive: true })
    const folder = mkdtempSync(join(CACHE, 'fetch-'))
    try {
      const quiet = { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' }
      const [archive] = execFileSync('npm', ['pack', '--silent', `node-${platform}@${version}`], quiet)
        .trim()
        .split('\n')
        .slice(-1)
      execFileSync('tar', ['xzf', archive, 'package/bin/node'], quiet)
      const program = join(folder, 'package/bin/node')
      if (hashOf(program) !== hash) throw new Error(`node-${platform}@${version} is not the program that is pinned`)
      renameSync(program, path)
      return path
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const path of ensureNodes()) console.log(path)
