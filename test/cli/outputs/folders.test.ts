/**
 * cli: folders as outputs of link and passages.
 *
 * Oracle   the single output of the same run.
 * Covers   a file for each file, compressed as it came, in folders within folders; --compress; --resume; flags that are of no use.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { leitong, temporaryFolder } from '../../support/files.js'
import { createRandom, createText } from '../../support/texts.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const run = (...args: string[]) => leitong(args, { cwd: folder })
const FILES = ['a.jsonl', 'deep/b.jsonl.gz', 'deep/c.jsonl']

beforeAll(() => {
  const random = createRandom(4)
  const texts = Array.from({ length: 30 }, () => createText(random, 40))
  const passage = createText(random, 30)
  mkdirSync(at('b/deep'), { recursive: true })
  for (const [i, name] of FILES.entries()) {
    const own = texts
      .slice(10 * i, 10 * i + 10)
      .map((text, j) => JSON.stringify({ id: `${i}-${j}`, text: j % 3 ? text : `${text} ${passage}` }))
    const bytes = Buffer.from(`${own.join('\n')}\n`)
    writeFileSync(at(`b/${name}`), name.endsWith('.gz') ? gzipSync(bytes) : bytes)
  }
  const known = texts.filter((_, i) => i % 4 === 1).map((text, i) => JSON.stringify({ id: i, text }))
  writeFileSync(at('known.jsonl'), known.join('\n'))
})

const read = (path: string) => (path.endsWith('.gz') ? gunzipSync(readFileSync(at(path))).toString() : readFileSync(at(path), 'utf8'))
const allOf = (name: string, files = FILES) => files.map((file) => read(`${name}/${file}`)).join('')

describe('folders as outputs', () => {
  it.each([
    ['link --not-in', ['link', 'known.jsonl', 'b/'], '--not-in'],
    ['link --in', ['link', 'known.jsonl', 'b/'], '--in'],
    ['passages', ['passages', 'b/'], '--output'],
  ])('%s: a file for each file, together the single output', async (_name, command, flag) => {
    const name = `out${flag}`
    const single = await run(...command, flag, `${name}.jsonl`)
    expect(single.code, single.stderr).toBe(0)
    const { code, stderr } = await run(...command, flag, `${name}/`)
    expect(code, stderr).toBe(0)
    expect(readdirSync(at(name)).sort()).toEqual(['.leitong.json', 'a.jsonl', 'deep'])
    const whole = read(`${name}.jsonl`)
    expect(allOf(name)).toBe(whole)
    expect(whole.length).toBeGreaterThan(100)
    expect(whole.length).toBeLessThan(allOf('b').length)
    // What is there is not written again.
    rmSync(at(`${name}/deep/c.jsonl`))
    writeFileSync(at(`${name}/a.jsonl`), 'untouched')
    const resumed = await run(...command, flag, `${name}/`, '--resume')
    expect(resumed.code, resumed.stderr).toBe(0)
    expect(read(`${name}/a.jsonl`)).toBe('untouched')
    expect(whole.endsWith(read(`${name}/deep/c.jsonl`))).toBe(true)
    const packed = await run(...command, flag, `packed${flag}/`, '--compress', 'gzip')
    expect(packed.code, packed.stderr).toBe(0)
    expect(allOf(`packed${flag}`, ['a.jsonl.gz', 'deep/b.jsonl.gz', 'deep/c.jsonl.gz'])).toBe(whole)
  })

  it.each([
    ['passages', ['passages', 'b/']],
    ['passages --remove all', ['passages', 'b/', '--remove', 'all']],
    ['passages --within', ['passages', 'b/', '--within', 'library.jsonl']],
    ['dedupe --unit', ['dedupe', 'b/', '--unit', 'sentence']],
  ])('%s --removed: the account of each file, together that of the single output', async (name, command) => {
    writeFileSync(at('library.jsonl'), read('b/a.jsonl'))
    const out = `gone-${name.replaceAll(' ', '')}`
    const list = (text: string) => text.split('\n').filter(Boolean)
    const single = await run(...command, '--removed', `${out}.jsonl`)
    expect(single.code, single.stderr).toBe(0)
    const whole = list(read(`${out}.jsonl`))
    const both = await run(...command, '-o', `${out}-kept/`, '--removed', `${out}/`)
    expect(both.code, both.stderr).toBe(0)
    const alone = FILES.map((file) => list(read(`${out}/${file}`)))
    expect(alone.flat().toSorted()).toEqual(whole.toSorted())
    expect(whole.length).toBeGreaterThan(5)
    for (const [i, account] of alone.entries()) {
      expect(account.length).toBeGreaterThan(0)
      expect(account.every((line) => JSON.parse(line).id.startsWith(`${i}-`))).toBe(true)
      // In the order of the single account.
      expect(account).toEqual(whole.filter((line) => account.includes(line)))
    }
    // What is there is not written again, and the rest is.
    rmSync(at(`${out}/deep/c.jsonl`))
    writeFileSync(at(`${out}/a.jsonl`), 'untouched')
    const resumed = await run(...command, '-o', `${out}-kept/`, '--removed', `${out}/`, '--resume')
    expect(resumed.code, resumed.stderr).toBe(0)
    expect(read(`${out}/a.jsonl`)).toBe('untouched')
    expect(list(read(`${out}/deep/c.jsonl`))).toEqual(alone[2])
    const packed = await run(...command, '--removed', `${out}-packed/`, '--compress', 'gzip')
    expect(packed.code, packed.stderr).toBe(0)
    expect(list(allOf(`${out}-packed`, ['a.jsonl.gz', 'deep/b.jsonl.gz', 'deep/c.jsonl.gz']))).toEqual(alone.flat())
  })

  it.each([
    [['link', 'known.jsonl', 'b/', '--resume', '--not-in', 'one.jsonl'], 'are for outputs that are folders'],
    [['passages', 'b/', '--compress', 'gzip', '-o', 'one.jsonl', '--removed', 'gone.jsonl'], 'are for outputs that are folders'],
    [['link', 'known.jsonl', 'b/', '--not-in', 'b/'], 'b/'],
  ])('refuses %j', async (args, words) => {
    const { code, stderr } = await run(...args)
    expect(code).toBeGreaterThan(1)
    expect(stderr).toContain(words)
  })
})
