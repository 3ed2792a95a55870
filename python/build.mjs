/**
 * Puts into python/ what its wheel carries: what was built (dist), the packages it depends on with the native modules of this platform, and the
 * types of the options. Then it builds the wheel, into python/dist, by the pip of the Python that PYTHON names.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { optionHelp } from '../dist/options/option.js'
import { optionsOf } from '../dist/options/options.js'
import { OPTIONS } from '../dist/resolving/table.js'

const root = new URL('..', import.meta.url).pathname
const home = join(root, 'python/src/leitong')
const modules = join(home, '_node/node_modules')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The folder of a package as one that needs it finds it; undefined for a native module of another platform. */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === dirname(folder)) return undefined
  }
}

function carried() {
  const found = new Set()
  const wanted = [[root, Object.keys(manifest.dependencies)]]
  for (const [from, names] of wanted)
    for (const name of names) {
      const folder = folderOf(name, from)
      if (!folder || found.has(folder)) continue
      found.add(folder)
      const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      wanted.push([folder, Object.keys({ ...dependencies, ...optionalDependencies })])
    }
  return found
}

/** Types and maps are for those who write JavaScript. */
const isNeeded = (path) => !/\.(?:d\.[cm]?ts|map)$/.test(path)

rmSync(join(home, '_node'), { recursive: true, force: true })
mkdirSync(modules, { recursive: true })
const own = join(modules, 'leitong')
for (const name of ['package.json', 'LICENSE', 'NOTICE']) cpSync(join(root, name), join(own, name))
cpSync(join(root, 'dist'), join(own, 'dist'), { recursive: true, filter: isNeeded })
const packages = carried()
for (const folder of packages) {
  const below = `${folder}${sep}node_modules`
  cpSync(folder, join(modules, folder.slice(join(root, 'node_modules').length + 1)), {
    recursive: true,
    filter: (path) => isNeeded(path) && path !== below,
  })
}
for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(root, 'python', name))

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const KEYWORDS = new Set(['with'])
const TYPES = { flag: 'bool', integer: 'int', number: 'float', bytes: 'int | str', list: 'Sequence[str] | str', text: 'str' }
const typeOf = (spec, name) =>
  name === 'fields'
    ? 'str | Mapping[str, Any]'
    : spec.kind === 'choice'
      ? `Literal[${spec.of.map((value) => JSON.stringify(value)).join(', ')}]`
      : TYPES[spec.kind]

const MORE = {
  dedupe: [
    ['pairs', 'bool', 'all similar pairs, not only those that decide'],
    ['against', 'Any', 'old documents, of the kinds that documents may be; for files files, folders, saved runs'],
    ['save_run', 'str', 'a folder to which this run adds what it keeps'],
  ],
  link: [
    ['mapping', 'str | Mapping[str, Any]', 'the fields of each side'],
    ['one_to_one', 'bool', 'a document is in one pair at most'],
  ],
  'index create': [['create', 'bool', 'False: an index that is not there is an error']],
}

function typed(title, command) {
  const own = optionsOf(command).map((name) => {
    const spec = OPTIONS[name]
    const spelled = snake(spec.spelled ?? name)
    return [
      KEYWORDS.has(spelled) ? `${spelled}_` : spelled,
      typeOf(spec, name),
      optionHelp(spec).replace(/--([a-z-]+)/g, (_, flag) => flag.replaceAll('-', '_')),
    ]
  })
  const lines = [...own, ...(MORE[command] ?? [])].map(([name, type, help]) => `    ${name}: ${type}\n    ${JSON.stringify(help)}\n`)
  return `class ${title}(TypedDict, total=False):\n${lines.join('')}`
}

writeFileSync(
  join(home, '_options.py'),
  `"""Made from the table of options by python/build.mjs."""
from __future__ import annotations

from typing import Any, Literal, Mapping, Sequence, TypedDict

__version__ = ${JSON.stringify(manifest.version)}


${[
  ['DedupeOptions', 'dedupe'],
  ['LinkOptions', 'link'],
  ['CompareOptions', 'compare'],
  ['FingerprintOptions', 'fingerprint'],
  ['IndexOptions', 'index create'],
]
  .map(([title, command]) => typed(title, command))
  .join('\n\n')}`,
)
process.stdout.write(`python/: ${packages.size} packages beside the bundle\n`)

const wheels = join(root, 'python/dist')
rmSync(wheels, { recursive: true, force: true })
const args = ['-m', 'pip', 'wheel', '--quiet', '--disable-pip-version-check', '--no-deps', '--wheel-dir', wheels, join(root, 'python')]
execFileSync(process.env['PYTHON'] ?? 'python3', args, { stdio: 'inherit' })
