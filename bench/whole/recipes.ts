/**
 * npm run bench:recipes -- [--families N]
 *
 * `leitong recipe fineweb` beside datatrove's MinHash pipeline and the same settings in text-dedup, datasketch, rensa and gaoya, on one generated input:
 * which documents each removes, and why one of them is removed by one alone. Texts are families of a random text with its edits, some words replaced, so that the exact similarity (Jaccard of 5-grams of words) of every
 * pair is known here. A document that only one removes is explained by one of these:
 *
 * - another stays: both have a group with it, and keep another member of it;
 * - verification: the bands of one took it for similar to members of its cluster, and to none of them is it similar at the threshold;
 * - chance of banding: it is similar at the threshold, and the other's bands did not propose it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runPython } from '../peers/python.ts'
import { createTextRandom } from '../random.ts'

const { values } = parseArgs({ options: { families: { type: 'string', default: '8000' } } })
const [NGRAM, BANDS, ROWS, THRESHOLD] = [5, 14, 8, 0.72]
const WORDS = 150
const random = createTextRandom(17)
const letter = () => String.fromCharCode(97 + Math.floor(26 * random()))
const stock = Array.from({ length: 20_000 }, () => Array.from({ length: 3 + Math.floor(6 * random()) }, letter).join(''))
const word = () => stock[Math.floor(stock.length * random())] as string

/** The words of each document, and the documents of each family, in an order that mixes them. */
const texts: string[][] = []
const families: number[][] = []
for (let family = 0; family < Number(values.families); family++) {
  const members = [texts.push(Array.from({ length: WORDS }, word)) - 1]
  // Half of the families have one member.
  while (random() < 0.5) {
    const of = texts[members[Math.floor(random() * members.length)] as number] as string[]
    const edited = [...of]
    // Each replaced word takes at most five of the 5-grams: from 1.0 to about 0.5.
    for (let edits = Math.floor(random() * 11); edits; edits--) edited[Math.floor(random() * WORDS)] = word()
    members.push(texts.push(edited) - 1)
  }
  families.push(members)
}

const grams = (words: readonly string[]) =>
  new Set(Array.from({ length: words.length - NGRAM + 1 }, (_, i) => words.slice(i, i + NGRAM).join(' ')))
/** By document, its similarity to each other member of its family; documents of two families share nothing. */
const similar: Map<number, number>[] = texts.map(() => new Map())
for (const members of families) {
  const sets = members.map((member) => grams(texts[member] as string[]))
  for (const [i, a] of members.entries())
    for (const [j, b] of members.entries()) {
      if (i === j) continue
      const shared = [...(sets[i] as Set<string>)].filter((gram) => sets[j]?.has(gram)).length
      similar[a]?.set(b, shared / ((sets[i]?.size ?? 0) + (sets[j]?.size ?? 0) - shared))
    }
}
const familyOf: (readonly number[])[] = []
for (const members of families) for (const member of members) familyOf[member] = members
const partnersOf = (document: number) => [...(similar[document] as Map<number, number>)].filter(([, similarity]) => similarity >= THRESHOLD)

interface Result {
  readonly removed: ReadonlySet<number>
  /** The group of a document; undefined where it is in none. */
  readonly groupOf: ReadonlyMap<number, number>
}

function leitong(path: string, folder: string, ...more: string[]): Result {
  const [removed, groups] = [join(folder, 'removed.jsonl'), join(folder, 'groups.jsonl')]
  const command = [join(import.meta.dirname, '../../dist/bundle/leitong.js'), 'dedupe', path]
  execFileSync(process.execPath, [...command, '--profile', 'datatrove', '--removed', removed, '--groups', groups, '-q', ...more])
  return {
    removed: new Set(linesOf(removed).map(({ id }) => numberOf(id))),
    groupOf: new Map(
      linesOf(groups).flatMap(({ group, members }) => (members as { id: string }[]).map(({ id }) => [numberOf(id), group as number])),
    ),
  }
}

/** @returns what a library removes, and its name with its version */
function peer(library: string, path: string, folder: string): [name: string, result: Result] {
  if (library === 'datatrove') {
    runPython('datatrove_minhash.py', [path, join(folder, library)], 'datatrove')
    return ['datatrove 0.10.0', resultIn(join(folder, 'datatrove/clusters.jsonl'))]
  }
  const out = join(folder, `${library}.jsonl`)
  const { answer } = runPython('removed_sets.py', [library, path, out])
  return [answer, resultIn(out)]
}

function resultIn(path: string): Result {
  const all = linesOf(path) as unknown as { id: string; cluster: number; removed: boolean }[]
  return {
    removed: new Set(all.flatMap(({ id, removed }) => (removed ? numberOf(id) : []))),
    groupOf: new Map(all.flatMap(({ id, cluster }) => (cluster < 0 ? [] : [[numberOf(id), cluster] as const]))),
  }
}

/** datatrove takes the number 0 for no id: ids are words. */
const numberOf = (id: unknown) => Number(String(id).slice(1))

const linesOf = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Documents that are similar to another one at the threshold, and of which no band says so: how many chance would have. */
const expectedMisses = () => {
  let sum = 0
  for (let document = 0; document < texts.length; document++) {
    const partners = partnersOf(document)
    if (partners.length) sum += partners.reduce((miss, [, similarity]) => miss * (1 - similarity ** ROWS) ** BANDS, 1)
  }
  return sum
}

const missedBy = ({ groupOf }: Result) => texts.filter((_, document) => partnersOf(document).length && !groupOf.has(document)).length

const WHY = ['another of its group stays', 'verification', 'chance of banding', 'unexplained'] as const

/** How many documents one removes alone, by {@link WHY}. */
function reasons(one: Result, other: Result): string {
  const found = [...one.removed].filter((document) => !other.removed.has(document)).map((document) => whyOnly(document, one, other))
  return WHY.map((why) => found.filter((each) => each === why).length).join(' / ')
}

function whyOnly(document: number, one: Result, other: Result): (typeof WHY)[number] {
  if (other.groupOf.has(document)) return 'another of its group stays'
  const group = one.groupOf.get(document)
  const members = familyOf[document]?.filter((member) => one.groupOf.get(member) === group) ?? []
  if (members.length < 2) return 'unexplained'
  return members.some((member) => (similar[document]?.get(member) ?? 0) >= THRESHOLD) ? 'chance of banding' : 'verification'
}

const folder = mkdtempSync(join(tmpdir(), 'leitong-recipes-'))
try {
  const path = join(folder, 'input.jsonl')
  writeFileSync(path, texts.map((words, id) => `${JSON.stringify({ id: `d${id}`, text: words.join(' ') })}\n`).join(''))
  console.log(`${texts.length} documents; expected by chance in no group though similar at ${THRESHOLD}: ${expectedMisses().toFixed(0)}`)
  const own = [
    ['verified', leitong(path, folder)],
    ['signatures decide', leitong(path, folder, '--no-verify', '--threshold', '0.01')],
  ] as const
  for (const [name, result] of own) console.log(`leitong, ${name}: ${result.removed.size} removed, ${missedBy(result)} missed`)
  const rows: string[] = []
  for (const library of ['datatrove', 'text-dedup', 'datasketch', 'rensa', 'gaoya']) {
    const [name, theirs] = peer(library, path, folder)
    console.log(`${name}: ${theirs.removed.size} removed, ${missedBy(theirs)} missed`)
    for (const [how, ours] of own) {
      const both = [...ours.removed].filter((document) => theirs.removed.has(document)).length
      rows.push(`| ${name} | ${how} | ${both} | ${reasons(theirs, ours)} | ${reasons(ours, theirs)} |`)
    }
  }
  console.log(`\nOf those that one removes alone: ${WHY.join(' / ')}\n`)
  console.log(`| beside | leitong | removed by both | by the other alone | by leitong alone |\n|---|---|--:|--:|--:|\n${rows.join('\n')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
