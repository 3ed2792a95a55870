/**
 * jobs/dedupe: profile versions in clusters of more near copies than a rare feature may have.
 *
 * Oracle   the defaults at 0.8 and at 0.85 on the same documents; shares of rare features by `versions` at 0.02; clusters found
 *          by naive joining of all pairs that the defaults measure at 0.75 and more.
 * Covers   Chinese and English texts, edited in many places, up to 5 % of their units; clusters from 2 to 60; amid other documents and alone;
 *          in files, in memory and in a live index; the bands of sketches at the similarity that they are made for.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dedupe as dedupeInMemory } from '../../../src/browser.js'
import { dedupe } from '../../../src/index.js'
import { Sketches } from '../../../src/searching/near-copies.js'
import { livePairs } from '../../support/live-pairs.js'
import { createRandom, createText, edit } from '../../support/texts.js'

/** A Chinese text of sentences that are its own. */
function chinese(random: () => number, letters: number): string {
  return Array.from({ length: letters }, (_, i) => (i % 17 === 16 ? '，' : String.fromCharCode(0x4e00 + Math.floor(random() * 3000)))).join(
    '',
  )
}

/** Copies of one text, each with this share of its units replaced, left out or added to. */
function group(seed: number, size: number, units: number, isChinese: boolean, share: number): string[] {
  const random = createRandom(seed)
  const pick = () => (isChinese ? chinese(random, 1) : createText(random, 1))
  const text = isChinese ? [...chinese(random, units)] : createText(random, units).split(' ')
  const edited = (unit: string) => {
    if (random() >= share) return [unit]
    const choice = random()
    return choice < 0.6 ? [pick()] : choice < 0.8 ? [] : [unit, pick()]
  }
  return Array.from({ length: size }, () => text.flatMap(edited).join(isChinese ? '' : ' '))
}

/** The number of texts that hang together with each by pairs of this similarity and more. */
function clusterSizes(size: number, pairs: readonly { a: unknown; b: unknown }[]): number[] {
  const clusters = Array.from({ length: size }, (_, text) => text)
  for (const { a, b } of pairs) {
    const [from, to] = [clusters[a as number] as number, clusters[b as number] as number]
    clusters.forEach((cluster, text) => {
      if (cluster === from) clusters[text] = to
    })
  }
  return clusters.map((cluster) => clusters.filter((other) => other === cluster).length)
}

/** Every letter replaced with this chance. */
function retyped(random: () => number, text: string, chance: number): string {
  return [...text].map((letter) => (random() < chance ? String.fromCharCode(0x4e00 + Math.floor(random() * 3000)) : letter)).join('')
}

function cluster(seed: number, size: number, isChinese: boolean): string[] {
  const random = createRandom(seed)
  const text = isChinese ? chinese(random, 400) : createText(random, 150)
  return Array.from({ length: size }, () => (isChinese ? retyped(random, text, 0.008) : edit(random, text, 0.013)))
}

const documentsOf = (texts: readonly string[]) => texts.map((text, id) => ({ id, text }))
type Pairs = { pairs(): Iterable<{ a: number; b: number }> | AsyncIterable<{ a: number; b: number }> }
async function keysOf(result: Pairs): Promise<string[]> {
  const keys: string[] = []
  for await (const { a, b } of result.pairs()) keys.push(`${a} ${b}`)
  return keys
}

describe('clusters of near copies', () => {
  it.each([
    [9, true],
    [9, false],
    [25, true],
    [60, false],
  ])('of %i texts keep every pair that is nearly equal', async (size, isChinese) => {
    const random = createRandom(size)
    const others = Array.from({ length: 40 }, () => (isChinese ? chinese(random, 300) : createText(random, 120)))
    for (const texts of [cluster(7, size, isChinese), [...cluster(8, size, isChinese), ...others, ...cluster(9, 12, isChinese)]]) {
      const copies = await keysOf(await dedupe(documentsOf(texts), { pairs: true, threshold: 0.85 }))
      const versions = await keysOf(await dedupe(documentsOf(texts), { pairs: true, find: 'versions' }))
      expect(copies.length).toBeGreaterThan((size * (size - 1)) / 4)
      expect(versions).toEqual(expect.arrayContaining(copies))
      const inMemory = await keysOf(await dedupeInMemory(documentsOf(texts), { pairs: true, find: 'versions' }))
      expect(inMemory).toEqual(versions)
    }
  })
})

describe('groups of 9 to 30 copies, up to 5 % of each edited', () => {
  const groups = fc.record({
    seed: fc.integer(),
    size: fc.integer({ min: 9, max: 30 }),
    units: fc.constantFrom(100, 200, 400),
    isChinese: fc.boolean(),
    share: fc.double({ min: 0, max: 0.05, noNaN: true }),
  })

  it('keep of the pairs of the defaults in a cluster of more than 8 those that are nearly equal or share what is rare', async () => {
    let [inClusters, left] = [0, 0]
    await fc.assert(
      fc.asyncProperty(groups, async ({ seed, size, units, isChinese, share }) => {
        const documents = documentsOf(group(seed, size, units, isChinese, share))
        const near: { a: unknown; b: unknown; similarity: number | undefined }[] = []
        for await (const pair of (await dedupe(documents, { pairs: true, threshold: 0.75 })).pairs()) near.push(pair)
        const sizes = clusterSizes(size, near)
        const foundBy = async (options: { threshold?: number; find?: 'versions' }) =>
          new Set(await keysOf(await dedupe(documents, { pairs: true, ...options })))
        const nearlyEqual = await foundBy({ threshold: 0.85 })
        const sharing = await foundBy({ find: 'versions', threshold: 0.02 })
        const copies = [...(await foundBy({}))].filter((pair) => (sizes[Number(pair.split(' ')[0])] as number) > 8)
        const versions = await foundBy({ find: 'versions' })
        const expected = copies.filter((pair) => nearlyEqual.has(pair) || sharing.has(pair))
        inClusters += expected.length
        left += copies.length - expected.length
        expect(copies.filter((pair) => versions.has(pair))).toEqual(expected)
      }),
      { numRuns: 40 },
    )
    expect(inClusters).toBeGreaterThan(1000)
    expect(left).toBeGreaterThan(20)
  }, 120_000)

  it('keep every nearly equal pair in a live index, where up to 3 % of 200 units and more are edited', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async ({ seed, size, units, isChinese, share }) => {
        const texts = group(seed, size, Math.max(200, units), isChinese, share * 0.6)
        const [copies, versions] = [await livePairs('copies', texts, 0.85), await livePairs('versions', texts)]
        expect(copies.filter((pair) => !versions.includes(pair))).toEqual([])
      }),
      { numRuns: 20 },
    )
  }, 120_000)
})

describe('pages of one template', () => {
  /** Pages that share all but an eighth, which is of each page alone; under both of one number pairs share a line that no other page has. */
  const pages = (random: () => number, size: number, isPaired: boolean) => {
    const word = () => Math.floor(random() * 36 ** 7).toString(36)
    const words = (count: number) => Array.from({ length: count }, word).join(' ')
    const frame = words(150)
    const lines = Array.from({ length: size / 2 }, () => words(6))
    return Array.from({ length: size }, (_, i) => `${frame} ${isPaired ? lines[i >> 1] : words(6)} ${words(8)}`)
  }

  it.each([false, true])('are pairs only where they share what is rare: %s', async (isPaired) => {
    const texts = pages(createRandom(12), 20, isPaired)
    const expected = isPaired ? Array.from({ length: 10 }, (_, i) => `${2 * i} ${2 * i + 1}`) : []
    const found = async (find: 'copies' | 'versions') => (await keysOf(await dedupe(documentsOf(texts), { pairs: true, find }))).sort()
    expect(await found('copies')).toHaveLength(190)
    expect(await found('versions')).toEqual(expected.sort())
    expect(await keysOf(await dedupeInMemory(documentsOf(texts), { pairs: true, find: 'versions' }))).toHaveLength(expected.length)
  })

  it('and are none in a live index, from the tenth on', async () => {
    const texts = pages(createRandom(13), 20, false)
    expect(await livePairs('copies', texts)).toHaveLength(190)
    expect((await livePairs('versions', texts)).filter((pair) => Number(pair.split(' ')[1]) >= 9)).toEqual([])
  })
})

describe('sketches', () => {
  /** Texts of which each has the same features but a few of its own. */
  function sketchesOf(texts: number, shared: number, own: number): Sketches {
    const random = createRandom(texts)
    const hash = () => Math.floor(random() * 2 ** 32)
    const common = Array.from({ length: shared }, () => [hash(), hash()] as const)
    const sketches = new Sketches(texts)
    for (let text = 0; text < texts; text++) {
      for (const [low, high] of common) sketches.add(text, low, high)
      for (let i = 0; i < own; i++) sketches.add(text, hash(), hash())
    }
    return sketches
  }

  const all = async (pairs: Uint32Array) => new Uint8Array(pairs.length / 2).fill(1)

  it('join near copies, more of them than are asked for, however short they are', async () => {
    for (const features of [20, 100, 1000]) {
      expect((await sketchesOf(9, features, features / 20).clusters(8, all)).texts).toBe(9)
      expect((await sketchesOf(9, features, features / 20).clusters(9, all)).texts).toBe(0)
    }
  })

  it('leave apart what is not near, and texts without features', async () => {
    const asked: number[] = []
    const none = async (pairs: Uint32Array) => {
      asked.push(...pairs)
      return new Uint8Array(pairs.length / 2)
    }
    expect((await sketchesOf(40, 300, 20).clusters(8, none)).texts).toBe(0)
    expect(asked.length).toBeGreaterThan(40)
    // Pairs whose sketches are far apart are not asked of.
    expect((await sketchesOf(40, 300, 300).clusters(8, all)).texts).toBe(0)
    expect(await new Sketches(20).clusters(8, all)).toMatchObject({ texts: 0, members: new Uint32Array(), ends: new Uint32Array() })
  })

  it('join what is near in chains, and nothing else', async () => {
    const sketches = sketchesOf(30, 600, 30)
    const half = async (pairs: Uint32Array) =>
      Uint8Array.from({ length: pairs.length / 2 }, (_, i) => ((pairs[2 * i] as number) % 3 === (pairs[2 * i + 1] as number) % 3 ? 1 : 0))
    const { texts, maybe } = await sketches.clusters(8, half)
    expect(texts).toBe(30)
    expect([maybe(0, 27), maybe(0, 1), maybe(1, 28)]).toEqual([true, false, true])
  })

  it('propose every pair of a large cluster', async () => {
    const { members, ends, maybe } = await sketchesOf(50, 600, 60).clusters(8, all)
    const proposed = new Set<number>()
    let start = 0
    for (const end of ends) {
      for (let i = start; i < end; i++) for (let j = start; j < i; j++) proposed.add((members[j] as number) * 50 + (members[i] as number))
      start = end
    }
    expect(proposed.size).toBe(1225)
    for (let a = 0; a < 50; a++) for (let b = a + 1; b < 50; b++) expect(maybe(a, b)).toBe(true)
  })
})
