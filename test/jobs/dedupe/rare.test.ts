/**
 * jobs/dedupe: method rare, from files to groups.
 *
 * Oracle   the definition, on Sets of shingles by the plain tokenizer and the reference kernel.
 * Covers   every pair and similarity, groups by stars and components; documents with and without the fast path for lines; workers and
 *          memory without influence; copies, equal and nearly equal; boilerplate; what it cannot be combined with; with LEITONG_DATA
 *          set, the figures on labelled sets.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Run, runBatch } from '../../../src/jobs/dedupe/dedupe.js'
import { pairsOf } from '../../../src/jobs/dedupe/pairs/pairs.js'
import { createReferenceKernel } from '../../../src/kernel/reference.js'
import { compare, createFingerprinter } from '../../../src/library/pure.js'
import type { Options, OptionsInput } from '../../../src/options/options.js'
import { expandInputs } from '../../../src/reading/inputs.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { kernelOptions } from '../../../src/signing/signature.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()

function optionsOf(given: OptionsInput, workers = 1): Options {
  return resolveOptions([{ values: { method: 'rare', tokenizer: 'char', ...given }, where: '' }], {
    workers,
    memory: 1 << 30,
    temp: folder,
  })
}

async function withRun<Result>(path: string, options: Options, use: (run: Run) => Result): Promise<Result> {
  const run = await runBatch(await expandInputs([path], options), options, true)
  try {
    return use(run)
  } finally {
    await run.context.close()
  }
}

/** Pages that share a frame, of which some are edits of one another. */
function pages(seed: number, count: number, words: number, frame: string): string[] {
  const random = createRandom(seed)
  const own: string[] = []
  for (let i = 0; i < count; i++) {
    const old = own[Math.floor(random() * own.length)]
    own.push(old && random() < 0.4 ? edit(random, old, random() * 0.3) : createText(random, 5 + Math.floor(random() * words), i % 2 === 0))
  }
  return own.map((text) => (random() < 0.2 ? '' : frame) + text)
}

/** Near copies of one text: in each other words are changed. */
function cluster(seed: number, count: number): string[] {
  const random = createRandom(seed + 1)
  const text = createText(random, 80)
  return Array.from({ length: count }, () => edit(random, text, 0.02))
}

const FRAME = 'Welcome to the parish notice board, please read the rules before you write. '

/** Every pair of documents with S, by definition; copies have 1. */
function oracle(texts: readonly string[], options: Options, sample: bigint): [number, number, number][] {
  const kernel = createReferenceKernel(kernelOptions(options))
  const signed = texts.map((text) => {
    kernel.load(text)
    return {
      digest: Buffer.from(kernel.digest()).toString('hex'),
      set: new Set([...kernel.featureSet().hashes].filter((h) => h % sample === 0n)),
    }
  })
  const frequency = new Map<bigint, number>()
  const seen = new Set<string>()
  for (const { digest, set } of signed) {
    if (seen.has(digest)) continue
    seen.add(digest)
    for (const hash of set) frequency.set(hash, (frequency.get(hash) ?? 0) + 1)
  }
  const rare = signed.map(({ set }) => [...set].filter((hash) => (frequency.get(hash) as number) <= options.rarest))
  const found: [number, number, number][] = []
  rare.forEach((left, a) => {
    const own = new Set(left)
    for (let b = a + 1; b < rare.length; b++) {
      const right = rare[b] as bigint[]
      const common = right.filter((hash) => own.has(hash)).length
      const isCopy = signed[a]?.digest === signed[b]?.digest
      const similarity = isCopy ? 1 : common ? common / (own.size + right.length - common) : 0
      if (isCopy || (common && similarity >= options.threshold)) found.push([a, b, similarity])
    }
  })
  return found
}

const found = (run: Run) => [...pairsOf(run.decisions, run.context.options.maxCopies)].map(({ a, b, similarity }) => [a, b, similarity])

describe('the pairs of the definition', () => {
  it('are found in lines and in whole records, within any memory', async () => {
    let pairs = 0
    let sampled = 0
    let near = 0
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.nat(1e6),
          count: fc.integer({ min: 2, max: 40 }),
          copies: fc.nat(12),
          nearCopies: fc.constantFrom(0, 0, 14),
          rarest: fc.integer({ min: 2, max: 10 }),
          threshold: fc.constantFrom(0.05, 0.14, 0.5),
          groupBy: fc.constantFrom('star' as const, 'components' as const),
          memory: fc.constantFrom(1 << 30, 60_000, 6_000, 600, 600, 600, 600),
          json: fc.boolean(),
        }),
        async ({ seed, count, copies, nearCopies, rarest, threshold, groupBy, memory, json }) => {
          const texts = [
            ...[...pages(seed, count, 40, FRAME), '?!', ...Array<string>(copies).fill(createText(createRandom(seed), 30))],
            ...cluster(seed, nearCopies),
          ]
          const path = join(folder, json ? 'in.json' : 'in.jsonl')
          const records = texts.map((text, id) => JSON.stringify({ id, text }))
          writeFileSync(path, json ? `[${records.join(',\n')}]` : records.join('\n'))
          const options = { ...optionsOf({ rarest, threshold, groupBy }), memory }
          await withRun(path, options, (run) => {
            const expected = oracle(texts, options, BigInt(run.sampled || 1))
            // In clusters of more near copies than features may have, the defaults decide beside the definition.
            const known = new Map(expected.map(([a, b, similarity]) => [`${a} ${b}`, similarity]))
            for (const [a, b, similarity] of found(run)) {
              if (known.has(`${a} ${b}`)) continue
              expect(similarity).toBe(compare(texts[a as number] as string, texts[b as number] as string).similarity)
              expect(similarity).toBeGreaterThanOrEqual(0.8)
              near++
            }
            const own = found(run).filter(([a, b]) => known.has(`${a} ${b}`))
            expect(own).toEqual(expected)
            const alike = new Set(found(run).map(([a, b]) => `${a} ${b}`))
            if (groupBy === 'star')
              for (const document of run.decisions.removedDocuments()) {
                const { kept } = run.decisions.decide(document)
                expect(alike.has(`${Math.min(kept, document)} ${Math.max(kept, document)}`)).toBe(true)
              }
            pairs += expected.length
            if (run.sampled) sampled++
          })
        },
      ),
      { numRuns: 50 },
    )
    expect(pairs).toBeGreaterThan(500)
    expect(sampled).toBeGreaterThan(10)
    expect(near).toBeGreaterThan(0)
  })

  it('are the same for any number of workers, also where only a sample fits', async () => {
    const texts = pages(3, 4000, 220, FRAME)
    const path = writeLines(
      join(folder, 'large.jsonl'),
      texts.map((text, id) => ({ id, text })),
    )
    let all: unknown
    for (const memory of [1 << 30, 3_000_000, 300_000]) {
      const results = []
      for (const workers of [1, 2, 3])
        results.push(
          await withRun(path, { ...optionsOf({}, workers), memory }, (run) => ({
            pairs: found(run),
            removed: [...run.decisions.removedDocuments()],
            plan: run.candidates.plan,
            sampled: run.sampled,
          })),
        )
      expect(results[1]).toEqual(results[0])
      expect(results[2]).toEqual(results[0])
      expect(results[0]?.pairs.length).toBeGreaterThan(500)
      // What does not fit goes to disk and comes back; a sample is taken where not even what texts share fits.
      if (memory === 1 << 30) all = results[0]
      else if (memory === 3_000_000) expect(results[0]).toEqual(all)
      else expect(results[0]?.sampled).toBeGreaterThan(1)
    }
  })
})

describe('method rare and templates', () => {
  it('pairs no pages of one frame, which plain similarity does', async () => {
    const random = createRandom(8)
    const frame = createText(random, 120)
    const own = () => Array.from({ length: 60 }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 20000))).join('')
    const texts = Array.from({ length: 30 }, () => frame + own())
    const path = writeLines(
      join(folder, 'frame.jsonl'),
      [...texts, `${texts[4]}, and a word more`].map((text, id) => ({ id, text })),
    )
    const plain = await withRun(path, optionsOf({ method: 'minhash', threshold: 0.7 }), (run) => found(run).length)
    expect(plain).toBeGreaterThan(400)
    const rare = await withRun(path, optionsOf({}), (run) => found(run).map(([a, b]) => [a, b]))
    expect(rare).toEqual([[4, 30]])
  })

  it('are no templates: more nearly equal texts than --rarest are found as the defaults find them; equal ones are one text', async () => {
    const random = createRandom(2)
    const text = createText(random, 80)
    const count = async (texts: string[]) => {
      const path = writeLines(
        join(folder, 'near.jsonl'),
        texts.map((text, id) => ({ id, text })),
      )
      return withRun(path, optionsOf({}), (run) => ({ pairs: found(run).length, plan: run.candidates.plan }))
    }
    const near = (n: number) => Array.from({ length: n }, (_, i) => `${text} ${i}`)
    expect((await count(near(8))).pairs).toBe(28)
    expect((await count(near(9))).pairs).toBe(36)
    const copies = await count(Array<string>(20).fill(text))
    expect(copies).toEqual({
      pairs: 190,
      plan: expect.stringContaining('of all features; 0 features in 2 to 8 texts; 0 texts without a rare feature; 0 texts in clusters'),
    })
  })
})

describe('method rare at its bounds', () => {
  it('takes a text with more features than the lines of one call', async () => {
    const random = createRandom(6)
    const letters = Array.from({ length: 2_300_000 }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 20000))).join('')
    const path = writeLines(join(folder, 'huge.jsonl'), [
      { id: 1, text: letters },
      { id: 2, text: 'a short one beside it' },
      { id: 3, text: `${letters.slice(0, 1_000_000)}` },
    ])
    const similarity = await withRun(path, optionsOf({}), (run) => found(run))
    expect(similarity).toEqual([[0, 2, expect.closeTo(1 / 2.3, 3)]])
  })

  it('says what it cannot be combined with', async () => {
    for (const args of [['--no-verify'], ['--measure', 'cosine']]) {
      const { code, stderr } = await leitong(['dedupe', 'x.jsonl', '--method', 'rare', ...args])
      expect(code).toBe(2)
      expect(stderr).toContain('method "rare"')
    }
    expect(() => compare('a', 'b', { method: 'rare' })).toThrow('two texts alone')
    expect(() => createFingerprinter({ method: 'rare' })).toThrow('no signature of one text')
  })

  it('has a default threshold of its own', () => {
    expect(optionsOf({}).threshold).toBe(0.14)
    expect(optionsOf({ threshold: 0.8 }).threshold).toBe(0.8)
    expect(optionsOf({ method: 'minhash' }).threshold).toBe(0.8)
  })
})

const data = process.env['LEITONG_DATA'] ?? ''

describe.skipIf(!data)('on labelled sets (LEITONG_DATA)', () => {
  for (const [set, figure] of [
    ['lctt', 0.9759],
    ['hist_zh', 0.9701],
    ['hist_en', 0.9348],
  ] as const) {
    it.skipIf(!existsSync(join(data, set)))(`${set}: F1 ${figure}`, async () => {
      const lines = (name: string) =>
        gunzipSync(readFileSync(join(data, set, name)))
          .toString()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      const path = writeLines(join(folder, `${set}.jsonl`), lines('docs.jsonl.gz'))
      const truth = new Set(
        lines('pairs.jsonl.gz')
          .filter((pair) => pair.same_document)
          .map(({ a, b }) => [a, b].sort().join(' ')),
      )
      const pairs = await withRun(path, optionsOf({}, 2), (run) =>
        [...pairsOf(run.decisions, 1000)].map(({ a, b }) =>
          [a, b]
            .map((i) => JSON.parse(run.context.documents.idOf(i)))
            .sort()
            .join(' '),
        ),
      )
      const right = pairs.filter((pair) => truth.has(pair)).length
      expect(Math.abs((2 * right) / (pairs.length + truth.size) - figure)).toBeLessThan(0.003)
    })
  }
})
