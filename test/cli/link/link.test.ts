/**
 * `leitong link` and the rules of the fields file.
 *
 * Oracle   the exact similarity of every pair by `compare`, rules and the greedy choice spelled out here.
 * Covers   all pairs across two sides and none within one, copies, best matches, one to one; two tables with unlike columns through a
 *          mapping; both sides deduped together; AND rules and vetoes in dedupe and link, also for rows whose texts are equal; what is refused.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compare, link as linkAll } from '../../../src/index.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const random = createRandom(11)
type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** Texts that are alike in families, some of them equal, on both sides. */
function family(side: string, bases: readonly string[], count: number): Row[] {
  return Array.from({ length: count }, (_, i) => {
    const base = bases[Math.floor(random() * bases.length)] as string
    return { id: `${side}${i}`, text: random() < 0.4 ? base : edit(random, base, 0.04) }
  })
}

async function link(args: readonly string[]) {
  const ran = await leitong(['link', ...args, '--pairs', path('pairs'), '--matches', path('matches'), '--json'], { cwd: folder })
  expect(ran.stderr).toBe('')
  return { summary: JSON.parse(ran.stdout), pairs: jsonLines(path('pairs')), matches: jsonLines(path('matches')) }
}

const round = (value: number) => Math.round(value * 1e6) / 1e6

it('finds every similar pair across, and the best match of each row of B', async () => {
  const bases = Array.from({ length: 6 }, () => createText(random, 50))
  const [left, right] = [family('a', bases, 25), family('b', bases, 25)]
  writeLines(path('a.jsonl'), left)
  writeLines(path('b.jsonl'), right)
  const expected = left.flatMap((a) =>
    right.flatMap((b) => {
      const similarity = round(compare(a['text'] as string, b['text'] as string).similarity)
      return similarity >= 0.8 ? [{ a: a.id, b: b.id, similarity, distance: null }] : []
    }),
  )
  expect(expected.length).toBeGreaterThan(30)
  const { summary, pairs, matches } = await link(['a.jsonl', 'b.jsonl'])
  expect(pairs).toEqual(expected)
  expect(summary).toMatchObject({ a: 25, b: 25, pairs: expected.length, linkedB: new Set(expected.map(({ b }) => b)).size })
  // Pairs are in the order of A: of equally similar ones the first is the earliest.
  const bestOf = (id: string) =>
    expected.filter(({ b }) => b === id).reduce<number>((best, { similarity }) => Math.max(best, similarity), 0)
  expect(matches.map(({ b }) => b)).toEqual(right.map(({ id }) => id))
  for (const { b, a, similarity } of matches) {
    const best = bestOf(b as string)
    if (!best) expect([a, similarity]).toEqual([null, null])
    else expect(expected).toContainEqual({ a, b, similarity: best, distance: null })
  }
  const chosen = (await link(['a.jsonl', 'b.jsonl', '--one-to-one'])).pairs
  for (const side of ['a', 'b'] as const) expect(new Set(chosen.map((pair) => pair[side])).size).toBe(chosen.length)
  for (const pair of chosen) expect(expected).toContainEqual(pair)
  // Greedy: whatever was not chosen has an end in a chosen pair that is at least as similar.
  for (const pair of expected)
    expect(chosen.some(({ a, b, similarity }) => (a === pair.a || b === pair.b) && (similarity as number) >= pair.similarity)).toBe(true)
})

it('links tables with unlike columns through a mapping', async () => {
  const title = 'A survey of methods that find similar documents in large collections'
  writeFileSync(path('a.csv'), `key,title,year,note\n1,${title},1999,x\n2,"Quite another thing, which nobody wrote about so far",2001,y\n`)
  writeLines(path('b.ndjson'), [
    { code: 'p', name: 'Something that stands in one table only and nowhere else', published: 1999, note: 'x' },
    { code: 'q', name: title.toUpperCase(), published: '1999.0', note: 'z' },
  ])
  const mapping = {
    a: { key: 'key', fields: { title: { kind: 'long' }, note: { compare: false } } },
    b: { key: 'code', fields: { published: { type: 'number' }, note: { compare: false } } },
    map: { title: 'name', year: 'published' },
  }
  writeFileSync(path('map.json'), JSON.stringify(mapping))
  const { pairs, matches } = await link(['a.csv', 'b.ndjson', '--map', 'map.json'])
  expect(pairs).toMatchObject([
    {
      a: '1',
      b: 'q',
      similarity: 1,
      distance: null,
      contributions: [
        { field: 'title', level: 'equal' },
        { field: 'year', level: 'equal' },
      ],
    },
  ])
  expect(matches).toMatchObject([
    { b: 'p', a: null },
    { b: 'q', a: '1' },
  ])
  writeFileSync(path('veto.json'), JSON.stringify({ ...mapping, rules: { veto: ['note'] } }))
  expect((await link(['a.csv', 'b.ndjson', '--map', 'veto.json'])).pairs).toEqual([])
  writeFileSync(path('wrong.json'), JSON.stringify({ map: { title: 'name', year: 'name' } }))
  for (const [args, message] of [
    [['--map', 'wrong.json'], /names a column of B twice/],
    [['--fields-a', 'fields-of-a.json'], /b\.ndjson: no field "title"; there are code, name, published, note/],
  ] as const) {
    writeFileSync(path('fields-of-a.json'), JSON.stringify(mapping.a))
    expect(await leitong(['link', 'a.csv', 'b.ndjson', ...args], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(message),
    })
  }
})

it('dedupes both sides together: pairs across and within, and groups with their sides', async () => {
  const bases = Array.from({ length: 5 }, () => createText(random, 50))
  // Ids are of their own side only.
  const rename = (rows: readonly Row[]) => rows.map((row, i) => ({ ...row, id: `${i}` }))
  const [left, right] = [rename(family('a', bases, 14)), rename(family('b', bases, 14))]
  writeLines(path('a.jsonl'), left)
  writeLines(path('b.jsonl'), right)
  const all: (Row & { readonly side: string })[] = [
    ...left.map((row) => ({ side: 'A', ...row })),
    ...right.map((row) => ({ side: 'B', ...row })),
  ]
  const expected = all.flatMap((a, i) =>
    all.slice(i + 1).flatMap((b) => {
      const similarity = round(compare(a['text'] as string, b['text'] as string).similarity)
      return similarity >= 0.8 ? [{ a: a.id, b: b.id, sides: `${a.side}${b.side}`, similarity, distance: null }] : []
    }),
  )
  const number = (sides: string) => expected.filter((pair) => pair.sides === sides).length
  for (const sides of ['AA', 'AB', 'BB']) expect(number(sides)).toBeGreaterThan(3)
  const ran = await leitong(
    ['link', 'a.jsonl', 'b.jsonl', '--within', '--group-by', 'components', '--pairs', path('pairs'), '--groups', path('groups'), '--json'],
    { cwd: folder },
  )
  expect(ran.stderr).toBe('')
  expect(jsonLines(path('pairs'))).toEqual(expected)
  // Components by the pairs alone.
  const names = all.map(({ side, id }) => `${side}${id}`)
  const root = new Map(names.map((name) => [name, name]))
  const find = (name: string): string => (root.get(name) === name ? name : find(root.get(name) as string))
  for (const { a, b, sides } of expected) root.set(find(`${sides[0]}${a}`), find(`${sides[1]}${b}`))
  const components = [...new Set(names.map(find))]
    .map((top) => names.filter((name) => find(name) === top))
    .filter(({ length }) => length > 1)
  const groups = jsonLines(path('groups')) as { kept: { side: string; id: string }; members: { side: string; id: string }[] }[]
  expect(groups.map(({ members }) => members.map(({ side, id }) => `${side}${id}`).sort()).sort()).toEqual(
    components.map((members) => members.sort()).sort(),
  )
  const shared = components.filter((members) => new Set(members.map(([side]) => side)).size === 2).length
  expect(JSON.parse(ran.stdout)).toMatchObject({
    a: 14,
    b: 14,
    pairs: { AA: number('AA'), AB: number('AB'), BB: number('BB') },
    groups: components.length,
    shared,
  })
  for (const [flags, message] of [
    [['--within', '--matches', 'm'], /--matches is of no use with --within/],
    [['--groups', 'g'], /--groups is of no use without --within/],
    [['--keep', 'longest'], /--keep is of no use without --within/],
  ] as const)
    expect(await leitong(['link', 'a.jsonl', 'b.jsonl', ...flags], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(message),
    })
})

it('keeps the rules: every group of fields alike by itself, no two identity numbers', async () => {
  const names = Array.from({ length: 5 }, () => createText(random, 4).replace('.', ''))
  const matters = Array.from({ length: 4 }, () => createText(random, 60))
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const rows = Array.from({ length: 34 }, (_, i) => ({
    id: `${i}`,
    name: pick(names),
    number: pick(['11', '22', null]),
    matter: random() < 0.5 ? pick(matters) : edit(random, pick(matters), 0.02),
  }))
  writeLines(path('rows.jsonl'), rows)
  const rules = {
    and: [
      { fields: ['name'], threshold: 0.9 },
      { fields: ['matter'], threshold: 0.85 },
    ],
    veto: ['number'],
  }
  const fields = { name: {}, number: { compare: false }, matter: { kind: 'long' } }
  writeFileSync(path('rules.json'), JSON.stringify({ fields, rules }))
  const known = new Map<string, number>()
  const alike = (a: string, b: string) => {
    const key = JSON.stringify([a, b])
    const value = known.get(key) ?? compare(a, b).similarity
    known.set(key, value)
    return value
  }
  const similar = (a: (typeof rows)[number], b: (typeof rows)[number]) => alike(`${a.matter}\n${a.name}`, `${b.matter}\n${b.name}`) >= 0.8
  const holds = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
    alike(a.name, b.name) >= 0.9 && alike(a.matter, b.matter) >= 0.85 && !(a.number && b.number && a.number !== b.number)
  const both = rows.flatMap((a, i) => rows.slice(i + 1).map((b) => [a, b] as const)).filter(([a, b]) => similar(a, b))
  const expected = both.filter(([a, b]) => holds(a, b)).map(([a, b]) => [a.id, b.id])
  expect(expected.length).toBeGreaterThan(5)
  expect(both.length).toBeGreaterThan(expected.length * 2)
  for (const method of [
    ['--measure', 'jaccard'],
    ['--method', 'simhash', '--distance', '20'],
  ]) {
    const ran = await leitong(
      ['dedupe', 'rows.jsonl', '--fields', 'rules.json', '--pairs', path('pairs'), '--removed', path('removed'), ...method],
      { cwd: folder },
    )
    expect(ran.code).toBe(0)
    expect(jsonLines(path('pairs')).map(({ a, b }) => [a, b])).toEqual(expected)
    const removed = jsonLines(path('removed'))
    expect(removed.length).toBeGreaterThan(3)
    for (const { id, duplicate_of: kept } of removed) expect(expected).toContainEqual([kept, id])
  }
  for (const [args, message] of [
    [['--no-verify'], /rules of the fields file are verified/],
    [['--method', 'exact'], /rules of the fields file are verified/],
  ] as const)
    expect(await leitong(['dedupe', 'rows.jsonl', '--fields', 'rules.json', ...args], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(message),
    })
  writeFileSync(path('unknown.json'), JSON.stringify({ fields, rules: { veto: ['passport'] } }))
  expect((await leitong(['dedupe', 'rows.jsonl', '--fields', 'unknown.json'], { cwd: folder })).stderr).toMatch(/"passport"/)
})

it('takes equal rows for no pair where a rule finds nothing in them', async () => {
  const matter = createText(random, 40)
  const rows = [
    ...[1, 2].map((id) => ({ id, name: null, matter })),
    ...[3, 4].map((id) => ({ id, name: ' ', matter })),
    ...[5, 6].map((id) => ({ id, name: 'Lin Mei', matter })),
  ]
  writeFileSync(
    path('silent.json'),
    JSON.stringify({ fields: { name: {}, matter: { kind: 'long' } }, rules: { and: [{ fields: ['name'], threshold: 0.9 }] } }),
  )
  writeLines(path('silent.jsonl'), rows)
  const header = 'id,name,matter\n'
  writeFileSync(path('silent.csv'), header + rows.map(({ id, name, matter: text }) => `${id},${name ?? ''},"${text}"\n`).join(''))
  for (const method of [
    ['--measure', 'jaccard'],
    ['--method', 'simhash', '--workers', '2'],
  ]) {
    for (const [file, [a, b]] of [
      ['silent.jsonl', [5, 6]],
      ['silent.csv', ['5', '6']],
    ] as const) {
      const flags = ['--fields', 'silent.json', '--pairs', path('pairs'), '--json', ...method]
      const ran = await leitong(['dedupe', file, ...flags], { cwd: folder })
      expect(jsonLines(path('pairs'))).toMatchObject([{ a, b, similarity: 1 }])
      expect(JSON.parse(ran.stdout)).toMatchObject({ documents: 6, kept: 5, removed: 1, copies: 1 })
    }
    // A file with itself: equal rows at equal places, in two inputs.
    const { pairs } = await link(['silent.jsonl', 'silent.jsonl', '--fields-a', 'silent.json', '--fields-b', 'silent.json', ...method])
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([5, 6].flatMap((a) => [5, 6].map((b) => [a, b])))
  }
})

it('refuses what would silently be empty, mixed or ignored', async () => {
  writeLines(path('one.jsonl'), [{ id: 1, text: 'a text that stands alone in its file' }])
  for (const [args, message] of [
    [['link', '-', '-'], /"-" is named twice/],
    [['dedupe', '-', '-'], /"-" is named twice/],
    [['link', 'one.jsonl', 'one.jsonl', '--pairs', '-', '--json'], /--pairs - and --json would both write to standard output/],
    [['dedupe', 'one.jsonl', '--output', '-', '--json'], /--output - and --json would both write to standard output/],
  ] as const)
    expect(await leitong(args, { cwd: folder, input: '{"id":1,"text":"some words"}\n' })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    })
  for (const [a, b] of [
    ['one.jsonl', [{ id: 1, text: 'words' }]],
    [[{ id: 1, text: 'words' }], 'one.jsonl'],
  ] as const)
    await expect(linkAll(a as never, b as never)).rejects.toMatchObject({ code: 'ARGUMENT', message: expect.stringMatching(/one.jsonl/) })
})

it('keeps the rules of both sides, each in the names of its own', async () => {
  const matter = createText(random, 40)
  const [same, otherDate, otherSign] = [
    { id: 1, matter, day: 'monday', sign: 'x' },
    { id: 2, matter, day: 'friday', sign: 'x' },
    { id: 3, matter, day: 'monday', sign: 'y' },
  ]
  writeLines(path('a.jsonl'), [same])
  writeLines(
    path('b.jsonl'),
    [same, otherDate, otherSign].map(({ id, day, ...rest }) => ({ id, when: day, ...rest })),
  )
  const spec = (name: string, veto: string) => {
    const fields = { matter: { kind: 'long' }, [name]: { compare: false }, sign: { compare: false } }
    writeFileSync(path(`${name}.json`), JSON.stringify({ fields, rules: { veto: [veto] } }))
    return `${name}.json`
  }
  writeFileSync(path('map.json'), JSON.stringify({ map: { day: 'when' } }))
  const found = async (vetoA: string, vetoB: string) => {
    const flags = ['--fields-a', spec('day', vetoA), '--fields-b', spec('when', vetoB), '--map', 'map.json']
    return (await link(['a.jsonl', 'b.jsonl', ...flags])).pairs.map(({ b }) => b)
  }
  expect(await found('sign', 'sign')).toEqual([1, 2])
  expect(await found('day', 'when')).toEqual([1, 3])
  expect(await found('sign', 'when')).toEqual([1])
  expect(await found('day', 'sign')).toEqual([1])
})

it('refuses options that it would not look at', async () => {
  writeLines(path('one.jsonl'), [{ id: 1, text: 'a text that stands alone in its file' }])
  for (const [options, message] of [
    [{ fields: 'rules.json' }, /link takes --fields-a and --fields-b/],
    [{ table: 'people' }, /link takes --table-a and --table-b/],
    [{ query: 'SELECT 1' }, /link takes --query-a and --query-b/],
    [{ keep: 'longest' }, /--keep is of no use without --within/],
  ] as const) {
    writeFileSync(path('options.json'), JSON.stringify(options))
    for (const within of [[], ['--within']]) {
      if (within.length && 'keep' in options) continue
      expect(await leitong(['link', 'one.jsonl', 'one.jsonl', '--config', 'options.json', ...within], { cwd: folder })).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(message),
      })
    }
  }
  const documents = [{ id: 1, text: 'words' }]
  for (const options of [{ keep: 'longest' }, { groupBy: 'star' }, { fields: 'rules.json' }, { table: 'people' }, { query: '{}' }])
    await expect(linkAll(documents, documents, options as never)).rejects.toMatchObject({
      code: 'OPTION_CONFLICT',
      message: expect.stringContaining(`"${Object.keys(options)[0]}" is of no use to link`),
    })
})

it('compares two files as texts unless a type is stated, and rows with enough values', async () => {
  writeFileSync(path('a.csv'), 'id,title,year\n1,tide tables of the northern harbours,1999\n2,tide tables of the northern harbours,\n')
  writeFileSync(path('b.csv'), 'id,name,published\nx,tide tables of the northern harbours,1999.0\n')
  const run = async (year: object, side: object) => {
    const fields = { title: { kind: 'long' }, year }
    writeFileSync(path('map.json'), JSON.stringify({ a: { fields, ...side }, map: { title: 'name', year: 'published' } }))
    return (await link(['a.csv', 'b.csv', '--map', 'map.json', '--measure', 'jaccard'])).pairs.map(({ a, similarity }) => [
      a,
      similarity === 1,
    ])
  }
  const rows = { key: 'id' }
  expect(await run({}, rows)).toEqual([['1', false]])
  expect(await run({ type: 'number' }, rows)).toContainEqual(['1', true])
  const ran = await leitong(['link', 'a.csv', 'b.csv', '--map', 'map.json', '--threshold', '0.5', '--measure', 'jaccard', '--json'], {
    cwd: folder,
  })
  expect(JSON.parse(ran.stdout)).toMatchObject({ a: 2, b: 1, rejects: 0, pairs: 2 })
  await run({ type: 'number' }, { ...rows, least: 2 })
  const strict = await leitong(['link', 'a.csv', 'b.csv', '--map', 'map.json', '--threshold', '0.5', '--measure', 'jaccard', '--json'], {
    cwd: folder,
  })
  expect(JSON.parse(strict.stdout)).toMatchObject({ a: 1, b: 1, rejects: 1, pairs: 1 })
})

it.each(['-o', '--output', '-oboth.csv'])('says what its outputs are called where %s is tried', async (flag) => {
  const asked = ['link', 'a.jsonl', 'b.jsonl', flag, 'both.csv']
  const { code, stderr } = await leitong(asked, { cwd: folder })
  expect([code, stderr]).toEqual([2, expect.stringMatching(/unknown option '-.*--in FILE has the rows of B that are in A, --not-in FILE/s)])
  expect((await leitong([...asked, '--lang', 'zh'], { cwd: folder })).stderr).toMatch(
    /没有选项.*--in 文件 写出 B 中也在 A 里的行，--not-in/s,
  )
})
