/**
 * `find: 'versions'` and `find: 'all'` in a live index.
 *
 * Oracle   a list of all documents in their order, which counts the texts of each feature again at every step: the rule of `versions` with the
 *          frequencies as of that moment, by the plain tokenizer and the reference kernel.
 * Covers   add, add if new, replace, remove and query in random order; copies of one text; features that become common, and stay so; near
 *          copies beyond what a rare feature may have; a sample of the features; memory, LMDB (opened again, and compacted), SQLite and
 *          servers; several clients at once; export and import; what an index of versions cannot be combined with.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFingerprinter, dedupe, type Exported, type LiveIndex, openIndex } from '../../../src/index.js'
import { createReferenceKernel } from '../../../src/kernel/reference.js'
import { optionsOfCopies } from '../../../src/options/copies.js'
import { NO_MACHINE } from '../../../src/options/running.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { kernelOptions } from '../../../src/signing/signature.js'
import { temporaryFolder } from '../../support/files.js'
import { livePairs } from '../../support/live-pairs.js'
import { describeWith } from '../../support/servers.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
let next = 0
const place = () => join(folder, `index${next++}`)

type Find = 'versions' | 'all'
interface Given {
  readonly find: Find
  readonly every: 1 | 4
  readonly rarest: number
  readonly payload?: 'text'
}

interface Text {
  readonly digest: string
  readonly features: ReadonlySet<bigint>
  readonly copies: ReadonlySet<bigint>
  readonly positions: readonly string[]
}

type Answer = { id: number; similarity: number; answers?: string }

/** All documents in a list. */
class Oracle {
  readonly #documents = new Map<number, Text>()
  readonly #common = new Set<bigint>()
  readonly #given: Given
  readonly #texts = new Map<string, Text>()
  readonly #read: (text: string) => Text

  constructor(given: Given) {
    this.#given = given
    const options = resolveOptions(
      [{ values: given, where: '' }].map(({ values: { payload: _, ...values }, where }) => ({ values, where })),
      NO_MACHINE,
    )
    const rare = createReferenceKernel(kernelOptions(options))
    const copies = createReferenceKernel(kernelOptions(optionsOfCopies(options)))
    const sign = createFingerprinter({ method: 'minhash' })
    this.#read = (text) => {
      rare.load(text)
      const features = new Set([...rare.featureSet().hashes].filter((hash) => hash % BigInt(given.every) === 0n))
      const digest = Buffer.from(rare.digest()).toString('hex')
      copies.load(text)
      return { digest, features, copies: new Set(copies.featureSet().hashes), positions: sign(text).fingerprint.match(/.{8}/g) ?? [] }
    }
  }

  #textOf(text: string): Text {
    const known = this.#texts.get(text) ?? this.#read(text)
    this.#texts.set(text, known)
    return known
  }

  /** Features that more than `rarest` different texts have. */
  #commonWith(texts: readonly Text[]): Set<bigint> {
    const digests = new Map<bigint, Set<string>>()
    for (const { digest, features } of texts)
      for (const feature of features) digests.set(feature, (digests.get(feature) ?? new Set()).add(digest))
    return new Set([...this.#common, ...[...digests].filter(([, of]) => of.size > this.#given.rarest).map(([feature]) => feature)])
  }

  matches(text: string, but?: number): Answer[] {
    const asked = this.#textOf(text)
    const others = [...this.#documents].filter(([id]) => id !== but)
    const common = this.#commonWith([asked, ...others.map(([, other]) => other)])
    const rareOf = ({ features }: Text) => [...features].filter((feature) => !common.has(feature))
    const own = new Set(rareOf(asked))
    const rareTo = new Map(
      others.map(([id, other]) => {
        const theirs = rareOf(other)
        const shared = theirs.filter((feature) => own.has(feature)).length
        return [id, shared ? shared / (own.size + theirs.length - shared) : 0]
      }),
    )
    const met = others.filter(([id, { positions }]) => (rareTo.get(id) as number) >= 0.14 || sharesBand(asked.positions, positions))
    const asksCopies =
      this.#given.find === 'all' ||
      chained(
        asked,
        met.map(([, other]) => other),
      ) > this.#given.rarest
    return others.flatMap(([id, other]): Answer[] => {
      const name = (answers: string) => (this.#given.find === 'all' ? { answers } : {})
      if (other.digest === asked.digest) return [{ id, similarity: 1, ...name('both') }]
      const rare = rareTo.get(id) as number
      const isVersion = rare >= 0.14
      const similarity = jaccard(asked.copies, other.copies)
      const isMet = met.some(([one]) => one === id)
      const least = this.#given.find === 'all' || rare >= 0.02 ? 0.8 : 0.85
      const isCopy = asksCopies && isMet && similarity >= least && (this.#given.find === 'all' || !isVersion)
      if (isCopy) return [{ id, similarity, ...name(isVersion ? 'both' : 'copies') }]
      return isVersion ? [{ id, similarity: rare, ...name('versions') }] : []
    })
  }

  put(id: number, text: string): void {
    this.#documents.delete(id)
    const added = this.#textOf(text)
    this.#documents.set(id, added)
    for (const feature of this.#commonWith([...this.#documents.values()])) this.#common.add(feature)
  }

  remove(id: number): boolean {
    return this.#documents.delete(id)
  }

  has(id: number, text: string): boolean {
    return this.#documents.get(id) === this.#textOf(text)
  }
}

/** Bands of 6 positions, as the defaults have them. */
function sharesBand(a: readonly string[], b: readonly string[]): boolean {
  for (let band = 0; band < 21; band++) {
    let equal = 0
    for (let i = band * 6; i < band * 6 + 6; i++) if (a[i] === b[i]) equal++
    if (equal === 6) return true
  }
  return false
}

function jaccard(a: ReadonlySet<bigint>, b: ReadonlySet<bigint>): number {
  const inBoth = [...a].filter((feature) => b.has(feature)).length
  return inBoth / (a.size + b.size - inBoth)
}

/** How many different texts hang together with one by pairs of 0.75 and more, itself included. */
function chained(text: Text, others: readonly Text[]): number {
  const reached = new Map([[text.digest, text]])
  for (const from of reached.values())
    for (const other of others) if (jaccard(from.copies, other.copies) >= 0.75) reached.set(other.digest, other)
  return reached.size
}

/** Pages in a frame, edits of each other, copies, and clusters of near copies. */
function makeTexts(seed: number): string[] {
  const random = createRandom(seed)
  const frame = 'Welcome to the parish notice board, please read the rules before you write. '
  const texts: string[] = []
  const crowd = createText(random, 60)
  for (let i = 0; i < 26; i++) {
    const old = texts[Math.floor(random() * texts.length)]
    const choice = random()
    if (choice < 0.3) texts.push(edit(random, crowd, random() * 0.04))
    else if (choice < 0.65 && old) texts.push(edit(random, old, random() * 0.4))
    else if (choice < 0.7 && old) texts.push(old)
    else texts.push((random() < 0.5 ? frame : '') + createText(random, 20 + Math.floor(random() * 40), random() < 0.3))
  }
  return texts
}

const byId = (a: Answer, b: Answer) => a.id - b.id
const plain = (answers: readonly { id: unknown; similarity: number | undefined; answers?: string }[]): Answer[] =>
  answers
    .map(({ id, similarity, answers: of }) => ({
      id: id as number,
      similarity: Math.round((similarity ?? 0) * 1e9) / 1e9,
      ...(of ? { answers: of } : {}),
    }))
    .sort(byId)

/** Random steps on an index and on the oracle, answer by answer. */
async function follow(index: LiveIndex, given: Given, seed: number, steps: number, again: () => Promise<LiveIndex>): Promise<void> {
  const random = createRandom(seed)
  const texts = makeTexts(seed)
  const oracle = new Oracle(given)
  let live = index
  for (let step = 0; step < steps; step++) {
    const text = texts[Math.floor(random() * texts.length)] as string
    const id = Math.floor(random() * 40)
    const choice = random()
    if (choice < 0.12) expect(await live.remove(id)).toBe(oracle.remove(id))
    else if (choice < 0.3) expect(plain(await live.query(text))).toEqual(plain(oracle.matches(text)))
    else if (choice < 0.33) live = await again()
    else {
      const ifNew = choice > 0.85
      const isThere = oracle.has(id, text)
      const best = oracle.matches(text, id).sort((a, b) => b.similarity - a.similarity)[0]
      const answer = ifNew ? await live.addIfNew({ id, text }) : await live.add({ id, text })
      expect(answer.status).toBe(isThere ? 'unchanged' : best ? 'duplicate' : 'new')
      if (!isThere) expect(answer.similarity ?? 0).toBeCloseTo(best?.similarity ?? 0, 9)
      if (!isThere && best && given.find === 'all') expect(['copies', 'versions', 'both']).toContain(answer.answers)
      if (!isThere && (!ifNew || !best)) oracle.put(id, text)
    }
  }
  for (const text of texts) expect(plain(await live.query(text))).toEqual(plain(oracle.matches(text)))
  expect((await live.verify()).problems).toEqual([])
  await live.close()
}

const GIVEN: readonly Given[] = [
  { find: 'versions', every: 1, rarest: 3 },
  { find: 'versions', every: 4, rarest: 2, payload: 'text' },
  { find: 'all', every: 1, rarest: 3 },
]

describe('an index of versions', () => {
  it('in memory answers as a list that counts again at every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom(...GIVEN), async (seed, given) => {
        const index = await openIndex('memory:', given)
        await follow(index, given, seed, 80, async () => {
          await index.compact()
          return index
        })
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  it('in LMDB does the same, opened again and compacted in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom(...GIVEN), async (seed, given) => {
        const url = place()
        let index = await openIndex(url, given)
        await follow(index, given, seed, 60, async () => {
          if (seed % 2) await index.compact()
          await index.close()
          index = await openIndex(url)
          return index
        })
      }),
      { numRuns: 8 },
    )
  }, 120_000)

  it('in SQLite does the same', async () => {
    for (const [i, given] of GIVEN.entries()) {
      const url = `sqlite:${place()}.db`
      let index = await openIndex(url, given)
      await follow(index, given, 70 + i, 60, async () => {
        await index.close()
        index = await openIndex(url)
        return index
      })
    }
  }, 120_000)
})

for (const server of ['redis', 'postgres', 'mysql', 'mongodbReplica'] as const)
  await describeWith(server, `an index of versions in ${server}`, (address) => {
    it('answers as a list that counts again at every step', async () => {
      const url = `${address}#v${process.pid}_${next++}`
      const given = GIVEN[next % GIVEN.length] as Given
      let index = await openIndex(url, given)
      await follow(index, given, 91, 50, async () => {
        await index.close()
        index = await openIndex(url)
        return index
      })
    }, 120_000)

    it('takes in one of many versions that clients offer at once', async () => {
      const url = `${address}#v${process.pid}_${next++}`
      const random = createRandom(3)
      const text = createText(random, 80)
      const clients = await Promise.all(Array.from({ length: 4 }, () => openIndex(url, { find: 'versions' })))
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, id) => (clients[id % 4] as LiveIndex).addIfNew({ id, text: edit(random, text, 0.1) })),
      )
      expect(answers.filter(({ status }) => status === 'new')).toHaveLength(1)
      await Promise.all(clients.map((client) => client.close()))
    }, 120_000)
  })

describe('versions in order of arrival', () => {
  it('agree with a batch where nothing is common', async () => {
    const random = createRandom(17)
    const word = () => Math.floor(random() * 36 ** 8).toString(36)
    const originals = Array.from({ length: 30 }, () => Array.from({ length: 60 }, word))
    // Three versions of each: some words of the first are others.
    const texts = Array.from({ length: 90 }, (_, i) =>
      (originals[Math.floor(i / 3)] as string[]).map((own) => (i % 3 && random() < 0.3 ? word() : own)).join(' '),
    )
    const documents = texts.map((text, id) => ({ id, text }))
    const batch = await dedupe(documents, { find: 'versions', pairs: true })
    const expected: string[] = []
    for await (const { a, b } of batch.pairs()) expected.push(`${a} ${b}`)
    const index = await openIndex('memory:', { find: 'versions', every: 1 })
    const found: string[] = []
    for (const document of documents) {
      for (const { id } of await index.query(document.text)) found.push(`${id} ${document.id}`)
      await index.add(document)
    }
    expect(expected.length).toBeGreaterThan(30)
    expect(new Set(expected.filter((pair) => !found.includes(pair)))).toEqual(new Set())
    await index.close()
  })

  it.each([12, 30])('lose no nearly equal pair of %i near copies', async (size) => {
    const random = createRandom(size)
    const base = createText(random, 150)
    const texts = Array.from({ length: size }, () => edit(random, base, 0.015))
    const found = (find: 'copies' | 'versions' | 'all') => livePairs(find, texts)
    const nearlyEqual = await livePairs('copies', texts, 0.85)
    expect(nearlyEqual.length).toBeGreaterThan((size * (size - 1)) / 8)
    expect(await found('versions')).toEqual(expect.arrayContaining(nearlyEqual))
    expect(await found('all')).toEqual(expect.arrayContaining(await found('copies')))
  })
})

describe('an index of versions goes along', () => {
  it('through export and import', async () => {
    const from = await openIndex('memory:', { find: 'versions' })
    const texts = makeTexts(5)
    for (const [id, text] of texts.entries()) await from.add({ id, text })
    const lines: Exported[] = []
    for await (const line of from.export()) lines.push(line)
    const to = await openIndex(place(), { find: 'versions' })
    expect(await to.import(lines)).toBe(texts.length)
    for (const text of texts) expect(plain(await to.query(text))).toEqual(plain(await from.query(text)))
    await from.close()
    await to.close()
  })

  it('under its own options alone', async () => {
    const url = place()
    await (await openIndex(url, { find: 'versions' })).close()
    await expect(openIndex(url, { find: 'all' })).rejects.toMatchObject({ code: 'INDEX_OPTIONS' })
    await expect(openIndex(url, { every: 8 })).rejects.toMatchObject({ code: 'INDEX_OPTIONS' })
    await expect(openIndex('memory:', { find: 'versions', payload: 'none' })).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
    const index = await openIndex(url, { find: 'versions' })
    expect(await index.query('nothing is here')).toEqual([])
    await index.close()
  })
})
