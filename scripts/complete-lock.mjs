/**
 * Adds the packages of other systems to package-lock.json. npm leaves out those that the registry at hand does not carry, and
 * `npm ci` then refuses the lock file; entries with version, system and processor are all it needs, here and elsewhere.
 * The hashes of those that the registry does carry are taken from a lock file that npm makes anew of their parents alone.
 * Run after a package was added.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

const nameOf = (at) => at.replace(/^.*node_modules\//, '')
const isBare = ([at, { integrity, link }]) => at !== '' && !integrity && !link
const bare = new Set(
  Object.entries(lock.packages)
    .filter(isBare)
    .map(([at]) => nameOf(at)),
)
const hashed = bare.size ? hashesOf(parentsOf(bare)) : {}
for (const [at, entry] of Object.entries(lock.packages)) {
  const found = hashed[`${nameOf(at)}@${entry.version}`]
  if (!entry.integrity && found) lock.packages[at] = { version: entry.version, integrity: found, ...entry }
}

/** Versions of the packages that ask for them. */
function parentsOf(names) {
  const all = Object.entries(lock.packages).filter(
    ([at, { optionalDependencies = {} }]) => at && Object.keys(optionalDependencies).some((name) => names.has(name)),
  )
  return Object.fromEntries(all.map(([at, { version }]) => [nameOf(at), version]))
}

function hashesOf(dependencies) {
  const folder = mkdtempSync(join(tmpdir(), 'leitong-lock-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
    const settings = new URL('../.npmrc', import.meta.url).pathname
    if (existsSync(settings)) copyFileSync(settings, join(folder, '.npmrc'))
    execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--legacy-peer-deps'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
    return Object.fromEntries(Object.entries(packages).map(([at, { version, integrity }]) => [`${nameOf(at)}@${version}`, integrity]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const left = Object.entries(lock.packages).filter(isBare)
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other systems added, ${bare.size - left.length} hashes; ${left.length} are left without one`)
