/**
 * npm run bench:quality [-- TABLE …]       with LEITONG_DATA naming a folder of labelled sets; tables: exact, edited, versions, wrong, radius,
 *                                          rivals
 *
 * How right the command is on real texts: against all pairs of a known similarity, and against pairs that people made by editing one
 * document. Writes the tables of docs/quality.md. A set is a folder with docs.jsonl.gz ({id, text, title}) and pairs.jsonl.gz
 * ({a, b, jaccard, same_document}): every pair with a Jaccard similarity of character 5-grams (white space removed) of 0.5 and more,
 * and every pair of versions of one document.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runPython } from './peers/python.ts'
import { rivalTables } from './quality-rivals.ts'

const data = process.env['LEITONG_DATA'] ?? ''
if (!data) {
  console.error('Set LEITONG_DATA to a folder of labelled sets.')
  process.exit(2)
}
const temporary = mkdtempSync(join(tmpdir(), 'leitong-quality-'))
const SETS = ['petitions', 'lctt', 'hist_zh', 'hist_en', 'reviews_zh', 'tnews', 'sms_spam'].filter((set) =>
  existsSync(join(data, set, 'docs.jsonl.gz')),
)

interface Truth {
  readonly a: string
  readonly b: string
  readonly jaccard: number
  readonly same_document?: boolean
}
interface Found {
  readonly a: string
  readonly b: string
  readonly similarity: number | null
  readonly distance: number | null
}

const lines = <Value>(bytes: Buffer): Value[] =>
  bytes
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Value)
const keyOf = ({ a, b }: { a: string; b: string }) => (a < b ? `${a} ${b}` : `${b} ${a}`)
const truthOf = (set: string) => lines<Truth>(gunzipSync(readFileSync(join(data, set, 'pairs.jsonl.gz'))))

/** The documents as they are, or with their white space removed. */
function documentsOf(set: string, bare: boolean): string {
  const path = join(temporary, `${set}-${bare}.jsonl`)
  if (existsSync(path)) return path
  const documents = lines<{ id: string; title?: string; text: string }>(gunzipSync(readFileSync(join(data, set, 'docs.jsonl.gz'))))
  writeFileSync(
    path,
    documents.map(({ id, title, text }) => `${JSON.stringify({ id, title, text: bare ? text.replace(/\s+/gu, '') : text })}\n`).join(''),
  )
  return path
}

function leitong(path: string, args: readonly string[]): { pairs: Found[]; seconds: number; megabytes: number } {
  const out = join(temporary, 'pairs')
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../dist/bundle/leitong.js'), 'dedupe', path, '--pairs', out, '--json', ...args],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return {
    pairs: lines<Found>(readFileSync(out)),
    seconds: (performance.now() - start) / 1000,
    megabytes: JSON.parse(stdout).peakMemory / 1e6,
  }
}

interface Score {
  readonly precision: number
  readonly recall: number
}
const f1 = ({ precision, recall }: Score) => (precision + recall ? (2 * precision * recall) / (precision + recall) : 0)
const show = (value: number) => value.toFixed(3)

/** Pairs of a similarity of 0.8 and more; what is within 0.005 of that counts neither way. */
function againstJaccard(set: string, found: readonly { a: string; b: string }[]): Score {
  const truth = new Map(truthOf(set).map((pair) => [keyOf(pair), pair.jaccard]))
  const keys = new Set(found.map(keyOf))
  const must = [...truth].filter(([, jaccard]) => jaccard >= 0.805)
  const right = [...keys].filter((key) => (truth.get(key) ?? 0) >= 0.795).length
  return {
    precision: keys.size ? right / keys.size : 1,
    recall: must.length ? must.filter(([key]) => keys.has(key)).length / must.length : 1,
  }
}

function exactTable(): string {
  const rows = SETS.map((set) => {
    const path = documentsOf(set, true)
    const own = leitong(path, ['--tokenizer', 'char', '--ngram', '5', '--normalize', 'none', '--threshold', '0.8'])
    const a = againstJaccard(set, own.pairs)
    const out = join(temporary, 'datasketch')
    const peer = runPython('quality.py', [path, out])
    const b = againstJaccard(set, lines<Found>(readFileSync(out)))
    return `| ${set} | ${show(a.precision)} | ${show(a.recall)} | ${own.seconds.toFixed(1)} | ${show(b.precision)} | ${show(b.recall)} | ${peer.seconds.toFixed(1)} |`
  })
  return [
    '| set | precision | recall | seconds | datasketch: precision | recall | seconds |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n')
}

const EDITED = SETS.filter((set) => truthOf(set).some((pair) => pair.same_document))
const sameDocument = (set: string) =>
  new Set(
    truthOf(set)
      .filter((pair) => pair.same_document)
      .map(keyOf),
  )

function score(found: ReadonlySet<string>, truth: ReadonlySet<string>): Score {
  const right = [...found].filter((key) => truth.has(key)).length
  return { precision: found.size ? right / found.size : 1, recall: right / truth.size }
}

/** F1 at 0.8, and the best over all thresholds. */
function editedTable(): string {
  const configurations: [string, string[]][] = [
    ['auto, words 2, characters 3 (default)', []],
    ['auto, words 3, characters 5', ['--ngram', '3', '--char-ngram', '5']],
    ['auto, words 1, characters 2', ['--ngram', '1', '--char-ngram', '2']],
    ['characters 3', ['--tokenizer', 'char', '--ngram', '3']],
    ['characters 5', ['--tokenizer', 'char', '--ngram', '5']],
    ['characters 5, no normalisation', ['--tokenizer', 'char', '--ngram', '5', '--normalize', 'none']],
  ]
  const rows = configurations.map(([name, args]) => {
    const cells = EDITED.map((set) => {
      const truth = sameDocument(set)
      const { pairs } = leitong(documentsOf(set, false), ['--threshold', '0.3', ...args])
      const at = (threshold: number) => score(new Set(pairs.filter(({ similarity }) => (similarity ?? 0) >= threshold).map(keyOf)), truth)
      const best = THRESHOLDS.reduce((a, b) => (f1(at(b)) > f1(at(a)) ? b : a))
      return `${show(f1(at(0.8)))} | ${show(f1(at(best)))} at ${best.toFixed(2)}`
    })
    return `| ${name} | ${cells.join(' | ')} |`
  })
  const head = `| features | ${EDITED.map((set) => `${set} at 0.8 | best`).join(' | ')} |`
  return [head, `|---|${EDITED.map(() => '--:|--:|').join('')}`, ...rows].join('\n')
}

const THRESHOLDS = Array.from({ length: 14 }, (_, i) => 0.3 + i * 0.05)

const VERSIONS = ['--find', 'versions']

/** Of the pairs of `versions` that the labels call wrong, how many no look at the texts could tell from right ones. */
function wrongTable(): string {
  const rows = EDITED.map((set) => {
    const truth = sameDocument(set)
    const path = documentsOf(set, false)
    const found = new Set(leitong(path, VERSIONS).pairs.map(keyOf))
    const wrong = [...found].filter((key) => !truth.has(key))
    const raw = new Set(truthOf(set).flatMap((pair) => (pair.jaccard === 1 ? [keyOf(pair)] : [])))
    const equal = new Set(leitong(path, ['--tokenizer', 'char', '--ngram', '5', '--threshold', '1']).pairs.map(keyOf))
    const others = new Set([...found].filter((key) => truth.has(key) || !equal.has(key)))
    const counts = [wrong.length, wrong.filter((key) => raw.has(key)).length, wrong.filter((key) => equal.has(key)).length]
    const f1s = [f1(score(found, truth)), f1(score(others, truth)), mostPossible(truth, equal)]
    return `| ${set} | ${counts.join(' | ')} | ${f1s.map(show).join(' | ')} |`
  })
  const head = '| set | wrong | similarity 1.0 | same features | F1 | F1 without those | F1 at most |'
  return [head, '|---|--:|--:|--:|--:|--:|--:|', ...rows].join('\n')
}

/** The best F1 of a method that answers alike for texts with the same features: classes of them are paired whole or not at all. */
function mostPossible(truth: ReadonlySet<string>, equal: ReadonlySet<string>): number {
  const classOf = new Map<string, Set<string>>()
  const classFor = (id: string) => {
    const known = classOf.get(id) ?? new Set([id])
    classOf.set(id, known)
    return known
  }
  for (const [a, b] of [...equal].map((key) => key.split(' ') as [string, string])) {
    const joined = new Set([...classFor(a), ...classFor(b)])
    for (const id of joined) classOf.set(id, joined)
  }
  const counts = new Map<string, { right: number; all: number }>()
  for (const key of truth) {
    const [a, b] = key.split(' ').map(classFor) as [Set<string>, Set<string>]
    const name = [a, b]
      .map((texts) => [...texts].sort()[0])
      .sort()
      .join(' ')
    const all = a === b ? (a.size * (a.size - 1)) / 2 : a.size * b.size
    counts.set(name, { right: (counts.get(name)?.right ?? 0) + 1, all })
  }
  const ordered = [...counts.values()].sort((x, y) => y.right / y.all - x.right / x.all)
  let [right, all, best] = [0, 0, 0]
  for (const count of ordered) {
    right += count.right
    all += count.all
    best = Math.max(best, (2 * right) / (all + truth.size))
  }
  return best
}

/** The default, plain Jaccard at the threshold that is best for the set, and rare features, with what they cost. */
function versionsTable(): string {
  const rows = EDITED.flatMap((set) => {
    const truth = sameDocument(set)
    const path = documentsOf(set, false)
    const row = (name: string, found: ReadonlySet<string>, { seconds, megabytes }: { seconds: number; megabytes: number }) => {
      const result = score(found, truth)
      return `| ${set} | ${name} | ${show(f1(result))} | ${show(result.precision)} | ${show(result.recall)} | ${seconds.toFixed(1)} | ${Math.round(megabytes)} |`
    }
    const standard = leitong(path, [])
    const plain = leitong(path, ['--tokenizer', 'char', '--ngram', '5', '--threshold', '0.3'])
    const above = (threshold: number) => new Set(plain.pairs.filter(({ similarity }) => (similarity ?? 0) >= threshold).map(keyOf))
    const best = THRESHOLDS.reduce((a, b) => (f1(score(above(b), truth)) > f1(score(above(a), truth)) ? b : a))
    const versions = leitong(path, VERSIONS)
    return [
      row('default', new Set(standard.pairs.map(keyOf)), standard),
      row(`characters 5 at ${best.toFixed(2)}, its best`, above(best), plain),
      row('versions', new Set(versions.pairs.map(keyOf)), versions),
    ]
  })
  return ['| set | | F1 | precision | recall | seconds | MB |', '|---|---|--:|--:|--:|--:|--:|', ...rows].join('\n')
}

/** What the papers' rule finds, and what radius a simhash needs to propose what verification would accept. */
function radiusTable(): string {
  const sets = ['petitions', ...EDITED].filter((set) => SETS.includes(set))
  const rows = [3, 6, 10, 14, 18].map((distance) => {
    const cells = sets.map((set) => {
      const path = documentsOf(set, false)
      const simhash = ['--method', 'simhash', '--distance', String(distance)]
      const { pairs: reference } = leitong(path, [])
      const alone = new Set(leitong(path, [...simhash, '--no-verify']).pairs.map(keyOf))
      const verified = new Set(leitong(path, simhash).pairs.map(keyOf))
      const wanted = new Set(reference.map(keyOf))
      return `${show(score(verified, wanted).recall)} | ${show(score(alone, wanted).precision)}`
    })
    return `| ${distance} | ${cells.join(' | ')} |`
  })
  return [
    `| distance | ${sets.map((set) => `${set}: recall | precision unverified`).join(' | ')} |`,
    `|--:|${sets.map(() => '--:|--:|').join('')}`,
    ...rows,
  ].join('\n')
}

const LONG = ['petitions', 'lctt', 'hist_zh', 'hist_en']
const rivals = () =>
  rivalTables([
    ...LONG.filter((set) => SETS.includes(set)).map((set) => ({ title: `${set} ≥ 0.8`, set: join(data, set), truth: 'jaccard>=0.8' })),
    ...EDITED.map((set) => ({ title: `${set} same`, set: join(data, set), truth: 'same_document' })),
  ])

const file = new URL('../docs/quality.md', import.meta.url)
const wanted = process.argv.slice(2)
for (const [name, run] of Object.entries({
  exact: exactTable,
  edited: editedTable,
  versions: versionsTable,
  wrong: wrongTable,
  radius: radiusTable,
  rivals,
})) {
  if (wanted.length && !wanted.includes(name)) continue
  const made = run()
  console.log(`${made}\n`)
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`), () => `<!-- ${name} -->\n${made}\n<!-- /${name} -->`),
  )
}
rmSync(temporary, { recursive: true })
