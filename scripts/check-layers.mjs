/**
 * Draws the import graph, and refuses arrows that the map below does not allow, circles, and folders that are too full. Types of one room may
 * import each other.
 *
 * A new import that fails this check is a question about structure: mend the structure, or change the map here and in
 * ARCHITECTURE.md.
 */
import { dirname } from 'node:path'
import { circlesOf, floorsOf, readImports, roomGraph, roomOf } from './import-graph.mjs'

/** More files than this in one folder hide each other. */
const MOST_FILES = 25
const PURE = ['errors', 'hashing', 'tokenizing', 'fingerprinting', 'weighting', 'kernel', 'searching', 'comparing', 'grouping']
const READING = [
  ...PURE,
  'deciding',
  'named-file',
  'packages',
  'options',
  'sources/formats',
  'sources/rows',
  'sources/databases',
  'sources/objects',
]
const STAGES = [...READING, 'matching', 'methods', 'reading', 'resolving', 'signing', 'working', 'writing', 'version']

/** The rooms that each room may import from, the lowest first; a file directly below src or jobs is a room by its own name. */
const MAY = {
  errors: [],
  version: [],
  chinese: ['errors'],
  'named-file': ['errors'],
  packages: ['errors'],
  hashing: [],
  tokenizing: ['hashing'],
  grouping: ['hashing'],
  fingerprinting: ['hashing'],
  repeating: ['hashing', 'tokenizing'],
  weighting: ['errors', 'hashing'],
  'research/generating': ['errors', 'hashing'],
  matching: ['errors', 'hashing', 'tokenizing', 'grouping'],
  writing: ['errors', 'named-file', 'packages', 'sources/formats', 'sources/objects'],
  kernel: ['errors', 'tokenizing', 'hashing', 'fingerprinting'],
  'sources/rows': ['errors', 'named-file', 'packages', 'tokenizing', 'matching'],
  'sources/formats': ['errors', 'packages', 'sources/rows'],
  searching: ['errors', 'hashing', 'fingerprinting', 'grouping', 'kernel'],
  comparing: ['hashing', 'tokenizing', 'kernel'],
  'sources/objects': ['errors', 'packages'],
  'sources/databases': ['errors', 'packages', 'sources/formats', 'sources/rows', 'sources/objects'],
  options: ['errors', 'hashing', 'fingerprinting', 'tokenizing', 'weighting', 'searching', 'comparing', 'sources/formats', 'sources/rows'],
  stores: ['errors', 'packages', 'searching', 'sources/databases', 'writing'],
  deciding: [],
  evaluating: ['hashing'],
  'research/rivals': ['errors', 'hashing', 'fingerprinting', 'searching', 'grouping', 'evaluating'],
  reading: [...READING, 'methods', 'resolving', 'writing'],
  signing: [...PURE, 'named-file', 'packages', 'options', 'sources/formats', 'sources/rows', 'writing'],
  methods: [...PURE, 'matching', 'options', 'signing', 'sources/formats', 'sources/rows', 'stores'],
  resolving: [...PURE, 'options', 'methods'],
  working: [...READING, 'matching', 'methods', 'reading', 'resolving', 'signing'],
  'jobs/compare': [...PURE, 'methods', 'options', 'signing'],
  'jobs/live': [...READING, 'matching', 'methods', 'resolving', 'stores', 'reading', 'signing', 'writing'],
  'jobs/dedupe': STAGES,
  'jobs/sync': [...READING, 'methods', 'resolving', 'stores', 'reading', 'writing', 'jobs/live'],
  'jobs/link': [...STAGES, 'jobs/dedupe'],
  'jobs/audit': [...STAGES, 'jobs/dedupe'],
  'jobs/tune': [...STAGES, 'evaluating', 'jobs/dedupe'],
  'jobs/fingerprint': [...STAGES, 'jobs/dedupe'],
  'jobs/model': [...STAGES, 'jobs/dedupe'],
  'jobs/segment': ['tokenizing', 'methods', 'options', 'resolving', 'reading', 'signing', 'writing'],
  'jobs/passages': [...STAGES, 'repeating', 'jobs/dedupe', 'jobs/link'],
  'jobs/generate': ['errors', 'research/generating', 'sources/formats', 'writing'],
  'research/evaluate': [...STAGES, 'stores', 'evaluating', 'research/rivals', 'research/generating', 'jobs/live', 'jobs/dedupe'],
  reviewing: [...STAGES, 'evaluating', 'jobs/compare', 'jobs/dedupe', 'jobs/passages'],
  spark: [...STAGES, 'jobs/dedupe'],
  library: [...STAGES, 'spark', 'stores', 'jobs/compare', 'jobs/live', 'jobs/dedupe', 'jobs/sync', 'jobs/link'],
  page: [
    'errors',
    'packages',
    'hashing',
    'comparing',
    'deciding',
    'options',
    'methods',
    'resolving',
    'writing',
    'sources/formats',
    'sources/rows',
    'reading',
    'working',
    'jobs/dedupe',
    'library',
  ],
  server: [
    'errors',
    'chinese',
    'packages',
    'version',
    'options',
    'methods',
    'resolving',
    'reading',
    'signing',
    'writing',
    'stores',
    'sources/formats',
    'sources/rows',
    'jobs/compare',
    'jobs/live',
    'jobs/dedupe',
    'jobs/tune',
    'repeating',
    'reviewing',
  ],
  mcp: ['errors', 'version', 'deciding', 'options', 'resolving', 'reading', 'jobs/live', 'reviewing', 'library', 'server'],
  cli: [
    'errors',
    'chinese',
    'named-file',
    'version',
    'comparing',
    'repeating',
    'options',
    'methods',
    'resolving',
    'research/generating',
    'matching',
    'sources/formats',
    'sources/rows',
    'reading',
    'signing',
    'writing',
    'jobs/compare',
    'jobs/fingerprint',
    'jobs/generate',
    'jobs/model',
    'jobs/segment',
    'jobs/passages',
    'jobs/live',
    'jobs/dedupe',
    'jobs/sync',
    'jobs/link',
    'jobs/audit',
    'page',
    'jobs/tune',
    'research/evaluate',
    'spark',
    'server',
    'mcp',
    'reviewing',
  ],
  browser: ['library', 'methods', 'jobs/live'],
  'browser-file': ['browser', 'library', 'research'],
  stages: ['library', 'signing'],
  research: ['research/generating'],
  index: ['library', 'methods', 'reading', 'signing', 'stores', 'jobs/dedupe', 'jobs/link', 'jobs/live', 'jobs/sync'],
  web: ['chinese', 'errors', 'hashing', 'comparing', 'matching', 'methods', 'searching', 'sources/formats', 'working', 'page', 'cli'],
}

const everything = readImports(['src', 'web', 'bench', 'test', 'scripts'])
const product = new Map([...everything].filter(([path]) => /^(src|web)\//.test(path)))
const rooms = roomGraph(product)
const wrong = []

for (const circle of circlesOf(readImports(['src', 'web', 'bench', 'test', 'scripts'], { valuesOf: true })))
  wrong.push(`files import each other in a circle: ${circle.join(', ')}`)
for (const circle of [...circlesOf(rooms), ...circlesOf(new Map(Object.entries(MAY).map(([room, may]) => [room, new Set(may)])))])
  wrong.push(`rooms import each other in a circle, or are allowed to: ${circle.join(', ')}`)

for (const [path, targets] of product) {
  const from = roomOf(path)
  if (!MAY[from]) wrong.push(`${path}: the room ${from} is not on the map in scripts/check-layers.mjs`)
  for (const target of targets) {
    const to = roomOf(target)
    if (to !== from && MAY[from] && !MAY[from].includes(to)) wrong.push(`${path}: ${from} must not import from ${to}`)
  }
}

const folders = new Map()
for (const path of everything.keys()) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
for (const [folder, files] of folders)
  if (files > MOST_FILES) wrong.push(`${folder} has ${files} files; with more than ${MOST_FILES} it wants folders`)

if (wrong.length) {
  console.error([...new Set(wrong)].join('\n'))
  process.exit(1)
}

const floors = floorsOf(rooms)
const filesOf = new Map()
for (const path of product.keys()) filesOf.set(roomOf(path), (filesOf.get(roomOf(path)) ?? 0) + 1)
for (let floor = Math.max(...floors.values()); floor > 0; floor--) {
  const here = [...floors].filter(([, at]) => at === floor).map(([room]) => `${room} (${filesOf.get(room)})`)
  console.log(`${String(floor).padStart(2)}  ${here.sort().join('  ')}`)
}
const most = [...folders].sort((a, b) => b[1] - a[1])[0]
console.log(
  `layers: ${rooms.size} rooms on ${Math.max(...floors.values())} floors, 0 circles of rooms, 0 of ${everything.size} files; the fullest folder is ${most[0]} with ${most[1]} files`,
)
