/**
 * Containment: what one text holds of another, found by dedupe, link and a live index, measured by compare.
 *
 * Oracle   the features of every pair of documents, by the measure itself.
 * Covers   English and Chinese; texts of any ratio; every pair, and both shares, in lines, tables, groups and removals; one to three
 *          workers; features on disk; the keep rule `containing` and its default; an index in memory and in LMDB that is opened again,
 *          changed, compacted, exported and imported; stores that cannot search it; methods, thresholds and rules that do not go together.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measure, overlapOf } from '../../src/comparing/measures.js'
import { dedupe, type Exported, link, openIndex } from '../../src/index.js'
import { createKernel } from '../../src/kernel/wasm.js'
import { dedupe as dedupeInMemory } from '../../src/library/memory/dedupe.js'
import { createIndex } from '../../src/library/memory/text-index.js'
import { NO_MACHINE } from '../../src/options/running.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { kernelOptions } from '../../src/signing/signature.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
const random = createRandom(11)
const OPTIONS = { measure: 'containment', threshold: 0.7 } as const

/** Long texts, passages of them with a few edits, passages within others, and copies. */
function corpus(chinese: boolean): { id: number; text: string }[] {
  const texts: string[] = []
  for (let i = 0; i < 40; i++) {
    const long = createText(random, 60 + Math.floor(random() * 500), chinese)
    texts.push(long)
    const parts = chinese ? [...long] : long.split(' ')
    const at = Math.floor(random() * parts.length * 0.6)
    const passage = parts.slice(at, at + 15 + Math.floor(random() * 60)).join(chinese ? '' : ' ')
    if (i % 2) texts.push(edit(random, passage, random() * 0.1))
    if (i % 4 === 0) texts.push(`${createText(random, 300, chinese)} ${passage}`, passage)
    if (i % 10 === 0) texts.push(long)
  }
  return texts
    .map((text) => ({ id: random(), text }))
    .sort((a, b) => a.id - b.id)
    .map(({ text }, id) => ({ id, text }))
}

const CORPORA = {
  English: { documents: corpus(false), options: OPTIONS },
  'English words': { documents: corpus(false), options: { ...OPTIONS, tokenizer: 'word' as const } },
  'Chinese characters': { documents: corpus(true), options: OPTIONS },
  'Chinese words': { documents: corpus(true), options: { ...OPTIONS, tokenizer: 'chinese' as const, ngram: 2 } },
}

function setsOf(documents: readonly { text: string }[], options: object) {
  const kernel = createKernel(kernelOptions(resolveOptions([{ values: options as never, where: '' }], NO_MACHINE)))
  return documents.map(({ text }) => {
    kernel.load(text)
    return kernel.featureSet()
  })
}

/** Every pair a < b with both shares, of which the one of the smaller text is enough. */
function oracle(documents: readonly { text: string }[], options: object): string[] {
  const sets = setsOf(documents, options)
  return sets.flatMap((left, a) =>
    sets.flatMap((right, b) => {
      const overlap = overlapOf(left, right)
      if (b <= a || measure(overlap, 'containment') < OPTIONS.threshold - 1e-12) return []
      return [`${a} ${b} ${(overlap.shared / overlap.left).toFixed(6)} ${(overlap.shared / overlap.right).toFixed(6)}`]
    }),
  )
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const shown = (a: number, b: number, aInB = Number.NaN, bInA = Number.NaN) => `${a} ${b} ${aInB.toFixed(6)} ${bInA.toFixed(6)}`

describe.each(Object.entries(CORPORA))('%s', (name, { documents, options }) => {
  const expected = oracle(documents, options)

  it('has every pair with both shares, for any number of workers and in memory', async () => {
    expect(expected.length).toBeGreaterThan(30)
    for (const workers of [1, 2, 3]) {
      await using result = await dedupe(documents, { ...options, workers, pairs: true })
      expect([...result.pairs()].map(({ a, b, aInB, bInA }) => shown(a, b, aInB, bInA))).toEqual(expected)
    }
    // A dictionary is a file.
    if (name === 'Chinese words') return
    const inMemory = await dedupeInMemory(documents, { ...options, pairs: true })
    expect([...inMemory.pairs()].map(({ a, b, aInB, bInA }) => shown(a, b, aInB, bInA))).toEqual(expected)
  })

  it('keeps who holds the others, and removes what is held', async () => {
    const sizes = setsOf(documents, options).map(({ hashes }) => hashes.length)
    await using result = await dedupe(documents, options)
    const removed = [...result.removed()]
    expect(removed.length).toBeGreaterThan(20)
    for (const { id, duplicateOf, similarity, aInB, bInA } of removed) {
      expect(aInB).toBe(similarity)
      expect(aInB).toBeGreaterThanOrEqual(OPTIONS.threshold)
      expect(bInA).toBeLessThanOrEqual(aInB as number)
      expect(sizes[duplicateOf]).toBeGreaterThanOrEqual(sizes[id] as number)
    }
    for (const { kept, members } of result.groups())
      for (const { id, aInB } of members) if (id !== kept) expect(aInB).toBeGreaterThanOrEqual(OPTIONS.threshold)
    // Another rule may keep what is held: it is asked for by name.
    await using first = await dedupe(documents, { ...options, keep: 'first' })
    expect([...first.removed()].some(({ id, duplicateOf }) => (sizes[duplicateOf] as number) < (sizes[id] as number))).toBe(true)
    expect(name).toBeTruthy()
  })

  it('is linked across two sides', async () => {
    const half = Math.floor(documents.length / 2)
    await using result = await link(documents.slice(0, half), documents.slice(half), options)
    const across = expected.filter((pair) => Number(pair.split(' ')[0]) < half && Number(pair.split(' ')[1]) >= half)
    expect([...result.pairs()].map(({ a, b, aInB, bInA }) => shown(a, b, aInB, bInA))).toEqual(across)
  })

  it.each(['memory:', 'lmdb:'])('is found by an index in %s, before and after it is opened again', async (scheme) => {
    const url = scheme === 'lmdb:' ? `lmdb:${join(folder, `index ${name}`)}` : `memory:${name}`
    const neighbours = (id: number) =>
      expected.flatMap((pair) => {
        const [a, b, inB, inA] = pair.split(' ')
        if (Number(a) === id) return [`${b} ${inB} ${inA}`]
        return Number(b) === id ? [`${a} ${inA} ${inB}`] : []
      })
    const first = await openIndex(url, options)
    const answers = await collect(first.addAll(documents))
    answers.forEach(({ id, status }) => {
      const older = neighbours(id as number).some((line) => Number(line.split(' ')[0]) < (id as number))
      expect(status).toBe(older ? 'duplicate' : 'new')
    })
    const ask = async (index: typeof first, gone: (id: number) => boolean) => {
      for (const { id, text } of documents.slice(0, 60)) {
        const found = await index.query(text)
        const others = found
          .filter((match) => match.id !== id)
          .map((match) => `${match.id} ${match.aInB?.toFixed(6)} ${match.bInA?.toFixed(6)}`)
        expect(others.sort()).toEqual(
          neighbours(id)
            .filter((line) => !gone(Number(line.split(' ')[0])))
            .sort(),
        )
      }
    }
    await ask(first, () => false)
    if (scheme === 'lmdb:') await first.close()
    const second = scheme === 'lmdb:' ? await openIndex(url) : first
    await ask(second, () => false)
    const gone = (id: number) => id % 3 === 0
    await collect(second.removeAll(documents.map(({ id }) => id).filter(gone)))
    await ask(second, gone)
    await second.compact()
    await ask(second, gone)
    expect((await second.verify()).problems).toEqual([])
    const exported: Exported[] = await collect(second.export())
    const third = await openIndex(`memory:${name} again`, options)
    await third.import(exported)
    await ask(third, gone)
    await third.close()
    await second.close()
  })
})

describe('the command', () => {
  const { documents } = CORPORA.English
  const path = writeLines(join(folder, 'texts.jsonl'), documents)
  const ASKED = ['--measure', 'containment', '--threshold', '0.7']
  const linesOf = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  it('writes both shares in lines and tables, and keeps who holds the others', async () => {
    const outputs = ['--pairs', 'pairs.jsonl', '--groups', 'groups.jsonl', '--removed', 'removed.csv', '--json']
    const { code, stdout } = await leitong(['dedupe', path, ...ASKED, ...outputs], { cwd: folder })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ options: { method: 'features', keep: 'containing' } })
    expect(linesOf('pairs.jsonl').map(({ a, b, a_in_b, b_in_a }) => shown(a, b, a_in_b, b_in_a))).toEqual(oracle(documents, OPTIONS))
    const [group] = linesOf('groups.jsonl')
    expect(group.members[0]).toMatchObject({ id: group.kept, a_in_b: 1, b_in_a: 1 })
    expect(readFileSync(join(folder, 'removed.csv'), 'utf8').split(/\r?\n/)[0]).toBe(
      '\ufeffid,duplicate_of,similarity,distance,a_in_b,b_in_a,group',
    )
  })

  it('has the same result with features on disk', async () => {
    const many = writeLines(
      join(folder, 'many.jsonl'),
      Array.from({ length: 1200 }, (_, id) => {
        const text = Array.from({ length: 4500 }, (_, word) => `w${(id * 4211 + word * 7) % 900_000}`).join(' ')
        return { id, text: id % 6 ? text : text.slice(0, 4000) }
      }),
    )
    for (const [memory, file] of [
      ['64MB', 'little.jsonl'],
      ['2GB', 'much.jsonl'],
    ] as const) {
      const flags = [...ASKED, '--memory', memory, '--pairs', file, '--json']
      const { stdout } = await leitong(['dedupe', many, ...flags], { cwd: folder })
      const { limits } = JSON.parse(stdout)
      expect(limits.spilledBytes > 0).toBe(memory === '64MB')
    }
    expect(linesOf('little.jsonl').length).toBeGreaterThan(100)
    expect(readFileSync(join(folder, 'little.jsonl'), 'utf8')).toBe(readFileSync(join(folder, 'much.jsonl'), 'utf8'))
  })

  it('links, adds, queries and syncs', async () => {
    const linked = await leitong(['link', path, path, ...ASKED, '--matches', 'matches.jsonl'], { cwd: folder })
    expect(linked.code).toBe(0)
    expect(linesOf('matches.jsonl')[0]).toMatchObject({ a_in_b: 1, b_in_a: 1 })
    const added = await leitong(['index', 'add', 'added', path, '--create', ...ASKED], { cwd: folder })
    expect(added.stdout).toMatch(/"status":"duplicate".*"a_in_b":[\d.]+,"b_in_a":[\d.]+,"group"/)
    const [held] = documents.filter(({ text }) => text.length < 500)
    const asked = await leitong(['index', 'query', 'added', '--text', held?.text ?? ''], { cwd: folder })
    expect(JSON.parse(asked.stdout).matches.length).toBeGreaterThan(1)
    expect(asked.stdout).toContain('"a_in_b":1,')
    expect(await leitong(['sync', path, 'synced', '--create', ...ASKED], { cwd: folder })).toMatchObject({ code: 0 })
  })

  it.each([
    [['--method', 'minhash'], /searched for by method "features": by "minhash" most pairs would be missed/],
    [['--method', 'rare'], /a similarity of its own/],
    [['--threshold', '0'], /a threshold above 0/],
    [['--no-verify'], /finds what one text holds of another exactly/],
  ])('refuses %s', async (flags, message) => {
    const output = join(folder, 'refused.jsonl')
    const { code, stderr } = await leitong(['dedupe', path, ...ASKED, ...flags, '-o', output])
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
    expect(existsSync(output)).toBe(false)
  })

  it('refuses the rule and the method without the measure', async () => {
    expect((await leitong(['dedupe', path, '--keep', 'containing'])).stderr).toMatch(/keep "containing" is of measure "containment"/)
    expect((await leitong(['dedupe', path, '--method', 'features', '--measure', 'cosine'])).stderr).toMatch(
      /measure "cosine" does not apply/,
    )
    expect((await leitong(['fingerprint', path, '--method', 'features'])).stderr).toMatch(/there is no signature of one document/)
  })

  it('refuses stores that search elsewhere, and leaves none behind', async () => {
    const { code, stderr } = await leitong(['index', 'create', `sqlite:${join(folder, 'refused.db')}`, ...ASKED])
    expect(stderr).toMatch(/searches in memory, in an index of memory: or lmdb:/)
    expect([code, existsSync(join(folder, 'refused.db'))]).toEqual([2, false])
  })

  it('measures two texts', async () => {
    const [outer, inner] = [
      'The harbour office opens its doors at seven, and closes when the last ferry has left.',
      'closes when the last ferry',
    ]
    expect(await leitong(['compare', '--texts', inner, outer, ...ASKED])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('containment 1.0000'),
    })
  })

  it('finds it in an index in the memory of a page', async () => {
    const index = createIndex(OPTIONS)
    for (const document of documents.slice(0, 40)) await index.add(document)
    const { text } = documents[0] as { text: string }
    expect((await index.query(text))[0]).toMatchObject({ id: 0, similarity: 1, aInB: 1, bInA: 1 })
  })
})
