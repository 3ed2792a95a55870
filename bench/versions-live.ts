/**
 * LEITONG_DATA=FOLDER npx tsx bench/versions-live.ts [SET …]
 *
 * `find: 'versions'` in a live index, in the order of arrival, beside the batch: pairs against the versions that the labels of a set name, and
 * documents a second of the processor. Every document is asked for, then added. Sets are those of quality.ts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dedupe, open } from '../dist/index.js'

const data = process.env['LEITONG_DATA'] ?? ''
const named = process.argv.slice(2)
const sets = (named.length ? named : ['lctt', 'hist_zh', 'hist_en']).filter((set) => existsSync(join(data, set, 'docs.jsonl.gz')))

interface Labelled {
  readonly id: string
  readonly text: string
}

const lines = <Value>(path: string): Value[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Value)
const keyOf = (a: unknown, b: unknown) => ((a as string) < (b as string) ? `${a} ${b}` : `${b} ${a}`)

/** Seconds of the processor, of all threads. */
async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

console.log('| set | | F1 | precision | recall | queries a second | adds a second |\n|---|---|--:|--:|--:|--:|--:|')
for (const set of sets) {
  const documents = lines<Labelled>(join(data, set, 'docs.jsonl.gz')).map(({ id, text }) => ({ id, text }))
  const truth = new Set(
    lines<{ a: string; b: string; same_document?: boolean }>(join(data, set, 'pairs.jsonl.gz'))
      .filter((pair) => pair.same_document)
      .map(({ a, b }) => keyOf(a, b)),
  )
  const row = (name: string, found: ReadonlySet<string>, queries = '', adds = '') => {
    const right = [...found].filter((key) => truth.has(key)).length
    const [precision, recall] = [right / found.size, right / truth.size]
    const f1 = (2 * precision * recall) / (precision + recall)
    console.log(`| ${set} | ${name} | ${[f1, precision, recall].map((value) => value.toFixed(3)).join(' | ')} | ${queries} | ${adds} |`)
  }
  const batch = new Set<string>()
  for await (const { a, b } of (await dedupe(documents, { find: 'versions', pairs: true })).pairs()) batch.add(keyOf(a, b))
  row('batch', batch)
  for (const every of [1, 4, 8] as const) {
    const index = await open('memory:', { find: 'versions', every })
    const found = new Set<string>()
    let [asking, adding] = [0, 0]
    for (let at = 0; at < documents.length; at++) {
      const document = documents[at] as Labelled
      const asked = await timed(() => index.query(document.text))
      for (const { id } of asked.result) found.add(keyOf(id, document.id))
      asking += asked.seconds
      adding += (await timed(() => index.add(document))).seconds
    }
    row(`live, \`--every ${every}\``, found, (documents.length / asking).toFixed(0), (documents.length / adding).toFixed(0))
    await index.close()
  }
}
