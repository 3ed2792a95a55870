/**
 * Bundles what runs in a browser: the library's pure rooms (dist/browser/leitong.js) and the report page
 * (dist/web/report.html, one file with style and script inside and a place for the data), and the review page (dist/web/review,
 * which the service serves), and the page that needs no installation (dist/web/page.html, one file with its worker inside).
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = new URL('../', import.meta.url)
const path = (name) => new URL(name, root).pathname
const shared = { bundle: true, format: 'esm', target: 'es2022', minify: true, legalComments: 'none', write: false, logLevel: 'warning' }

const library = await build({ ...shared, entryPoints: [path('src/browser-file.ts')], platform: 'browser' })
mkdirSync(path('dist/browser'), { recursive: true })
writeFileSync(path('dist/browser/leitong.js'), library.outputFiles[0].contents)

const script = await build({
  ...shared,
  entryPoints: [path('web/report/main.tsx')],
  format: 'iife',
  jsx: 'automatic',
  jsxImportSource: 'preact',
})
const style = await build({ ...shared, entryPoints: [path('web/report/style.css')] })
// A closing tag inside the script would end it.
const inline = (text) => text.trim().replaceAll('</', '<\\/')
const rules = style.outputFiles[0].text.trim()
const program = inline(script.outputFiles[0].text)
// Nothing runs in the page but this program, whatever a text or a name may hold, and the page loads nothing.
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = `default-src 'none'; script-src ${hashOf(program)}; style-src ${hashOf(rules)}; base-uri 'none'; form-action 'none'`
const page = readFileSync(path('web/report/index.html'), 'utf8')
  .replace('/*POLICY*/', () => policy)
  .replace('/*STYLE*/', () => rules)
  .replace('/*SCRIPT*/', () => program)
mkdirSync(path('dist/web'), { recursive: true })
writeFileSync(path('dist/web/report.html'), page)

// What the product has from Node, the page has from the browser: files of these names stand in for those of src.
const HOSTS = [
  'sources/formats/utf8',
  'sources/formats/inflate',
  'sources/formats/formats',
  'reading/decisions/sha256',
  'reading/disk',
  'signing/rule-hash',
  'packages',
]
const hosted = {
  name: 'hosted',
  setup({ onResolve }) {
    onResolve({ filter: /\/(utf8|inflate|formats|sha256|disk|rule-hash|packages)\.js$/ }, ({ path: asked, importer }) => {
      const found = HOSTS.find((name) => new URL(asked, `file://${importer}`).pathname === path(`src/${name}.js`))
      return found && importer.startsWith(path('src/')) ? { path: path(`web/page/host/${basename(found)}.ts`) } : undefined
    })
  },
}
// The review page is served, so its program and style are files of their own: nothing stands in the page itself.
const review = await build({
  ...shared,
  entryPoints: { review: path('web/review/main.tsx') },
  platform: 'browser',
  plugins: [hosted],
  // What reads a dropped file is loaded when there is one.
  splitting: true,
  // The names of the parts hash the paths of what they hold: the same wherever node_modules really lies.
  preserveSymlinks: true,
  outdir: path('dist/web/review'),
  jsx: 'automatic',
  jsxImportSource: 'preact',
})
const reviewStyle = await build({ ...shared, entryPoints: [path('web/review/style.css')] })
rmSync(path('dist/web/review'), { recursive: true, force: true })
mkdirSync(path('dist/web/review'), { recursive: true })
for (const { path: file, contents } of review.outputFiles) writeFileSync(file, contents)
writeFileSync(path('dist/web/review/style.css'), reviewStyle.outputFiles[0].contents)
writeFileSync(path('dist/web/review/index.html'), readFileSync(path('web/review/index.html')))
// The thread that writes a workbook packs it as well: a page from the disk cannot start a worker from a worker.
const packedHere = {
  name: 'packed-here',
  setup({ onLoad }) {
    onLoad({ filter: /write-excel-file\/modules\/zip\/zipToArrayBuffer\.js$/ }, ({ path: asked }) => ({
      contents: "import zip from './zipToArrayBufferSync.js'\nexport default async (files) => zip(files)",
      resolveDir: dirname(asked),
    }))
  },
}
const worker = await build({
  ...shared,
  entryPoints: [path('web/page/worker.ts')],
  format: 'iife',
  platform: 'browser',
  plugins: [hosted, packedHere],
})
const pageScript = await build({
  ...shared,
  entryPoints: [path('web/page/main.tsx')],
  format: 'iife',
  jsx: 'automatic',
  jsxImportSource: 'preact',
})
const pageStyle = await build({ ...shared, entryPoints: [path('web/page/style.css')] })
const pageRules = pageStyle.outputFiles[0].text.trim()
const pageProgram = inline(pageScript.outputFiles[0].text)
// A blob is the one thing that the worker can come from, and nothing is fetched from anywhere.
const pagePolicy = `default-src 'none'; script-src ${hashOf(pageProgram)} 'wasm-unsafe-eval'; worker-src blob:; style-src ${hashOf(pageRules)}; connect-src 'none'; base-uri 'none'; form-action 'none'`
const single = readFileSync(path('web/page/index.html'), 'utf8')
  .replace('/*POLICY*/', () => pagePolicy)
  .replace('/*STYLE*/', () => pageRules)
  .replace('/*WORKER*/', () => gzipSync(worker.outputFiles[0].contents, { level: 9 }).toString('base64'))
  .replace('/*SCRIPT*/', () => pageProgram)
writeFileSync(path('dist/web/page.html'), single)
console.log(`page without installation ${single.length} bytes`)
for (const { path: file, contents } of review.outputFiles) console.log(`review page: ${basename(file)} ${contents.length} bytes`)
console.log(`browser library ${library.outputFiles[0].contents.length} bytes, report page ${page.length} bytes`)
