/**
 * The import graph of the project, read from its files: rooms, the floors they stand on, and circles of rooms and of files.
 *
 * A room is a folder directly below src; below `jobs/` and `sources/` each folder is a room of its own, and a file directly
 * below `jobs/` or `src/` is a room by its own name. `bench`, `test` and `web` are one room each; their files are looked at for circles too.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = new URL('../', import.meta.url).pathname
/** Folders of src whose folders are rooms. */
const WINGS = new Set(['jobs', 'research', 'sources'])
const IMPORT = /(?:from|import\(|import)\s*'(\.[^']+)'/g
/** An import or export of types alone, which is gone before anything runs. */
const OF_TYPES = /^(?:import|export) type \{[^}]*\} from '(\.[^']+)'$/gm

function* codeBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!/^(node_modules|dist|\.)/.test(entry.name)) yield* codeBelow(path)
    } else if (/\.(tsx?|cts|mjs)$/.test(entry.name) && !/\.d\.ts$/.test(entry.name)) yield path
  }
}

/** The room of a file, by its path from the root of the project. */
export function roomOf(path) {
  const [top, first, second] = path.split('/')
  if (top !== 'src') return top
  return (WINGS.has(first) ? `${first}/${second}` : first).replace(/\.c?ts$/, '')
}

/**
 * Reads the imports of all files below some folders.
 *
 * @param valuesOf  leaves out imports of types within a room, which may go in circles
 * @returns {Map<string, Set<string>>} for each file the files of the project that it imports, as paths from the root
 */
export function readImports(folders, { valuesOf = false } = {}) {
  const paths = new Set(folders.flatMap((folder) => [...codeBelow(join(root, folder))]))
  const sourceOf = (path) =>
    [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), path.replace(/\.cjs$/, '.cts')].find((candidate) =>
      paths.has(candidate),
    )
  const imports = new Map()
  for (const path of paths) {
    const targets = new Set()
    const text = readFileSync(path, 'utf8')
    const read = valuesOf ? text.replace(OF_TYPES, (line, name) => (isInRoom(path, resolve(dirname(path), name)) ? '' : line)) : text
    for (const [, name] of read.matchAll(IMPORT)) {
      const target = sourceOf(resolve(dirname(path), name))
      if (target && target !== path) targets.add(relative(root, target))
    }
    imports.set(relative(root, path), targets)
  }
  return imports
}

const isInRoom = (path, target) => roomOf(relative(root, path)) === roomOf(relative(root, target))

/** The same between rooms. */
export function roomGraph(imports) {
  const graph = new Map()
  for (const [path, targets] of imports) {
    const from = roomOf(path)
    if (!graph.has(from)) graph.set(from, new Set())
    for (const target of targets) if (roomOf(target) !== from) graph.get(from).add(roomOf(target))
  }
  return graph
}

/** Circles of a graph: its strongly connected components of two nodes and more (Tarjan's algorithm). */
export function circlesOf(graph) {
  const index = new Map()
  const low = new Map()
  const stack = []
  const circles = []
  const visit = (node) => {
    index.set(node, index.size)
    low.set(node, index.get(node))
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(node, Math.min(low.get(node), low.get(next)))
      } else if (stack.includes(next)) low.set(node, Math.min(low.get(node), index.get(next)))
    }
    if (low.get(node) !== index.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return circles
}

/** The floor of each room: 1 where it imports no other, else one above the highest that it imports. Needs a graph without circles. */
export function floorsOf(graph) {
  const floors = new Map()
  const floorOf = (room) => {
    if (!floors.has(room)) floors.set(room, 1 + Math.max(0, ...[...(graph.get(room) ?? [])].map(floorOf)))
    return floors.get(room)
  }
  for (const room of graph.keys()) floorOf(room)
  return floors
}
