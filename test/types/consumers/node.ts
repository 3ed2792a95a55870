/** A program of somebody who installed the package; it is compiled only (test/types/consumers.test.ts). Wrong uses are marked. */
import { type Added, dedupe, fingerprintAll, link, openIndex, sync } from 'leitong'

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

for await (const { id } of fingerprintAll(posts, { id: (post) => post.key, text: 'body' })) expectType(id).is<string>(true)
