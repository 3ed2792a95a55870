/**
 * Refuses names that are compared outside their shelf: a stage asks what a method or a format can, so that a new one is one entry.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SHELVES = [
  { pattern: /\bmethod\s*[!=]==/, shelf: 'src/options/methods.ts', ask: 'a property of traitsOf(options)' },
  { pattern: /\bformat\]?\.kind\s*[!=]==/, shelf: 'src/sources/formats/format.ts', ask: 'isContainer, isDocument, isTable or hasFields' },
]

const files = readdirSync('src', { recursive: true })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('src', name))
const wrong = files.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, i) =>
      SHELVES.filter(({ pattern, shelf }) => path !== join(shelf) && pattern.test(line)).map(
        ({ shelf, ask }) => `${path}:${i + 1} compares a name of ${shelf}; ask ${ask}: ${line.trim()}`,
      ),
    ),
)
if (wrong.length) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
