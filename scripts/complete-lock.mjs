/**
 * Adds the packages of other systems to package-lock.json. npm leaves out those that the registry at hand does not carry, and
 * `npm ci` then refuses the lock file; entries with version, system and processor are all it needs, here and elsewhere.
 * Run after a package was added.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x']

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
let added = 0
for (const [at, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  if (!at) continue
  for (const [name, range] of Object.entries(optionalDependencies)) {
    const places = [`${at}/node_modules/${name}`, `node_modules/${name}`]
    if (places.some((place) => lock.packages[place])) continue
    const parts = name.replace(/^@[^/]+\//, '').split('-')
    const os = parts.filter((part) => SYSTEMS.includes(part))
    const cpu = parts.filter((part) => PROCESSORS.includes(part))
    // Not a package for one system: its absence means something else.
    if (!os.length || !/^\d/.test(range)) continue
    const libc = parts.some((part) => part.startsWith('musl')) ? ['musl'] : undefined
    lock.packages[places[1]] = { version: range, cpu, ...(dev ? { dev } : {}), ...(libc ? { libc } : {}), optional: true, os }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other systems added`)
