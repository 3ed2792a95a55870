/**
 * Holds two built checkouts against each other, for changes that must not change what comes out:
 *
 *     node scripts/same-outputs.mjs OLD NEW DATA [--only PATTERN] [--skip PATTERN] [--cache FILE] [--list] [--verbose]
 *
 * Runs the command line of both (`dist/cli/main.js`) over every labelled set in DATA and says whether each output is equal byte for
 * byte: standard output, standard error, exit code, every file a command writes, and what it leaves in the temporary folder. DATA has
 * folders with docs.jsonl.gz and pairs.jsonl.gz, folders of .txt files, and records/ with folders of .csv files. Of the library it
 * runs what no command shows (same-outputs/library.mjs).
 *
 * Evened out, because it varies from run to run (same-outputs/outputs.mjs): seconds, speed and peak memory; the version; when an index
 * was made; the memory and the temporary folder among the options; paths of temporary folders; the inode in the state of sync; the
 * scripts and styles of an HTML report (its data are unpacked and compared). Files of indexes are not compared: their exports are.
 * `"options"` in a JSON output are compared as an output of their own, so that a renamed option hides nothing else.
 *
 * Hashes of what OLD gave are kept in the cache, by default in the folder for temporary files; another dist, Node.js or DATA starts it
 * anew. Ends with 1 when anything differs, and leaves the differing outputs in a folder that it names.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listCases } from './same-outputs/cases.mjs'
import { findSets, makeInputs } from './same-outputs/inputs.mjs'
import { firstDifference, runCase } from './same-outputs/outputs.mjs'

const AT_ONCE = 2

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    skip: { type: 'string' },
    cache: { type: 'string' },
    list: { type: 'boolean' },
    verbose: { type: 'boolean' },
  },
})
if (positionals.length !== 3) {
  console.error('Usage: node scripts/same-outputs.mjs OLD NEW DATA [--only PATTERN] [--skip PATTERN] [--cache FILE] [--list] [--verbose]')
  process.exit(2)
}
const [oldRoot, newRoot, data] = positionals.map((path) => resolve(path))

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

/** Every file below a folder, as paths relative to it. */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()

/** What the outputs of OLD depend on besides the case itself. */
function identityOf(root) {
  const dist = filesBelow(join(root, 'dist')).flatMap((path) => [path, readFileSync(join(root, 'dist', path))])
  const sizes = filesBelow(data).map((path) => `${path} ${statSync(join(data, path)).size}`)
  const own = ['inputs.mjs', 'outputs.mjs', 'library.mjs'].map((name) => readFileSync(new URL(`same-outputs/${name}`, import.meta.url)))
  return sha256(process.version, ...sizes, ...dist, ...own)
}

const hashesOf = (outputs) => Object.fromEntries([...outputs].map(([name, bytes]) => [name, sha256(bytes)]))
const unlike = (a, b) => [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name])

/** What OLD gave, by case. */
class Cache {
  constructor(path, identity) {
    this.path = path
    this.identity = identity
    this.cases = this.read()
  }

  read() {
    try {
      const { identity, cases } = JSON.parse(readFileSync(this.path, 'utf8'))
      return identity === this.identity ? cases : {}
    } catch (error) {
      if (error.code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error
      return {}
    }
  }

  get({ name, steps }) {
    const found = this.cases[name]
    return found?.steps === sha256(JSON.stringify(steps)) ? found.outputs : undefined
  }

  set({ name, steps }, outputs) {
    this.cases[name] = { steps: sha256(JSON.stringify(steps)), outputs }
  }

  /** Keeps what another run has found meanwhile. */
  save() {
    this.cases = { ...this.read(), ...this.cases }
    const part = `${this.path}.${process.pid}`
    writeFileSync(part, JSON.stringify({ identity: this.identity, cases: this.cases }))
    renameSync(part, this.path)
  }
}

/** Runs a case with NEW, and with OLD where the cache does not know it or the two differ. */
async function hold(one, cache, work) {
  let before = cache.get(one)
  let oldOutputs
  if (!before) {
    oldOutputs = await runCase(one, oldRoot, work)
    before = hashesOf(oldOutputs)
    cache.set(one, before)
  }
  const newOutputs = await runCase(one, newRoot, work)
  const differing = unlike(before, hashesOf(newOutputs))
  if (differing.length) oldOutputs ??= await runCase(one, oldRoot, work)
  // A mistake ends with an error on purpose, and 1 says that nothing is alike; of other errors the outputs prove little.
  const codes = [...newOutputs].filter(([name]) => name.endsWith('exit')).map(([, code]) => String(code))
  return {
    one,
    outputs: newOutputs.size,
    fails: !one.name.startsWith('mistakes') && codes.some((code) => code !== '0' && code !== '1'),
    differing: differing.map((name) => {
      const [a, b] = [oldOutputs.get(name), newOutputs.get(name)]
      for (const [side, bytes] of [
        ['old', a],
        ['new', b],
      ]) {
        const folder = join(work, 'different', one.name.replaceAll('/', '-'), side)
        mkdirSync(folder, { recursive: true })
        if (bytes) writeFileSync(join(folder, name.replaceAll(/[ /]/g, '-')), bytes)
      }
      const repeats = (a ? sha256(a) : undefined) === before[name]
      return { name, where: repeats ? firstDifference(a, b) : `OLD does not repeat itself: ${firstDifference(a, b)}` }
    }),
  }
}

/** Cases and outputs, equal and different, by command. */
function table(results) {
  const rows = new Map()
  for (const { one, outputs, differing } of results) {
    for (const name of [one.name.split('/')[0], 'all']) {
      const row = rows.get(name) ?? { cases: 0, equal: 0, different: 0, outputs: 0 }
      row.cases++
      row[differing.length ? 'different' : 'equal']++
      row.outputs += outputs
      rows.set(name, row)
    }
  }
  const sum = rows.get('all')
  rows.delete('all')
  const columns = ['cases', 'equal', 'different', 'outputs']
  console.log(['command'.padEnd(12), ...columns.map((name) => name.padStart(10))].join(''))
  for (const [name, row] of [...rows, ['all', sum ?? { cases: 0, equal: 0, different: 0, outputs: 0 }]])
    console.log([name.padEnd(12), ...columns.map((column) => String(row[column]).padStart(10))].join(''))
}

const sets = findSets(data)
const chosen = listCases(sets).filter(
  ({ name }) => (!flags.only || new RegExp(flags.only).test(name)) && !(flags.skip && new RegExp(flags.skip).test(name)),
)
if (flags.list) {
  for (const { name } of chosen) console.log(name)
  process.exit(0)
}
const began = performance.now()
const work = mkdtempSync(join(tmpdir(), 'same-outputs-'))
let isDone = false
process.on('exit', (code) => {
  if (isDone) return
  console.error(`Stopped before the end, with ${code}`)
  rmSync(work, { recursive: true, force: true })
})
const identity = identityOf(oldRoot)
const cache = new Cache(flags.cache ?? join(tmpdir(), `same-outputs-${identity.slice(0, 12)}.json`), identity)
symlinkSync(data, join(work, 'data'))
await makeInputs(sets, join(work, 'made'))

const results = []
const queue = [...chosen]
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const started = performance.now()
      const result = await hold(one, cache, work)
      results.push({ ...result, seconds: (performance.now() - started) / 1000 })
      if (flags.verbose) console.log(`${results.at(-1).seconds.toFixed(1).padStart(6)} s  ${one.name}`)
      if (result.differing.length) console.log(`different: ${one.name}`)
      if (results.length % 5 === 0) cache.save()
    }
  }),
)
cache.save()

const different = results.filter(({ differing }) => differing.length)
for (const { one, differing } of different) {
  console.log(`\n${one.name}`)
  for (const { name, where } of differing) console.log(`  ${name}: ${where}`)
}
if (different.length) console.log(`\nThe differing outputs: ${join(work, 'different')}\n`)
table(results)
const failing = results.filter(({ fails }) => fails).map(({ one }) => one.name)
if (failing.length) console.log(`\nEnded with an error: ${failing.sort().join(', ')}`)
const slowest = results.sort((a, b) => b.seconds - a.seconds).slice(0, 5)
console.log(
  `\n${((performance.now() - began) / 1000).toFixed(0)} s; slowest: ${slowest.map((r) => `${r.one.name} ${r.seconds.toFixed(1)}`).join(', ')}`,
)
if (different.length) for (const name of ['made', 'cases', 'data']) rmSync(join(work, name), { recursive: true, force: true })
else rmSync(work, { recursive: true, force: true })
isDone = true
process.exitCode = different.length ? 1 : 0
