/**
 * Every case of cases.ts through every door: the command on a file and on standard input, the library over an iterable and over a file, documents
 * in memory as a browser has them, `compare` of each pair, live indexes one document at a time, the index commands, and a sync. The pairs
 * that are alike must be those that the table names, at each of them; a door that cannot run a case refuses it with the error that the
 * table names.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { beforeAll, describe, expect, it } from 'vitest'
import { createIndex, dedupe as dedupeInMemory } from '../../src/browser.js'
import { LeitongError } from '../../src/errors.js'
import { compare, dedupe, openIndex } from '../../src/index.js'
import { jsonLines, leitong, type Ran, temporaryFolder, writeLines } from '../support/files.js'
import { ServiceProcess } from '../support/service-process.js'
import { fromBothSides, optionsOf, ordered, type Pairs, refusalOf, throughIndex } from './asking.js'
import { CASES, CASES_OF_HALVES, DOORS, type DoorCase, type DoorName, FAR_DOORS, type FarDoor } from './cases.js'
import { leitongHere } from './in-process.js'

type Door = (given: DoorCase, folder: string) => Promise<Pairs>

const flags = (options: DoorCase['options']) =>
  Object.entries(options).flatMap(([name, value]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return value === false ? [`--no-${flag}`] : value === true ? [`--${flag}`] : [`--${flag}`, String(value)]
  })

/** Doors of the command that were started: the first case of each goes through a process of its own, the others through this one. */
const started = new Set<DoorName>()

function command(args: readonly string[], door: DoorName | undefined): Promise<Ran> {
  if (door === undefined || started.has(door)) return leitongHere(args)
  started.add(door)
  return leitong(args)
}

async function run(args: readonly string[], { door, input }: { readonly door?: DoorName; readonly input?: string } = {}): Promise<string> {
  const { code, stdout, stderr } = await (input === undefined ? command(args, door) : leitong(args, { input }))
  if (code > 1) throw Object.assign(new Error(stderr), { exit: code })
  return stdout
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const fieldsFlags = ({ fields }: DoorCase, folder: string) => {
  if (!fields) return []
  writeFileSync(join(folder, 'fields.json'), JSON.stringify({ key: ['id'], fields }))
  return ['--fields', join(folder, 'fields.json')]
}

const dedupeOptionsOf = ({ options, fields }: DoorCase) => ({
  ...options,
  ...(fields ? { fields: { key: ['id'], fields } as never } : {}),
  pairs: true,
})

const inFile = ({ documents }: DoorCase, folder: string) => {
  const path = join(folder, 'documents.jsonl')
  writeLines(path, documents)
  return path
}

async function pairsOfResult(result: { pairs(): Iterable<{ a: unknown; b: unknown }>; close(): Promise<void> }): Promise<Pairs> {
  try {
    return ordered(Array.from(result.pairs(), ({ a, b }) => [Number(a), Number(b)] as const))
  } finally {
    await result.close()
  }
}

/** Pairs of documents for which a judge of two says yes. @param isAsked  about which pairs it is asked */
async function eachPair(
  documents: DoorCase['documents'],
  isAlike: (a: Record<string, unknown>, b: Record<string, unknown>) => Promise<boolean> | boolean,
  isAsked: (a: number, b: number) => boolean = () => true,
) {
  const found: [number, number][] = []
  for (const [i, a] of documents.entries())
    for (const b of documents.slice(i + 1)) {
      const pair = [Number(a['id']), Number(b['id'])] as const
      if (isAsked(...pair) && (await isAlike(a, b))) found.push([...pair])
    }
  return ordered(found)
}

/** Pairs that a process of its own is asked about: those that are alike, and the first document with all others. */
const fewPairs =
  ({ documents, alike }: DoorCase) =>
  (a: number, b: number) =>
    a === documents[0]?.['id'] || alike.some(([x, y]) => x === a && y === b)

const service = new ServiceProcess()
beforeAll(() => service.start())

async function queried(url: string, given: DoorCase, folder: string, door: DoorName): Promise<Pairs> {
  const asked = ['index', 'query', url, inFile(given, folder), ...flags(given.options), ...fieldsFlags(given, folder), '-q']
  const answers = linesOf(await run(asked, { door })) as {
    id: number
    matches: { id: number }[]
  }[]
  return fromBothSides(answers.flatMap(({ id, matches }) => matches.flatMap((match) => (match.id === id ? [] : [[id, match.id] as const]))))
}

let names = 0

const RUN: Readonly<Record<Exclude<DoorName, FarDoor>, Door>> = {
  command: async (given, folder) => {
    const flagged = [...flags(given.options), ...fieldsFlags(given, folder)]
    await run(['dedupe', inFile(given, folder), ...flagged, '--pairs', join(folder, 'pairs'), '-q'], { door: 'command' })
    return ordered(jsonLines(join(folder, 'pairs')).map(({ a, b }) => [a as number, b as number]))
  },
  'command, standard input': async (given, folder) => {
    const input = readFileSync(inFile(given, folder), 'utf8')
    await run(
      ['dedupe', '-', '--format', 'jsonl', ...flags(given.options), ...fieldsFlags(given, folder), '--pairs', join(folder, 'pairs'), '-q'],
      { input },
    )
    return ordered(jsonLines(join(folder, 'pairs')).map(({ a, b }) => [a as number, b as number]))
  },
  'library, iterable': async (given) => pairsOfResult((await dedupe(given.documents as never, dedupeOptionsOf(given) as never)) as never),
  'library, file': async (given, folder) =>
    pairsOfResult((await dedupe({ files: [inFile(given, folder)] }, dedupeOptionsOf(given) as never)) as never),
  memory: async (given) => pairsOfResult((await dedupeInMemory(given.documents as never, dedupeOptionsOf(given) as never)) as never),
  compare: async ({ documents, options }) =>
    eachPair(documents, (a, b) => compare(String(a['text']), String(b['text']), options as never).similar),
  'compare, service': async ({ documents, options }) =>
    eachPair(documents, async (a, b) => {
      const response = await fetch(`${service.url}/compare`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ a: String(a['text']), b: String(b['text']), options }),
      })
      const answer = (await response.json()) as { similar?: boolean; error?: { code: string; message: string } }
      if (!response.ok) throw new LeitongError((answer.error as { code: string }).code as 'OPTION_CONFLICT', String(answer.error?.message))
      return answer.similar === true
    }),
  'compare, command': async (given, folder) =>
    eachPair(
      given.documents,
      async (a, b) => {
        for (const [i, document] of [a, b].entries()) writeLines(join(folder, `${i}.jsonl`), [document])
        const flagged = [...flags(given.options), ...fieldsFlags(given, folder)]
        const { code, stderr } = await command(
          ['compare', join(folder, '0.jsonl'), join(folder, '1.jsonl'), ...flagged, '-q'],
          'compare, command',
        )
        if (code > 1) throw Object.assign(new Error(stderr), { exit: code })
        return code === 0
      },
      fewPairs(given),
    ),
  'index, memory': async (given) => throughIndex(`memory:doors${names++}`, given),
  'index, lmdb': async (given, folder) => throughIndex(join(folder, 'lmdb'), given),
  'index, sqlite': async (given, folder) => throughIndex(`sqlite:${join(folder, 'index.db')}`, given),
  'index, browser': async (given) => {
    const index = createIndex(optionsOf(given) as never)
    for (const document of given.documents) await index.add(document as never)
    const found: [number, number][] = []
    for (const document of given.documents)
      for (const { id } of await index.query(document as never)) if (id !== document['id']) found.push([Number(document['id']), Number(id)])
    return fromBothSides(found)
  },
  'index command': async (given, folder) => {
    const url = join(folder, 'by-command')
    const flagged = [...flags(given.options), ...fieldsFlags(given, folder)]
    await run(['index', 'add', url, inFile(given, folder), '--create', ...flagged, '-q'], { door: 'index command' })
    return queried(url, given, folder, 'index command')
  },
  sync: async (given, folder) => {
    const url = join(folder, 'by-sync')
    const database = new Database(join(folder, 'source.db'))
    const columns = [...new Set(given.documents.flatMap((document) => Object.keys(document)))]
    database.exec(
      `create table documents (id integer primary key, ${columns
        .filter((name) => name !== 'id')
        .map((name) => `${name} text`)
        .join(', ')})`,
    )
    for (const document of given.documents)
      database
        .prepare(`insert into documents (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
        .run(columns.map((name) => document[name] as never))
    database.close()
    // A text has a column of its own; rows are what the fields file says.
    const columnsOfText = given.fields || !columns.includes('text') ? [] : ['--text-field', 'text']
    const flagged = [...columnsOfText, ...flags(given.options), ...fieldsFlags(given, folder)]
    await run(['sync', `sqlite:${join(folder, 'source.db')}`, url, '--table', 'documents', '--create', ...flagged, '-q'], { door: 'sync' })
    return queried(url, given, folder, 'sync')
  },
}

describe.each([...CASES, ...CASES_OF_HALVES])('$name', (given) => {
  // The library and the service compare two texts, and have no parameter for a row: there is nothing to ask, and nothing to refuse.
  const takesTexts = (door: DoorName) => door === 'compare' || door === 'compare, service'
  if (given.fields) it.skip.each(DOORS.filter(takesTexts))('%s: takes two texts, which have no fields', () => {})
  const goes = (door: DoorName) => !(given.fields && takesTexts(door)) && !(door === 'sync' && CASES_OF_HALVES.includes(given))
  it.each(DOORS.filter(goes))('%s', async (door) => {
    const folder = temporaryFolder()
    const refused = given.refusedBy?.[door]
    const found = RUN[door](given, folder)
    if (refused) expect(await found.then(() => 'taken', refusalOf)).toMatch(refused)
    else expect(await found).toEqual(ordered(given.alike))
  })
})

describe('titles that weigh (zhang2020)', () => {
  const text = '城市住房问题需要政府和市场共同解决。房价上涨太快，年轻人买不起房，租房的人越来越多。'
  const titled = [
    { id: 1, title: '住房问题', text },
    { id: 2, title: '年轻人租房', text },
    { id: 3, title: '住房问题', text },
  ]
  const others = [
    '天气很好，适合出门散步，公园里有很多人。',
    '学校的老师和学生讨论教育改革。',
    '医院的医生建议多运动。',
    '地铁新线路缩短了上下班的时间。',
  ]
  const documents = [...titled, ...others.map((other, i) => ({ id: 4 + i, title: '', text: other }))]

  it('tell equal texts apart in fingerprint, dedupe, the index commands and the library', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'documents.jsonl')
    writeLines(path, documents)
    const model = join(folder, 'model')
    await run(['model', 'build', path, '--profile', 'zhang2020', '-o', model, '-q'])
    const flagged = ['--profile', 'zhang2020', '--model', model, '-q']
    const fingerprints = linesOf(await run(['fingerprint', path, ...flagged])).map(({ fingerprint }) => BigInt(`0x${fingerprint}`))
    const apart = (a: number, b: number) =>
      ((fingerprints[a] as bigint) ^ (fingerprints[b] as bigint)).toString(2).replaceAll('0', '').length
    expect(apart(0, 2)).toBe(0)
    expect(apart(0, 1)).toBeGreaterThan(3)
    const pairs = linesOf(await run(['dedupe', path, ...flagged, '--pairs', '-']))
    expect(pairs.map(({ a, b, distance }) => [a, b, distance])).toEqual([[1, 3, 0]])
    const added = linesOf(await run(['index', 'add', join(folder, 'index'), path, '--create', ...flagged]))
    expect(added.map(({ id, duplicate_of }) => [id, duplicate_of]).filter(([, of]) => of !== null)).toEqual([[3, 1]])
    const index = await openIndex('memory:titled', { profile: 'zhang2020', model })
    const answers = []
    for (const document of documents) answers.push(await index.add(document))
    await index.close()
    expect(answers.filter(({ status }) => status === 'duplicate').map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([[3, 1]])
  })
})

describe('signatures of rows', () => {
  const rows = [
    { id: 1, name: '张三', content: '小区的路灯坏了三个星期没有人修，晚上出门很危险。' },
    { id: 2, name: '李四', content: '学校门口的马路没有红绿灯，孩子过马路不安全。' },
  ]
  const weighing = (weight: number) => ({ name: { kind: 'short' as const, weight }, content: { kind: 'long' as const } })

  it('have the weights of fields in their name, and an index refuses other ones', async () => {
    const folder = temporaryFolder()
    const described = async (weight: number) => {
      const path = join(folder, `fields${weight}.json`)
      writeFileSync(path, JSON.stringify({ fields: weighing(weight) }))
      return run(['fingerprint', join(folder, 'rows.jsonl'), '--profile', 'li2015', '--fields', path, '--describe'])
    }
    writeLines(join(folder, 'rows.jsonl'), rows)
    const [two, nine] = [await described(2), await described(9)]
    expect(two).not.toBe(nine)
    const index = await openIndex(join(folder, 'index'), { profile: 'li2015', fields: { fields: weighing(2) } })
    await index.add(rows[0] as object)
    expect((await index.stats()).signature).toBe(two.trim())
    await index.close()
    await expect(openIndex(join(folder, 'index'), { profile: 'li2015', fields: { fields: weighing(9) } })).rejects.toMatchObject({
      code: 'INDEX_OPTIONS',
    })
    // Without fields of the caller the index has its own: documents are rows for it.
    const again = await openIndex(join(folder, 'index'), { create: false })
    expect((await again.add({ ...rows[0], id: 7 })).duplicateOf).toBe(1)
    await again.close()
  })
})

describe('distances', () => {
  it.each(CASES.filter(({ apart }) => apart))(
    '$name: of fingerprints, and as compare has them',
    async ({ documents, options, apart = [] }) => {
      const textOf = (id: number) => String(documents.find((document) => document['id'] === id)?.['text'])
      for (const [a, b, bits] of apart) {
        const { distance, similar, maxDistance } = compare(textOf(a), textOf(b), options as never)
        expect([a, b, distance]).toEqual([a, b, bits])
        expect(similar).toBe(bits <= maxDistance)
      }
    },
  )
})

const ALL: readonly DoorName[] = [...DOORS, ...FAR_DOORS]

/** The page of doors: each case with the doors that carry it out, and with what others say instead. */
function page(): string {
  const said = (reason: RegExp) => reason.source.replace(/^\^/, '').replaceAll('\\', '').replaceAll('.*', '… ')
  const rows = CASES.map(({ name, options, refusedBy = {}, fields }) => {
    const asked = Object.entries(options).map(([option, value]) => `${option}: ${value}`)
    const refused = new Map<string, string[]>()
    for (const door of ALL) {
      const reason = refusedBy[door]
      if (reason) refused.set(said(reason), [...(refused.get(said(reason)) ?? []), door])
    }
    const none = fields ? ['compare', 'compare, service'] : []
    if (none.length) refused.set('takes two texts, which have no fields', none)
    const others = [...refused].map(([reason, doors]) => `${doors.join('; ')}: ${reason.replaceAll('|', ' or ')}`)
    const all = ALL.filter((door) => !refusedBy[door] && !none.includes(door))
    const carried = all.length === ALL.length ? 'all' : all.length ? 'all others' : 'none'
    return `| ${name} | ${asked.join(', ') || 'the defaults'} | ${carried} | ${others.join('<br>') || '–'} |`
  })
  return `# Doors: who carries out what

A method answers alike at every door: a command on a file or on standard input, the library over documents or files, documents in memory as a browser has
them, \`compare\` of two texts, a live index in each store, the service, a sync, a cluster of Apache Spark, the page without installation, and the package of Python. Every case below runs through each of them in
[test/doors](../test/doors) (servers among them; the cluster in [test/spark](../test/spark/doors.test.ts), Python in [test/python](../test/python/wheel.long.test.ts)), and the pairs that are found must be those that were written down by hand. A door that cannot carry a case out says why.
This page is made from that table.

The doors: ${ALL.map((door) => `\`${door}\``).join(', ')}.

| case | options | carried out by | refused by, with these words |
|---|---|---|---|
${rows.join('\n')}
`
}

it('docs/doors.md is made from the table', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/doors.md')
})
