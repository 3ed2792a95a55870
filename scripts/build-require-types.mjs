/**
 * Writes dist/index.d.cts and its like: the types of the library for `require('leitong')`.
 *
 * Node 20.19 and later load ECMAScript modules by `require`, but TypeScript under `module: node16` takes the types of a CommonJS module
 * only from one. So each value is declared here as what the module exports.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const dist = new URL('../dist/', import.meta.url)

/** Where classes with type parameters are declared. */
const GENERIC = { LiveIndex: 'jobs/live/live-index.d.ts' }

/** The type parameters of a class, as it declares them, and their names alone. */
function parametersOf(name) {
  if (!GENERIC[name]) return ['', '']
  const source = readFileSync(new URL(GENERIC[name], dist), 'utf8')
  const [, all] = new RegExp(`class ${name}(<.*?>) (?:implements|extends|\\{)`).exec(source)
  return [all, all.replace(/\s*(?:extends|=)[^,>]+/g, '')]
}

const isClass = (value) => typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))

/** @param entry  its name, without an ending */
async function writeTypes(entry) {
  const from = `'./${entry}.js', { with: { 'resolution-mode': 'import' } }`
  const library = await import(new URL(`${entry}.js`, dist).href)
  const values = Object.entries(library).flatMap(([name, value]) => {
    const declared = `export declare const ${name}: typeof import(${from}).${name}`
    if (!isClass(value)) return [declared]
    const [all, names] = parametersOf(name)
    return [declared, `export type ${name}${all} = import(${from}).${name}${names}`]
  })
  const lines = [`export type * from './${entry}.js' with { 'resolution-mode': 'import' }`, ...values]
  writeFileSync(new URL(`${entry}.d.cts`, dist), `${lines.join('\n')}\n`)
  return values.length
}

let count = 0
for (const entry of ['index', 'stages', 'research']) count += await writeTypes(entry)
console.log(`types for require: ${count} declarations`)
