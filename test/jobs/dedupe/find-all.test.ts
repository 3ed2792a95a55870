/**
 * jobs/dedupe, jobs/link: `find: 'all'`, both questions at once.
 *
 * Oracle   `find: 'copies'` and `find: 'versions'` on the same documents.
 * Covers   the union of both, pair by pair, with the questions that each answers; in files, in memory and by `link`; a copy that is no
 *          version (a template of few words of its own), a version that is no copy, though its similarity in rare features is 0.8 and more;
 *          the number that is shown; lines and tables of the command.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dedupe as dedupeInMemory } from '../../../src/browser.js'
import { dedupe, link } from '../../../src/index.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
type Find = 'copies' | 'versions' | 'all'
interface Pair {
  readonly a: unknown
  readonly b: unknown
  readonly similarity: number | null | undefined
  readonly answers?: string
}

const random = createRandom(23)
const word = () => Math.floor(random() * 36 ** 7).toString(36)
const words = (count: number) => Array.from({ length: count }, word).join(' ')
const form = words(80)
const texts = [
  // Pages of a form: twelve of them short, so that they are nearly all form, and copies; the form itself is no rare feature.
  ...Array.from({ length: 2 }, () => `${form} ${words(3)}`),
  ...Array.from({ length: 10 }, () => `${form} ${words(150)}`),
  // A notice of few words of its own under the same form, and a letter that quotes it whole: what is rare in both is the notice.
  `${form} parish meeting on sunday evening about the old bridge by the mill`,
  'parish meeting on sunday evening about the old bridge by the mill',
  // Edits, from light to heavy.
  ...[0.01, 0.02, 0.05, 0.2, 0.4].flatMap((share) => {
    const text = createText(random, 120)
    return [text, edit(random, text, share)]
  }),
  'a lonely text',
  'a lonely text',
]
const documents = texts.map((text, id) => ({ id, text }))
const keyOf = ({ a, b }: Pair) => `${a} ${b}`

async function collect(pairs: Iterable<Pair> | AsyncIterable<Pair>): Promise<Map<string, Pair>> {
  const found = new Map<string, Pair>()
  for await (const pair of pairs) found.set(keyOf(pair), pair)
  return found
}

function expectUnion(all: ReadonlyMap<string, Pair>, copies: ReadonlyMap<string, Pair>, versions: ReadonlyMap<string, Pair>): void {
  expect(new Set(all.keys())).toEqual(new Set([...copies.keys(), ...versions.keys()]))
  for (const [key, { answers, similarity }] of all) {
    const [copy, version] = [copies.get(key), versions.get(key)]
    expect([key, answers]).toEqual([key, copy ? (version ? 'both' : 'copies') : 'versions'])
    expect(similarity).toBeCloseTo((copy ?? version)?.similarity as number, 9)
  }
}

describe('find all', () => {
  it('finds the pairs of both questions, and says which they answer', async () => {
    const found = async (find: Find) => collect((await dedupe(documents, { find, pairs: true })).pairs())
    const [copies, versions, all] = [await found('copies'), await found('versions'), await found('all')]
    expectUnion(all, copies, versions)
    expect(new Set([...all.values()].map(({ answers }) => answers))).toEqual(new Set(['copies', 'versions', 'both']))
    const quoted = all.get('12 13')
    expect(quoted).toMatchObject({ answers: 'versions' })
    expect(quoted?.similarity).toBeGreaterThanOrEqual(0.8)
    expect(all.get('0 1')).toMatchObject({ answers: 'copies' })
  })

  it('is the same in memory', async () => {
    const inFiles = await collect((await dedupe(documents, { find: 'all', pairs: true })).pairs())
    expect(await collect((await dedupeInMemory(documents, { find: 'all', pairs: true })).pairs())).toEqual(inFiles)
  })

  it('is the same between two sides', async () => {
    const [a, b] = [documents.filter(({ id }) => id % 2 === 0), documents.filter(({ id }) => id % 2)]
    const found = async (find: Find) => collect((await link(a, b, { find })).pairs())
    expectUnion(await found('all'), await found('copies'), await found('versions'))
  })

  it('has a field in lines and a column in tables', async () => {
    const input = writeLines(join(folder, 'all.jsonl'), documents)
    const [lines, table] = [join(folder, 'pairs.jsonl'), join(folder, 'pairs.csv')]
    expect((await leitong(['dedupe', input, '--find', 'all', '--pairs', lines])).code).toBe(0)
    expect((await leitong(['dedupe', input, '--find', 'all', '--pairs', table])).code).toBe(0)
    expect(readFileSync(lines, 'utf8')).toContain('"answers":"versions"')
    expect(readFileSync(table, 'utf8').slice(1).split('\r\n')[0]).toBe('a,b,similarity,distance,answers')
    expect((await leitong(['dedupe', input, '--pairs', table])).code).toBe(0)
    expect(readFileSync(table, 'utf8').slice(1).split('\r\n')[0]).toBe('a,b,similarity,distance')
  })
})
