/**
 * Bundles what runs in a browser: the library's pure rooms (dist/browser/leitong.js) and the report page
 * (dist/web/report.html, one file with style and script inside and a place for the data), and the review page (dist/web/review,
 * which the service serves).
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

const root = new URL('../', import.meta.url)
const path = (name) => new URL(name, root).pathname
const shared = { bundle: true, format: 'esm', target: 'es2022', minify: true, legalComments: 'none', write: false, logLevel: 'warning' }

const library = await build({ ...shared, entryPoints: [path('src/browser.ts')], platform: 'browser' })
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

// The review page is served, so its program and style are files of their own: nothing stands in the page itself.
const review = await build({
  ...shared,
  entryPoints: [path('web/review/main.tsx')],
  format: 'iife',
  jsx: 'automatic',
  jsxImportSource: 'preact',
})
const reviewStyle = await build({ ...shared, entryPoints: [path('web/review/style.css')] })
mkdirSync(path('dist/web/review'), { recursive: true })
writeFileSync(path('dist/web/review/review.js'), review.outputFiles[0].contents)
writeFileSync(path('dist/web/review/style.css'), reviewStyle.outputFiles[0].contents)
writeFileSync(path('dist/web/review/index.html'), readFileSync(path('web/review/index.html')))
console.log(`review page ${review.outputFiles[0].contents.length} bytes`)
console.log(`browser library ${library.outputFiles[0].contents.length} bytes, report page ${page.length} bytes`)
