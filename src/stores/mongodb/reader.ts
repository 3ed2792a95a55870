/** Reads of an index in MongoDB, inside a transaction or each time anew. */
import type { ClientSession } from 'mongodb'
import type { Bucket } from '../postings/posting-keys.js'
import { nameOf, type Reader } from '../postings/unit-of-work.js'
import { binary, bytesOf, type Collections, pageNumber } from './collections.js'

/** Postings of one document: at most 16 bytes of signature and some 30 around them each, far below the 16 MB of a document. */
const PAGE = 2000

export class MongoReader implements Reader {
  readonly #collections: Collections
  readonly #options: { readonly session?: ClientSession }
  /** Pages of postings by the name of their key, with their lengths, as far as they were read. */
  readonly #pages = new Map<string, { page: number; count: number }[]>()

  /** @param session  of the transaction that reads */
  constructor(collections: Collections, session?: ClientSession) {
    this.#collections = collections
    this.#options = session ? { session } : {}
  }

  async seqsOf(ids: readonly Uint8Array[]): Promise<(number | undefined)[]> {
    const documents = await this.#collections.ids.find({ _id: { $in: ids.map(binary) } }, this.#options).toArray()
    const bySeq = new Map(documents.map(({ _id, seq }) => [nameOf(bytesOf(_id)), seq]))
    return ids.map((id) => bySeq.get(nameOf(id)))
  }

  async records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    const documents = await this.#collections.records.find({ _id: { $in: [...seqs] } }, this.#options).toArray()
    const found = new Map(documents.map(({ _id, record }) => [_id, bytesOf(record)]))
    return seqs.map((seq) => found.get(seq))
  }

  async buckets(keys: readonly Uint8Array[]): Promise<Bucket[]> {
    const documents = await this.#collections.blocks.find({ key: { $in: keys.map(binary) } }, this.#options).toArray()
    const split = new Set<string>()
    const byKey = new Map<string, { seq: number; posting: Uint8Array }[]>()
    for (const key of keys) this.#pages.set(nameOf(key), [])
    for (const { _id, key, info = [], split: isSplit } of documents) {
      const name = nameOf(bytesOf(key))
      if (isSplit) split.add(name)
      this.#pages.get(name)?.push({ page: pageNumber(_id), count: info.length })
      const postings = byKey.get(name) ?? []
      byKey.set(name, postings)
      for (const { seq, posting } of info) postings.push({ seq, posting: bytesOf(posting) })
    }
    return keys.map((key) => ({ postings: byKey.get(nameOf(key)) ?? [], split: split.has(nameOf(key)) }))
  }

  async marks(keys: readonly Uint8Array[]): Promise<boolean[]> {
    const filter = { key: { $in: keys.map(binary) }, split: true }
    const documents = await this.#collections.blocks.find(filter, { ...this.#options, projection: { key: 1 } }).toArray()
    const known = new Set(documents.map(({ key }) => nameOf(bytesOf(key))))
    return keys.map((key) => known.has(nameOf(key)))
  }

  /** Outside of any transaction: those who only count must not wait for each other. */
  async numbers(count: number): Promise<number[]> {
    const counter = await this.#collections.meta.findOneAndUpdate(
      { _id: 'numbers' },
      { $inc: { last: count } },
      { returnDocument: 'after' },
    )
    if (!counter?.last) throw new Error('the counter of the numbers is missing')
    const first = counter.last - count + 1
    return Array.from({ length: count }, (_, i) => first + i)
  }

  /** The page for the next posting of a key: the first that has room, or a new one. */
  roomFor(key: Uint8Array): number {
    const pages = this.#pages.get(nameOf(key)) ?? []
    this.#pages.set(nameOf(key), pages)
    let found = pages.find(({ count }) => count < PAGE)
    if (!found) {
      found = { page: pages.reduce((next, { page }) => Math.max(next, page + 1), 0), count: 0 }
      pages.push(found)
    }
    found.count++
    return found.page
  }
}
