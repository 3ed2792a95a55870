/**
 * jobs/tune: what tuning recommends, and the statistics behind it.
 *
 * Oracle   inputs whose duplicates are known because they are made here; counting by hand.
 * Covers   the interval of an F1; the sample, in which pairs stay together;
 *          recommendations with and without labels, the same for any number of workers; the command, its output, its page and its wrong uses.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { confidence } from '../../../src/jobs/tune/confidence.js'
import { takeSample } from '../../../src/jobs/tune/sample.js'
import { reasonOf, tuningSheet } from '../../../src/jobs/tune/sheet.js'
import { tune } from '../../../src/jobs/tune/tune.js'
import { expandInputs } from '../../../src/reading/inputs.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText } from '../../support/texts.js'

const folder = temporaryFolder()
const optionsOf = (workers = 1) => resolveOptions([], { workers, memory: 1 << 30, temp: folder })

describe('the confidence in a threshold', () => {
  const pairs = fc.array(
    fc.record({
      a: fc.nat(20),
      b: fc.integer({ min: 21, max: 40 }),
      same: fc.boolean(),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 60 },
  )

  it('has an interval in order, the same again', () => {
    fc.assert(
      fc.property(pairs, fc.double({ min: 0, max: 1, noNaN: true }), (given, threshold) => {
        const [low, high] = confidence(given, threshold, 41)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(high)
        expect(high).toBeLessThanOrEqual(1)
        expect(confidence(given, threshold, 41)).toEqual([low, high])
      }),
      { numRuns: 100 },
    )
  })

  it('is surer with more pairs, and less sure when they hang together', () => {
    const make = (count: number, linked: boolean) =>
      Array.from({ length: count }, (_, i) => ({
        a: linked ? i % 5 : i,
        b: count + i,
        same: true,
        score: (linked ? i % 5 : i % 4) ? 1 : 0,
      }))
    const width = (count: number, linked: boolean) => {
      const [low, high] = confidence(make(count, linked), 0.5, 3 * count)
      return high - low
    }
    expect(width(1000, false)).toBeLessThan(width(40, false) / 3)
    expect(width(1000, true)).toBeGreaterThan(width(1000, false) * 3)
  })
})

/** Texts, of which some are light edits of others, and pages of one template. */
function made(count: number, share = 0.05) {
  const random = createRandom(count)
  const frame = createText(random, 90)
  const own = () => Array.from({ length: 80 }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 15000))).join('')
  const texts: string[] = []
  const labels: { a: number; b: number; same?: boolean }[] = []
  for (let id = 0; id < count; id++) {
    if (id % 4 === 3) {
      labels.push({ a: id - 1, b: id })
      texts.push([...(texts[id - 1] as string)].map((c) => (random() < share ? '换' : c)).join(''))
    } else texts.push(id % 4 === 0 ? frame + own() : own() + own())
  }
  return {
    path: writeLines(
      join(folder, `made-${count}.jsonl`),
      texts.map((text, id) => ({ id, text })),
    ),
    labels,
    texts,
  }
}

describe('the sample', () => {
  it('keeps pairs together, takes about as many as asked for, and always those that are wanted', async () => {
    const { path, labels } = made(3000, 0.02)
    const options = optionsOf()
    const { ids, documents } = await takeSample(await expandInputs([path], options), options, 400, new Set(['1', '2999']), folder)
    expect(documents).toBe(3000)
    expect(ids.length).toBeGreaterThan(380)
    expect(ids.length).toBeLessThan(420)
    const taken = new Set(ids)
    expect(taken.has('1') && taken.has('2999')).toBe(true)
    // Independent draws would leave both of a pair with (2 / 15)², that is 13 of 750.
    const together = labels.filter(({ a, b }) => taken.has(String(a)) && taken.has(String(b))).length
    expect(together).toBeGreaterThan(60)
  })
})

describe('tune', () => {
  it('divides duplicates from the rest without labels, the same for any number of workers', async () => {
    const { path, texts } = made(600, 0.02)
    const [one, two] = [await tune([path], optionsOf(1)), await tune([path], optionsOf(2))]
    const timeless = ({ recommended: { seconds, ...recommended }, ...rest }: typeof one) => ({ ...rest, recommended })
    expect(timeless(two)).toEqual(timeless(one))
    expect(one).toMatchObject({ documents: 600, sampled: 600, equal: 8, candidates: [] })
    // Edited pairs are 0.7 to 1 alike; pages of the template 0.35 to 0.65.
    const { threshold, recall, command } = one.recommended
    expect(threshold).toBeGreaterThan(0.3)
    expect(threshold).toBeLessThan(0.85)
    expect(recall).toBeGreaterThan(0.99)
    expect(one.recommended.find).toBe('copies')
    expect(one.finds.copies).toBeGreaterThan(100)
    expect(one.finds.versions).toBeGreaterThan(one.finds.onlyVersions)
    expect(command).toBe(`leitong dedupe ${path} --threshold ${threshold}`)
    // Four pairs on each side, nearest to it, the more alike first, each with both texts.
    const { valley, examples } = one
    if (!valley.found) throw new Error(valley.reason)
    expect(valley.valley.interval[0]).toBeLessThanOrEqual(threshold)
    expect(valley.valley.interval[1]).toBeGreaterThanOrEqual(threshold)
    expect(examples.filter(({ similarity }) => similarity >= threshold)).toHaveLength(4)
    expect(examples.map(({ similarity }) => similarity)).toEqual(examples.map(({ similarity }) => similarity).sort((x, y) => y - x))
    for (const { a, left } of examples) expect(texts[Number(a)]?.startsWith(left)).toBe(true)
    expect(one.simhash.map(({ recall }) => recall)).toEqual(one.simhash.map(({ recall }) => recall).sort())
    expect((await leitong([...command.split(' ').slice(1), '--json'])).code).toBe(0)
  })

  it('shows what is asked for: density, threshold and command of versions, of copies, of both', async () => {
    const { path, labels } = made(404, 0.1)
    const file = writeLines(join(folder, 'asked-labels.jsonl'), labels)
    const given = (find: 'copies' | 'versions' | 'all') =>
      resolveOptions([{ values: { find }, where: '' }], { workers: 1, memory: 1 << 30, temp: folder })
    const tuned = await Promise.all((['copies', 'versions', 'all'] as const).map((find) => tune([path], given(find))))
    const [copies, versions, all] = tuned as [(typeof tuned)[0], (typeof tuned)[0], (typeof tuned)[0]]
    expect(tuned.map(({ isAsked, recommended: { find } }) => [isAsked, find])).toEqual([
      [true, 'copies'],
      [true, 'versions'],
      [true, 'all'],
    ])
    // 101 pairs were edited in a tenth of their characters; nothing else shares rare features, pages of the template do not.
    for (const { measured, histogram, finds, recommended, thresholds } of [versions, all]) {
      expect(measured).toBe('versions')
      expect(histogram.slice(1).reduce((sum, pairs) => sum + pairs, 0)).toBe(101)
      // Copies beside them are those of the default, at 0.8.
      expect(finds).toEqual({ versions: 101, copies: 0, onlyVersions: 101 })
      expect(recommended).toMatchObject({ threshold: 0.14, recall: 1 })
      expect(thresholds.find(({ threshold }) => threshold === 0.14)).toMatchObject({ pairs: 101, recall: 1 })
    }
    expect(copies.measured).toBe('copies')
    expect(copies.histogram.reduce((sum, pairs) => sum + pairs, 0)).toBeGreaterThan(10_000)
    for (const { recommended } of tuned) {
      expect(recommended.command).toContain(recommended.find === 'copies' ? '--threshold' : `--find ${recommended.find}`)
      expect((await leitong([...recommended.command.split(' ').slice(1), '--json'])).code).toBe(0)
    }
    // With labels only the ways that answer the question are tried.
    const names = async (find: 'copies' | 'versions' | 'all') =>
      (await tune([path], given(find), { labels: file })).candidates.map(({ name }) => name)
    expect(await names('versions')).toEqual(['rare features'])
    expect(await names('all')).toEqual(['rare features, and copies'])
    expect(await names('copies')).not.toContain('rare features')
    const { stdout } = await leitong(['tune', path, '--find', 'versions'])
    expect(stdout).toMatch(/share of rare features[\s\S]*← threshold[\s\S]*as asked: --find versions/)
    expect(stdout).not.toContain('random pairs')
  })

  it('without labels recommends versions where texts were edited, and shows pairs around both thresholds', async () => {
    const { path } = made(400, 0.1)
    const tuning = await tune([path], optionsOf())
    const { recommended, measured, between, examples, other, finds } = tuning
    expect([recommended.find, recommended.threshold, measured]).toEqual(['versions', 0.14, 'versions'])
    expect(finds).toEqual({ versions: 100, copies: 0, onlyVersions: 100 })
    expect(between).toBeLessThan(0.25)
    expect(recommended.why).toContain('it needs no tuning')
    expect(recommended.command).toBe(`leitong dedupe ${path} --find versions --threshold 0.14`)
    expect(examples.length).toBeGreaterThan(3)
    expect(other?.examples.length).toBeGreaterThan(3)
    const titles = tuningSheet(tuning).tables.map(({ title }) => title[0])
    expect(titles[0]).toContain('the threshold 0.14 of versions')
    expect(titles[1]).toContain(`the threshold ${other?.threshold} of copies`)
    const { stdout } = await leitong(['tune', path])
    for (const question of ['versions', 'copies']) expect(stdout).toContain(`pairs around the threshold of ${question}`)
    expect(stdout).toContain('take copies if those are no repeats to you')
  })

  it('recommends copies of short texts, where much hangs on the threshold of versions', async () => {
    const random = createRandom(8)
    const code = () => String.fromCharCode(...Array.from({ length: 28 }, () => 97 + Math.floor(random() * 26)))
    const codes = Array.from({ length: 400 }, code)
    // Lines of three codes: many share one, which few other lines have.
    const texts = Array.from({ length: 600 }, () => Array.from({ length: 3 }, () => codes[Math.floor(random() * codes.length)]).join(' '))
    const path = writeLines(
      join(folder, 'short.jsonl'),
      texts.map((text, id) => ({ id, text })),
    )
    const { recommended, between, finds } = await tune([path], optionsOf())
    expect(finds.onlyVersions).toBeGreaterThan(20)
    expect(between).toBeGreaterThan(0.25)
    expect(recommended.find).toBe('copies')
  })

  it('with labels finds the way and the threshold that are right', async () => {
    const { path, labels } = made(400, 0.2)
    const file = writeLines(join(folder, 'labels.jsonl'), [...labels, { a: 'gone', b: 1 }])
    const tuning = await tune([path], optionsOf(), { labels: file })
    const { candidates, missingLabels, recommended } = tuning
    expect(missingLabels).toBe(1)
    expect(candidates.map(({ f1 }) => f1)).toEqual(candidates.map(({ f1 }) => f1).sort((a, b) => b - a))
    // A fifth of the characters changed is less alike than two pages of the template: only rare features tell them apart.
    const [best] = candidates
    expect(best?.name).toBe('rare features')
    expect(best?.f1).toBeGreaterThan(0.97)
    expect(candidates.find(({ name }) => name === 'characters 5')?.f1).toBeLessThan(0.8)
    const { tables, charts, commands } = tuningSheet(tuning)
    expect(commands).toEqual([recommended.command])
    expect(tables[0]?.rows.map(([name]) => (Array.isArray(name) ? name[0] : name))).toEqual(candidates.map(({ name }) => name))
    expect(charts.map(({ series }) => series.length)).toEqual([1, candidates.length])
    // The histogram is of the question that is recommended.
    expect(tuning.measured).toBe('versions')
    expect(charts[0]?.marks?.map(({ at }) => at)).toContain(recommended.threshold)
    expect(recommended.find).toBe('versions')
    expect(recommended.command).toMatch(/^leitong dedupe \S+ --find versions --threshold 0\.\d+$/)
    const { stdout } = await leitong([...recommended.command.split(' ').slice(1), '--pairs', '-'])
    const found = new Set(
      stdout
        .trim()
        .split('\n')
        .map((line) => `${JSON.parse(line).a} ${JSON.parse(line).b}`),
    )
    const right = labels.filter(({ a, b }) => found.has(`${a} ${b}`)).length
    expect((2 * right) / (found.size + labels.length)).toBeCloseTo(best?.f1 as number, 9)
  })

  it('takes labels as CSV, as Splink writes them, and as groups', async () => {
    const { path, labels } = made(400, 0.05)
    const lines = writeLines(join(folder, 'texts.jsonl'), labels)
    const table = join(folder, 'texts.csv')
    writeFileSync(table, ['unique_id_l,unique_id_r,clerical_match_score', ...labels.map(({ a, b }) => `${a},${b},1.0`), ''].join('\n'))
    const groups = join(folder, 'texts-groups.csv')
    writeFileSync(groups, ['group,id', ...labels.flatMap(({ a, b }, i) => [`g${i},${a}`, `g${i},${b}`]), ''].join('\n'))
    const [one, ...others] = await Promise.all([lines, table, groups].map((file) => tune([path], optionsOf(), { labels: file })))
    for (const { candidates } of others) expect(candidates).toEqual(one?.candidates)
    expect(one?.missingLabels).toBe(0)
  })

  it('with labels of unlike pairs looks at the labelled ones only', async () => {
    const { path, labels } = made(400, 0.05)
    const some = [...labels.slice(0, 20), ...labels.slice(0, 20).map(({ a }) => ({ a, b: a + 3, same: false }))]
    const file = writeLines(join(folder, 'both.jsonl'), some)
    const { candidates } = await tune([path], optionsOf(), { labels: file })
    for (const { name, f1, interval } of candidates) {
      // A text without spaces is one word, and an edited one another.
      expect(f1, name).toBe(name === 'words 3' ? 0 : 1)
      if (!f1) continue
      expect(interval).toEqual([1, 1])
    }
  })
})

describe('the command tune', () => {
  const { path } = made(200, 0.01)
  const report = join(folder, 'tune.html')

  it('prints bars, a recommendation and a command, and writes a page with all of it', async () => {
    const { code, stdout } = await leitong(['tune', path, '--report', report])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^200 documents, .*\n\npairs by similarity/)
    expect(stdout).toContain('← threshold')
    expect(stdout).toMatch(/\n {4}leitong dedupe .*--threshold 0\.\d+\n$/)
    const page = readFileSync(report, 'utf8')
    expect(page).toContain(`<pre><code>${/leitong dedupe .*/.exec(stdout)?.[0]}</code></pre>`)
    expect(page).not.toMatch(/\b(?:src|href)=|@import|url\(/)
    for (const words of ['What each threshold finds', '各阈值在样本中找到的对', 'Pairs by similarity', '各相似度的文档对数'])
      expect(page).toContain(words)
    // Fifty bars, the higher the more pairs.
    const bars = [...page.matchAll(/<rect [^>]*height="([\d.]+)"[^>]*><title>pairs: [\d.]+, (\d+)</g)].map(([, height, pairs]) => [
      +(pairs ?? -1),
      +(height ?? -1),
    ])
    expect(bars).toHaveLength(50)
    const heights = bars.sort(([x = 0], [y = 0]) => x - y).map(([, height = 0]) => height)
    expect(heights).toEqual([...heights].sort((x, y) => x - y))
    expect([heights[0], (heights.at(-1) ?? 0) > 150]).toEqual([0, true])
    expect(page).toMatch(/class="mark"[^>]*><text lang="en"[^>]*>threshold</)
  })

  it('shows pairs around the threshold, side by side', async () => {
    const { stdout } = await leitong(['tune', path])
    expect(stdout).toMatch(/pairs around the threshold of copies.*\n {2}0\.\d{3}\n {4}\d+: .+\n {4}\d+: .+\n/)
    expect(stdout).toMatch(/── 0\.\d+ ──/)
    const page = readFileSync(report, 'utf8')
    expect(page).toContain('Pairs around the threshold')
    expect(page.match(/<table class="texts">[\s\S]*?<\/table>/)?.[0].match(/<tr>/g)?.length).toBeGreaterThan(3)
  })

  it('takes rows of a file and of a database, and hides a password', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      id: i,
      name: createText(createRandom(i >> 1), 12),
      note: `${createText(createRandom(i >> 1), 40)}${i % 2 ? '.' : ' again'}`,
    }))
    const file = writeLines(join(folder, 'rows.jsonl'), rows)
    const fields = join(folder, 'fields.json')
    writeFileSync(fields, JSON.stringify({ key: 'id', fields: { name: { kind: 'long' }, note: { kind: 'long' } } }))
    const fromFile = JSON.parse((await leitong(['tune', file, '--fields', fields, '--json'])).stdout)
    expect(fromFile).toMatchObject({ documents: 60, rejects: 0 })
    expect(fromFile.recommended.command).toContain(`--fields ${fields}`)
    const database = new Database(join(folder, 'rows.db'))
    database.exec('create table notes (id integer primary key, name text, note text)')
    const insert = database.prepare('insert into notes values (?, ?, ?)')
    for (const { id, name, note } of rows) insert.run(id, name, note)
    database.close()
    const fromTable = JSON.parse(
      (await leitong(['tune', `sqlite:${join(folder, 'rows.db')}`, '--table', 'notes', '--fields', fields, '--json'])).stdout,
    )
    expect(fromTable.histogram).toEqual(fromFile.histogram)
    expect(fromTable.recommended.command).toMatch(/--table notes/)
  })

  it('reads standard input once, also where it is kept in a file first', async () => {
    const connection = await (await DuckDBInstance.create()).connect()
    const parquet = join(folder, 'docs.parquet')
    await connection.run(`COPY (SELECT id, text FROM read_json_auto('${path}')) TO '${parquet}' (FORMAT parquet)`)
    connection.closeSync()
    for (const input of [readFileSync(path), readFileSync(parquet)]) {
      const { code, stdout } = await leitong(['tune', '-', '--json'], { input })
      expect(code).toBe(0)
      expect(JSON.parse(stdout).documents).toBe(200)
    }
  })

  it('prints JSON of a sample of about the size that is asked for', async () => {
    const json = await leitong(['tune', path, '--json', '--sample', '50'])
    expect(JSON.parse(json.stdout)).toMatchObject({ documents: 200, histogram: expect.any(Array) })
    expect(JSON.parse(json.stdout).sampled).toBeLessThan(60)
    const counts = JSON.parse(json.stdout).thresholds.map(({ pairs }: { pairs: number }) => pairs)
    expect(counts).toEqual([...counts].sort((x, y) => y - x))
  })

  it('says what it cannot use: a page without a folder, labels that are none, a sample of one', async () => {
    expect(await leitong(['tune', path, '--report', join(folder, 'no', 'where.html')])).toMatchObject({ code: 3, stdout: '' })
    const bad = join(folder, 'bad.jsonl')
    writeFileSync(bad, '{"a":1,"b":2}\n{"a":1}\n')
    const refused = await leitong(['tune', path, '--labels', bad])
    expect(refused.stderr).toContain('line 2 is not {"a": ID')
    // Not that the file should be whole: it is.
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Name records by the ids that the input has')])
    expect((await leitong(['tune', path, '--labels', bad, '--lang', 'zh'])).stderr).toContain('请用输入中的编号称呼记录')
    writeFileSync(bad, '{"a":"x","b":"y"}\n')
    expect((await leitong(['tune', path, '--labels', bad])).stderr).toContain('no label is about two documents')
    expect(await leitong(['tune', path, '--labels', join(folder, 'none')])).toMatchObject({ code: 3 })
    expect((await leitong(['tune', path, '--sample', '1'])).code).not.toBe(0)
  })

  it('says of a threshold above the default that it is none', () => {
    const because = (threshold: number, background: number) =>
      reasonOf({ valley: { found: false, reason: 'none' }, background, measured: 'copies', between: 0 }, threshold, undefined)
    expect(because(0.8, 0.3)[0]).toContain('so this is the default')
    expect(because(0.92, 0.86)[0]).toContain('unrelated texts reach 0.86, so this is above the default of 0.8')
    expect(because(0.92, 0.86).join()).not.toMatch(/this is the default|故用默认值/)
  })

  it('recommends the default where there is nothing to go by', async () => {
    const tiny = writeLines(join(folder, 'tiny.jsonl'), [{ id: 1, text: 'all alone' }])
    expect((await leitong(['tune', tiny])).stdout).toContain('--threshold 0.8')
  })
})
