/**
 * A live index that obeys decisions of people: `add`, `addIfNew`, `check`, `query`, and its groups.
 *
 * Oracle   a list of all documents with their texts, and the decisions, which are held against every answer and every group: of a pair that
 *          must be apart no answer names the other and no group holds both; a pair that must be together is answered and shares a group,
 *          unless decisions contradict each other; everything else is answered as an index without decisions answers.
 * Covers   batches whose documents decide among each other, updates, removals, decisions that come later, contents under other ids, copies that
 *          ids tell apart, chains, contradictions; memory, LMDB, SQLite and servers; indexes without digests; export and import; the command
 *          and sync.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dedupe, type LiveIndex, openIndex } from '../../../src/index.js'
import { leitong, temporaryFolder } from '../../support/files.js'
import { describeWithEach } from '../../support/servers.js'
import { createRandom, createText } from '../../support/texts.js'

const folder = temporaryFolder()
let next = 0
const place = (name = 'file') => join(folder, `${name}${next++}`)
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

const random = createRandom(5)
const BODIES = Array.from({ length: 3 }, () => createText(random, 60, false))
/** Texts of three families, of which those of one are alike. */
const TEXTS = Array.from({ length: 12 }, (_, i) => `${BODIES[i % 3]} ending number ${['one', 'two', 'three', 'four'][Math.floor(i / 3)]}`)
const isAlike = (a: number, b: number) => a % 3 === b % 3

interface Pair {
  readonly kind: 'duplicate' | 'distinct'
  readonly a: number
  readonly b: number
}
const lineOf = ({ kind, a, b }: Pair) =>
  `${JSON.stringify({
    act: kind,
    key: `k${next++}`,
    by: 'Li',
    at: '2026-01-02T03:04:05Z',
    members: [a, b].map((text) => ({ digest: digest(TEXTS[text] as string), id: `other ${text}` })),
  })}\n`

type Step =
  | { readonly do: 'add' | 'new'; readonly documents: readonly { readonly id: number; readonly text: number }[] }
  | { readonly do: 'remove'; readonly id: number }
  | { readonly do: 'decide'; readonly pair: Pair }
  | { readonly do: 'ask'; readonly text: number }

const text = fc.nat({ max: 11 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('add', 'new'),
      documents: fc.array(fc.record({ id: fc.nat({ max: 14 }), text }), { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove'), id: fc.nat({ max: 14 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      pair: fc.record({ kind: fc.constantFrom('duplicate', 'distinct'), a: text, b: text }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask'), text }) },
) as fc.Arbitrary<Step>

/** Everything that there is and that was said, and what it asks of answers and groups. */
class Oracle {
  readonly documents = new Map<number, number>()
  readonly #pairs = new Map<string, Pair>()

  decide(pair: Pair) {
    const key = [pair.a, pair.b].sort((x, y) => x - y).join()
    this.#pairs.delete(key)
    if (pair.a !== pair.b) this.#pairs.set(key, pair)
  }

  kindOf(a: number, b: number) {
    return this.#pairs.get([a, b].sort((x, y) => x - y).join())?.kind
  }

  /** Contents that chains of duplicates lead to from one, in the index. */
  #chain(from: number, but?: Pair): Set<number> {
    const there = new Set(this.documents.values())
    const chain = new Set([from])
    for (const one of chain)
      for (const pair of this.#pairs.values()) {
        if (pair === but || pair.kind !== 'duplicate' || ![pair.a, pair.b].includes(one)) continue
        const other = pair.a === one ? pair.b : pair.a
        if (there.has(other)) chain.add(other)
      }
    return chain
  }

  /** Whether a chain holds two that must be apart: then one pair of it cannot be followed. */
  isContradicted(content: number): boolean {
    const chain = [...this.#chain(content)]
    return chain.some((a) => chain.some((b) => this.kindOf(a, b) === 'distinct'))
  }

  /** @param groups  by id */
  check(groups: ReadonlyMap<number, unknown>) {
    const all = [...this.documents]
    for (const [x, a] of all)
      for (const [y, b] of all) {
        if (x >= y) continue
        const kind = this.kindOf(a, b)
        const isOne = groups.get(x) === groups.get(y)
        if (kind === 'distinct') expect(isOne, `${x} and ${y} must be apart`).toBe(false)
        if (kind === 'duplicate' && !this.isContradicted(a)) expect(isOne, `${x} and ${y} must be together`).toBe(true)
      }
  }
}

async function groupsOf(index: LiveIndex, oracle: Oracle) {
  const groups = new Map<number, unknown>()
  for (const id of oracle.documents.keys()) groups.set(id, (await index.get(id))?.group)
  return groups
}

async function run(url: string, options: object, steps: readonly Step[]) {
  const decisions = place()
  writeFileSync(decisions, '')
  const index = await openIndex(url, { ...options, decisions })
  const oracle = new Oracle()
  try {
    for (const one of steps) {
      if (one.do === 'remove') {
        await index.remove(one.id)
        oracle.documents.delete(one.id)
      } else if (one.do === 'decide') {
        appendFileSync(decisions, lineOf(one.pair))
        oracle.decide(one.pair)
        await index.obey()
      } else if (one.do === 'ask') {
        const found = await index.query(TEXTS[one.text] as string)
        const names = found.map(({ id }) => id as number).sort((a, b) => a - b)
        const expected = [...oracle.documents].flatMap(([id, other]) => {
          const kind = oracle.kindOf(one.text, other)
          return kind === 'duplicate' || (kind !== 'distinct' && isAlike(one.text, other)) ? [id] : []
        })
        expect(names).toEqual(expected.sort((a, b) => a - b))
        for (const match of found)
          expect(match.decided === true).toBe(oracle.kindOf(one.text, oracle.documents.get(match.id as number) as number) === 'duplicate')
        continue
      } else {
        const documents = one.documents.map(({ id, text }) => ({ id, text: TEXTS[text] as string }))
        if (one.do === 'new' && documents.length === 1) {
          const [checked] = await index.check(documents)
          const { status, duplicateOf } = await index.addIfNew(documents[0] as object)
          expect([checked?.status, checked?.duplicateOf]).toEqual([status, duplicateOf])
          if (status !== 'duplicate') oracle.documents.set(one.documents[0]?.id as number, one.documents[0]?.text as number)
          oracle.check(await groupsOf(index, oracle))
          continue
        }
        let at = 0
        for await (const answer of index.addAll(documents, { ifNew: one.do === 'new' })) {
          const { id, text } = one.documents[at++] as { id: number; text: number }
          const others = new Map([...oracle.documents].filter(([other]) => other !== id))
          const wasSame = oracle.documents.get(id) === text
          expect(answer.status === 'unchanged').toBe(wasSame)
          if (answer.duplicateOf !== undefined) {
            const other = others.get(answer.duplicateOf as number) as number
            expect(oracle.kindOf(text, other)).not.toBe('distinct')
            expect(oracle.kindOf(text, other) === 'duplicate' || isAlike(text, other)).toBe(true)
            expect(answer.decided === true).toBe(oracle.kindOf(text, other) === 'duplicate')
            expect(answer.similarity).toBeGreaterThanOrEqual(0)
          } else if (!wasSame) {
            // Nothing is alike, but for what is apart or in a group with what is.
            const alike = [...others.values()].filter((other) => oracle.kindOf(text, other) !== 'distinct' && isAlike(text, other))
            const apart = [...others.values()].some((other) => oracle.kindOf(text, other) === 'distinct')
            if (!apart) expect(alike).toEqual([])
          }
          if (answer.stored) oracle.documents.set(id, text)
        }
      }
      oracle.check(await groupsOf(index, oracle))
    }
    expect((await index.verify()).problems).toEqual([])
  } finally {
    await index.close()
  }
}

const property = (urlOf: () => string, options: object, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => run(urlOf(), options, steps)),
    { numRuns, seed: Number(process.env['LEITONG_SEED']) || 14 },
  )

describe('decisions in a live index', () => {
  for (const options of [{}, { payload: 'text' }, { method: 'simhash', distance: 12 }] as const)
    it(`are obeyed with ${JSON.stringify(options)}`, () => property(() => 'memory:', options, 60), 120_000)
  it('are obeyed in LMDB', () => property(() => place('lmdb'), {}, 4), 120_000)
  it('are obeyed in SQLite', () => property(() => `sqlite:${place('sqlite')}.db`, {}, 4), 120_000)
})

await describeWithEach('decisions in an index in', (url) => {
  it('are obeyed', () => property(() => `${url}#decided${process.pid}_${next++}`, {}, 2), 300_000)
})

const pairOf = (kind: Pair['kind'], a: number, b: number) => lineOf({ kind, a, b })
const documentsOf = (...texts: number[]) => texts.map((one) => ({ id: one, text: TEXTS[one] as string }))

describe('an index with decisions', () => {
  it('answers what was decided as decided, with its similarity', async () => {
    const decisions = place()
    writeFileSync(decisions, pairOf('duplicate', 0, 1) + pairOf('distinct', 0, 3))
    await using index = await openIndex('memory:', { decisions })
    await index.add(documentsOf(1)[0] as object)
    const answer = await index.addIfNew(documentsOf(0)[0] as object)
    expect(answer).toMatchObject({ status: 'duplicate', stored: false, duplicateOf: 1, decided: true, group: 1 })
    expect(answer.similarity).toBeLessThan(0.3)
    const [first] = await index.query(TEXTS[0] as string)
    expect(first).toMatchObject({ id: 1, decided: true })
    expect(await index.decided()).toEqual({ applied: 0, reopened: 0, missing: 2, conflicts: 0, undigested: 0 })
  })

  it('opens a pair again when a text changes, and counts', async () => {
    const decisions = place()
    const line = (a: number, b: number) => pairOf('distinct', a, b).replaceAll(/"other (\d+)"/g, '$1')
    writeFileSync(decisions, line(0, 3) + line(0, 6))
    await using index = await openIndex('memory:', { decisions })
    for await (const _ of index.addAll(documentsOf(0, 3, 6)));
    expect(await index.decided()).toMatchObject({ applied: 2, reopened: 0, missing: 0 })
    await index.add({ id: 3, text: `${TEXTS[3]} more` })
    expect(await index.decided()).toMatchObject({ applied: 1, reopened: 1, missing: 0 })
    const found = (await index.query(TEXTS[0] as string)).map(({ id }) => id)
    expect(found).toEqual([0, 3])
  })

  it('tells copies apart by their ids', async () => {
    const decisions = place()
    const members = ['a', 'b'].map((id) => ({ digest: digest(TEXTS[0] as string), id }))
    writeFileSync(decisions, `${JSON.stringify({ act: 'distinct', key: 'k', by: '', at: '2026-01-02T03:04:05Z', members })}\n`)
    await using index = await openIndex('memory:', { decisions })
    const answers: unknown[] = []
    for (const id of ['a', 'b', 'c']) answers.push([(await index.add({ id, text: TEXTS[0] })).duplicateOf, (await index.get(id))?.group])
    expect(answers).toEqual([
      [undefined, 'a'],
      [undefined, 'b'],
      ['a', 'a'],
    ])
  })

  it('of before has no digests: texts that are kept stand for them, and of others it says so', async () => {
    const decisions = place()
    writeFileSync(decisions, pairOf('distinct', 0, 3).replaceAll('other ', ''))
    for (const [payload, expected, undigested] of [
      ['text', [0, 6], 0],
      ['features', [0, 3, 6], 3],
    ] as const) {
      const url = place('old')
      const before = await openIndex(url, { payload })
      for await (const _ of before.addAll(documentsOf(0, 3, 6)));
      await before.close()
      await using index = await openIndex(url, { decisions })
      expect((await index.query(TEXTS[0] as string)).map(({ id }) => id).sort()).toEqual(expected)
      expect((await index.decided())?.undigested).toBe(undigested)
      await expect(openIndex(url, { digests: true })).rejects.toMatchObject({ code: 'INDEX_OPTIONS' })
    }
  })

  it('goes with its digests from store to store', async () => {
    const decisions = place()
    writeFileSync(decisions, pairOf('distinct', 0, 3))
    await using from = await openIndex('memory:', { digests: true })
    for await (const _ of from.addAll(documentsOf(0, 3)));
    await using to = await openIndex(place('import'), { decisions })
    await to.import(from.export())
    expect([(await to.get(0))?.group, (await to.get(3))?.group]).toEqual([0, 3])
    await using without = await openIndex('memory:')
    await without.add(documentsOf(0)[0] as object)
    await expect(to.import(without.export())).rejects.toMatchObject({ code: 'IMPORT_OPTIONS' })
  })

  it('knows a row by the digest that a batch has of it', async () => {
    const rows = [
      { id: 1, name: 'anna berg', town: 'oslo', note: null },
      { id: 2, name: 'anna bergh', town: 'oslo', note: 'moved' },
    ]
    const members = rows.map(({ id, ...row }) => ({
      id,
      digest: digest(JSON.stringify(Object.entries(row).filter(([, value]) => value !== null))),
    }))
    const decisions = place()
    writeFileSync(decisions, `${JSON.stringify({ act: 'distinct', key: 'k', by: '', at: '2026-01-02T03:04:05Z', members })}\n`)
    const spec = place('fields')
    writeFileSync(spec, JSON.stringify({ fields: { name: { kind: 'exact' }, town: { kind: 'exact' }, note: { kind: 'exact' } } }))
    const batch = await dedupe(rows, { measure: 'fields', fields: spec, decisions })
    expect(batch.summary.decisions?.applied).toBe(1)
    await batch.close()
    await using index = await openIndex('memory:', { measure: 'fields', fields: spec, decisions })
    for await (const _ of index.addAll(rows));
    expect((await index.decided())?.applied).toBe(1)
  })

  it('is what index add, index query and sync make of --decisions', async () => {
    const decisions = place()
    writeFileSync(decisions, pairOf('distinct', 0, 3) + pairOf('duplicate', 0, 1))
    const input = `${place('input')}.jsonl`
    writeFileSync(
      input,
      documentsOf(0, 3, 1)
        .map((one) => `${JSON.stringify(one)}\n`)
        .join(''),
    )
    for (const [name, args] of [
      ['index', (url: string) => ['index', 'add', url, input, '--create']],
      ['sync', (url: string) => ['sync', input, url, '--create']],
    ] as const) {
      const url = place(name)
      const ran = await leitong([...args(url), '--decisions', decisions])
      expect(ran.code, ran.stderr).toBe(0)
      const lines = ran.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines.map((line) => [line.status, line.duplicate_of, line.decided])).toEqual([
        ['new', null, undefined],
        ['new', null, undefined],
        ['duplicate', 0, true],
      ])
      expect(ran.stderr).toContain('decisions: 2 obeyed')
      const asked = await leitong(['index', 'query', url, '--text', TEXTS[3] as string, '--decisions', decisions])
      expect(JSON.parse(asked.stdout).matches.map(({ id }: { id: number }) => id)).toEqual([3])
      const plain = await leitong(['index', 'query', url, '--text', TEXTS[3] as string])
      expect(JSON.parse(plain.stdout).matches).toHaveLength(2)
    }
    const missing = await leitong(['index', 'add', place('none'), input, '--create', '--decisions', place('nowhere')])
    expect(missing.code).toBe(3)
  })

  it('cannot be one of vectors', async () => {
    await expect(openIndex('memory:', { vectorField: 'v', vectorDimensions: 2, digests: true })).rejects.toMatchObject({
      code: 'OPTION_CONFLICT',
    })
  })
})
