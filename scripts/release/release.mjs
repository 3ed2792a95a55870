/**
 * What is released: the package, the list of what it is made of (CycloneDX), and their hashes, in a folder.
 *
 *     node scripts/release/release.mjs [FOLDER]     release/ by default; a folder that is there is refused
 *
 * Publishing is left to people: `npm publish FOLDER/leitong-VERSION.tgz`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const folder = resolve(process.argv[2] ?? join(root, 'release'))
const run = (command, args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] })

const changed = run('git', ['status', '--porcelain', '--untracked-files=no'])
if (changed) throw new Error(`commit or take back first, so that others can make the same package:\n${changed}`)
mkdirSync(folder)
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
run('npm', ['pack', '--silent', '--pack-destination', folder])
// From the lock file alone: what happens to be installed here is nobody else's.
const parts = JSON.parse(
  run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev', '--package-lock-only']),
)
// Without the time and a number of its own, the same sources make the same list.
delete parts.serialNumber
delete parts.metadata.timestamp
writeFileSync(join(folder, `${name}-${version}.cdx.json`), `${JSON.stringify(parts, undefined, 2)}\n`)
const hashOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
const sums = readdirSync(folder)
  .sort()
  .map((file) => `${hashOf(file)}  ${file}\n`)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
process.stdout.write(sums.join(''))
