/**
 * spark/worker: are the filters that run on executors right, without Spark around them?
 *
 * Oracle   digests and bands by comparison with what equal texts must share; components and forests by naive search, written here; blocks by
 *          `leitong dedupe` on the same lines.
 * Covers   the bundled file as it travels, the command, errors on standard error; numbers of documents beyond 2^53; crowded buckets.
 * Leaves   the steps around them (same-result.test.ts).
 */
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LeitongError } from '../../src/errors.js'
import { machineDefaults } from '../../src/options/machine.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { chooseBands } from '../../src/searching/bands.js'
import { workerFailure } from '../../src/spark/failure.js'
import { encodeTask } from '../../src/spark/task.js'
import { joinBucket } from '../../src/spark/worker/forest.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { createRandom } from '../support/texts.js'
import { hostileTexts } from './corpora.js'

const WORKER = new URL('../../dist/spark/worker.mjs', import.meta.url).pathname

const taskOf = (values: Readonly<Record<string, unknown>>, wantPairs = false) =>
  encodeTask({ options: resolveOptions([{ values, where: 'here' }], machineDefaults()), wantPairs })

/** Runs the file that travels, in a folder of its own. */
function filter(mode: string, input: string | Uint8Array, task = taskOf({})): Promise<{ code: number; rows: string[][]; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [WORKER, mode, task],
      { cwd: temporaryFolder(), maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        const rows = stdout.split('\n').slice(0, -1)
        resolve({ code: error ? Number(error.code ?? -1) : 0, rows: rows.map((row) => row.split('\t')), stderr })
      },
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** A document of file 8 200, whose number is above 2^53. */
const numberOf = (i: number) => String(8200n * 2n ** 40n + BigInt(i))
const documentsOf = (records: readonly unknown[]) => records.map((record, i) => `${numberOf(i)}\t${JSON.stringify(record)}\n`).join('')

/** The same with the checksums of the records, as Spark hands them to be signed. */
const checked = (lines: string) =>
  lines.replace(/^(\d+)\t(.*)$/gm, (_, number: string, record: string) => `${number},${crc32(record)}\t${record}`)

describe('sign', () => {
  it('gives equal texts equal signatures, and says why a record cannot be judged', async () => {
    const text = 'A line with\ta tab in its text, as JSON may have them raw or not'
    const input = `${documentsOf([
      { id: 1, text },
      { id: 'zwei', text: text.toUpperCase() },
      { id: null, text: 'another text, which is quite unlike' },
    ])}7\t{"id":\n9\t\n`
    const { rows, code } = await filter('sign', checked(input))
    expect(code).toBe(0)
    expect(rows.map(([doc, id]) => [doc, id])).toEqual([
      [numberOf(0), '1'],
      [numberOf(1), '"zwei"'],
      [numberOf(2), '\\N'],
      ['7', '\\N'],
    ])
    const [[, , digest, keys, low], [, , again, sameKeys, sameLow], [, , other]] = rows as [string[], string[], string[]]
    expect([again, sameKeys, sameLow]).toEqual([digest, keys, low])
    expect(other).not.toBe(digest)
    const { bands } = chooseBands(0.8, 128)
    expect(Buffer.from(keys as string, 'base64')).toHaveLength(4 * bands)
    expect(JSON.parse(rows[3]?.[6] ?? '')).toMatch(/not JSON/)
  })

  it('signs the same in many blocks of input as in one', async () => {
    // More than two blocks of 4 MiB, with lines across their bounds.
    const records = Array.from({ length: 9000 }, (_, i) => ({ id: i, text: `${i} `.repeat(150 + (i % 7)) + 'and the end'.repeat(50) }))
    const lines = checked(documentsOf(records)).split('\n').slice(0, -1)
    expect(lines.join('').length).toBeGreaterThan(9 << 20)
    const { rows, code } = await filter('sign', `${lines.join('\n')}\n`)
    expect(code).toBe(0)
    const parts = Array.from({ length: 6 }, (_, i) => lines.slice(i * 1500, (i + 1) * 1500))
    const apart = await Promise.all(parts.map((part) => filter('sign', `${part.join('\n')}\n`)))
    expect(rows).toHaveLength(records.length)
    expect(rows).toEqual(apart.flatMap(({ rows }) => rows))
    expect(new Set(rows.map(([, , digest]) => digest)).size).toBe(records.length)
  })

  it('ranks documents for the keep rule, the lower the better', async () => {
    const input = documentsOf([
      { id: 1, text: 'short', n: 5 },
      { id: 2, text: 'longer than that', n: -3 },
      { id: 3, text: 'without a number' },
    ])
    const ranks = async (keep: string) => (await filter('sign', checked(input), taskOf({ keep }))).rows.map((row) => Number(row[5]))
    expect(await ranks('longest')).toEqual([-5, -16, -16])
    expect(await ranks('shortest')).toEqual([5, 16, 16])
    expect(await ranks('highest:n')).toEqual([-5, 3, Number.POSITIVE_INFINITY])
    expect(await ranks('last')).toEqual([0, 0, 0])
  })

  it('reads its input to the end and says what is wrong', async () => {
    const many = documentsOf(Array.from({ length: 50_000 }, (_, i) => ({ id: i, text: `text number ${i} of many` })))
    // What Java makes of a byte that is no UTF-8; a text may hold the same character.
    const replaced = '{"id":1,"text":"caf\ufffd"}'
    expect((await filter('sign', checked(`1\t${replaced}\n`))).rows.map(([doc, id]) => [doc, id])).toEqual([['1', '1']])
    const { code, stderr } = await filter('sign', `1,${crc32(Buffer.from(replaced, 'latin1'))}\t${replaced}\n${checked(many)}`)
    expect(code).toBe(1)
    expect(workerFailure(`org.apache.spark.SparkException: Subprocess exited with status 1. Error: ${stderr}`)).toMatchObject({
      code: 'CLUSTER',
      message: expect.stringMatching(/not UTF-8/),
    })
    expect((await filter('sign', '\\N\t{"id":1}\n')).stderr).toMatch(/leitong-error/)
    expect(workerFailure((await filter('fold', '')).stderr)).toBeInstanceOf(LeitongError)
  })
})

describe('splits', () => {
  const nameOf = (path: string) => `${Buffer.from(`file:${path}`).toString('base64')}\t${statSync(path).size}`
  const placeIn = (path: string, first: number, last: number) => `0\t${nameOf(path)}\t${first}\t${last}`

  it('are signed like the lines in them, wherever they are cut, and say where each record lies', async () => {
    const random = createRandom(3)
    const lines = Array.from({ length: 60 }, (_, i) =>
      i % 7 === 3 ? '' : i % 11 === 5 ? '{"id":' : JSON.stringify({ id: i, text: `text number ${i} ${'of many '.repeat(random() * 30)}` }),
    )
    const path = join(temporaryFolder(), 'in.jsonl')
    writeFileSync(path, lines.join('\n'))
    const bytes = readFileSync(path)
    const whole = await filter('sign', checked(lines.map((line, i) => `${i}\t${line}\n`).join('')))
    for (const size of [50, 333, bytes.length]) {
      const firsts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => i * size)
      const { rows, code } = await filter(
        'splits',
        firsts.map((first) => `${placeIn(path, first, Math.min(first + size, bytes.length))}\n`).join(''),
      )
      expect(code).toBe(0)
      // Of one split the number is that of the line; of several it is counted anew in each.
      const withoutPlace = (all: string[][]) =>
        all.map((row) => row.slice(1, 7)).sort((a, b) => (a[0] as string).localeCompare(b[0] as string))
      expect(withoutPlace(rows)).toEqual(withoutPlace(whole.rows))
      const numbers = rows.filter((row) => row[1] !== '\\N').map(([doc]) => Number(doc))
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      for (const [, id, , , , , , start, length] of rows)
        if (id !== '\\N') expect(bytes.toString('utf8', Number(start), Number(start) + Number(length)).trimEnd()).toBe(lines[Number(id)])
    }
  })

  it('may have many pieces, and lines longer than one', async () => {
    const text = (i: number) => `text number ${i} ${'of many words '.repeat(i % 2000 === 700 ? 350_000 : 40 + (i % 50))}`
    const lines = Array.from({ length: 4000 }, (_, i) => (i % 900 === 5 ? '' : JSON.stringify({ id: i, text: text(i) })))
    const path = join(temporaryFolder(), 'in.jsonl')
    writeFileSync(path, lines.join('\n'))
    const { size } = statSync(path)
    expect(size).toBeGreaterThan(12 << 20)
    const whole = await filter(
      'sign',
      checked(
        lines
          .slice(0, 6000)
          .map((line, i) => `${i}\t${line}\n`)
          .join(''),
      ),
    )
    const { rows } = await filter('splits', `${placeIn(path, 0, size)}\n`)
    expect(rows.map((row) => row.slice(0, 7))).toEqual(whole.rows.map((row) => row.slice(0, 7)))
  })

  it('are refused where the file is another one than was listed', async () => {
    const path = writeLines(join(temporaryFolder(), 'in.jsonl'), [{ id: 1, text: 'some words' }])
    const row = placeIn(path, 0, 20)
    writeLines(path, [{ id: 1, text: 'some other words' }])
    const failed = await filter('splits', `${row}\n`)
    expect(workerFailure(failed.stderr)).toMatchObject({ code: 'SOURCE_CHANGED' })
    // Records by their places, too: it is the input that is at fault, and not the worker's own file.
    const place = `0\t${nameOf(path)}\t0\t20\n`
    writeLines(path, [{ id: 1, text: 'some words again' }, { id: 2 }])
    expect(workerFailure((await filter('placed', place)).stderr)).toMatchObject({ code: 'SOURCE_CHANGED' })
    rmSync(path)
    for (const [mode, told] of [
      ['splits', `${row}\n`],
      ['placed', place],
    ] as const)
      expect(workerFailure((await filter(mode, told)).stderr), mode).toMatchObject({ code: 'SOURCE_READ' })
  })
})

describe('forest', () => {
  it('connects whom the estimate does not tell apart, by the fewest edges', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.float({ min: 0, max: 1, noNaN: true }), fc.integer(), (count, share, seed) => {
        const maybe = (a: number, b: number) => {
          const [low, high] = a < b ? [a, b] : [b, a]
          return (Math.imul(low * 31 + high + seed, 0x9e3779b1) >>> 0) / 2 ** 32 < share * share
        }
        const edges: [number, number][] = []
        expect(joinBucket(count, maybe, 1e6, (a, b) => edges.push([a, b]))).toBe(false)
        const wanted = Array.from({ length: count }, (_, a) => Array.from({ length: a }, (_, b) => [a, b] as const))
          .flat()
          .filter(([a, b]) => maybe(a, b))
        expect(partsOf(count, edges)).toEqual(partsOf(count, wanted))
        expect(edges.length).toBe(count - new Set(partsOf(count, edges)).size)
      }),
    )
  })

  it('counts a bucket that is too large to be looked through', () => {
    expect(
      joinBucket(
        50,
        () => false,
        10,
        () => {},
      ),
    ).toBe(true)
    expect(
      joinBucket(
        50,
        () => true,
        10,
        () => {},
      ),
    ).toBe(false)
  })
})

describe('components', () => {
  it('names every part by its least member', async () => {
    const edges = [
      [5, 3],
      [3, 9],
      [7, 8],
      [8, 9_000_000_000_000_001],
    ]
    const { rows } = await filter('components', edges.map(([a, b]) => `${a}\t${b}\n`).join(''))
    expect(rows).toEqual([
      ['3', '3'],
      ['5', '3'],
      ['7', '7'],
      ['8', '7'],
      ['9', '3'],
      ['9000000000000001', '7'],
    ])
    expect((await filter('components', '')).rows).toEqual([])
  })
})

describe('gather', () => {
  it('finds equal texts, and joins those that share a band and that the estimate does not tell apart', async () => {
    const texts = hostileTexts({ copies: 8, template: 40, unlike: 20, chain: 40 })
    const { rows: signed } = await filter('sign', checked(documentsOf(texts.map((text, id) => ({ id: `é${id}`, text })))))
    const columns = signed.map(([doc, id, digest, keys, low, rank]) => ({ doc, id, digest, keys: [keys], low, rank }))
    // Not in the order of documents, and the last copy is the one to keep.
    const input = columns.reverse().map(({ doc, id, digest, keys, low, rank }) => [doc, id, digest, keys, low, rank].join('\t'))
    const { rows, code } = await filter('gather', `${input.join('\n')}\n`, taskOf({ keep: 'last' }))
    expect(code).toBe(0)

    const place = (doc: string | undefined) => Number(BigInt(doc ?? '') - BigInt(numberOf(0)))
    const nodeOf = texts.map((text) => texts.lastIndexOf(text))
    const nodes = [...new Set(nodeOf)]
    const { bands, numPerm, threshold } = resolveOptions([], machineDefaults())
    const signature = new Map(columns.map(({ doc, keys: [keys], low }) => [place(doc), { keys: bytesOf(keys), low: bytesOf(low) }]))
    const edges = nodes.flatMap((a) =>
      nodes.filter((b) => b < a && meets(a, b)).map((b): [number, number] => [nodes.indexOf(a), nodes.indexOf(b)]),
    )
    function meets(a: number, b: number): boolean {
      const [one, other] = [signature.get(a), signature.get(b)] as { keys: Buffer; low: Buffer }[]
      const isIn = (band: number) => one?.keys.readUInt32LE(4 * band) === other?.keys.readUInt32LE(4 * band)
      if (!one || !other || !Array.from({ length: bands }, (_, band) => band).some(isIn)) return false
      const equal = one.low.filter((byte, i) => i < numPerm && byte === other.low[i]).length
      return (equal / numPerm - 1 / 256) / (1 - 1 / 256) >= threshold - 4 * Math.sqrt((threshold * (1 - threshold)) / numPerm)
    }
    const parts = partsOf(nodes.length, edges)
    const isJoined = (node: number) => parts.filter((part) => part === parts[nodes.indexOf(node)]).length > 1
    const component = (node: number) => Math.min(...nodes.filter((other) => parts[nodes.indexOf(other)] === parts[nodes.indexOf(node)]))
    const expected = texts.flatMap((text, doc) => {
      const node = nodeOf[doc] as number
      const copies = texts.filter((other) => other === text).length
      if (copies === 1 && !isJoined(node)) return []
      return [[doc, `"é${doc}"`, node, doc === node && isJoined(node) ? component(node) : -1, texts.indexOf(text), copies]]
    })
    expect(expected.length).toBeGreaterThan(60)
    const found = rows.map(
      ([doc, id, node, part, first, copies]) =>
        [place(doc), id, place(node), part === '\\N' ? -1 : place(part), place(first), Number(copies)] as const,
    )
    expect(found.sort(([a], [b]) => a - b)).toEqual(expected)
    expect((await filter('gather', '')).rows).toEqual([])
  })

  it('finds the same with signatures on disk', async () => {
    const texts = hostileTexts({ copies: 3000, template: 3000, unlike: 2000, chain: 1000 })
    const { rows: signed } = await filter('sign', checked(documentsOf(texts.map((text, id) => ({ id, text })))))
    const input = signed.map((row) => `${row.slice(0, 6).join('\t')}\n`).join('')
    const little = { ...resolveOptions([], machineDefaults()), memory: 0 }
    const [held, spilled] = await Promise.all([
      filter('gather', input),
      filter('gather', input, encodeTask({ options: little, wantPairs: false })),
    ])
    expect(held?.code).toBe(0)
    expect(held?.rows.length).toBeGreaterThan(5000)
    expect(spilled?.rows).toEqual(held?.rows)
  })
})

const bytesOf = (text = '') => Buffer.from(text, 'base64')

describe('outcome', () => {
  it('gives all copies of a decided text to its kept one, and numbers groups as they begin', async () => {
    const input = [
      ['m', '20', '"z"', '20', ''],
      ['m', '5', '"é"', '5', ''],
      ['m', '100', '"a"', '100', ''],
      ['m', '7', '"b"', '100', ''],
      ['m', '3', '"c"', '3', ''],
      ['m', '4', '"d"', '3', ''],
      ['m', '6', '"alone"', '6', ''],
      ['d', '100', '5', '0.9', 'null'],
    ]
    const { rows } = await filter('outcome', input.map((row) => `${row.join('\t')}\n`).join(''))
    expect(rows).toEqual([
      ['4', '"d"', '3', '"c"', '1', 'null', '1'],
      ['7', '"b"', '5', '"é"', '0.9', 'null', '2'],
      ['100', '"a"', '5', '"é"', '0.9', 'null', '2'],
    ])
  })

  it('does so for ten thousand, with ids in any script', async () => {
    const random = createRandom(5)
    const shuffled = <Item>(items: readonly Item[]) =>
      items
        .map((item) => [random(), item] as const)
        .sort(([x], [y]) => x - y)
        .map(([, item]) => item)
    const count = 10_000
    // Texts of one to three copies, of which any may be the node; every third text is decided in favour of one before it that is not.
    const nodeOf = Array.from({ length: count }, (_, doc) => (doc % 4 === 3 ? doc - 1 - Math.floor(random() * 2) : doc))
    const nodes = [...new Set(nodeOf)]
    const kept = nodes.filter((_, i) => i % 3 !== 2)
    const decisions = new Map(nodes.filter((_, i) => i % 3 === 2).map((node) => [node, kept[Math.floor(random() * kept.length)] as number]))
    const score = (node: number) => [(0.5 + (node % 500) / 1000).toString(), 'null']
    const number = (doc: number) => String(2n ** 54n + BigInt(doc) * 977n)
    const members = nodeOf.map((node, doc) => ['m', number(doc), `"雷${doc}"`, number(node), ''])
    const decided = [...decisions].map(([node, to]) => ['d', number(node), number(to), ...score(node)])
    const { rows } = await filter(
      'outcome',
      shuffled([...members, ...decided])
        .map((row) => `${row.join('\t')}\n`)
        .join(''),
    )

    const keptOf = nodeOf.map((node) => decisions.get(node) ?? node)
    const inGroups = new Set(keptOf.filter((to, doc) => to !== doc))
    const groups = [...new Set(keptOf.filter((to) => inGroups.has(to)))]
    const expected = keptOf.flatMap((to, doc) => {
      const node = nodeOf[doc] as number
      const [similarity, distance] = decisions.has(node) ? score(node) : ['1', 'null']
      return to === doc ? [] : [[number(doc), `"雷${doc}"`, number(to), `"雷${to}"`, similarity, distance, String(groups.indexOf(to) + 1)]]
    })
    expect(expected.length).toBeGreaterThan(4000)
    expect(rows).toEqual(expected)
  })
})

describe('blocks', () => {
  it('decides as one machine does', async () => {
    const folder = temporaryFolder()
    const texts = [...new Set(hostileTexts({ copies: 1, template: 60, unlike: 30, chain: 60 }))]
    const records = texts.map((text, id) => ({ id, text }))
    const path = writeLines(join(folder, 'in.jsonl'), records)
    const files = ['removed', 'pairs'].flatMap((kind) => [`--${kind}`, join(folder, kind)])
    expect((await leitong(['dedupe', path, '--keep', 'longest', ...files])).code).toBe(0)
    const expected = (kind: string) =>
      readFileSync(join(folder, kind), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    const { rows, code } = await filter('blocks', documentsOf(records), taskOf({ keep: 'longest' }, true))
    expect(code).toBe(0)
    const found = (kind: string) =>
      rows
        .filter(([each]) => each === kind)
        .map(([, a, b, similarity]) => [
          ...[a, b].map((number) => Number(BigInt(number as string) - BigInt(numberOf(0)))),
          Number(similarity),
        ])
    expect(found('d')).toEqual(expected('removed').map(({ id, duplicate_of, similarity }) => [id, duplicate_of, similarity]))
    expect(found('p')).toEqual(expected('pairs').map(({ a, b, similarity }) => [a, b, similarity]))
    expect(found('d').length).toBeGreaterThan(50)
  })

  it('is a command too', async () => {
    const { code, stdout } = await leitong(['worker', 'components', taskOf({})], { input: '1\t2\n' })
    expect([code, stdout]).toEqual([0, '1\t1\n2\t1\n'])
  })
})

/** For each item the least one that edges lead to. */
function partsOf(count: number, edges: readonly (readonly [number, number])[]): number[] {
  const part = Array.from({ length: count }, (_, i) => i)
  for (let changed = true; changed; ) {
    changed = false
    for (const [a, b] of edges) {
      const least = Math.min(part[a] as number, part[b] as number)
      if (part[a] !== least || part[b] !== least) changed = true
      part[a] = least
      part[b] = least
    }
  }
  return part
}
