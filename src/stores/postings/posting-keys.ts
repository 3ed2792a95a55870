/**
 * The keys of postings on a server: the walk from the keys of a row down to those it is filed under, and to those it finds others by.
 *
 * A key holds up to so many postings ({@link postingLimit}); those that come later go to the keys below it (second hashing), which the key is
 * marked for first. Postings that are there stay, so that nothing has to move while others read: a search reads a key and,
 * when it is marked, the keys below it too. A key that cannot be split grows on.
 */
import { closest } from '../../searching/closest.js'
import type { IndexKeys, Key } from '../../searching/index-keys.js'
import type { Candidate, IndexMeta } from '../store.js'
import type { PostingList } from './posting-list.js'

/** Keys of the entries of one batch, which do not change meanwhile: each is made once, and asked for again and again. */
export class KeptKeys implements IndexKeys {
  readonly spec: IndexKeys['spec']
  readonly entryBytes: number
  readonly postingBytes: number
  readonly buckets: number | undefined
  readonly #made: IndexKeys
  readonly #keys = new Map<Uint8Array, Key[]>()

  constructor(made: IndexKeys) {
    this.#made = made
    this.spec = made.spec
    this.entryBytes = made.entryBytes
    this.postingBytes = made.postingBytes
    this.buckets = made.buckets
  }

  keys(entry: Uint8Array): Key[] {
    const known = this.#keys.get(entry)
    if (known) return known
    const keys = this.#made.keys(entry)
    this.#keys.set(entry, keys)
    return keys
  }

  accepts(bytes: number): boolean {
    return this.#made.accepts(bytes)
  }

  posting(entry: Uint8Array): Uint8Array {
    return this.#made.posting(entry)
  }

  split(key: Key, entry: Uint8Array): Key[] {
    return this.#made.split(key, entry)
  }

  match(entry: Uint8Array, key: Key, postings: Uint8Array, at?: number): ReturnType<IndexKeys['match']> {
    return this.#made.match(entry, key, postings, at)
  }
}

/** The postings of a key. */
export interface Bucket {
  readonly postings: PostingList
  /** Marked as split. */
  readonly split: boolean
}

/**
 * Candidates of one row.
 *
 * @param read    buckets of keys, in the order asked; all keys of one level are asked at once
 * @param except  a record that is none of them
 */
export async function findCandidates(
  indexKeys: IndexKeys,
  row: Uint8Array,
  equalIsEnough: boolean,
  read: (keys: readonly Key[]) => Promise<readonly Bucket[]>,
  except?: number,
): Promise<Candidate[]> {
  const found = new Map<number, Candidate>()
  const { spec } = indexKeys
  /** Bands that each candidate shares, where only the closest are wanted. */
  const shared = spec.kind === 'minhash' && spec.closest !== undefined ? new Map<number, number>() : undefined
  let keys = indexKeys.keys(row)
  while (keys.length) {
    const buckets = await read(keys)
    const next: Key[] = []
    buckets.forEach(({ postings, split }, i) => {
      const key = keys[i] as Key
      const { buffer, count } = postings
      for (let at = 0; at < count; at++) {
        const match = indexKeys.match(row, key, buffer, postings.postingAt(at))
        if (!match) continue
        const seq = postings.seqOf(at)
        if (shared && !match.equal) shared.set(seq, (shared.get(seq) ?? 0) + 1)
        if (seq !== except && !found.get(seq)?.equal) found.set(seq, { seq, equal: match.equal, distance: match.distance })
      }
      if (split) next.push(...indexKeys.split(key, row))
    })
    if (equalIsEnough && found.size) {
      const equal = [...found.values()].filter((candidate) => candidate.equal)
      if (equal.length) return [equal.reduce((a, b) => (a.seq < b.seq ? a : b))]
    }
    keys = next
  }
  const all = [...found.values()].sort((a, b) => a.seq - b.seq)
  if (!shared || spec.kind !== 'minhash' || spec.closest === undefined) return all
  return closest(
    [...found.keys()],
    (seq) => shared.get(seq) ?? 0,
    spec.closest,
    (seq) => found.get(seq) as Candidate,
  )
}

/** The fill of a key. */
export interface Fill {
  readonly count: number
  readonly split: boolean
}

/**
 * The keys to file a row under, and the keys to mark as split (before the postings are
 * written, or in the same step).
 *
 * @param fill  how full keys are, in the order asked
 */
export async function filingKeys(
  indexKeys: IndexKeys,
  row: Uint8Array,
  limit: number,
  fill: (keys: readonly Key[]) => Promise<readonly Fill[]>,
): Promise<{ file: Key[]; mark: Key[] }> {
  const file: Key[] = []
  const mark: Key[] = []
  let keys = indexKeys.keys(row)
  while (keys.length) {
    const fills = await fill(keys)
    const next: Key[] = []
    fills.forEach(({ count, split }, i) => {
      const key = keys[i] as Key
      const below = count >= limit ? indexKeys.split(key, row) : []
      if (!below.length) {
        file.push(key)
        return
      }
      if (!split) mark.push(key)
      next.push(...below)
    })
    keys = next
  }
  return { file, mark }
}

/**
 * Every key that a posting of this row may be under: for removal, and for verification.
 *
 * @param split  whether keys are marked, in the order asked
 */
export async function postingKeys(
  indexKeys: IndexKeys,
  row: Uint8Array,
  split: (keys: readonly Key[]) => Promise<readonly boolean[]>,
): Promise<Key[]> {
  const all: Key[] = []
  let keys = indexKeys.keys(row)
  while (keys.length) {
    all.push(...keys)
    const marks = await split(keys)
    keys = keys.flatMap((key, i) => (marks[i] ? indexKeys.split(key, row) : []))
  }
  return all
}

/**
 * Postings that a key holds before it is split: the same number always, or by the rule of wang2019, which cuts a bucket of more than
 * (1 + overflow) times the mean. The mean is over all buckets that a block can have, also those that are empty. What stays under a key that
 * was split is never more than the limit was then, so nothing has to move.
 *
 * @param filed  documents so far
 * @example postingLimit({ blockLimit: 1000, overflow: 2 }, 2 ** 16, 2 ** 33) // 393216
 */
export function postingLimit(
  { blockLimit, overflow }: Pick<IndexMeta, 'blockLimit' | 'overflow'>,
  buckets: number | undefined,
  filed: number,
): number {
  if (overflow === undefined || buckets === undefined) return blockLimit
  return Math.max(1, Math.floor(((1 + overflow) * filed) / buckets))
}
