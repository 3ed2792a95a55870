/** A program of somebody who installed the package; it is compiled only (test/types/consumers.test.ts). Wrong uses are marked. */
import { type Added, dedupe, fingerprintAll, link, openIndex, sync } from 'leitong'
import type { CorpusKind } from 'leitong/research'
import { type TokenizeOptions, tokenize } from 'leitong/stages'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <T>(_value: T) => ({ is: <Expected>(_same: Equal<T, Expected>) => undefined })

interface Letter {
  id: number
  text: string
  district: string
}
class Post {
  readonly key: string
  readonly #body: string
  constructor(key: string, body: string) {
    this.key = key
    this.#body = body
  }
  get body(): string {
    return this.#body
  }
  shout(): string {
    return this.#body.toUpperCase()
  }
}
interface Page {
  readonly id?: string
  readonly title: string
  readonly text: string | null
}
declare const letters: Letter[]
declare const posts: readonly Post[]
declare const pages: Iterable<Page>
declare const stream: AsyncIterable<Letter>

const found = await dedupe(letters, { threshold: 0.8 })
for await (const letter of found.kept()) expectType(letter).is<Letter>(true)
for (const { id, duplicateOf } of found.removed()) {
  expectType(id).is<number>(true)
  expectType(duplicateOf).is<number>(true)
}
for (const { kept, members } of found.groups()) expectType(kept === members[0]?.id).is<boolean>(true)
for (const { a, b } of found.pairs()) expectType(a - b).is<number>(true)
await found.close()

// @ts-expect-error: bits are of simhash
await dedupe(letters, { method: 'minhash', bits: 32 })
// @ts-expect-error: there is no such method
await dedupe(letters, { method: 'minhsah' })
await dedupe(letters, { method: 'simhash', bits: 32, distance: 2 })
await dedupe(letters, { profile: 'intro', bits: 32 })
// @ts-expect-error: bands are of minhash
await openIndex('memory:typed', { method: 'simhash', bands: 4 })

const byKey = await dedupe(posts, { id: 'key', text: 'body' })
for (const { id } of byKey.removed()) expectType(id).is<string>(true)
for await (const post of byKey.kept()) post.shout()
const byIdField = await dedupe(posts, { idField: 'key', textField: ['body'] })
for (const { id } of byIdField.removed()) expectType(id).is<string>(true)
const selected = await dedupe(posts, { id: (post) => post.key.length, text: (post) => post.body, title: (post) => post.key })
for (const { id } of selected.removed()) expectType(id).is<number>(true)
const several = await dedupe(pages, { text: ['title', 'text'] })
for (const { id } of several.removed()) expectType(id).is<string | number>(true)
for await (const page of several.kept()) expectType(page).is<Page>(true)
const streamed = await dedupe(stream)
for await (const letter of streamed.kept()) expectType(letter).is<Letter>(true)
const texts = await dedupe(['one', 'two'])
for (const { id } of texts.removed()) expectType(id).is<number>(true)
for await (const text of texts.kept()) expectType<string>(text)
const mixed = await dedupe([{ id: 'a', text: 'one' }, 'two'])
for (const { id } of mixed.removed()) expectType(id).is<string | number>(true)
const rows = await dedupe(letters, { fields: { key: 'district', fields: { text: {} } } })
for (const { id } of rows.removed()) expectType(id).is<unknown>(true)
const records: Record<string, unknown>[] = []
for (const { id } of (await dedupe(records)).removed()) expectType(id).is<unknown>(true)
const files = await dedupe({ files: ['letters.jsonl'] }, { id: 'number', text: ['title', 'body'] })
for (const { id } of files.removed()) expectType(id).is<unknown>(true)

// @ts-expect-error: letters have no such field
await dedupe(letters, { text: 'content' })
// @ts-expect-error: nor such an option
await dedupe(letters, { treshold: 0.8 })
// @ts-expect-error: a number is no text
await dedupe(letters, { text: (letter) => letter.id })
// @ts-expect-error: numbers are no documents
await dedupe([1, 2])

const linked = await link(letters, posts, { text: (document) => ('body' in document ? document.body : document.text) })
for (const { a, b } of linked.pairs()) {
  expectType(a).is<number>(true)
  // Posts have no field `id`: they go by their number.
  expectType(b).is<number>(true)
}
for (const { a } of linked.matches()) expectType(a).is<number | undefined>(true)
const withFile = await link(pages, { files: ['b.csv'] })
for (const { a, b } of withFile.pairs()) {
  expectType(a).is<string | number>(true)
  expectType(b).is<unknown>(true)
}
const mapped = await link(letters, posts, { mapping: { a: { key: 'id' }, b: { key: 'key' }, map: { text: 'body' } } })
for (const { a } of mapped.pairs()) expectType(a).is<unknown>(true)

const index = await openIndex('memory:')
const answer: Added = await index.add(letters[0] as Letter)
await index.addIfNew(new Post('a', 'b'))
await index.query('some text')
expectType(answer.id).is<unknown>(true)
const ofPosts = await openIndex('memory:', { id: (post) => post.key, text: (post: Post) => post.body })
for await (const { id, duplicateOf } of ofPosts.addAll(posts)) {
  expectType(id).is<string>(true)
  expectType(duplicateOf).is<string | undefined>(true)
}
for (const { id } of await ofPosts.query(posts[0] as Post)) expectType(id).is<string>(true)
// @ts-expect-error: a letter is no post
await ofPosts.add(letters[0] as Letter)
const ofLetters = await openIndex<Letter>('memory:')
expectType((await ofLetters.add(letters[0] as Letter)).duplicateOf).is<number | undefined>(true)
await ofLetters.remove(7)
await sync('rows.jsonl', ofLetters)

// The type of the documents alone is said.
interface Note {
  readonly key: number
  readonly body: string
}
declare const note: Note
const byName = await openIndex<Note>('memory:', { id: 'key', text: 'body' })
expectType((await byName.add(note)).id).is<string | number>(true)
const byOption = await openIndex<Note>('memory:', { idField: 'key', textField: 'body', threshold: 0.9 })
expectType((await byOption.addIfNew(note)).group).is<string | number>(true)
await byOption.remove(1)
const byFunction = await openIndex<Note>('memory:', { id: (each) => each.key, text: (each) => each.body, title: (each) => each.body })
expectType((await byFunction.add(note)).id).is<unknown>(true)
const halfAndHalf = await openIndex<Note>('memory:', { id: 'key', text: (each) => each.body })
await halfAndHalf.query(note)
const untyped = await openIndex('memory:', { id: 'key', text: 'body' })
expectType((await untyped.add({ key: 1, body: 'one' })).id).is<unknown>(true)
const untypedOptions = await openIndex('memory:', { idField: 'key', textField: 'body' })
await untypedOptions.add({ key: 1, body: 'one' })
const exact = await openIndex<Note, 'key'>('memory:', { id: 'key', text: ['body'] })
expectType((await exact.add(note)).id).is<number>(true)
const plain = await openIndex<Note>('memory:', { text: 'body', method: 'simhash', bits: 64 })
await plain.close()
// @ts-expect-error: a note has no such field
await openIndex<Note>('memory:', { id: 'number', text: 'body' })
// @ts-expect-error: nor this one
await openIndex<Note>('memory:', { id: 'key', text: 'content' })
// @ts-expect-error: nor this one
await openIndex<Note>('memory:', { idField: 'number', text: 'body' })
// @ts-expect-error: a number is no text
await openIndex<Note>('memory:', { id: (each) => each.key, text: (each) => each.key })
// @ts-expect-error: there is no such option
await openIndex<Note>('memory:', { id: 'key', text: 'body', treshold: 0.8 })
// @ts-expect-error: bands are of minhash
await openIndex<Note>('memory:', { id: 'key', text: 'body', method: 'simhash', bands: 4 })
// @ts-expect-error: a letter is no note
await byName.add(letters[0] as Letter)
const byBody = await dedupe([note], { idField: 'key', textField: 'body' })
for (const { id } of byBody.removed()) expectType(id).is<number>(true)

for await (const { id } of fingerprintAll(posts, { id: (post) => post.key, text: 'body' })) expectType(id).is<string>(true)

const CUT: TokenizeOptions = { tokenizer: 'word', normalize: ['case'], ngram: 1, charNgram: 1 }
export const words: readonly string[] = tokenize('one and the same', CUT).map(({ text }) => text)
export const kinds: readonly CorpusKind[] = ['rows']
// @ts-expect-error  the parts are not in the library itself
export type { HammingIndex } from 'leitong'
