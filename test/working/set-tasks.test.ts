/**
 * working/set-tasks: are the sets that a task collects those of its records, whether the kernel reads the lines or they are decoded here?
 *
 * Oracle   the features of each text by itself, with counts.
 * Covers   lines between which some are left to the host; lines that are not asked for; bytes that are no UTF-8; a file that has become
 *          shorter.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NO_MACHINE } from '../../src/options/running.js'
import { type FileReading, RecordReader } from '../../src/reading/records.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { featureSet } from '../../src/signing/feature-sets.js'
import { Fingerprinter } from '../../src/signing/fingerprinter.js'
import { collectTask } from '../../src/working/set-tasks.js'
import { temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()
const options = resolveOptions([{ values: {}, where: 'in the test' }], { ...NO_MACHINE, memory: 1 << 30 })
const oracle = new Fingerprinter('positions', options, 'search')
const hashesOf = (bytes: Uint8Array) => [...new BigUint64Array(bytes.slice().buffer)]

/** Collects the sets of some lines of a file, and gives their hashes beside those of the texts. */
function collected(name: string, lines: readonly Buffer[], wanted: readonly number[], reading: Partial<FileReading> = {}): bigint[][] {
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat(lines))
  const starts = lines.map((_, i) => lines.slice(0, i).reduce((sum, line) => sum + line.length, 0))
  const file: FileReading = { path, format: 'jsonl', encoding: 'utf-8', opening: { start: 0 }, compressed: false, ...reading }
  const places = {
    file: new Uint32Array(wanted.length),
    start: Float64Array.from(wanted, (line) => starts[line] as number),
    length: Uint32Array.from(wanted, (line) => (lines[line] as Buffer).length),
  }
  const reader = new RecordReader()
  const fields = { id: 'id', text: ['text'], title: 'title' } as never
  try {
    const sets = collectTask(
      { kind: 'collect', options, fields, files: [file], places },
      new Fingerprinter('positions', options, 'search'),
      reader,
    )
    expect(sets.bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
    return wanted.map((_, i) => hashesOf(sets.bytes.subarray(sets.starts[i], (sets.starts[i] as number) + 8 * (sets.sizes[i] as number))))
  } finally {
    reader.close()
  }
}

const expectedOf = (texts: readonly string[]) => texts.map((text) => hashesOf(featureSet(oracle, { text }, 'jaccard').bytes))
const lineOf = (text: string) => Buffer.from(`${JSON.stringify({ id: text.length, text })}\n`)

const TEXTS = ['The quick brown fox jumps.', '天地玄黃，宇宙洪荒。', 'One word', 'a "quoted"\ttext with\nescapes', '日月盈昃 and so on']

it('are those of lines that the kernel reads', () => {
  expect(collected('plain', TEXTS.map(lineOf), [0, 1, 2, 3, 4])).toEqual(expectedOf(TEXTS))
  expect(collected('some', TEXTS.map(lineOf), [1, 4])).toEqual(expectedOf([TEXTS[1] as string, TEXTS[4] as string]))
  expect(collected('none', TEXTS.map(lineOf), [])).toEqual([])
})

it('are those of lines of which some are decoded here', () => {
  const odd = ['left to the host', 'this one too']
  const lines = [...TEXTS.map(lineOf), ...odd.map((text) => Buffer.from(`{"te\\u0078t":${JSON.stringify(text)}}\n`))]
  const all = [...TEXTS, ...odd]
  for (const order of [
    [0, 5, 1, 6, 2],
    [5, 6],
    [5, 0, 1],
    [3, 4, 6],
  ])
    expect(collected('odd', lines, order), `${order}`).toEqual(expectedOf(order.map((i) => all[i] as string)))
})

it('are not made of a record that is no UTF-8 any more', () => {
  const bad = Buffer.concat([Buffer.from('{"text":"before '), Buffer.of(0xff), Buffer.from(' after"}\n')])
  const lines = [...TEXTS.map(lineOf), bad]
  expect(collected('bad', lines, [0, 4])).toEqual(expectedOf([TEXTS[0] as string, TEXTS[4] as string]))
  expect(() => collected('bad', lines, [0, 5, 4])).toThrow(/changed or replaced while it was read/)
})

it('are not made of a file that has become shorter', () => {
  const path = join(folder, 'gone')
  writeFileSync(path, '{"te')
  const places = { file: Uint32Array.of(0), start: Float64Array.of(0), length: Uint32Array.of(20) }
  const files: FileReading[] = [{ path, format: 'jsonl', encoding: 'utf-8', opening: { start: 0 }, compressed: false }]
  const task = { kind: 'collect', options, fields: { id: 'id', text: ['text'] } as never, files, places } as const
  expect(() => collectTask(task, new Fingerprinter('positions', options, 'search'), new RecordReader())).toThrow(
    /changed or replaced while it was read/,
  )
})
