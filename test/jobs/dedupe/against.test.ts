/**
 * engine: new documents held against old ones.
 *
 * Oracle   one batch over old and new under `keep first`, the old in front.
 * Covers   old files, saved runs in several parts, moved and merged runs, minhash, simhash and exact, with and without verification, signatures on disk, other keep rules;
 *          what cannot be carried out is refused.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openAgainst } from '../../../src/jobs/dedupe/against/against.js'
import { type Run, runBatch } from '../../../src/jobs/dedupe/dedupe.js'
import { Outputs, type OutputsWanted } from '../../../src/jobs/dedupe/outputs.js'
import { summarize } from '../../../src/jobs/dedupe/summary.js'
import type { Options, OptionsInput } from '../../../src/options/options.js'
import { expandInputs } from '../../../src/reading/inputs.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()

const optionsOf = (given: OptionsInput = {}, memory = 1 << 30): Options =>
  resolveOptions([{ values: given, where: '' }], { workers: 1, memory, temp: folder })

interface Asked {
  readonly options?: OptionsInput
  /** Bytes. */
  readonly memory?: number
  readonly against?: readonly string[]
  readonly saveRun?: string
  readonly wanted?: OutputsWanted
}

/** Removed documents, each with the one in whose favour. */
type Removed = Record<string, readonly [kept: string, similarity: number | undefined, distance: number | undefined]>

async function dedupe<Result>(paths: readonly string[], asked: Asked, read: (run: Run) => Result): Promise<Result> {
  const options = optionsOf(asked.options, asked.memory)
  const inputs = await expandInputs(paths, options)
  const beside = { against: await openAgainst(asked.against ?? [], options), saveRun: asked.saveRun }
  const outputs = new Outputs(asked.wanted ?? {}, inputs, options, () => [], beside)
  const run = await runBatch(inputs, options, 'met', {}, undefined, beside)
  try {
    await outputs.write(run)
    return read(run)
  } finally {
    outputs.discard()
    await run.context.close()
  }
}

const removedBy = ({ decisions, context: { documents } }: Run): Removed =>
  Object.fromEntries(
    Array.from(decisions.removedDocuments(), (document) => {
      const { kept, similarity, distance } = decisions.decide(document)
      return [documents.idOf(document), [documents.idOf(kept), similarity, distance] as const]
    }),
  )

/**
 * The removed documents are those of one batch, each with the same kept one. Only a copy of an old document that was removed itself may have another:
 * it is compared with kept ones too that came behind that one, and so has one that is as similar or more.
 */
function expectSame(found: Removed, whole: Removed, documents: readonly Doc[], own = documents): void {
  const ids = new Set(own.map(({ id }) => JSON.stringify(id)))
  expect(Object.keys(found).sort()).toEqual(
    Object.keys(whole)
      .filter((id) => ids.has(id))
      .sort(),
  )
  const textOf = new Map(documents.map(({ id, text }) => [JSON.stringify(id), text]))
  for (const [id, decision] of Object.entries(found)) {
    const same = whole[id] as Removed[string]
    const isCopy = documents.some((one) => one.text === textOf.get(id) && JSON.stringify(one.id) !== id && JSON.stringify(one.id) in whole)
    if (isCopy && decision[0] !== same[0]) {
      expect(decision[1] ?? 1).toBeGreaterThanOrEqual(same[1] ?? 1)
      expect(whole[decision[0]]).toBeUndefined()
    } else expect(decision).toEqual(same)
  }
}

let number = 0
const newFolder = () => {
  const path = join(folder, `case-${number++}`)
  mkdirSync(path)
  return path
}

interface Doc {
  readonly id: string
  readonly text: string
}

/** Texts of which many are copies or versions of earlier ones. */
function corpus(seed: number, count: number): Doc[] {
  const random = createRandom(seed)
  const texts: string[] = []
  for (let i = 0; i < count; i++) {
    const earlier = texts[Math.floor(random() * texts.length)]
    const kind = random()
    if (earlier === undefined || kind < 0.4) texts.push(createText(random, 40 + Math.floor(random() * 60)))
    else texts.push(kind < 0.55 ? earlier : edit(random, earlier, kind < 0.8 ? 0.02 : 0.1))
  }
  return texts.map((text, i) => ({ id: `d${i}`, text }))
}

function writeLines(path: string, documents: readonly Doc[], field = 'text'): string {
  writeFileSync(path, documents.map(({ id, text }) => `${JSON.stringify({ id, [field]: text })}\n`).join(''))
  return path
}

/** Documents in so many parts, in their order. */
const parted = (documents: readonly Doc[], parts: number): Doc[][] =>
  Array.from({ length: parts }, (_, i) => documents.slice((i * documents.length) / parts, ((i + 1) * documents.length) / parts))

const METHODS: readonly OptionsInput[] = [
  {},
  { verify: false },
  { method: 'minhash', measure: 'multiset', threshold: 0.6 },
  { method: 'simhash' },
  { method: 'simhash', measure: 'jaccard', threshold: 0.7, distance: 8 },
  { method: 'exact' },
]
const cases = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  count: fc.integer({ min: 2, max: 60 }),
  parts: fc.integer({ min: 2, max: 4 }),
  method: fc.constantFrom(...METHODS),
})

describe('new documents against old ones', () => {
  it('are judged as in one batch with the old in front: saved runs, part by part', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, count, parts, method }) => {
        const place = newFolder()
        const documents = corpus(seed, count)
        const whole = await dedupe([writeLines(join(place, 'all.jsonl'), documents)], { options: method }, removedBy)
        const run = join(place, 'run')
        let removed: Removed = {}
        for (const [i, part] of parted(documents, parts).entries()) {
          const path = writeLines(join(place, `part-${i}.jsonl`), part)
          const found = await dedupe([path], { options: method, saveRun: run, ...(i ? { against: [run] } : {}) }, removedBy)
          removed = { ...removed, ...found }
          // The old documents are not needed any more.
          rmSync(path)
        }
        expectSame(removed, whole, documents)
        expect(readdirSync(run)).toHaveLength(parts)
      }),
      { numRuns: 40 },
    )
  })

  it('are judged as in one batch with the old in front: files, by every method', async () => {
    const methods: OptionsInput[] = [
      ...METHODS,
      { method: 'rare' },
      { complete: true },
      { measure: 'containment' },
      { groupBy: 'components' },
    ]
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom(...methods), async ({ seed, count }, method) => {
        const place = newFolder()
        const documents = corpus(seed, count)
        const keep = { ...method, keep: 'first' } as const
        const [before, after] = parted(documents, 2) as [Doc[], Doc[]]
        const whole = await dedupe([writeLines(join(place, 'all.jsonl'), documents)], { options: keep }, removedBy)
        const [old, own] = [writeLines(join(place, 'old.jsonl'), before), writeLines(join(place, 'new.jsonl'), after)]
        const found = await dedupe([own], { options: keep, against: [old] }, removedBy)
        const ofNew = Object.fromEntries(Object.entries(whole).filter(([id]) => after.some((one) => JSON.stringify(one.id) === id)))
        expect(found).toEqual(ofNew)
      }),
      { numRuns: 40 },
    )
  })

  it('finds the same with signatures on disk, other names of fields, and a run that was moved', async () => {
    const place = newFolder()
    const [before, after] = parted(corpus(7, 120), 2) as [Doc[], Doc[]]
    const old = writeLines(join(place, 'old.jsonl'), before)
    await dedupe([old], { saveRun: join(place, 'run'), memory: 1 }, ({ spilledBytes }) => expect(spilledBytes).toBeGreaterThan(0))
    const plain = await dedupe([writeLines(join(place, 'new.jsonl'), after)], { against: [join(place, 'run')] }, removedBy)
    expect(Object.keys(plain).length).toBeGreaterThan(10)
    const moved = join(place, 'moved')
    renameSync(join(place, 'run'), moved)
    rmSync(old)
    const renamed = writeLines(join(place, 'renamed.jsonl'), after, 'content')
    expect(await dedupe([renamed], { against: [moved], options: { textField: ['content'] } }, removedBy)).toEqual(plain)
  })

  it('takes several runs, and one into which another was moved', async () => {
    const place = newFolder()
    const documents = corpus(11, 150)
    const [first, second, own] = parted(documents, 3) as [Doc[], Doc[], Doc[]]
    const paths = [first, second, own].map((part, i) => writeLines(join(place, `${i}.jsonl`), part)) as [string, string, string]
    const [a, b] = [join(place, 'a'), join(place, 'b')]
    await dedupe([paths[0]], { saveRun: a }, () => {})
    await dedupe([paths[1]], { against: [a], saveRun: b }, () => {})
    const whole = await dedupe(paths, {}, removedBy)
    expectSame(await dedupe([paths[2]], { against: [a, b] }, removedBy), whole, documents, own)
    for (const part of readdirSync(b)) cpSync(join(b, part), join(a, part.replace(/^\d+/, '000002')), { recursive: true })
    expectSame(await dedupe([paths[2]], { against: [a] }, removedBy), whole, documents, own)
  })

  it('never writes old documents, and counts the new ones alone', async () => {
    const place = newFolder()
    mkdirSync(join(place, 'old'))
    mkdirSync(join(place, 'new'))
    const random = createRandom(3)
    const [x, y, z] = [createText(random, 60), createText(random, 60), createText(random, 60)]
    writeLines(join(place, 'old', 'a.jsonl'), [
      { id: 'x', text: x },
      { id: 'x2', text: x },
    ])
    writeLines(join(place, 'new', 'b.jsonl'), [
      { id: 'nx', text: x },
      { id: 'ny', text: y },
    ])
    writeLines(join(place, 'new', 'c.jsonl'), [
      { id: 'ny2', text: y },
      { id: 'nz', text: z },
    ])
    const out = (name: string) => join(place, name)
    const wanted = { output: `${out('kept')}/`, removed: out('removed.jsonl'), pairs: out('pairs.jsonl'), groups: out('groups.jsonl') }
    const against = [join(place, 'old')]
    const summary = await dedupe([join(place, 'new')], { against, wanted }, summarize)
    expect(summary).toMatchObject({
      documents: 4,
      kept: 2,
      removed: 2,
      copies: 2,
      groups: 2,
      against: { documents: 2, removed: 1, rejects: 0 },
    })
    const idsIn = (path: string) => [...readFileSync(path, 'utf8').matchAll(/"id":"(\w+)"/g)].map(([, id]) => id)
    expect(readdirSync(out('kept')).sort()).toEqual(['.leitong.json', 'b.jsonl', 'c.jsonl'])
    expect([idsIn(out('kept/b.jsonl')), idsIn(out('kept/c.jsonl'))]).toEqual([['ny'], ['nz']])
    const removed = readFileSync(wanted.removed, 'utf8')
    expect(removed).toContain('"id":"nx","duplicate_of":"x"')
    expect(removed).toContain('"id":"ny2","duplicate_of":"ny"')
    expect(readFileSync(wanted.pairs, 'utf8')).not.toContain('"a":"x"')
    await dedupe([join(place, 'new')], { against, wanted: { output: out('one.jsonl') } }, () => {})
    expect(idsIn(out('one.jsonl'))).toEqual(['ny', 'nz'])
    const keep = { options: { keep: 'last' as const }, against, wanted: { output: out('last.jsonl') } }
    await dedupe([join(place, 'new')], keep, () => {})
    expect(idsIn(out('last.jsonl'))).toEqual(['ny2', 'nz'])
  })

  it('copies new files alone, where each is a document', async () => {
    const place = newFolder()
    const random = createRandom(5)
    const [x, y] = [createText(random, 60), createText(random, 60)]
    for (const [name, text] of [
      ['old/1.txt', x],
      ['new/1.txt', x],
      ['new/2.txt', y],
    ] as const) {
      mkdirSync(join(place, name, '..'), { recursive: true })
      writeFileSync(join(place, name), text)
    }
    await dedupe([join(place, 'new')], { against: [join(place, 'old')], wanted: { output: `${join(place, 'kept')}/` } }, () => {})
    expect(readdirSync(join(place, 'kept'))).toEqual(['2.txt'])
  })

  it('refuses what it cannot carry out, and why', async () => {
    const place = newFolder()
    const path = writeLines(join(place, 'a.jsonl'), corpus(1, 10))
    const run = join(place, 'run')
    await dedupe([path], { saveRun: run }, () => {})
    const refused = (asked: Asked) => dedupe([path], asked, () => {})
    await expect(refused({ against: [run], options: { method: 'rare' } })).rejects.toThrow(/"rare" looks at all texts of a batch together/)
    await expect(refused({ saveRun: join(place, 'r2'), options: { complete: true } })).rejects.toThrow(/"complete" looks at all texts/)
    await expect(refused({ against: [run], options: { groupBy: 'components' } })).rejects.toThrow(/components/)
    await expect(refused({ against: [run], options: { ngram: 7 } as OptionsInput })).rejects.toThrow(/another signature/)
    await expect(refused({ against: [run], options: { method: 'simhash' } })).rejects.toThrow(/another signature/)
    await expect(refused({ against: [run, path] })).rejects.toThrow(/is no saved run/)
    await expect(refused({ saveRun: place })).rejects.toThrow(/not empty/)
    expect(existsSync(join(place, 'r2'))).toBe(false)
  })

  it('says that a saved run is damaged', async () => {
    const place = newFolder()
    const path = writeLines(join(place, 'a.jsonl'), corpus(1, 10))
    const run = join(place, 'run')
    await dedupe([path], { saveRun: run }, () => {})
    const [part] = readdirSync(run) as [string]
    writeFileSync(join(run, part, 'keys'), '')
    await expect(dedupe([path], { against: [run] }, () => {})).rejects.toThrow(/damaged/)
  })
})
