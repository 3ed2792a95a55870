/** Bundles the worker of a cluster into one file (dist/spark/worker.mjs), which travels to executors together with Node. */
import { build } from 'esbuild'

const path = (name) => new URL(`../${name}`, import.meta.url).pathname

const { metafile } = await build({
  bundle: true,
  format: 'esm',
  target: 'node20',
  platform: 'node',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  entryPoints: [path('dist/spark/worker/entry.js')],
  outfile: path('dist/spark/worker.mjs'),
  // Packages with programs of their own, and optional ones: a worker reads JSON lines and nothing else.
  external: [
    '@node-rs/jieba',
    '@duckdb/*',
    'lmdb',
    'libsql',
    'mongodb',
    'mysql2',
    'pg',
    'pg-cursor',
    'ioredis',
    'unpdf',
    'write-excel-file',
  ],
  // Packages in the older form ask for what Node calls by other names in this one.
  banner: { js: "import{createRequire as leitongRequire}from'node:module';const require=leitongRequire(import.meta.url);" },
})
const [bytes] = Object.values(metafile.outputs).map((output) => output.bytes)
console.log(`worker of a cluster ${bytes} bytes`)
