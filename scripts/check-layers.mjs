/**
 * Rooms may only look into the rooms named here, so that the arrows between them stay acyclic and the pure rooms pure.
 * A new import that fails this check is a question about structure: mend the structure, or change the map here and in
 * ARCHITECTURE.md.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = new URL('../', import.meta.url).pathname
/** Which rooms each room may import from; `errors` and `version` stand for files of their own. */
const MAY = {
  errors: [],
  tokenizing: [],
  hashing: [],
  fingerprinting: ['hashing'],
  kernel: ['errors', 'tokenizing', 'hashing', 'fingerprinting'],
  searching: ['errors', 'fingerprinting', 'kernel'],
  comparing: ['tokenizing', 'kernel'],
  evaluating: ['errors', 'hashing', 'fingerprinting', 'searching', 'grouping'],
  grouping: [],
  matching: ['errors', 'hashing', 'tokenizing', 'grouping'],
  generating: ['errors'],
  sources: ['errors', 'tokenizing'],
  stores: ['errors', 'searching', 'sources'],
  weighting: ['errors'],
  engine: [
    'errors',
    'tokenizing',
    'hashing',
    'weighting',
    'fingerprinting',
    'kernel',
    'searching',
    'comparing',
    'grouping',
    'sources',
    'stores',
    'evaluating',
    'generating',
  ],
  cli: ['errors', 'sources', 'engine', 'generating'],
  pure: ['errors', 'tokenizing', 'fingerprinting', 'kernel', 'searching', 'comparing', 'grouping', 'generating', 'weighting', 'engine'],
  browser: ['pure'],
  index: ['pure', 'engine', 'stores'],
  web: ['comparing'],
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts')) yield path
  }
}

/** The room of a file: its folder below src, its own name when it stands in src itself, or web. */
function roomOf(path) {
  const [top, room] = relative(root, path).split('/')
  return top === 'web' ? 'web' : room.replace(/\.ts$/, '')
}

const wrong = []
const graph = new Map()
for (const path of [...files(join(root, 'src')), ...files(join(root, 'web'))]) {
  const from = roomOf(path)
  for (const [, target] of readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const to = roomOf(resolve(dirname(path), target.replace(/\.js$/, '.ts')))
    if (to === from) continue
    graph.set(from, (graph.get(from) ?? new Set()).add(to))
    if (!MAY[from]?.includes(to)) wrong.push(`${relative(root, path)}: ${from} must not import from ${to}`)
  }
}

/** A cycle in what is allowed would make the check worthless. */
function visit(room, path) {
  if (path.includes(room)) throw new Error(`the allowed arrows form a cycle: ${[...path, room].join(' -> ')}`)
  for (const next of MAY[room]) visit(next, [...path, room])
}
for (const room of Object.keys(MAY)) visit(room, [])

if (wrong.length) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
console.log(`layers: ${graph.size} rooms, every arrow allowed`)
