/**
 * Fields that functions select, and documents of any type.
 *
 * Oracle   the same data with the fields that the options name by themselves.
 * Covers   dedupe, link, open and fingerprintAll; functions, one field, several fields, accessors of classes; the very objects of an array
 *          come back, copies of what is looped over once; written files hold nothing that was added; wrong choices are refused.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Added, dedupe, fingerprintAll, link, openIndex } from '../../src/index.js'
import { jsonLines, temporaryFolder } from '../support/files.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
const random = createRandom(11)
const bases = Array.from({ length: 12 }, () => createText(random, 40))
const plain = Array.from({ length: 60 }, (_, i) => ({ id: i * 3, title: `No. ${i}`, text: edit(random, bases[i % 12] as string, 0.01) }))

class Letter {
  readonly number: number
  readonly heading: string
  readonly #content: string
  constructor({ id, title, text }: { id: number; title: string; text: string }) {
    this.number = id
    this.heading = title
    this.#content = text
  }
  get content(): string {
    return this.#content
  }
  get half(): readonly [string, string] {
    return [this.#content.slice(0, 50), this.#content.slice(50)]
  }
}
const letters = plain.map((document) => new Letter(document))
async function* streamed<Item>(items: readonly Item[]) {
  yield* items
}

const results = async (result: Awaited<ReturnType<typeof dedupe>>) => {
  const found = { removed: [...result.removed()], groups: [...result.groups()], pairs: [...result.pairs()] }
  await result.close()
  return found
}

describe('dedupe', () => {
  it('finds by selected fields what it finds by named ones', async () => {
    const expected = await results(await dedupe(plain, { pairs: true }))
    expect(expected.removed.length).toBeGreaterThan(20)
    const byFunction = { pairs: true, id: (letter: Letter) => letter.number, text: (letter: Letter) => letter.content }
    expect(await results(await dedupe(letters, byFunction))).toEqual(expected)
    expect(await results(await dedupe(streamed(letters), byFunction))).toEqual(expected)
    expect(await results(await dedupe(new Set(letters), byFunction))).toEqual(expected)
    // The accessor of a class is a field like any other.
    expect(await results(await dedupe(letters, { pairs: true, id: 'number', text: 'content' }))).toEqual(expected)
    expect(await results(await dedupe(letters, { pairs: true, idField: 'number', textField: ['content'] }))).toEqual(expected)
  })

  it('joins several fields as the option textField does', async () => {
    const two = await results(await dedupe(plain, { textField: ['title', 'text'], threshold: 0.7 }))
    expect(await results(await dedupe(plain, { text: ['title', 'text'], threshold: 0.7 }))).toEqual(two)
    const joined = { text: ({ title, text }: (typeof plain)[0]) => `${title}\n${text}`, threshold: 0.7 }
    expect(await results(await dedupe(plain, joined))).toEqual(two)
  })

  it('gives the objects of an array back, and copies of a stream', async () => {
    const unjudged = new Letter({ id: 999, title: 'empty', text: '' })
    const given = [...letters.slice(0, 20), unjudged, ...letters.slice(20)]
    await using result = await dedupe(given, { id: 'number', text: (letter) => letter.content })
    const removed = new Set([...result.removed()].map(({ id }) => id))
    const kept: Letter[] = []
    for await (const letter of result.kept()) kept.push(letter)
    expect(kept.length).toBe(given.length - removed.size)
    for (const [i, letter] of given.filter(({ number }) => !removed.has(number)).entries()) expect(kept[i]).toBe(letter)
    await using copied = await dedupe(streamed(plain), { text: (document) => document.text })
    const copies: (typeof plain)[0][] = []
    for await (const document of copied.kept()) copies.push(document)
    expect(copies).toEqual(plain.filter(({ id }) => !removed.has(id)))
  })

  it('writes documents as they came', async () => {
    const path = join(folder, 'kept.jsonl')
    const mixed = [...plain, 'a text alone', 'and one more of them']
    for (const options of [{}, { id: ({ id }: (typeof plain)[0]) => id, text: ({ text }: (typeof plain)[0]) => text }]) {
      await using result = await dedupe(mixed, options)
      const removed = new Set([...result.removed()].map(({ id }) => id))
      await result.write({ output: path })
      expect(jsonLines(path)).toEqual([
        ...plain.filter(({ id }) => !removed.has(id)),
        { text: 'a text alone' },
        { text: 'and one more of them' },
      ])
      expect(readFileSync(path, 'utf8')).not.toContain('\\u0000')
    }
  })

  it('refuses a field that is named twice, and functions for files', async () => {
    await expect(dedupe(plain, { text: 'text', textField: ['title'] })).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
    await expect(dedupe(plain, { text: 7 } as never)).rejects.toMatchObject({ code: 'OPTION_VALUE' })
    await expect(dedupe({ files: ['a.jsonl'] }, { text: () => '' } as never)).rejects.toMatchObject({ code: 'ARGUMENT' })
  })

  it('says what a function gave that is no text', async () => {
    await using result = await dedupe(plain, { text: ({ id, text }) => (id === 9 ? undefined : text) })
    expect([...result.rejects()].map(({ line, reason }) => [line, reason.split(';')[0]])).toEqual([[4, 'no "text()"']])
  })
})

it('link selects fields of both sides', async () => {
  const [left, right] = [plain.slice(0, 30), plain.slice(30)]
  await using expected = await link(left, right)
  const pairs = [...expected.pairs()]
  expect(pairs.length).toBeGreaterThan(20)
  const select = { id: (letter: Letter) => letter.number, text: (letter: Letter) => letter.content }
  await using selected = await link(letters.slice(0, 30), streamed(letters.slice(30)), select)
  expect([...selected.pairs()]).toEqual(pairs)
  expect([...selected.matches()]).toEqual([...expected.matches()])
})

it('a live index selects fields of what it is given', async () => {
  await using named = await openIndex('memory:')
  const expected: Added[] = []
  for await (const answer of named.addAll(plain)) expected.push(answer)
  await using index = await openIndex('memory:', { id: (letter: Letter) => letter.number, text: (letter: Letter) => letter.content })
  const answers: Added[] = []
  for await (const answer of index.addAll(letters)) answers.push(answer)
  expect(answers).toEqual(expected)
  expect(expected.filter(({ status }) => status === 'duplicate').length).toBeGreaterThan(20)
  expect(await index.query(letters[3] as Letter)).toEqual(await named.query(plain[3] as (typeof plain)[0]))
  expect(await index.has(letters)).toEqual(letters.map(() => true))
})

it('fingerprintAll selects fields', async () => {
  const all = async (signatures: AsyncIterable<unknown>) => {
    const found: unknown[] = []
    for await (const signature of signatures) found.push(signature)
    return found
  }
  const expected = await all(fingerprintAll(plain))
  expect(await all(fingerprintAll(letters, { id: (letter) => letter.number, text: 'content' }))).toEqual(expected)
})

describe('fingerprintAll refuses a document without a text', () => {
  const signing = async (documents: readonly object[], options = {}) => {
    const signed: unknown[] = []
    for await (const { id } of fingerprintAll([{ id: 'whole', text: 'A text that is there.' }, ...documents], options)) signed.push(id)
    return signed
  }
  it('in the words of dedupe where no field is there', async () => {
    const lacking = [{ id: 1, body: 'x' }]
    await expect(dedupe(lacking)).rejects.toMatchObject({
      code: 'FIELD_MISSING',
      message: 'the documents: no field "text"; there are id, body',
    })
    await expect(signing(lacking)).rejects.toMatchObject({
      code: 'FIELD_MISSING',
      message: 'document 2: no field "text"; there are id, body',
    })
    await expect(signing(lacking, { text: ({ text }: { text?: string }) => text })).rejects.toMatchObject({ code: 'FIELD_MISSING' })
  })
  it('and says what a field holds that is no text', async () => {
    await expect(signing([{ text: null }])).rejects.toMatchObject({
      code: 'ARGUMENT',
      message: expect.stringMatching(/^document 2: "text" is null/),
    })
    await expect(signing([{ text: 7 }])).rejects.toMatchObject({
      code: 'ARGUMENT',
      message: expect.stringMatching(/^document 2: "text" is a number/),
    })
  })
  it('but takes an empty text, and one of a field within a field', async () => {
    expect(await signing([{ id: 'empty', text: '' }])).toEqual(['whole', 'empty'])
    expect(await signing([{ id: 'deep', inner: { text: 'x' } }], { text: ['text', 'inner.text'] })).toEqual(['whole', 'deep'])
  })
})
