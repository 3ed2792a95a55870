/**
 * engine: under `complete`, are the pairs all that there are, and the rest of the result that of any batch?
 *
 * Oracle   Jaccard of every two texts over Sets of shingles; the result without `complete` where bands find all.
 * Covers   texts with edits of any amount, equal ones, short ones and ones without features; every tokenizer of characters and words; thresholds down to
 *          0.1; one worker and more; documents in memory; so many pairs that buckets stand in their place.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dedupe as dedupeInMemory } from '../../../src/browser.js'
import { dedupe } from '../../../src/index.js'
import type { OptionsInput } from '../../../src/options/options.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { kernelOptions } from '../../../src/signing/signature.js'
import { shingles, tokenize } from '../../../src/tokenizing/tokenize.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()

interface Record_ {
  readonly id: number
  readonly text: string
}

function documents(seed: number): Record_[] {
  const random = createRandom(seed)
  const texts: string[] = []
  return Array.from({ length: 50 }, (_, id) => {
    const source = texts[Math.floor(random() * texts.length)]
    const kind = random()
    const text =
      kind < 0.05
        ? '.'.repeat(1 + Math.floor(random() * 3))
        : source && kind < 0.6
          ? edit(random, source, random() * random() * 0.6)
          : createText(random, 1 + Math.floor(random() * 60), id % 3 === 0)
    texts.push(text)
    return { id, text }
  })
}

/** All pairs that reach the threshold, by the definition. */
function everyPair(records: readonly Record_[], given: OptionsInput): string[] {
  const options = resolveOptions([{ values: given, where: '' }], { workers: 1, memory: 1 << 28, temp: folder })
  const sets = records.map(({ text }) => new Set(shingles(tokenize(text, kernelOptions(options)), kernelOptions(options))))
  const found: string[] = []
  for (const [i, a] of sets.entries())
    for (const [j, b] of sets.entries()) {
      if (j <= i) continue
      const shared = [...a].filter((feature) => b.has(feature)).length
      const similarity = a.size || b.size ? shared / (a.size + b.size - shared) : 1
      if (similarity >= options.threshold - 1e-12) found.push(`${i} ${j} ${similarity.toFixed(6)}`)
    }
  return found.sort()
}

interface Result {
  pairs(): Iterable<{ readonly a: unknown; readonly b: unknown; readonly similarity?: number | undefined }>
  removed(): Iterable<unknown>
  close(): Promise<void>
}

async function pairsOf(made: Promise<unknown>): Promise<string[]> {
  const result = (await made) as Result
  const pairs = Array.from(result.pairs(), ({ a, b, similarity }) => {
    const [i, j] = [Number(a), Number(b)]
    return `${Math.min(i, j)} ${Math.max(i, j)} ${similarity?.toFixed(6)}`
  })
  await result.close()
  return pairs.sort()
}

describe('complete', () => {
  it('finds every pair, from files and in memory', async () => {
    let pairs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(0.1, 0.3, 0.5, 0.8, 1),
        fc.constantFrom('auto', 'char', 'word') as fc.Arbitrary<'auto' | 'char' | 'word'>,
        fc.constantFrom(1, 2),
        async (seed, threshold, tokenizer, workers) => {
          const records = documents(seed)
          const options = { threshold, tokenizer, complete: true }
          const expected = everyPair(records, options)
          expect(await pairsOf(dedupe(records, { ...options, workers, temp: folder, pairs: true } as never))).toEqual(expected)
          expect(await pairsOf(dedupeInMemory(records, { ...options, pairs: true } as never))).toEqual(expected)
          pairs += expected.length
        },
      ),
      { numRuns: 30 },
    )
    expect(pairs).toBeGreaterThan(1000)
  })

  it('keeps and removes what the bands do where there are too many pairs to list', async () => {
    const frame = createText(createRandom(5), 40)
    // Each differs from the frame in one word of its own: any two share 38 of 42 features.
    const records = Array.from({ length: 2950 }, (_, id) => ({ id, text: frame.replace('.', `. number${id}`) }))
    const removedBy = async (complete: boolean) => {
      const result = await dedupe(records, { complete, temp: folder })
      const { plan } = result.summary
      const removed = [...result.removed()]
      await result.close()
      return { plan, removed }
    }
    const complete = await removedBy(true)
    expect(complete.plan).toContain('too many alike to list')
    expect(complete.removed).toHaveLength(2949)
    expect(complete.removed).toEqual((await removedBy(false)).removed)
  })
})

it('lets signals and timers have their turn while it looks for pairs', async () => {
  const random = createRandom(5)
  const texts = Array.from({ length: 1500 }, (_, id) => ({ id, text: createText(random, 60, false) }))
  let [phase, turns] = ['', 0]
  const count = () => {
    if (phase === 'search') turns++
    if (phase !== 'over') setImmediate(count)
  }
  count()
  const onProgress = (now: string) => {
    phase = now
  }
  const result = await dedupe(texts, { complete: true, threshold: 0.3, temp: folder, onProgress })
  phase = 'over'
  await result.close()
  // A turn after each 64 texts, of those that are indexed and of those that are looked up.
  expect(turns).toBeGreaterThan(30)
})

it('takes the same values in other fields for another row, as without it', async () => {
  const rows = [
    { id: 1, a: 'the quick brown fox jumps', b: 'over the lazy dog tonight', c: null },
    { id: 2, a: 'the quick brown fox jumps', b: null, c: 'over the lazy dog tonight' },
    { id: 3, a: 'the quick brown fox jumps', b: 'over the lazy dog tonight', c: null },
  ]
  const fields = { key: ['id'], fields: { a: { kind: 'long' as const }, b: { kind: 'long' as const }, c: { kind: 'long' as const } } }
  for (const complete of [false, true]) {
    await using result = await dedupe(rows, { measure: 'jaccard', fields, complete })
    expect(result.summary.copies).toBe(1)
    expect(result.summary.removed).toBe(2)
  }
})
