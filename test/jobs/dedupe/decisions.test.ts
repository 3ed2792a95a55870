/**
 * dedupe and link with decisions of people, from acts to outputs.
 *
 * Oracle   the laws: pairs that must be apart share no group, pairs that must be together do, kept and removed are all; the output without
 *          decisions, byte for byte; a review by hand for changed, moved and gone texts.
 * Covers   star and components, three methods, rows under both measures, copies, any number of workers, the library, the command and its errors.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dedupe, link } from '../../../src/index.js'
import { leitong, temporaryFolder } from '../../support/files.js'
import { type Person, peopleTwice } from '../../support/people-twice.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

interface Doc {
  readonly id: string
  readonly text: string
}

function corpus(name: string, seed: number): { path: string; docs: Doc[] } {
  const random = createRandom(seed)
  const docs: Doc[] = []
  for (let id = 0; id < 120; id++) {
    const old = docs[Math.floor(random() * docs.length)]
    const text = old && random() < 0.7 ? (random() < 0.3 ? old.text : edit(random, old.text, 0.02)) : createText(random, 60, id % 3 === 0)
    docs.push({ id: `d${id}`, text })
  }
  const path = join(folder, name)
  writeFileSync(path, docs.map((doc) => `${JSON.stringify(doc)}\n`).join(''))
  return { path, docs }
}

let keys = 0
const member = ({ id, text }: Doc) => ({ digest: digest(text), id })
const act = (kind: string, members: readonly Doc[], more: object = {}) => ({
  act: kind,
  key: `k${keys++}`,
  by: 'Li',
  at: '2026-01-02T03:04:05Z',
  members: members.map(member),
  ...more,
})
function decisions(name: string, acts: readonly object[]): string {
  const path = join(folder, name)
  writeFileSync(path, acts.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return path
}

async function groupsOf(docs: readonly Doc[], options: object) {
  const result = await dedupe(docs, options)
  const groupOf = new Map<string, number>()
  const groups = [...result.groups()]
  for (const [i, { members }] of groups.entries()) for (const { id } of members) groupOf.set(id as string, i)
  const removed = [...result.removed()]
  const { summary } = result
  await result.close()
  return { groupOf, groups, removed, summary, isOne: (a: Doc, b: Doc) => groupOf.has(a.id) && groupOf.get(a.id) === groupOf.get(b.id) }
}

describe('decisions', () => {
  for (const options of [
    {},
    { groupBy: 'components' },
    { method: 'simhash', distance: 6 },
    { method: 'simhash', distance: 6, verify: false },
    { method: 'exact' },
    { groupBy: 'components', keep: 'longest' },
  ] as const)
    it(`are obeyed by a batch with ${JSON.stringify(options)}`, async () => {
      for (let seed = 1; seed <= 6; seed++) {
        const { path, docs } = corpus('random.jsonl', seed)
        const random = createRandom(seed + 100)
        const { groups } = await groupsOf(docs, options)
        const byId = new Map(docs.map((doc) => [doc.id, doc]))
        const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
        const apart: [Doc, Doc][] = []
        for (let i = 0; i < 12; i++) {
          const ids = pick(groups).members.map(({ id }) => byId.get(id as string) as Doc)
          const [a, b] = [pick(ids), pick(ids)]
          if (a !== b) apart.push([a, b])
        }
        const together = Array.from({ length: 3 }, () => [pick(docs), pick(docs)] as [Doc, Doc]).filter(([a, b]) => a.text !== b.text)
        const file = decisions('random.decisions', [
          ...together.map((pair) => act('duplicate', pair)),
          ...apart.map((pair) => act('distinct', pair)),
        ])
        const found = await groupsOf(docs, { ...options, decisions: file })
        for (const [a, b] of apart) expect(found.isOne(a, b), `${a.id} ${b.id}`).toBe(false)
        const { conflicts, applied } = found.summary.decisions as { conflicts: number; applied: number }
        if (!conflicts) for (const [a, b] of together) expect(found.isOne(a, b), `${a.id} ${b.id}`).toBe(true)
        expect(applied).toBeGreaterThan(0)
        expect(found.summary.kept + found.summary.removed).toBe(docs.length)
        expect(new Set(found.removed.map(({ id }) => id)).size).toBe(found.summary.removed)
        if (seed > 1) continue
        const outputs: string[] = []
        for (const workers of ['1', '2', '3']) {
          const flags = Object.entries(options).flatMap(([name, value]) =>
            value === false ? [`--no-${name}`] : [`--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`, String(value)],
          )
          const ran = await leitong(['dedupe', path, '--decisions', file, '--workers', workers, '--groups', '-', ...flags])
          expect(ran.code, ran.stderr).toBe(0)
          outputs.push(ran.stdout)
        }
        expect(new Set(outputs).size).toBe(1)
      }
    })

  const body =
    'The road before the school is broken and the children fall in the dark of the winter morning. Twice we wrote to the office of ' +
    'works, and twice somebody came, looked at the holes, took a note and went away again. Nobody has mended anything since, and the ' +
    'rain has made it worse; last week a teacher broke her arm there.'
  const texts = [
    `${body} Please mend it soon.`,
    `${body} Please mend it now.`,
    `${body} Do mend it soon.`,
    'Nothing of this is like anything else here.',
  ]
  const letters = texts.map((text, i) => ({ id: `l${i}`, text }))
  const [a, b, c, other] = letters as [Doc, Doc, Doc, Doc]

  it('without any leave the output as it is, byte for byte', async () => {
    const { path } = corpus('plain.jsonl', 9)
    for (const by of ['star', 'components']) {
      const plain = await leitong(['dedupe', path, '--groups', '-', '--group-by', by])
      const empty = await leitong(['dedupe', path, '--groups', '-', '--group-by', by, '--decisions', decisions('empty', [])])
      expect(empty.stdout).toBe(plain.stdout)
    }
  })

  it('choose who stays, of texts alike and of equal ones', async () => {
    const copies = [...letters, { ...b, id: 'copy' }]
    const file = decisions('keep', [act('keep', [c, a]), act('keep', [{ ...b, id: 'copy' }])])
    const { groups } = await groupsOf(copies, { decisions: file })
    // The later choice wins.
    expect(groups.map(({ kept, members }) => [kept, members.length])).toEqual([['copy', 4]])
    const one = await groupsOf(copies, { decisions: decisions('keep-one', [act('keep', [c, a])]) })
    expect(one.groups.map(({ kept }) => kept)).toEqual(['l2'])
  })

  it('join what is not alike, hold equal texts apart, and split', async () => {
    const joined = await groupsOf(letters, { decisions: decisions('join', [act('duplicate', [other, a])]) })
    expect(joined.isOne(other, a)).toBe(true)
    const twins = [...letters, { ...a, id: 'twin' }]
    const apart = await groupsOf(twins, { decisions: decisions('twins', [act('distinct', [a, { ...a, id: 'twin' }])]) })
    expect(apart.isOne(a, { ...a, id: 'twin' })).toBe(false)
    const split = await groupsOf(letters, { decisions: decisions('split', [act('split', [a], { from: [b, c].map(member) })]) })
    expect(split.isOne(a, b) || split.isOne(a, c)).toBe(false)
    expect(split.isOne(b, c)).toBe(true)
  })

  it('open again when a text changed, exactly that pair, and tell what has gone', async () => {
    const file = decisions('changed', [
      act('distinct', [a, b]),
      act('distinct', [a, c]),
      act('distinct', [b, { id: 'gone', text: 'gone' }]),
    ])
    const edited = letters.map((doc) => (doc.id === 'l2' ? { ...doc, text: doc.text.replace('Twice', 'Often') } : doc))
    const { isOne, summary } = await groupsOf(edited, { decisions: file })
    expect(summary.decisions).toEqual({ applied: 1, reopened: 1, missing: 1, conflicts: 0 })
    expect([isOne(a, b), isOne(a, c)]).toEqual([false, true])
    // Content counts, under whatever id it comes.
    const moved = letters.map((doc) => ({ ...doc, id: `new ${doc.id}` }))
    const again = await groupsOf(moved, { decisions: file })
    expect(again.summary.decisions).toMatchObject({ applied: 2, missing: 1 })
    expect(again.groupOf.get('new l0') === again.groupOf.get('new l1') && again.groupOf.has('new l0')).toBe(false)
  })

  it('are taken back, the taking back too, and the later of two counts', async () => {
    const first = act('distinct', [a, b])
    const undo = act('undo', [], { of: first.key })
    const redo = act('undo', [], { of: undo.key })
    const isOne = async (acts: object[]) => (await groupsOf(letters, { decisions: decisions('undo', acts) })).isOne(a, b)
    expect(await isOne([first])).toBe(false)
    expect(await isOne([first, undo])).toBe(true)
    expect(await isOne([first, undo, redo])).toBe(false)
    expect(await isOne([first, act('duplicate', [a, b])])).toBe(true)
  })

  it('that contradict each other are told, and hold apart', async () => {
    const file = decisions('conflict', [act('duplicate', [a, b]), act('duplicate', [b, other]), act('distinct', [a, other])])
    const ran = await leitong(['dedupe', corpusOf(letters), '--decisions', file, '--json'])
    expect(JSON.parse(ran.stdout).decisions).toEqual({ applied: 2, reopened: 0, missing: 0, conflicts: 1 })
    const { isOne } = await groupsOf(letters, { decisions: file })
    expect([isOne(a, b), isOne(a, other)]).toEqual([true, false])
    const said = await leitong(['dedupe', corpusOf(letters), '--decisions', file])
    expect(said.stdout).toContain('decisions: 2 obeyed, 1 not followed because others contradict them')
    const chinese = await leitong(['dedupe', corpusOf(letters), '--decisions', file], {
      env: { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' },
    })
    expect(chinese.stdout).toContain('人工决定：照办 2 条，与其他决定矛盾而未照办 1 条')
  })

  it('are read as far as they are whole, and refused where they are wrong', async () => {
    const file = decisions('torn', [act('distinct', [a, b])])
    appendFileSync(file, '{"act":"distinct","key":"torn')
    expect((await groupsOf(letters, { decisions: file })).isOne(a, b)).toBe(false)
    const before = readFileSync(file, 'utf8')
    expect(readFileSync(file, 'utf8')).toBe(before)
    for (const line of [
      '{"act":"merge"}',
      'no json',
      JSON.stringify({ ...act('distinct', [a, b]), members: [{ id: 1, digest: 'short' }, member(b)] }),
    ]) {
      writeFileSync(join(folder, 'wrong'), `\n${line}\n`)
      const { code, stderr } = await leitong(['dedupe', corpusOf(letters), '--decisions', join(folder, 'wrong')])
      expect([code, stderr]).toEqual([2, expect.stringContaining('wrong:2')])
    }
    expect((await leitong(['dedupe', corpusOf(letters), '--decisions', join(folder, 'nowhere')])).code).toBe(3)
  })

  for (const measure of ['fields', 'match'] as const)
    it(`about rows are obeyed under ${measure}, and open again when a value changes`, async () => {
      const people = peopleTwice(60)
      const rowOf = ({ no: id, ...values }: Person) => ({ id, ...values })
      const options = { idField: 'no', measure }
      const groupsOfRows = async (rows: readonly Person[], decided?: string) => {
        const result = await dedupe(rows, { ...options, ...(decided ? { decisions: decided } : {}) })
        const groups = [...result.groups()].map(({ members }) => members.map(({ id }) => String(id)))
        const { summary } = result
        await result.close()
        return { summary, isOne: (x: Person, y: Person) => groups.some((members) => members.includes(x.no) && members.includes(y.no)) }
      }
      const plain = await groupsOfRows(people)
      const pairs = people.flatMap((one, i) => (i % 2 ? [] : [[one, people[i + 1] as Person] as const]))
      const [wrong, kept] = pairs.filter(([x, y]) => plain.isOne(x, y)) as [readonly [Person, Person], readonly [Person, Person]]
      const strangers = [pairs[3]?.[0], pairs[40]?.[0]] as [Person, Person]
      expect(plain.isOne(...strangers)).toBe(false)
      // The content of a row: its compared fields with their values.
      const asMember = (person: Person) => {
        const { id, ...values } = rowOf(person)
        return { id, digest: digest(JSON.stringify(Object.entries(values).filter(([, value]) => value !== null))) }
      }
      const about = (kind: string, rows: readonly Person[]) => ({ ...act(kind, []), members: rows.map(asMember) })
      const file = decisions(`rows-${measure}`, [about('distinct', wrong), about('duplicate', strangers)])
      const decided = await groupsOfRows(people, file)
      expect(decided.summary.decisions).toEqual({ applied: 2, reopened: 0, missing: 0, conflicts: 0 })
      expect([decided.isOne(...wrong), decided.isOne(...kept), decided.isOne(...strangers)]).toEqual([false, true, true])
      const moved = people.map((person) => (person === wrong[0] ? { ...person, town: 'elsewhere' } : person))
      expect((await groupsOfRows(moved, file)).summary.decisions).toEqual({ applied: 1, reopened: 1, missing: 0, conflicts: 0 })
    })

  it('are obeyed by link', async () => {
    const file = decisions('link', [act('distinct', [a, b]), act('duplicate', [a, other])])
    const result = await link([a], [b, c, other], { decisions: file })
    const pairs = [...result.pairs()].map((pair) => pair.b)
    await result.close()
    expect(pairs).toEqual(['l2', 'l3'])
  })

  it('name by an id all that have it: equal texts of one id, on both sides of a link say, are held apart as well', async () => {
    const apart = decisions('same', [act('distinct', [a, a])])
    const result = await link([a], [a, b], { decisions: apart })
    expect([...result.pairs()].map((pair) => pair.b)).toEqual([b.id])
    await result.close()
    // The command alike; three of one id are apart from each other, and stay together where that is what was said last.
    const [one, two] = [join(folder, 'one.jsonl'), join(folder, 'two.jsonl')]
    writeFileSync(one, `${JSON.stringify(a)}\n`)
    writeFileSync(two, `${JSON.stringify(a)}\n${JSON.stringify(a)}\n`)
    for (const [acts, kept] of [
      [[], 1],
      [[act('distinct', [a, a])], 3],
      [[act('distinct', [a, a]), act('duplicate', [a, a])], 1],
    ] as const) {
      const ran = await leitong(['dedupe', one, two, '--decisions', decisions('three', acts), '--json'])
      expect([ran.code, JSON.parse(ran.stdout).kept], ran.stderr).toEqual([0, kept])
      const docs = await groupsOf([a, a, a], { decisions: decisions('three', acts) })
      expect(docs.summary.kept).toBe(kept)
    }
    // Of one document alone it says nothing.
    expect((await groupsOf([a, b], { decisions: apart })).summary.decisions).toEqual({ applied: 0, reopened: 0, missing: 0, conflicts: 0 })
  })
})

function corpusOf(docs: readonly Doc[]): string {
  const path = join(folder, 'letters.jsonl')
  writeFileSync(path, docs.map((doc) => `${JSON.stringify(doc)}\n`).join(''))
  return path
}
