/** Reads of an index in MongoDB, inside a transaction or each time anew. */
import type { ClientSession } from 'mongodb'
import type { Key } from '../../searching/index-keys.js'
import type { Bucket } from '../postings/posting-keys.js'
import { PostingList } from '../postings/posting-list.js'
import { nameOf, type Reader } from '../postings/unit-of-work.js'
import { type BlockDocument, binaryOf, bytesOf, type Collections, pageId } from './collections.js'

/** One document of a key, as it was read. */
export interface Page {
  readonly list: PostingList
  readonly isSplit: boolean
  readonly writes: number
}

export class MongoReader implements Reader {
  readonly #collections: Collections
  readonly #options: { readonly session?: ClientSession }
  readonly #isSharded: boolean
  /** By the name of a key: its documents in their order, none for a key that has none. */
  readonly #pages = new Map<Key, readonly Page[]>()

  /** @param session  of the transaction that reads */
  constructor(collections: Collections, isSharded: boolean, session?: ClientSession) {
    this.#collections = collections
    this.#isSharded = isSharded
    this.#options = session ? { session } : {}
  }

  /** Options of a read of as many documents: a server would send a hundred, and wait to be asked for the others. */
  #atOnce({ length }: { readonly length: number }) {
    return { ...this.#options, batchSize: length + 1 }
  }

  async seqsOf(ids: readonly Key[]): Promise<(number | undefined)[]> {
    const filter = { _id: { $in: ids.map(binaryOf) } }
    const options = { ...this.#atOnce(ids), projection: { seq: 1 } }
    const documents = await this.#collections.records.find(filter, options).toArray()
    const bySeq = new Map(documents.map(({ _id, seq }) => [nameOf(bytesOf(_id)), seq]))
    return ids.map((id) => bySeq.get(id))
  }

  async records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    if (!seqs.length) return []
    const options = { ...this.#atOnce(seqs), projection: { _id: 0, seq: 1, record: 1 } }
    const documents = await this.#collections.records.find({ seq: { $in: [...seqs] } }, options).toArray()
    const found = new Map(documents.map(({ seq, record }) => [seq, bytesOf(record)]))
    return seqs.map((seq) => found.get(seq))
  }

  async buckets(keys: readonly Key[]): Promise<Bucket[]> {
    const pages = await this.pages(keys)
    return keys.map((_, i) => {
      const [first, ...more] = pages[i] as readonly Page[]
      if (!first) return { postings: new PostingList(), split: false }
      const { list, isSplit } = first
      // The list is the caller's, who adds to it; what was read stays as it was, for the update of the document.
      const bytes = more.length ? Buffer.concat([list, ...more.map((page) => page.list)].map(({ packed }) => packed)) : list.packed
      return { postings: new PostingList(bytes, 0, (more.at(-1)?.list ?? list).width), split: isSplit }
    })
  }

  async marks(keys: readonly Key[]): Promise<boolean[]> {
    return (await this.pages(keys)).map(([first]) => first?.isSplit ?? false)
  }

  /** The documents of keys, those that were read already as they were then. */
  async pages(keys: readonly Key[]): Promise<(readonly Page[])[]> {
    const unseen = [...new Set(keys.filter((key) => !this.#pages.has(key)))]
    if (unseen.length) await this.#readPages(unseen)
    return keys.map((key) => this.#pages.get(key) as readonly Page[])
  }

  async #readPages(keys: readonly Key[]): Promise<void> {
    const found = await this.#blocks(keys.map(binaryOf))
    const further = keys.flatMap((key) => Array.from({ length: found.get(key)?.more ?? 0 }, (_, page) => pageId(key, page + 1)))
    const more = further.length ? await this.#blocks(further) : new Map<string, BlockDocument>()
    for (const key of keys) {
      const first = found.get(key)
      const count = first?.more ?? 0
      const documents = Array.from({ length: count }, (_, page) => more.get(nameOf(bytesOf(pageId(key, page + 1)))))
      this.#pages.set(key, first ? [first, ...documents].map(pageOf) : [])
    }
  }

  async #blocks(ids: BlockDocument['_id'][]): Promise<Map<string, BlockDocument>> {
    const documents = await this.#collections.blocks.find({ _id: { $in: ids } }, this.#atOnce(ids)).toArray()
    return new Map(documents.map((document) => [nameOf(bytesOf(document._id)), document]))
  }

  /**
   * Outside of any transaction: those who only count must not wait for each other. On one replica set what is written with these numbers
   * follows them, and a majority that has it has them too; shards follow one another not at all.
   */
  async numbers(count: number): Promise<number[]> {
    const counter = await this.#collections.meta.findOneAndUpdate(
      { _id: 'numbers' },
      { $inc: { last: count } },
      { returnDocument: 'after', ...(this.#isSharded ? {} : { writeConcern: { w: 1 } }) },
    )
    if (!counter?.last) throw new Error('the counter of the numbers is missing')
    const first = counter.last - count + 1
    return Array.from({ length: count }, (_, i) => first + i)
  }
}

/** A document as a list. */
export function pageOf(document: BlockDocument | undefined): Page {
  const { n = 0, list, split, writes = 0 } = document ?? {}
  const bytes = list ? bytesOf(list) : Buffer.alloc(0)
  return {
    list: PostingList.ofCount(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), n),
    isSplit: split ?? false,
    writes,
  }
}
