/**
 * engine: a folder of outputs, a file for each file of the input.
 *
 * Oracle   the single output of the same run; the lines of the input.
 * Covers   JSON lines plain, gzip and zstd, CSV, Parquet; folders within folders; --compress; removed ones by file; a run that was killed
 *          between any two files.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Run, runBatch } from '../../../src/jobs/dedupe/dedupe.js'
import { Outputs, type OutputsWanted } from '../../../src/jobs/dedupe/outputs.js'
import type { Options, OptionsInput } from '../../../src/options/options.js'
import { expandInputs } from '../../../src/reading/inputs.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { compressBytes, decompressed } from '../../../src/sources/formats/compression.js'
import { writeParquet } from '../../../src/sources/formats/parquet.js'
import { temporaryBeside } from '../../../src/writing/leftovers.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()

const optionsOf = (given: OptionsInput = {}): Options =>
  resolveOptions([{ values: given, where: '' }], { workers: 1, memory: 1 << 30, temp: folder })

async function dedupe(paths: readonly string[], wanted: OutputsWanted, given: OptionsInput = {}, check: (run: Run) => void = () => {}) {
  const options = optionsOf(given)
  const inputs = await expandInputs(paths, options)
  const outputs = new Outputs(wanted, inputs, options, () => [])
  const run = await runBatch(inputs, options, false)
  try {
    await outputs.write(run)
    check(run)
    return outputs
  } finally {
    outputs.discard()
    await run.context.close()
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function all(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const ENDINGS = ['', '.gz', '.zst'] as const
type Ending = (typeof ENDINGS)[number]

async function packed(text: string, ending: Ending): Promise<Buffer> {
  if (ending === '.gz') return gzipSync(text)
  return ending === '.zst' ? all(compressBytes(one(Buffer.from(text)), 'zstd')) : Buffer.from(text)
}

async function unpacked(path: string): Promise<string> {
  const bytes = readFileSync(path)
  if (path.endsWith('.gz')) return gunzipSync(bytes).toString()
  return path.endsWith('.zst') ? (await all(decompressed(one(bytes), 'zstd'))).toString() : bytes.toString()
}

/** The files of a folder by their paths below it, without those that listings pass over. */
function filesOf(root: string): string[] {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

const NAMES = ['a', 'b', 'deep/c', 'deep/deeper/d', 'e'] as const
/** Files of few documents each, many of them alike across files. */
const corpora = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  endings: fc.array(fc.constantFrom(...ENDINGS), { minLength: 1, maxLength: NAMES.length }),
  counts: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: NAMES.length, maxLength: NAMES.length }),
  lastEnd: fc.boolean(),
})

let corpus = 0

async function writeCorpus({ seed, endings, counts, lastEnd }: typeof corpora extends fc.Arbitrary<infer T> ? T : never) {
  const root = join(folder, `corpus-${corpus++}`)
  const random = createRandom(seed)
  const texts: string[] = []
  let id = 0
  const files: string[] = []
  for (const [i, ending] of endings.entries()) {
    const lines = Array.from({ length: counts[i] as number }, (_, n) => {
      const old = texts[Math.floor(random() * texts.length)]
      const text = old && random() < 0.6 ? edit(random, old, random() < 0.5 ? 0 : 0.01) : createText(random, 20)
      texts.push(text)
      return n % 7 === 6 ? `{"id":${id++},"no":"text"}` : JSON.stringify({ id: id++, text })
    })
    const name = `${NAMES[i]}.jsonl${ending}`
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), await packed(lines.join('\n') + (lastEnd ? '\n' : ''), ending))
    files.push(name)
  }
  return { root, files: files.sort() }
}

const withEnd = (text: string) => (text && !text.endsWith('\n') ? `${text}\n` : text)

describe('a folder as output', () => {
  it('has a file for each file of the input; behind each other they are the single output', async () => {
    let removed = 0
    await fc.assert(
      fc.asyncProperty(corpora, async (given) => {
        const { root, files } = await writeCorpus(given)
        const [kept, gone, single, list] = ['kept/', 'gone/', 'single.jsonl', 'removed.jsonl'].map((name) => join(`${root}-out`, name))
        mkdirSync(`${root}-out`)
        await dedupe([root], { output: single, removed: list })
        await dedupe([root], { output: kept, removed: gone }, {}, (run) => {
          removed += run.decisions.removed
        })
        expect(filesOf(kept as string)).toEqual(files)
        expect(filesOf(gone as string)).toEqual(files)
        const joined = async (where: string) => (await Promise.all(files.map((name) => unpacked(join(where, name))))).map(withEnd).join('')
        expect(await joined(kept as string)).toBe(withEnd(readFileSync(single as string, 'utf8')))
        expect(await joined(gone as string)).toBe(readFileSync(list as string, 'utf8'))
      }),
      { numRuns: 25 },
    )
    expect(removed).toBeGreaterThan(50)
  })

  it('resumes after a stop between any two files, and writes none again', async () => {
    const { root, files } = await writeCorpus({ seed: 7, endings: ['', '.gz', '.zst', ''], counts: [9, 9, 9, 9, 9], lastEnd: true })
    const whole = `${root}-whole/`
    await dedupe([root], { output: whole })
    for (let done = 0; done <= files.length; done++) {
      const kept = `${root}-${done}/`
      await dedupe([root], { output: kept })
      for (const name of files.slice(done)) rmSync(join(kept, name))
      const before = files.slice(0, done).map((name) => statSync(join(kept, name)).ino)
      await expect(dedupe([root], { output: kept })).rejects.toThrow('--resume goes on')
      const outputs = await dedupe([root], { output: kept, resume: true })
      expect(outputs.found).toBe(done)
      expect(files.slice(0, done).map((name) => statSync(join(kept, name)).ino)).toEqual(before)
      for (const name of files) expect(await unpacked(join(kept, name))).toBe(await unpacked(join(whole, name)))
    }
  })

  it('begins anew where a run was killed while it began', async () => {
    const { root, files } = await writeCorpus({ seed: 7, endings: ['', '.gz'], counts: [5, 5, 5, 5, 5], lastEnd: true })
    const kept = `${root}-begun/`
    mkdirSync(kept)
    const own = temporaryBeside(join(kept, '.leitong.json'))
    // No process has a number as high as this one.
    const left = own.replace(`-${process.pid}-`, '-4194999-')
    writeFileSync(left, '{"leitong":')
    await dedupe([root], { output: kept, resume: true })
    expect(filesOf(kept)).toEqual(files)
    expect(existsSync(left)).toBe(false)
    mkdirSync(`${root}-busy`)
    // What a process that lives writes there is not ours to take away.
    writeFileSync(join(`${root}-busy`, basename(own)), '')
    await expect(dedupe([root], { output: `${root}-busy/`, resume: true })).rejects.toThrow('the folder is not empty')
  })

  it('is not resumed with other options or other inputs, nor where it is of something else', async () => {
    const { root } = await writeCorpus({ seed: 8, endings: ['', ''], counts: [5, 5, 5, 5, 5], lastEnd: true })
    const kept = `${root}-kept/`
    await dedupe([root], { output: kept })
    await expect(dedupe([root], { output: kept, resume: true }, { threshold: 0.5 })).rejects.toThrow('with other options')
    await expect(dedupe([root], { output: kept, resume: true, compress: 'gzip' })).rejects.toThrow('with other options')
    writeFileSync(join(root, 'new.jsonl'), '{"text":"a text that was not there"}\n')
    await expect(dedupe([root], { output: kept, resume: true })).rejects.toThrow('from other inputs')
    await expect(dedupe([root], { output: `${root}/`, resume: true })).rejects.toThrow('which is the input')
    mkdirSync(`${root}-other`)
    writeFileSync(join(`${root}-other`, 'notes.txt'), 'mine')
    await expect(dedupe([root], { output: `${root}-other/`, resume: true })).rejects.toThrow('the folder is not empty')
  })

  it('has the compression that is asked for, and refuses two files of one name', async () => {
    const { root, files } = await writeCorpus({ seed: 9, endings: ['', '.gz', '.zst'], counts: [6, 6, 6, 6, 6], lastEnd: true })
    await dedupe([root], { output: `${root}-as-they-came/` })
    for (const [compress, ending] of [
      ['none', ''],
      ['gzip', '.gz'],
      ['zstd', '.zst'],
    ] as const) {
      const kept = `${root}-${compress}/`
      await dedupe([root], { output: kept, compress })
      for (const name of files) {
        const renamed = `${name.replace(/\.(gz|zst)$/, '')}${ending}`
        expect(await unpacked(join(kept, renamed))).toBe(await unpacked(join(`${root}-as-they-came`, name)))
      }
    }
    writeFileSync(join(root, 'a.jsonl.gz'), gzipSync('{"text":"one more text of few words"}\n'))
    await expect(dedupe([root], { output: `${root}-same/`, compress: 'gzip' })).rejects.toThrow('also the output of')
    await expect(dedupe([root], { output: join(folder, 'one.jsonl'), compress: 'gzip' })).rejects.toThrow(
      'are for outputs that are folders',
    )
  })

  it('takes CSV and Parquet, each file with its own header and schema', async () => {
    const root = join(folder, 'tables')
    mkdirSync(join(root, 'deep'), { recursive: true })
    const random = createRandom(3)
    const [first, second] = [createText(random, 20), createText(random, 20)] as const
    writeFileSync(join(root, 'a.csv'), `\uFEFFid,text\r\n1,${first}\r\n2,${second}\r\n3,${first}\r\n`)
    writeFileSync(join(root, 'b.csv.gz'), gzipSync(`text;id;more\n${second};4;x\n"${createText(random, 20)}";5;y`))
    const lines = join(folder, 'rows.jsonl')
    writeFileSync(
      lines,
      [
        { id: 6, text: createText(random, 20) },
        { id: 7, text: first },
      ]
        .map((row) => JSON.stringify(row))
        .join('\n'),
    )
    await writeParquet(
      lines,
      [
        ['id', 'BIGINT'],
        ['text', 'VARCHAR'],
      ],
      join(root, 'deep/c.parquet'),
    )
    await dedupe([root], { output: `${root}-kept/`, removed: `${root}-gone/` })
    expect(filesOf(`${root}-kept`)).toEqual(['a.csv', 'b.csv.gz', 'deep/c.parquet'])
    expect(readFileSync(`${root}-kept/a.csv`, 'utf8')).toBe(`\uFEFFid,text\r\n1,${first}\r\n2,${second}\r\n`)
    expect(await unpacked(`${root}-kept/b.csv.gz`)).toMatch(/^text;id;more\n"[^"]+";5;y$/)
    expect(await unpacked(`${root}-gone/b.csv.gz`)).toMatch(/^\uFEFFid,duplicate_of,similarity,distance,group\r\n4,2,1,/)
    // What is left of the table is read again: nothing of it goes.
    await dedupe([`${root}-kept/deep/c.parquet`], { removed: join(folder, 'none.jsonl') }, {}, (run) => {
      expect(run.context.documents.count).toBe(1)
      expect(run.context.documents.idOf(0)).toBe('6')
    })
    expect(existsSync(`${root}-gone/deep/c.parquet`)).toBe(true)
  })
})
