/** What a transaction does to the documents of keys: postings taken out, postings added, marks; one operation for each document that changes. */
import type { ClientSession } from 'mongodb'
import type { Key } from '../../searching/index-keys.js'
import { PostingList } from '../postings/posting-list.js'
import { type Changes, droppedByKey, type Filed } from '../postings/unit-of-work.js'
import { type BlockDocument, binary, binaryOf, type Collections, pageId } from './collections.js'
import { insertAll, replaceAll } from './commands.js'
import type { MongoReader, Page } from './reader.js'

/** Postings of one document: some 22 bytes each, far below the 16 MB of a document. */
const PAGE = 2000

class Block {
  readonly #key: Key
  readonly #before: readonly Page[]
  readonly #lists: PostingList[]
  readonly #changed = new Set<number>()
  #isSplit: boolean

  constructor(key: Key, before: readonly Page[]) {
    this.#key = key
    this.#before = before
    this.#isSplit = before[0]?.isSplit ?? false
    // The packed bytes of a list are copied before they are changed.
    this.#lists = before.map(({ list }) => new PostingList(list.packed, 0, list.width))
  }

  remove(seqs: ReadonlySet<number>): void {
    this.#lists.forEach((list, page) => {
      if (list.removeAll(seqs)) this.#changed.add(page)
    })
  }

  add({ added, isMarked }: Filed): void {
    const postings = added.postings()
    added.seqs().forEach((seq, i) => {
      let page = this.#lists.findIndex((list) => list.count < PAGE)
      if (page < 0) page = this.#lists.push(new PostingList()) - 1
      this.#lists[page]?.push(seq, postings[i] as Uint8Array)
      this.#changed.add(page)
    })
    if (isMarked && !this.#isSplit) this.touch()
    this.#isSplit ||= isMarked
  }

  /** Writes the first document, whether it changes or not: of two transactions that do so the server ends one. */
  touch(): void {
    if (!this.#lists.length) this.#lists.push(new PostingList())
    this.#changed.add(0)
  }

  /** Documents that change, as they are then. */
  *documents(): Generator<{ readonly document: BlockDocument; readonly isNew: boolean }> {
    if (this.#lists.length > Math.max(1, this.#before.length)) this.#changed.add(0)
    for (const page of this.#changed) {
      const list = this.#lists[page] as PostingList
      const _id = page ? pageId(this.#key, page) : binaryOf(this.#key)
      const fields = {
        n: list.count,
        list: binary(list.packed),
        ...(page ? { page } : {}),
        ...(page === 0 && this.#isSplit ? { split: true as const } : {}),
        ...(page === 0 && this.#lists.length > 1 ? { more: this.#lists.length - 1 } : {}),
      }
      const before = this.#before[page]
      // Counted, so that the document is another one: a write that changes nothing is none.
      yield { document: { _id, ...fields, ...(before ? { writes: before.writes + 1 } : {}) }, isNew: !before }
    }
  }
}

export async function writeBlocks(
  { db, blocks }: Collections,
  reader: MongoReader,
  { drops, touched }: Changes,
  filed: readonly Filed[],
  session: ClientSession,
): Promise<void> {
  const byName = new Map<Key, Block>()
  const dropped = droppedByKey(drops)
  const keys = [...new Set([...dropped.keys(), ...filed.map(({ key }) => key), ...touched])]
  const pages = await reader.pages(keys)
  keys.forEach((key, i) => {
    byName.set(key, new Block(key, pages[i] as readonly Page[]))
  })
  const blockOf = (key: Key) => byName.get(key) as Block
  for (const [key, seqs] of dropped) blockOf(key).remove(seqs)
  for (const each of filed) blockOf(each.key).add(each)
  for (const key of touched) blockOf(key).touch()
  const inserts: BlockDocument[] = []
  const updates: BlockDocument[] = []
  for (const block of byName.values()) for (const { document, isNew } of block.documents()) (isNew ? inserts : updates).push(document)
  await insertAll(db, blocks.collectionName, inserts, session)
  await replaceAll(db, blocks.collectionName, updates, session)
}
