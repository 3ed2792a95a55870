/**
 * audit: does it say of right outputs that they hold, and find whatever is done to them?
 *
 * Oracle   outputs of a batch with `complete`, and one change by hand, of which is known what it breaks; Jaccard over Sets of shingles.
 * Covers   records with ids, without, and with ids that several have; equal texts; records that cannot be judged; a last line without an end;
 *          every keep rule of place; records left out, put in, changed by a byte, moved, removed twice; similarities and partners that are not so;
 *          pairs left out; outputs of kept records alone, also written anew in another order; a join in parts.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Audit, audit, type CheckName, type Finding } from '../../../src/jobs/audit/audit.js'
import { runBatch } from '../../../src/jobs/dedupe/dedupe.js'
import { Outputs } from '../../../src/jobs/dedupe/outputs.js'
import type { Options, OptionsInput } from '../../../src/options/options.js'
import { expandInputs } from '../../../src/reading/inputs.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { kernelOptions } from '../../../src/signing/signature.js'
import { shingles, tokenize } from '../../../src/tokenizing/tokenize.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const [INPUT, KEPT, REMOVED, PAIRS] = ['docs.jsonl', 'kept.jsonl', 'removed.jsonl', 'pairs.jsonl'].map(at) as [
  string,
  string,
  string,
  string,
]

const optionsOf = (given: OptionsInput = {}): Options =>
  resolveOptions([{ values: { complete: true, ...given }, where: '' }], { workers: 1, memory: 1 << 30, temp: folder })

interface Made {
  readonly input: string[]
  readonly kept: string[]
  readonly removed: { id: unknown; duplicate_of: unknown; similarity: number }[]
  readonly pairs: { a: unknown; b: unknown; similarity: number }[]
}

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)

/** Documents of which some are copies of others, some equal, and some no documents. */
function documents(seed: number, ids: 'own' | 'none' | 'shared'): string[] {
  const random = createRandom(seed)
  const texts: string[] = []
  return Array.from({ length: 40 }, (_, i) => {
    if (i % 13 === 12) return '{"id": "broken'
    const source = texts[Math.floor(random() * texts.length)]
    const kind = random()
    const text =
      source && kind < 0.2 ? source : source && kind < 0.6 ? edit(random, source, random() * 0.08) : createText(random, 60, i % 3 === 0)
    texts.push(text)
    return JSON.stringify({ ...(ids === 'none' ? {} : { id: ids === 'own' ? i : i % 11 }), text })
  })
}

/** Runs a batch; at least one record is removed. */
async function batch(lines: readonly string[], options: Options): Promise<Made> {
  writeFileSync(INPUT, lines.join('\n'))
  const inputs = await expandInputs([INPUT], options)
  const outputs = new Outputs({ output: KEPT, removed: REMOVED, pairs: PAIRS }, inputs, options, () => [])
  const run = await runBatch(inputs, options, true)
  await outputs.write(run)
  await run.context.close()
  const parsed = (path: string) => linesOf(path).map((line) => JSON.parse(line))
  return { input: [...lines], kept: linesOf(KEPT), removed: parsed(REMOVED), pairs: parsed(PAIRS) }
}

async function audited(made: Partial<Made>, options: Options, { removed = true, pairs = true, rewritten = false } = {}): Promise<Audit> {
  const asLines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
  if (made.kept) writeFileSync(KEPT, made.kept.join('\n'))
  if (made.removed) writeFileSync(REMOVED, asLines(made.removed))
  if (made.pairs) writeFileSync(PAIRS, asLines(made.pairs))
  const files = {
    input: await expandInputs([INPUT], options),
    kept: KEPT,
    removed: removed ? REMOVED : undefined,
    pairs: pairs ? PAIRS : undefined,
    rewritten,
  }
  return audit(files, options, 100)
}

const failing = ({ checks }: Audit): CheckName[] => checks.flatMap(({ name, failed }) => (failed ? [name] : []))
const findingsOf = ({ checks }: Audit, name: CheckName): readonly Finding[] => checks.find((check) => check.name === name)?.findings ?? []

function jaccard(a: string, b: string, options: Options): number {
  const of = (text: string) => new Set(shingles(tokenize(text, kernelOptions(options)), kernelOptions(options)))
  const [left, right] = [of(a), of(b)]
  const shared = [...left].filter((feature) => right.has(feature)).length
  return shared / (left.size + right.size - shared)
}

const SEED = fc.integer({ min: 1, max: 1e6 })
const IDS = fc.constantFrom('own', 'none', 'shared') as fc.Arbitrary<'own' | 'none' | 'shared'>
const GIVEN = fc.record({
  keep: fc.constantFrom('first', 'last', 'longest', 'shortest'),
  threshold: fc.constantFrom(0.5, 0.7, 0.8),
  groupBy: fc.constantFrom('star', 'components'),
})

describe('outputs of a batch', () => {
  it('hold, whatever the ids, the threshold and the document that stays', async () => {
    let removed = 0
    await fc.assert(
      fc.asyncProperty(SEED, IDS, GIVEN, async (seed, ids, given) => {
        const options = optionsOf(given as OptionsInput)
        const made = await batch(documents(seed, ids), options)
        const found = await audited({}, options)
        expect(failing(found)).toEqual([])
        expect(found).toMatchObject({ holds: true, records: 40, kept: made.kept.length, removed: made.removed.length, rejects: 3 })
        if (given.groupBy === 'star') expect((await audited({}, options, { removed: false, pairs: false })).holds).toBe(true)
        removed += made.removed.length
      }),
      { numRuns: 25 },
    )
    expect(removed).toBeGreaterThan(200)
  })

  it('do not where one thing was changed, and that is what is named', async () => {
    const tried = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(SEED, fc.nat(), fc.nat(8), async (seed, where, how) => {
        const options = optionsOf()
        const made = await batch(documents(seed, 'own'), options)
        const [kept, removed, pairs] = [[...made.kept], [...made.removed], [...made.pairs]]
        fc.pre(removed.length > 1 && pairs.length > 1)
        const k = where % kept.length
        const r = where % removed.length
        const p = where % pairs.length
        const gone = removed[r] as Made['removed'][number]
        const lineOf = (id: unknown) => made.input.find((line) => line.startsWith(`{"id":${id},`)) as string
        const expectOnly = (found: Audit, ...names: CheckName[]) => {
          expect(found.holds).toBe(false)
          expect(failing(found)).toEqual(names)
        }
        const changes: Record<string, () => Promise<void>> = {
          'a kept record left out': async () => {
            const [left] = kept.splice(k, 1)
            const found = await audited({ kept }, options)
            expectOnly(found, 'complete')
            expect(findingsOf(found, 'complete')).toHaveLength(1)
            expect(findingsOf(found, 'complete')[0]).toMatchObject({ why: 'lost' })
            const text = left?.includes('broken') ? left : JSON.parse(left as string).text
            expect(findingsOf(found, 'complete')[0]?.a.text).toBe(text)
          },
          'a removal left out': async () => {
            removed.splice(r, 1)
            const found = await audited({ removed }, options)
            expectOnly(found, 'complete')
            expect(findingsOf(found, 'complete')).toMatchObject([{ why: 'lost', a: { id: String(gone.id) } }])
          },
          'a byte changed': async () => {
            fc.pre(!(kept[k] as string).includes('broken'))
            const { id, text } = JSON.parse(kept[k] as string)
            kept[k] = JSON.stringify({ id, text: `${text.slice(0, 20)}#${text.slice(21)}` })
            fc.pre(kept[k] !== made.kept[k])
            const found = await audited({ kept }, options)
            expect(findingsOf(found, 'bytes')).toMatchObject([{ why: 'changed', a: { id: String(id) }, b: { id: String(id), text } }])
            expect(findingsOf(found, 'complete')).toMatchObject([{ why: 'lost', a: { id: String(id), text } }])
          },
          'a pair left in': async () => {
            const line = lineOf(gone.id)
            const place = made.input.indexOf(line)
            const behind = kept.findIndex((other) => made.input.indexOf(other) > place)
            kept.splice(behind < 0 ? kept.length : behind, 0, line)
            removed.splice(r, 1)
            const found = await audited({ kept, removed: removed.filter((one) => one.duplicate_of !== gone.id) }, options)
            expect(failing(found)).toContain('apart')
            const left = findingsOf(found, 'apart')
            expect(left.length).toBeGreaterThan(0)
            for (const { why, a, b, similarity } of left) {
              expect(why).toBe('alike')
              expect([a.id, b?.id]).toContain(String(gone.id))
              expect(similarity).toBeCloseTo(jaccard(a.text, b?.text as string, options), 6)
            }
          },
          'a removed record among the kept ones': async () => {
            fc.pre(made.input.filter((line) => line === lineOf(gone.id)).length === 1)
            kept.push(lineOf(gone.id))
            const found = await audited({ kept }, options)
            expect(failing(found)).toEqual(['complete', 'apart'])
            expect(findingsOf(found, 'complete')).toMatchObject([{ why: 'both', a: { id: String(gone.id) } }])
          },
          'two records exchanged': async () => {
            const other = (k + 1) % kept.length
            fc.pre(kept[k] !== kept[other])
            ;[kept[k], kept[other]] = [kept[other] as string, kept[k] as string]
            const found = await audited({ kept }, options)
            expectOnly(found, 'order')
            // The last one and the first one are two that moved, neighbours are one.
            expect([1, 2]).toContain(findingsOf(found, 'order').length)
          },
          'another similarity': async () => {
            removed[r] = { ...gone, similarity: gone.similarity - 0.00001 }
            const found = await audited({ removed }, options)
            expectOnly(found, 'removed')
            expect(findingsOf(found, 'removed')).toMatchObject([
              { why: 'other-similarity', a: { id: String(gone.id) }, b: { id: String(gone.duplicate_of) }, similarity: gone.similarity },
            ])
          },
          'a partner that is removed itself': async () => {
            removed[r] = { ...gone, duplicate_of: (removed[(r + 1) % removed.length] as Made['removed'][number]).id }
            const found = await audited({ removed }, options)
            expectOnly(found, 'removed')
            expect(findingsOf(found, 'removed')).toMatchObject([{ why: 'partner-not-kept' }])
          },
          'a pair that is not listed': async () => {
            const [left] = pairs.splice(p, 1) as [Made['pairs'][number]]
            // Pairs of equal texts are not looked for.
            fc.pre(left.similarity < 1)
            const texts = new Map(
              made.input.filter((line) => !line.includes('broken')).map((line) => [JSON.parse(line).id, JSON.parse(line).text]),
            )
            fc.pre([left.a, left.b].every((id) => [...texts.values()].filter((text) => text === texts.get(id)).length === 1))
            const found = await audited({ pairs }, options)
            expectOnly(found, 'all-pairs')
            expect(findingsOf(found, 'all-pairs')).toMatchObject([{ why: 'unlisted', similarity: left.similarity }])
          },
        }
        const name = Object.keys(changes)[how] as string
        await changes[name]?.()
        tried.set(name, (tried.get(name) ?? 0) + 1)
      }),
      { numRuns: 80 },
    )
    expect(tried.size).toBe(9)
  })
})

describe('outputs of other tools', () => {
  it('are told what they left in and what they took out, as by every pair measured', async () => {
    await fc.assert(
      fc.asyncProperty(SEED, fc.constantFrom(0.3, 0.5, 0.8), async (seed, threshold) => {
        const options = optionsOf({ threshold })
        const random = createRandom(seed)
        const input = documents(seed, 'own')
        writeFileSync(INPUT, input.join('\n'))
        const records = input.filter((line) => !line.includes('broken')).map((line) => JSON.parse(line) as { id: number; text: string })
        const isKept = records.map(() => random() < 0.6)
        // Written anew, with a field more, and in another order.
        const kept = records.filter((_, i) => isKept[i]).map(({ id, text }) => JSON.stringify({ text, cluster: 3, id }))
        const found = await audited({ kept: kept.reverse() }, options, { removed: false, pairs: false, rewritten: true })
        const ones = records.filter((_, i) => isKept[i])
        // A text that is equal to a kept one counts as kept as often as it was kept.
        const removed = records.length - ones.length
        const alike = ones.flatMap(({ text }, a) => ones.slice(a + 1).filter((other) => jaccard(text, other.text, options) >= threshold))
        const alone = records.filter(({ text }, i) => !isKept[i] && !ones.some((one) => jaccard(text, one.text, options) >= threshold))
        expect(found.checks.map(({ name, checked, failed }) => [name, checked, failed])).toEqual([
          ['bytes', kept.length, 0],
          ['removed', removed, alone.length],
          ['apart', kept.length, alike.length],
        ])
        expect(findingsOf(found, 'removed').map(({ a }) => a.id)).toEqual(alone.map(({ id }) => String(id)))
      }),
      { numRuns: 40 },
    )
  })

  it('are refused where files are whole documents, or lines state nothing', async () => {
    const options = optionsOf()
    await batch(documents(7, 'own'), options)
    writeFileSync(at('page.html'), '<p>One text.</p>')
    await expect(audit({ input: await expandInputs([at('page.html')], options), kept: KEPT }, options, 5)).rejects.toMatchObject({
      code: 'OPTION_CONFLICT',
    })
    writeFileSync(REMOVED, '{"id": 1, "duplicate_of": 2, "similarity": 0.9}\n{"id": 3}\n')
    await expect(audit({ input: await expandInputs([INPUT], options), kept: KEPT, removed: REMOVED }, options, 5)).rejects.toThrow(
      /line 2 is not/,
    )
    writeFileSync(REMOVED, '{"id": 1, "duplicate_of": "nobody", "similarity": 0.9}\n')
    const found = await audited({}, options, { pairs: false })
    expect(findingsOf(found, 'removed')).toMatchObject([{ why: 'unknown-id' }])
  })
})
