/**
 * jobs/dedupe: profile versions in clusters of more near copies than a rare feature may have.
 *
 * Oracle   the defaults, on the same documents.
 * Covers   Chinese and English texts, edited lightly in many places; clusters from 2 to 60; amid other documents and alone; in files and
 *          in memory; the bands of sketches at the similarity that they are made for.
 */
import { describe, expect, it } from 'vitest'
import { dedupe as dedupeInMemory } from '../../../src/browser.js'
import { dedupe } from '../../../src/index.js'
import { Sketches } from '../../../src/searching/near-copies.js'
import { createRandom, createText, edit } from '../../support/texts.js'

/** A Chinese text of sentences that are its own. */
function chinese(random: () => number, letters: number): string {
  return Array.from({ length: letters }, (_, i) => (i % 17 === 16 ? '，' : String.fromCharCode(0x4e00 + Math.floor(random() * 3000)))).join(
    '',
  )
}

/** Every letter replaced with this chance. */
function retyped(random: () => number, text: string, chance: number): string {
  return [...text].map((letter) => (random() < chance ? String.fromCharCode(0x4e00 + Math.floor(random() * 3000)) : letter)).join('')
}

function cluster(seed: number, size: number, isChinese: boolean): string[] {
  const random = createRandom(seed)
  const text = isChinese ? chinese(random, 400) : createText(random, 150)
  return Array.from({ length: size }, () => (isChinese ? retyped(random, text, 0.012) : edit(random, text, 0.02)))
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
  ])('of %i texts keep every pair that the defaults find', async (size, isChinese) => {
    const random = createRandom(size)
    const others = Array.from({ length: 40 }, () => (isChinese ? chinese(random, 300) : createText(random, 120)))
    for (const texts of [cluster(7, size, isChinese), [...cluster(8, size, isChinese), ...others, ...cluster(9, 12, isChinese)]]) {
      const copies = await keysOf(await dedupe(documentsOf(texts), { pairs: true }))
      const versions = await keysOf(await dedupe(documentsOf(texts), { pairs: true, find: 'versions' }))
      expect(copies.length).toBeGreaterThan((size * (size - 1)) / 4)
      expect(versions).toEqual(expect.arrayContaining(copies))
      const inMemory = await keysOf(await dedupeInMemory(documentsOf(texts), { pairs: true, find: 'versions' }))
      expect(inMemory).toEqual(versions)
    }
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

  it('join near copies, more of them than are asked for, however short they are', () => {
    for (const features of [20, 100, 1000]) {
      expect(sketchesOf(9, features, features / 20).clusters(8).texts).toBe(9)
      expect(sketchesOf(9, features, features / 20).clusters(9).texts).toBe(0)
    }
  })

  it('leave apart what shares half, and texts without features', () => {
    expect(sketchesOf(40, 300, 200).clusters(8).texts).toBe(0)
    expect(new Sketches(20).clusters(8)).toMatchObject({ texts: 0, members: new Uint32Array(), ends: new Uint32Array() })
  })

  it('propose every pair of a large cluster', () => {
    const { members, ends, maybe } = sketchesOf(50, 600, 60).clusters(8)
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
