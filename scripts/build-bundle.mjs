/**
 * Puts what the package is started by into few files (dist/bundle): the command, the library and the worker thread. Node takes about
 * half a millisecond for every module, and a start loads hundreds of them. Only modules of this package go in; packages are loaded
 * where they are needed. Names are kept, so that a stack trace can be read.
 */
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const dist = new URL('../dist/', import.meta.url).pathname
const folder = resolve(dist, 'bundle')
const module = (name) => resolve(dist, name)

/** The modules that these load at once, without those that they import later. */
function loadedBy(names) {
  const found = new Set(names.map(module))
  for (const file of found) {
    const code = readFileSync(file, 'utf8')
    for (const [, target] of code.matchAll(/^(?:import|export)\b[^'"`;]*?['"](\.[^'"`\s]+)['"];?$/gm))
      found.add(resolve(dirname(file), target))
  }
  return found
}

/** A module that reads a file beside it goes on to find it there; where others bundle it as CommonJS it has no address. */
const places = {
  name: 'places',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    return code.replaceAll('import.meta.url', `(import.meta.url && new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href)`)
  },
}

/** Node keeps a source with one character beyond Latin-1 as two bytes a character, and takes longer to read it: nothing is left but ASCII. */
const ascii = {
  name: 'ascii',
  generateBundle(_, chunks) {
    for (const chunk of Object.values(chunks)) {
      if (chunk.type !== 'chunk') continue
      // Behind a backslash the digits of the escape would stand for themselves.
      if (/\\[^\x00-\x7f]/.test(chunk.code)) throw new Error(`${chunk.fileName}: a backslash before a character beyond ASCII`)
      chunk.code = chunk.code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
  },
}

// What the library loads at once is one file as far as a batch needs it too; what else a batch of texts loads, what else the command loads for
// it, and what else the library loads are three more.
const command = loadedBy(['cli/run.js', 'cli/program.js', 'cli/dedupe.js'])
const library = loadedBy(['index.js'])
const batch = loadedBy(['library/batch-result.js', 'working/worker.js'])
const core = new Set([...library].filter((file) => batch.has(file) || command.has(file)))

rmSync(folder, { recursive: true, force: true })
const bundle = await rolldown({
  input: {
    leitong: module('cli/main.js'),
    index: module('index.js'),
    stages: module('stages.js'),
    research: module('research.js'),
    thread: module('working/thread.js'),
  },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  plugins: [places, ascii],
})
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  chunkFileNames: '[name].js',
  keepNames: true,
  minify: { compress: false, mangle: false, codegen: true },
  codeSplitting: {
    groups: [
      { name: 'version', test: (id) => id === module('version.js'), priority: 4 },
      { name: 'core', test: (id) => core.has(id), priority: 4 },
      { name: 'batch', test: (id) => batch.has(id), priority: 3 },
      { name: 'command', test: (id) => command.has(id), priority: 2 },
      { name: 'library', test: (id) => library.has(id) && id !== module('index.js'), priority: 1 },
    ],
  },
})
await bundle.close()
copyFileSync(module('working/thread-entry.cjs'), resolve(folder, 'thread-entry.cjs'))
const bytes = (name) => output.find(({ fileName }) => fileName === name).code.length
console.log(
  `command and library ${output.length} files, the core ${bytes('core.js')} bytes, a batch ${bytes('batch.js')} more, the rest of the command ${bytes('command.js')} and of the library ${bytes('library.js')}`,
)
