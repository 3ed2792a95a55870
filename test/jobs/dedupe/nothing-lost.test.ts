/**
 * engine: is nothing lost? kept + removed = input, byte for byte, and nobody goes without a kept one alike.
 *
 * Oracle   the lines of the input themselves; Jaccard over Sets of shingles.
 * Covers   every keep rule and grouping, every method; broken lines, empty lines, equal ids, CRLF, byte order marks, missing
 *          last line ends, NUL bytes, invalid UTF-8, missing fields, texts of punctuation; several files; 50 MB lines;
 *          the same for CSV and JSON arrays.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Run, runBatch } from '../../../src/jobs/dedupe/dedupe.js'
import { Outputs } from '../../../src/jobs/dedupe/outputs.js'
import type { KeepRule } from '../../../src/options/keep-rule.js'
import type { Options, OptionsInput } from '../../../src/options/options.js'
import { expandInputs } from '../../../src/reading/inputs.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { kernelOptions } from '../../../src/signing/signature.js'
import { shingles, tokenize } from '../../../src/tokenizing/tokenize.js'
import { temporaryFolder } from '../../support/files.js'
import { sized } from '../../support/long.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()

function optionsOf(given: OptionsInput): Options {
  return resolveOptions([{ values: given, where: '' }], { workers: 1, memory: 1 << 30, temp: folder })
}

/** Runs a batch and returns what is in the output. */
async function kept(paths: string[], options: Options, check: (run: Run) => void = () => {}): Promise<Buffer> {
  const inputs = await expandInputs(paths, options)
  const output = join(folder, 'kept.out')
  const outputs = new Outputs({ output }, inputs, options, () => [])
  const run = await runBatch(inputs, options, false)
  await outputs.write(run)
  check(run)
  await run.context.close()
  return readFileSync(output)
}

const featuresOf = (text: string, options: Options) => new Set(shingles(tokenize(text, kernelOptions(options)), kernelOptions(options)))

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((feature) => b.has(feature)).length
  return shared / (a.size + b.size - shared)
}

/** Every removed document must have been alike to the one it went for, and that one must have stayed. */
function checkRemoved(run: Run): void {
  const { options } = run.context
  const removed = new Set(run.decisions.removedDocuments())
  for (const document of removed) {
    const { kept: better, similarity } = run.decisions.decide(document)
    expect(removed.has(better)).toBe(false)
    const [a, b] = run.context.textsOf([document, better]) as [{ text: string }, { text: string }]
    const exact = jaccard(featuresOf(a.text, options), featuresOf(b.text, options))
    if (options.groupBy === 'star') expect(exact).toBeGreaterThanOrEqual(options.threshold)
    expect(similarity).toBeCloseTo(exact, 9)
  }
  expect(removed.size).toBe(run.decisions.removed)
}

const KEEP: KeepRule[] = ['first', 'last', 'longest', 'shortest', 'newest:date', 'oldest:date', 'highest:n', 'lowest:n']

/** Lines of a file: documents, many alike, and whatever else turns up. */
const lines = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.array(fc.nat(30), { minLength: 1, maxLength: 30 })).map(([seed, kinds]) => {
  const random = createRandom(seed)
  const texts: string[] = []
  return kinds.map((kind) => {
    const old = texts[Math.floor(random() * texts.length)]
    const text =
      old && kind % 3 ? edit(random, old, [0, 0.01, 0.05, 0.3][kind % 4] as number) : createText(random, 3 + kind * 2, kind % 2 === 0)
    texts.push(text)
    const record = {
      id: kind % 5 ? kind : `id-${kind}`,
      text,
      date: `202${kind % 10}-0${1 + (kind % 9)}-1${kind % 10}`,
      n: kind % 7 ? random() : null,
    }
    const odd: Record<number, string | Buffer> = {
      20: '',
      21: '   ',
      22: '{"id": 1, "text": "cut off',
      23: Buffer.concat([Buffer.from('{"id":1,"text":"bad '), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}')]),
      24: '{"id":1,"text":"nul \u0000 inside"}',
      25: '{"id":1,"text":"nul escaped \\u0000 inside, and a lone \\ud800"}',
      26: '{"id":2}',
      27: '{"id":2,"text":"!!!"}',
      28: '[1,2]',
      29: '{"id":2,"text":""}',
    }
    return Buffer.from(odd[kind] ?? JSON.stringify(record))
  })
})

/** The rules under which lines leave, and the form of the file they are in. */
const settings = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n'),
  mark: fc.boolean(),
  last: fc.boolean(),
  keep: fc.constantFrom(...KEEP),
  groupBy: fc.constantFrom<Options['groupBy'][]>('star', 'components'),
  method: fc.constantFrom<Options['method'][]>('minhash', 'simhash', 'exact'),
  threshold: fc.constantFrom(0.3, 0.8, 1),
})

/** The pieces that do not begin where a removed document does. */
function staysOf({ context: { documents }, decisions }: Run, prelude: Buffer, pieces: readonly Buffer[]): Buffer[] {
  const removed = new Set(Array.from(decisions.removedDocuments(), (document) => documents.startOf(document)))
  let at = prelude.length
  const stays = pieces.filter((piece) => {
    const stay = !removed.delete(at)
    at += piece.length
    return stay
  })
  expect(removed.size).toBe(0)
  return stays
}

describe('JSON lines', () => {
  it('leave byte for byte, less the removed ones, under every rule', async () => {
    await fc.assert(
      fc.asyncProperty(lines, settings, async (records, { lineEnd, mark, last, ...rules }) => {
        const path = join(folder, 'in.jsonl')
        const pieces = records.map((record, i) => Buffer.concat([record, Buffer.from(i < records.length - 1 || last ? lineEnd : '')]))
        const prelude = Buffer.from(mark ? '\ufeff' : '')
        writeFileSync(path, Buffer.concat([prelude, ...pieces]))
        let stays: Buffer[] = []
        const output = await kept([path], optionsOf({ ...rules, distance: 16, idField: 'id' }), (run) => {
          if (rules.method !== 'exact') checkRemoved(run)
          stays = staysOf(run, prelude, pieces)
          const { count, rejects } = run.context.documents
          expect(count + rejects.length).toBe(records.filter((record) => record.toString().trim()).length)
        }).catch((error) => {
          // Then nothing is written either.
          if (error.code !== 'NOTHING_JUDGED' && error.code !== 'FIELD_MISSING') throw error
        })
        if (!output) return
        expect(output.equals(Buffer.concat([prelude, ...stays]))).toBe(true)
      }),
      { numRuns: sized(60, 250) },
    )
  })
})

describe('several files', () => {
  it('become one, each record on its own line', async () => {
    const [a, b, c] = ['a.jsonl', 'b.jsonl', 'c.jsonl'].map((name) => join(folder, name)) as [string, string, string]
    const record = (id: number, text: string) => `{"id":${id},"text":"${text}"}`
    writeFileSync(a, `\ufeff${record(1, 'one text that stands here')}\n${record(2, 'another text, quite unlike it')}`)
    writeFileSync(b, `\ufeff${record(3, 'one text that stands here')}\n${record(4, 'a third, that is like none before')}`)
    writeFileSync(c, `${record(5, 'and a fourth of its own kind')}\n`)
    const output = await kept([a, b, c], optionsOf({}))
    expect(output.toString()).toBe(
      `\ufeff${record(1, 'one text that stands here')}\n${record(2, 'another text, quite unlike it')}\n${record(4, 'a third, that is like none before')}\n${record(5, 'and a fourth of its own kind')}\n`,
    )
  })

  it('longer than what is read at once lose and gain nothing', async () => {
    const random = createRandom(11)
    const paths = [0, 1, 2].map((file) => join(folder, `large-${file}.jsonl`))
    const all: { text: string; line: string }[] = []
    paths.forEach((path, file) => {
      const records = Array.from({ length: 5000 }, (_, i) => {
        const text = i % 10 === 9 ? (all[Math.floor(random() * all.length)]?.text ?? 'none yet') : createText(random, 150)
        const record = { text, line: JSON.stringify({ id: `${file}-${i}`, text }) }
        all.push(record)
        return record.line
      })
      // The second has no last line end.
      writeFileSync(path, records.join('\n') + (file === 1 ? '' : '\n'))
    })
    const seen = new Set<string>()
    const stays = all.filter(({ text }) => !seen.has(text) && seen.add(text))
    const output = await kept(paths, optionsOf({ method: 'exact' }))
    expect(output.equals(Buffer.from(stays.map(({ line }) => `${line}\n`).join('')))).toBe(true)
    expect(output.length).toBeGreaterThan(10 << 20)
  })
})

describe('long records', () => {
  const MEGABYTES = sized(10, 50)
  it(`may have ${MEGABYTES} MB, also behind each other`, async () => {
    const path = join(folder, 'long.jsonl')
    const random = createRandom(5)
    const long = createText(random, 1000).repeat(MEGABYTES * 150)
    expect(long.length).toBeGreaterThan(MEGABYTES * 1e6)
    const record = (id: number, text: string) => Buffer.from(`${JSON.stringify({ id, text })}\n`)
    const pieces = [
      record(1, 'short'),
      record(2, long),
      record(3, `${long} and more`),
      record(4, 'short'),
      record(5, createText(random, 50)),
    ]
    writeFileSync(path, Buffer.concat(pieces))
    const output = await kept([path], optionsOf({}))
    expect(output.equals(Buffer.concat([pieces[0], pieces[1], pieces[4]] as Buffer[]))).toBe(true)
  })

  const jsonLine = (id: number, text: string) => `${JSON.stringify({ id, text })}\n`
  const jsonl = [
    jsonLine(1, 'x'.repeat(9e6)),
    jsonLine(2, 'short'),
    jsonLine(3, 'x'.repeat(9e6)),
    jsonLine(4, 'y'.repeat(2000)),
    jsonLine(5, 'short'),
  ]
  const csvTexts = [`x${'long'.repeat(2e6)}`, 'yshort', `x${'long'.repeat(2e6)}`, `y${'long'.repeat(300)}`, 'xshort']
  const csv = ['id,text\n', ...csvTexts.map((text, i) => `${i + 1},${text}\n`)]

  it.each([
    ['too-long.jsonl', jsonl, [1, 3, 4]],
    ['too-long.csv', csv, [2, 4, 5]],
  ])('beyond the limit are kept, unjudged, and reported: %s', async (name, pieces, tooLong) => {
    const path = join(folder, name)
    writeFileSync(path, pieces.join(''))
    await kept([path], optionsOf({ maxRecord: 1024 }), ({ context: { documents } }) => {
      expect(documents.rejects.map(({ line, reason }) => `${line} ${reason.replace(/\d+/g, '#')}`)).toEqual(
        tooLong.map((line) => `${line} a record of # bytes is longer than --max-record #`),
      )
      expect(documents.count).toBe(2)
    })
  })
})

describe('other formats', () => {
  it('of tables keep their header and rows', async () => {
    const path = join(folder, 'in.csv')
    const rows = [
      'id,text,n\r\n',
      '1,"a text, with ""quotes"" and\r\nlines",5\r\n',
      '2,broken\r\n',
      '3,"a text with ""quotes"" and\r\nlines",7\r\n',
      '4,unlike the others it is,1',
    ]
    writeFileSync(path, rows.join(''))
    expect((await kept([path], optionsOf({}))).toString()).toBe([rows[0], rows[1], rows[2], rows[4]].join(''))
    expect((await kept([path], optionsOf({ keep: 'highest:n' }))).toString()).toBe([rows[0], rows[2], rows[3], rows[4]].join(''))
  })

  it('of JSON arrays stay arrays with the same elements', async () => {
    const path = join(folder, 'in.json')
    const elements = [
      '{"id": 1,\n "text": "some text that is long enough"}',
      '{"id":2,"text":"Some text, that is long enough!"}',
      '{"id":3.50,"text":"nothing like the first one"}',
      '17',
    ]
    writeFileSync(path, `\n[ ${elements.join(' ,\n')}\n]\n`)
    const output = (await kept([path], optionsOf({}))).toString()
    expect(JSON.parse(output)).toEqual([elements[0], elements[2], elements[3]].map((text) => JSON.parse(text as string)))
    for (const element of [elements[0], elements[2]]) expect(output).toContain(element)
    expect((await kept([path], optionsOf({ keep: 'last' }))).toString()).toBe(`[\n${elements.slice(1).join(',\n')}\n]\n`)
  })

  it('in UTF-16 keep every byte', async () => {
    const text =
      '\ufeff{"id":1,"text":"关于夜间施工扰民的投诉，希望处理。"}\n{"id":2,"text":"关于夜间施工扰民的投诉希望处理"}\n{"id":3,"text":"完全不同的另一封信件内容"}\n'
    for (const big of [false, true]) {
      const bytes = (part: string) => (big ? Buffer.from(part, 'utf16le').swap16() : Buffer.from(part, 'utf16le'))
      for (const name of ['wide.jsonl', 'wide.json']) {
        const path = join(folder, name)
        writeFileSync(path, bytes(text))
        const expected = text
          .split('\n')
          .filter((_, i) => i !== 1)
          .join('\n')
        expect((await kept([path], optionsOf({}))).equals(bytes(name === 'wide.json' ? expected.replace('\ufeff', '') : expected))).toBe(
          true,
        )
      }
    }
  })
})

describe('against brute force', () => {
  it('nothing alike is left, and only what is alike is removed', async () => {
    const random = createRandom(42)
    const texts: string[] = []
    for (let i = 0; i < 400; i++) {
      const old = texts[Math.floor(random() * texts.length)]
      texts.push(
        old && random() < 0.6 ? edit(random, old, random() * 0.12) : createText(random, 20 + Math.floor(random() * 60), i % 2 === 0),
      )
    }
    const path = join(folder, 'many.jsonl')
    writeFileSync(path, texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
    for (const groupBy of ['star', 'components'] as const) {
      await kept([path], optionsOf({ groupBy, threshold: 0.7 }), (run) => {
        checkRemoved(run)
        const removed = new Set(run.decisions.removedDocuments())
        const features = texts.map((text) => featuresOf(text, run.context.options))
        const stays = texts.flatMap((_, i) => (removed.has(i) ? [] : [i]))
        for (const a of stays)
          for (const b of stays)
            if (a < b) if (jaccard(features[a] as Set<string>, features[b] as Set<string>) >= 0.7) expect.fail(`${a} and ${b} are left`)
        expect(removed.size).toBeGreaterThan(50)
      })
    }
  })
})
