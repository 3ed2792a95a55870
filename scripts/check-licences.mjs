/** Refuses packages whose licence does not let leitong be used and passed on as Apache-2.0: of what is installed for users, and of what builds it. */
import { existsSync, readFileSync } from 'node:fs'

/** Licences that ask for no more than to be named. */
const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD',
  'Zlib',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
  'CC-BY-4.0',
]
/** Of packages that are used to build and test, and are not passed on. */
const FOR_DEVELOPMENT = ['MPL-2.0', 'LGPL-3.0-or-later', 'WTFPL']

/** This version states none; later ones of the same source do. It comes with a rival of the benchmarks and is not passed on. */
const STATED_LATER = { 'buffer-crc32': 'MIT' }

const root = new URL('..', import.meta.url)
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))
const wrong = []
let count = 0
for (const [path, { license, dev, devOptional, link }] of Object.entries(packages)) {
  if (!path || link) continue
  count++
  const name = path.replace(/^.*node_modules\//, '')
  const stated = license ?? statedIn(path) ?? STATED_LATER[name]
  // What is absent was made for another system, and has the licence that the lock file or its siblings state.
  if (stated === undefined && !existsSync(new URL(path, root))) continue
  const allowed = dev || devOptional ? [...PERMISSIVE, ...FOR_DEVELOPMENT] : PERMISSIVE
  if (!isAllowed(stated ?? 'none stated', allowed)) wrong.push(`${name}: ${stated ?? 'none stated'}`)
}

function statedIn(path) {
  const file = new URL(`${path}/package.json`, root)
  if (!existsSync(file)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
  return typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '))
}

/** An expression of SPDX: one of several that are offered is enough; all that are joined must do. */
function isAllowed(expression, allowed) {
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((offered) => offered.split(' AND ').every((one) => allowed.includes(one.trim())))
}

if (wrong.length) {
  console.error(`licences that are not on the list of scripts/check-licences.mjs:\n  ${wrong.join('\n  ')}`)
  process.exitCode = 1
} else console.log(`licences: ${count} packages, all permissive`)
