/** Sets with versions that their labels name, as quality.ts has them, and the score of found pairs of one. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface Labelled {
  readonly id: string
  readonly text: string
}

export const keyOf = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)

const lines = <Value>(path: string): Value[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Value)

/** The sets that the command names, by default all, below `LEITONG_DATA`; those that are not there are left out. */
export function* versionSets() {
  const data = process.env['LEITONG_DATA'] ?? ''
  const named = process.argv.slice(2)
  for (const set of named.length ? named : ['lctt', 'hist_zh', 'hist_en']) {
    if (!existsSync(join(data, set, 'docs.jsonl.gz'))) continue
    const documents = lines<Labelled>(join(data, set, 'docs.jsonl.gz')).map(({ id, text }) => ({ id, text }))
    const truth = new Set(
      lines<{ a: string; b: string; same_document?: boolean }>(join(data, set, 'pairs.jsonl.gz'))
        .filter((pair) => pair.same_document)
        .map(({ a, b }) => keyOf(a, b)),
    )
    /** Prints a row of the table: F1, precision and recall of pairs, and what else there is to say. */
    const row = (name: string, found: ReadonlySet<string>, ...more: readonly string[]) => {
      const right = [...found].filter((key) => truth.has(key)).length
      const [precision, recall] = [right / found.size, right / truth.size]
      const f1 = (2 * precision * recall) / (precision + recall)
      console.log(`| ${[set, name, ...[f1, precision, recall].map((value) => value.toFixed(3)), ...more].join(' | ')} |`)
    }
    yield { documents, row }
  }
}
