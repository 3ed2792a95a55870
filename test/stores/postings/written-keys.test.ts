/**
 * What a backend is told whose transactions conflict where they write.
 *
 * Covers   every key of the first level is filed, marked or touched, also when it is full; locks are those of what is asked about alone.
 */
import { expect, it } from 'vitest'
import { createIndexKeys, type Key } from '../../../src/searching/index-keys.js'
import type { Backend } from '../../../src/stores/postings/backend.js'
import { PostingList } from '../../../src/stores/postings/posting-list.js'
import { PostingStore } from '../../../src/stores/postings/posting-store.js'
import { type Changes, type Reader, UnitOfWork } from '../../../src/stores/postings/unit-of-work.js'

const meta = {
  format: 2,
  signature: 'test',
  search: { kind: 'simhash', bits: 64, distance: 3 },
  blockLimit: 2,
  settings: {},
  created: '',
} as const

/** A backend in memory that forgets records, and notes what it is told. */
function backendOf(locksByWriting: boolean) {
  const lists = new Map<string, { postings: PostingList; split: boolean }>()
  const told: { locks: number; changes: Changes | undefined }[] = []
  let last = 0
  const bucket = (key: Key) => lists.get(key) ?? { postings: new PostingList(), split: false }
  const reader: Reader = {
    seqsOf: async (ids) => ids.map(() => undefined),
    records: async (seqs) => seqs.map(() => undefined),
    buckets: async (keys) => keys.map((key) => ({ postings: bucket(key).postings.without(0), split: bucket(key).split })),
    marks: async (keys) => keys.map((key) => bucket(key).split),
    numbers: async (count) => Array.from({ length: count }, () => ++last),
  }
  const backend = {
    meta,
    name: 'memory',
    locksByWriting,
    async transact<Result>(locks: readonly Key[], work: (unit: UnitOfWork) => Promise<Result>) {
      const unit = new UnitOfWork(reader)
      const result = await work(unit)
      const changes = unit.changes()
      told.push({ locks: locks.length, changes })
      for (const { key, seq, posting } of changes?.file ?? []) {
        const { postings, split } = bucket(key)
        postings.push(seq, posting)
        lists.set(key, { postings, split })
      }
      for (const key of changes?.marks ?? []) lists.set(key, { ...bucket(key), split: true })
      return result
    },
  } as Partial<Backend> as Backend
  return { store: new PostingStore(backend), told }
}

/** An entry of its own digest, whose first block is that of all others. */
const entryOf = (n: number) => Uint8Array.from({ length: 24 }, (_, i) => (i === 16 || i === 17 ? 7 : n * 31 + i))

it('writes to every key of the first level, to a full one by touching it', async () => {
  const { store, told } = backendOf(true)
  for (let n = 1; n <= 5; n++) {
    const entry = entryOf(n)
    await store.update([{ id: String(n), entry, decide: () => ({ id: String(n), entry, group: '1', payload: new Uint8Array() }) }])
    const { changes, locks } = told.at(-1) as (typeof told)[number]
    const written = [...(changes?.file ?? []).map(({ key }) => key), ...(changes?.marks ?? []), ...(changes?.touched ?? [])]
    for (const key of createIndexKeys(meta.search).keys(entry)) expect(written).toContain(key)
    // The shared block has two postings, is marked with the third, and only touched from then on.
    expect(changes?.touched.length).toBe(n > 3 ? 1 : 0)
    expect(locks).toBe(0)
  }
})

it('takes locks of contents that are asked about, and of everything where the backend has no other way', async () => {
  const entry = entryOf(1)
  const offer = { id: '1', entry, digest: new Uint8Array(16), about: [new Uint8Array(16).fill(1)], decide: () => undefined }
  for (const [locksByWriting, locks] of [
    [true, 2],
    [false, 8],
  ] as const) {
    const { store, told } = backendOf(locksByWriting)
    await store.update([offer])
    expect(told.at(-1)?.locks).toBe(locks)
  }
})
