/**
 * Rows judged field by field, at the level of the job.
 *
 * Oracle   the weighted mean and nested loops, written here; the same rows in another order of columns, with other weights.
 * Covers   a missing value costs nothing, columns do not swap, weights count; symmetric, 1 for equal rows; a plan beyond --max-comparisons; memory;
 *          kept and removed are all; files of every kind.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type DedupeOptions, dedupe } from '../../../src/index.js'
import { Draws } from '../../../src/matching/sampling.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)

const PEOPLE = [
  { id: 1, given: 'Anna', family: 'Berger', born: '1980-01-02', city: 'Graz' },
  { id: 2, given: 'Anna', family: 'Berger', born: null, city: 'Graz' },
  { id: 3, given: 'Maria', family: 'Berger', born: '1980-01-02', city: 'Graz' },
  { id: 4, given: 'Berger', family: 'Anna', born: '1980-01-02', city: 'Graz' },
]

async function scores(rows: readonly object[], options: DedupeOptions) {
  await using result = await dedupe(rows as never, { pairs: true, threshold: 0.01, ...options })
  return new Map(Array.from(result.pairs(), ({ a, b, similarity }) => [`${a} ${b}`, similarity as number]))
}

it('takes a missing value for nothing, and another name for a difference', async () => {
  const found = await scores(PEOPLE, { measure: 'fields' })
  expect(found.get('1 2')).toBe(1)
  expect(found.get('1 3')).toBeLessThan(0.95)
})

it('does not take values of swapped columns for equal', async () => {
  const found = await scores(PEOPLE, { measure: 'fields' })
  expect(found.get('1 4')).toBeLessThan(0.75)
})

it('moves a score towards the field whose weight is raised', async () => {
  const byWeight = []
  for (const weight of [1, 5, 100]) {
    const fields = { fields: { given: { weight }, family: { weight: 1 }, born: { weight: 1 }, city: { weight: 1 } } }
    byWeight.push((await scores(PEOPLE, { fields })).get('1 3') as number)
  }
  const [one, five, hundred] = byWeight as [number, number, number]
  expect(one).toBeGreaterThan(five)
  expect(five).toBeGreaterThan(hundred)
})

it('passes over a field of weight 0 as over one that is not compared, whatever measures rows', async () => {
  const others = { family: {}, born: {}, city: {} }
  for (const options of [{ measure: 'fields' }, { measure: 'jaccard' }, { profile: 'li2015' }] as const) {
    const without = await scores(PEOPLE, { ...options, fields: { fields: { given: { compare: false }, ...others } } })
    expect(without.size).toBeGreaterThan(0)
    expect(await scores(PEOPLE, { ...options, fields: { fields: { given: { weight: 0 }, ...others } } })).toEqual(without)
  }
})

it('compares fields as their settings say, in threads too', async () => {
  const rows = [
    { id: 1, who: '王小明', price: '100' },
    { id: 2, who: '王晓明', price: '104' },
    { id: 3, who: '王晓明', price: '140' },
  ]
  const scoreOf = async (who: object, price: object) =>
    (await scores(rows, { fields: { fields: { who: { kind: 'name', ...who }, price: { kind: 'number', ...price } } } })).get(
      '1 2',
    ) as number
  const plain = await scoreOf({}, {})
  expect(await scoreOf({}, { tolerance: 4 })).toBeGreaterThan(plain)
  expect(await scoreOf({}, { tolerance: '3 %' })).toBeCloseTo(plain, 6)
  expect(await scoreOf({ reading: 'pinyin' }, {})).toBeGreaterThan(plain)
  writeLines(path('read.jsonl'), rows)
  writeFileSync(
    path('read.json'),
    JSON.stringify({ fields: { who: { kind: 'name', reading: 'pinyin' }, price: { kind: 'number', tolerance: 4 } } }),
  )
  const flags = ['--fields', 'read.json', '--workers', '2', '--threshold', '0.9', '--pairs', 'read.pairs', '--write-fields', 'again.json']
  expect(await leitong(['dedupe', 'read.jsonl', ...flags], { cwd: folder })).toMatchObject({ code: 0 })
  expect(jsonLines(path('read.pairs'))).toMatchObject([{ a: 1, b: 2, contributions: [{ level: 'close' }, { level: 'within 4' }] }])
  expect(JSON.parse(readFileSync(path('again.json'), 'utf8'))).toMatchObject({
    fields: { who: { kind: 'name', reading: 'pinyin' }, price: { tolerance: 4 } },
  })
})

it('groups people with no settings at all, from files of every kind', async () => {
  const rows = manyPeople(400)
  writeLines(path('people.jsonl'), rows)
  writeFileSync(path('people.csv'), csvOf(rows))
  const groupsOf = async (file: string) => {
    const done = await leitong(['dedupe', file, '--id-field', 'no', '--measure', 'match', '--groups', `${file}.groups`, '--json'], {
      cwd: folder,
    })
    expect(done.stderr).toBe('')
    expect(done.code).toBe(0)
    return jsonLines(path(`${file}.groups`)).map(({ members }) =>
      (members as { id: unknown }[])
        .map((member) => String(member.id))
        .sort()
        .join(' '),
    )
  }
  const truth = new Map<string, string[]>()
  for (const { no } of rows) truth.set(no.slice(0, -1), [...(truth.get(no.slice(0, -1)) ?? []), no])
  const found = await groupsOf('people.csv')
  const right = new Set([...truth.values()].filter((group) => group.length > 1).map((group) => group.sort().join(' ')))
  const hits = found.filter((group) => right.has(group)).length
  expect(hits / right.size).toBeGreaterThan(0.9)
  expect(hits / found.length).toBeGreaterThan(0.9)
  expect(await groupsOf('people.jsonl')).toEqual(found)
})

it('refuses a plan beyond --max-comparisons before any is made', async () => {
  writeLines(path('some.jsonl'), manyPeople(200))
  const refused = await leitong(['dedupe', 'some.jsonl', '--measure', 'fields', '--max-comparisons', '10'], { cwd: folder })
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/more than the 10 of --max-comparisons/)
})

it('keeps what it does not remove', async () => {
  const rows = manyPeople(300)
  await using result = await dedupe(rows as never, { measure: 'fields', idField: 'no', groupBy: 'components' as const })
  const removed = new Set(Array.from(result.removed(), ({ id }) => id))
  expect(removed.size).toBeGreaterThan(20)
  const kept = []
  for await (const row of result.kept()) kept.push((row as { no: string }).no)
  expect(kept.filter((no) => removed.has(no))).toEqual([])
  expect(kept.length + removed.size).toBe(rows.length)
})

it('gives the same pairs for columns in another order, for any number of workers, and on either side', async () => {
  const rows = manyPeople(150)
  const options = { measure: 'fields', idField: 'no' } as const
  const found = await scores(rows, options)
  expect(found.size).toBeGreaterThan(1000)
  const turned = rows.map((row) => Object.fromEntries(Object.entries(row).reverse()))
  const again = await scores(turned, options)
  expect(again.size).toBe(found.size)
  for (const [pair, score] of found) expect(again.get(pair)).toBeCloseTo(score, 12)
  const backwards = await scores([...rows].reverse(), options)
  for (const [pair, score] of found) expect(backwards.get(pair.split(' ').reverse().join(' '))).toBeCloseTo(score, 12)
  for (const score of found.values()) expect(score).toSatisfy((value: number) => value >= 0 && value <= 1)
  writeLines(path('workers.jsonl'), rows)
  const pairs = await Promise.all(
    ['1', '3'].map(async (workers) => {
      const flags = ['--measure', 'match', '--id-field', 'no', '--workers', workers, '--pairs', `pairs-${workers}`]
      expect(await leitong(['dedupe', 'workers.jsonl', ...flags], { cwd: folder })).toMatchObject({ code: 0 })
      return jsonLines(path(`pairs-${workers}`))
    }),
  )
  expect(pairs[0]?.length).toBeGreaterThan(10)
  expect(pairs[1]).toEqual(pairs[0])
})

it('says what each field contributes, so that the score can be added up', async () => {
  const rows = manyPeople(120)
  writeLines(path('added.jsonl'), rows)
  const run = async (measure: string) => {
    const flags = ['--measure', measure, '--id-field', 'no', '--pairs', 'added', '--json']
    const { stdout } = await leitong(['dedupe', 'added.jsonl', ...flags], { cwd: folder })
    type Said = { field: string; level: string | null; similarity: number | null; weight: number; bits: number }
    return { summary: JSON.parse(stdout), pairs: jsonLines(path('added')) as { similarity: number; contributions: Said[] }[] }
  }
  const byFields = await run('fields')
  expect(byFields.pairs.length).toBeGreaterThan(10)
  for (const { similarity, contributions } of byFields.pairs) {
    expect(contributions.map(({ field }) => field)).toEqual(['given', 'family', 'born', 'street', 'phone'])
    expect(contributions.reduce((sum, { weight, similarity: of }) => sum + weight * (of ?? 0), 0)).toBeCloseTo(similarity, 4)
  }
  const byMatch = await run('match')
  expect(byMatch.pairs.length).toBeGreaterThan(10)
  const { prior } = byMatch.summary.rows.model
  for (const { similarity, contributions } of byMatch.pairs) {
    const bits = Math.log2(prior / (1 - prior)) + contributions.reduce((sum, { bits: of }) => sum + of, 0)
    expect(1 / (1 + 2 ** -bits)).toBeCloseTo(similarity, 4)
  }
  const { columns, comparisons, recall, keys } = byMatch.summary.rows
  expect(columns.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`)).toContain('born date')
  // The least m that a level may have comes on top of what was counted.
  for (const { levels } of columns as { levels: { m: number }[] }[]) expect(levels.reduce((sum, { m }) => sum + m, 0)).toBeCloseTo(1, 1)
  expect(comparisons.made).toBeLessThanOrEqual(comparisons.planned)
  expect(recall).toBeGreaterThan(0.8)
  expect(keys.length).toBeGreaterThan(0)
})

it('holds rules on top of the score, and takes keys that are named', async () => {
  const rows = [
    { id: 1, name: 'Lin Mei', matter: 'street lamp broken at the corner', number: '11' },
    { id: 2, name: 'Lin Mei', matter: 'street lamp broken at the corner', number: '22' },
    { id: 3, name: 'Lin Mei', matter: 'street lamp broken at the corner', number: null },
    { id: 4, name: null, matter: 'street lamp broken at the corner', number: null },
  ]
  const fields = { name: { kind: 'name' }, matter: { kind: 'text' }, number: { kind: 'exact', compare: false } } as const
  const pairsOf = async (rules: object) => [...(await scores(rows, { fields: { fields, ...rules } })).keys()]
  expect(await pairsOf({})).toEqual(['1 2', '1 3', '1 4', '2 3', '2 4', '3 4'])
  expect(await pairsOf({ rules: { veto: ['number'] } })).toEqual(['1 3', '1 4', '2 3', '2 4', '3 4'])
  expect(await pairsOf({ rules: { and: [{ fields: ['name'], threshold: 0.9 }] } })).toEqual(['1 2', '1 3', '2 3'])
  expect(await pairsOf({ candidates: ['name: value'] })).toEqual(['1 2', '1 3', '2 3'])
  await expect(pairsOf({ candidates: ['name: nothing'] })).rejects.toMatchObject({
    code: 'FIELDS_FILE',
    message: expect.stringContaining('"matter: words"'),
  })
})

it('writes its fields and its model, and finds the same with them', async () => {
  writeLines(path('learned.jsonl'), manyPeople(300))
  const run = async (name: string, flags: readonly string[]) => {
    const all = ['--measure', 'match', '--id-field', 'no', '--pairs', name, ...flags]
    const done = await leitong(['dedupe', 'learned.jsonl', ...all], { cwd: folder })
    expect(done).toMatchObject({ code: 0 })
    return jsonLines(path(name))
  }
  const learned = await run('learned', ['--write-fields', 'fields.json', '--write-model', 'people.match'])
  expect(learned.length).toBeGreaterThan(50)
  expect(await run('described', ['--fields', 'fields.json'])).toEqual(learned)
  const used = await run('used', ['--model', 'people.match'])
  expect(used).toEqual(learned)
  const shown = await leitong(['model', 'show', 'people.match'], { cwd: folder })
  expect(shown.stdout).toMatch(/^checksum [0-9a-f]{16}, learned from 300 rows/)
  writeFileSync(path('broken.match'), readFileSync(path('people.match'), 'utf8').replace('"prior": 0.', '"prior": 0.9'))
  const refused = await leitong(['dedupe', 'learned.jsonl', '--measure', 'match', '--model', 'broken.match'], { cwd: folder })
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('checksum') })
})

it('links two tables without any settings, one to one, and refuses rows where there are none', async () => {
  const rows = manyPeople(300)
  writeFileSync(path('left.csv'), csvOf(rows.filter(({ no }) => no.endsWith('a'))))
  writeFileSync(path('right.csv'), csvOf(rows.filter(({ no }) => no.endsWith('b'))))
  const flags = ['--measure', 'match', '--id-field', 'no', '--one-to-one', '--pairs', 'linked']
  expect(await leitong(['link', 'left.csv', 'right.csv', ...flags], { cwd: folder })).toMatchObject({ code: 0 })
  const pairs = jsonLines(path('linked')) as { a: string; b: string; contributions: unknown[] }[]
  const right = pairs.filter(({ a, b }) => a.slice(0, -1) === b.slice(0, -1)).length
  expect(right / pairs.length).toBeGreaterThan(0.95)
  expect(right / rows.filter(({ no }) => no.endsWith('b')).length).toBeGreaterThan(0.95)
  // Five fields, and the whole row.
  expect(pairs[0]?.contributions).toHaveLength(6)
  for (const name of ['left.txt', 'right.txt']) writeFileSync(path(name), 'a text')
  for (const [args, message] of [
    [['index', 'create', 'somewhere'], 'an index learns no model of fields'],
    [['compare', 'left.txt', 'right.txt'], 'field by field'],
  ] as const)
    expect(await leitong([...args, '--measure', 'match'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    })
})

it('refuses columns that take more than the memory', async () => {
  const wide = 'x'.repeat(4000)
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, note: `${id} ${wide}` }))
  await expect(dedupe(rows, { measure: 'fields', memory: 64 << 20 })).rejects.toMatchObject({
    code: 'COLUMNS_MEMORY',
    message: expect.stringContaining('memory'),
  })
})

it('names the pair on which each group of rows hangs', async () => {
  writeFileSync(path('hanging.csv'), csvOf(manyPeople(300)))
  for (const measure of ['match', 'fields']) {
    const flags = ['--measure', measure, '--id-field', 'no', '--groups', 'hanging']
    expect(await leitong(['dedupe', 'hanging.csv', ...flags], { cwd: folder })).toMatchObject({ code: 0 })
    const groups = jsonLines(path('hanging')) as {
      members: { id: string; similarity: number }[]
      weakest: { a: string; b: string; similarity: number }
    }[]
    expect(groups.length).toBeGreaterThan(20)
    for (const { members, weakest } of groups) {
      const ids = members.map(({ id }) => id)
      expect([ids.includes(weakest.a), ids.includes(weakest.b), weakest.a === weakest.b]).toEqual([true, true, false])
      if (members.length === 2) expect(weakest.similarity).toBeCloseTo(members[1]?.similarity as number, 5)
    }
  }
})

it('says when a model is in doubt, and joins only what is alike by weights too', async () => {
  const draws = new Draws(5)
  const noise = Array.from({ length: 600 }, (_, id) => `${id},x${draws.below(20)},y${draws.below(15)},z${draws.below(9)}`)
  writeFileSync(path('noise.csv'), `id,a,b,c\n${noise.join('\n')}\n`)
  const flags = ['--measure', 'match', '--id-field', 'id', '--groups', 'noisy']
  const { code, stderr } = await leitong(['dedupe', 'noise.csv', ...flags], { cwd: folder })
  expect(code).toBe(0)
  expect(stderr).toContain('warning: the model did not tell matches from others')
  expect(stderr).toContain('--measure fields')
  for (const { members } of jsonLines(path('noisy')) as { members: { id: string }[] }[]) {
    const values = members.map(({ id }) => (noise[Number(id)] as string).split(',').slice(1).join())
    expect(new Set(values).size).toBe(1)
  }
  const { stdout } = await leitong(['dedupe', 'noise.csv', ...flags, '--json'], { cwd: folder })
  expect(JSON.parse(stdout).rows.model.doubt).toBe('unclear')
  const sure = await leitong(['dedupe', 'hanging.csv', '--measure', 'match', '--id-field', 'no', '--groups', 'sure'], { cwd: folder })
  expect(sure.stderr).not.toContain('warning')
  const chinese = await leitong(['tune', 'noise.csv', '--measure', 'match', '--id-field', 'id', '--lang', 'zh'], { cwd: folder })
  expect(chinese.stdout).toContain('警告：模型未能区分匹配与不匹配')
  expect(chinese.stdout).not.toMatch(/compar|model|warning|matches|planned|use:/)
})

/** People of whom every third has a second row with a mistake in it, told by the last letter of `no`. */
function manyPeople(count: number): { no: string; given: string; family: string; born: string; street: string; phone: string }[] {
  const given = ['Anna', 'Maria', 'Josef', 'Karl', 'Lena', 'Paul', 'Ida', 'Otto', 'Emma', 'Hugo', 'Greta', 'Felix']
  const family = ['Berger', 'Huber', 'Gruber', 'Wagner', 'Pichler', 'Moser', 'Leitner', 'Eder', 'Fuchs', 'Wolf', 'Egger', 'Brunner', 'Auer']
  const rows = []
  let state = 7
  const draw = (n: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % n
  }
  const pick = (list: readonly string[]) => list[draw(list.length)] as string
  for (let person = 0; rows.length < count; person++) {
    const row = {
      no: `${person}a`,
      given: pick(given),
      family: pick(family),
      born: `19${10 + draw(90)}-${String(1 + draw(12)).padStart(2, '0')}-${10 + draw(18)}`,
      street: `${pick(family)}gasse ${1 + draw(90)}`,
      phone: `0664 ${1000000 + draw(8999999)}`,
    }
    rows.push(row)
    if (person % 3) continue
    const again = { ...row, no: `${person}b` }
    if (person % 2) again.family = `${row.family.slice(0, 2)}${row.family.slice(3)}`
    else again.phone = `0664 ${1000000 + draw(8999999)}`
    rows.push(again)
  }
  return rows.slice(0, count)
}

function csvOf(rows: readonly Record<string, string>[]): string {
  const names = Object.keys(rows[0] ?? {})
  return `${names.join()}\n${rows.map((row) => names.map((name) => row[name]).join()).join('\n')}\n`
}

describe('dates and numbers as a column writes them', () => {
  const NAMES = ['Marta Ruiz', 'Joan Puig', 'Ute Kern', 'Karl Lang', 'Ilse Brandt', 'Otto Fink', 'Lena Voss', 'Paul Hahn']
  /** Each name with the first date and amount, then with the second. */
  const table = (first: (i: number) => object, second: (i: number) => object) =>
    [first, second].flatMap((way) => NAMES.map((who, i) => ({ who, ...way(i) })))
  const asked = { measure: 'fields' } as const

  it('reads German amounts against plain and English ones', async () => {
    const cents = (i: number) => (123_450 + i * 7_919) / 100
    const german = (i: number) => ({ amount: cents(i).toLocaleString('de-DE', { minimumFractionDigits: 2 }) })
    for (const other of [
      (i: number) => cents(i).toFixed(2),
      (i: number) => cents(i).toLocaleString('en-US', { minimumFractionDigits: 2 }),
    ]) {
      const found = await scores(
        table(german, (i) => ({ amount: other(i) })),
        asked,
      )
      for (let i = 0; i < NAMES.length; i++) expect(found.get(`${i} ${i + 8}`)).toBe(1)
    }
  })

  it('lets the column decide what 1.234 and 02/03/2024 are, writes it into the model and says it', async () => {
    const rows = table(
      (i) => ({ amount: i ? `${i},50` : '1.234', born: i ? `01/${12 + i}/2024` : '02/03/2024' }),
      (i) => ({ amount: i ? `${i},5` : '1234', born: i ? `2024-01-${12 + i}` : '2024-02-03' }),
    )
    for (const dateOrder of [undefined, 'day'] as const) {
      await using result = await dedupe(rows, { ...asked, pairs: true, threshold: 0.01, ...(dateOrder ? { dateOrder } : {}) })
      const pairs = new Map(Array.from(result.pairs(), ({ a, b, similarity }) => [`${a} ${b}`, similarity as number]))
      expect(pairs.get('0 8')).toBeCloseTo(dateOrder === 'day' ? 0.983 : 1, 3)
      const columns = result.summary.rows?.columns ?? []
      expect(columns.find(({ name }) => name === 'amount')).toMatchObject({
        kind: 'number',
        settings: { decimal: 'comma' },
        read: { way: 'comma', either: 1, shown: true, unread: 0 },
      })
      expect(columns.find(({ name }) => name === 'born')?.settings).toEqual(dateOrder ? undefined : { order: 'month' })
    }
    writeLines(path('ways.jsonl'), rows)
    const run = await leitong(['dedupe', path('ways.jsonl'), '--measure', 'fields', '--write-fields', path('ways.json')])
    expect(run.stderr).toContain('1 date of "born" may be read in two ways, and was read with the month first, as others of the column are')
    expect(run.stderr).toContain('1 number of "amount" like 1.234 or 1,234 may be read in two ways, and was read with a decimal comma')
    expect(JSON.parse(readFileSync(path('ways.json'), 'utf8')).fields).toMatchObject({
      amount: { decimal: 'comma' },
      born: { order: 'month' },
    })
    // What was stated for a type is read so too.
    const typed = { fields: { who: {}, amount: { type: 'number' }, born: { type: 'date' } } } as const
    expect((await scores(rows, { ...asked, fields: typed })).get('0 8')).toBe(1)
    for (const signed of [{ measure: 'jaccard' }, { profile: 'li2015' }] as const) {
      const stated = {
        fields: {
          who: {},
          amount: { kind: 'number', type: 'number', decimal: 'comma' },
          born: { kind: 'date', type: 'date', order: 'month' },
        },
      } as const
      expect((await scores(rows, { ...signed, fields: stated })).get('0 8')).toBe(1)
    }
  })

  it('counts and names what it cannot read', async () => {
    const dates = (i: number) => ({ born: i < 2 ? 'unbekannt' : `${i + 1}. Mai 1980` })
    writeLines(path('unread.jsonl'), table(dates, dates))
    const run = await leitong(['dedupe', path('unread.jsonl'), '--measure', 'fields'])
    expect(run.stdout).toContain('4 values of "born" could not be read as a date ("unbekannt"), and are compared as written')
    const chinese = await leitong(['dedupe', path('unread.jsonl'), '--measure', 'fields'], { env: { LC_ALL: 'zh_CN.UTF-8' } })
    expect(chinese.stdout).toContain('“born”中有 4 个值读不成日期')
  })
})
