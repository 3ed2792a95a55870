/**
 * Refuses questions that belong to a shelf: which method it is, or what its properties are, is asked in src/methods alone; elsewhere its members
 * are called, so that a new method is one file. The same of formats.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Members of a method that say what it is, and not what it does. */
const PROPERTIES = 'name|help|own|asked|threshold|tokenizer|measure|alwaysVerifies|ownMeasure|measuresTexts|form'
const METHODS = { shelf: /^src\/methods\//, ask: 'a member of methodOf(options) that does what is wanted' }

const SHELVES = [
  // A page asks what the data of a report say of it (src/methods/told.ts).
  { pattern: /(?<!typeof )\bmethod(?:'\])?\s*[!=]==/, ...METHODS },
  { pattern: new RegExp(`\\b(?:methodOf|proposerOf)\\([^)]*\\)\\.(?:${PROPERTIES})\\b`), ...METHODS },
  { pattern: new RegExp(`\\{[^}]*\\b(?:${PROPERTIES})\\b[^}]*\\}\\s*=\\s*(?:methodOf|proposerOf)\\(`), ...METHODS },
  { pattern: /\btraitsOf\b/, ...METHODS },
  // Whether rows are compared is several questions: what is read (reads), what an index has fields for (index.fields), how a cluster searches (cluster).
  { pattern: /\bjudgesRows\b|\.judges\b|\bmeasure\s*[!=]==\s*'(?:fields|match)'/, ...METHODS },
  // The table of options has a line for each.
  { pattern: /\bimport \{[^}]*\bMETHODS\b/, ...METHODS, shelf: /^src\/(methods\/|resolving\/table\.ts)/ },
  {
    pattern: /\bformat\]?\.kind\s*[!=]==/,
    shelf: /^src\/sources\/formats\/format\.ts$/,
    ask: 'isContainer, isDocument, isTable or hasFields',
  },
]

const files = ['src', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)
const wrong = files.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, i) =>
      SHELVES.filter(({ pattern, shelf }) => !shelf.test(path) && pattern.test(line)).map(
        ({ shelf, ask }) => `${path}:${i + 1} asks what ${shelf.source.replaceAll('\\', '')} answers; ask ${ask}: ${line.trim()}`,
      ),
    ),
)
if (wrong.length) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
console.log(`shelves: no question for a method outside src/methods, in ${files.length} files`)
