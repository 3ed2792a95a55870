/**
 * The interface of stores, behind which a live index need not know where it is kept. A store is typed storage of records and of their search
 * structure, without an opinion on texts. The promises here are those that test/stores/contract holds every store to.
 *
 * - A record has an id, chosen by the caller, and a number (`seq`), given by the store: numbers grow with every write and are
 *   never given twice, so of two records the one with the lower number is the older.
 * - Rows (digest and signature) are searched as {@link IndexKeys} says: a shared server files postings under these keys
 *   (postings/ does that for all of them), a store on one machine may search in memory instead.
 * - A write that is acknowledged (its promise has resolved) is found by every later call of any client.
 */
import type { Enough, FirstOf } from '../searching/enough.js'
import type { SearchSpec } from '../searching/index-keys.js'

/** The settings that an index is created with, and that never change afterwards. */
export interface IndexMeta {
  /**
   * The layout of what is stored; a store refuses one that it does not know. In 2, which has all of 1, records carry the digest of their
   * content, and are found by it.
   */
  readonly format: 1 | 2
  /** Everything the signatures depend on. */
  readonly signature: string
  readonly search: SearchSpec
  /** Postings under one key beyond which it is split, where the store files postings. */
  readonly blockLimit: number
  /**
   * In place of `blockLimit`: a key is split beyond (1 + overflow) times the mean of all the buckets that its block of a simhash could have,
   * and so the limit grows with the index.
   */
  readonly overflow?: number
  /** More settings of the live index, as JSON. */
  readonly settings: Readonly<Record<string, unknown>>
  /** ISO 8601. */
  readonly created: string
}

/** The bytes belong to the store from now on: the caller does not change them. */
export interface NewRecord {
  /** JSON of the caller's id, so that 7 and "7" are two ids. */
  readonly id: string
  /** As {@link IndexKeys} has it. */
  readonly entry: Uint8Array
  /** JSON of the id that names the group. */
  readonly group: string
  /** Bytes for verification, which a store only keeps; any length, 0 for nothing. */
  readonly payload: Uint8Array
  /** Of the content, {@link CONTENT_DIGEST} bytes; in format 2 alone, and perhaps not of every record. */
  readonly digest?: Uint8Array
}

/** Bytes of the digest of a content, by which decisions of people know it. */
export const CONTENT_DIGEST = 16

/** @throws for a layout that this version does not know */
export function requireFormat({ format }: { readonly format: number }): void {
  if (format !== 1 && format !== 2) throw new Error(`format ${format} is not known to this version`)
}

export interface StoredRecord extends NewRecord {
  /** A whole number from 1, below 2^53. */
  readonly seq: number
}

/** A record whose row is alike, as far as the search can tell. */
export interface Candidate {
  readonly seq: number
  /** The digests are equal. */
  readonly equal: boolean
  /** Differing bits of simhash, at most the distance of the index; undefined for other methods. */
  readonly distance: number | undefined
  /** Under `rare` the similarity in rare features, where it is above 0. A candidate that no band brought reaches the threshold of the search. */
  readonly rare?: number | undefined
  /** Where a bound of the search ({@link SearchSpec} `closest`) cut it: how many more there were; each candidate of the search says so. */
  readonly beyond?: number
}

/**
 * One document offered. The store looks for candidates, reads them, asks `decide` and writes its answer, all as if nothing
 * else happened in between.
 */
export interface Offer {
  readonly id: string
  readonly entry: Uint8Array
  /** `decide` does not look at what is alike: a store may leave the search out and hand it an empty list. */
  readonly blind?: boolean
  /** The digest of its own content: of two offers at once that ask about each other one comes first. */
  readonly digest?: Uint8Array | undefined
  /**
   * Digests of content whose records `decide` is handed as well, in format 2. Then it is handed all that is alike too, also beside an
   * equal text.
   */
  readonly about?: readonly Uint8Array[] | undefined
  /** The candidates that `decide` is handed first, where none of them is equal. @default all */
  readonly enough?: Enough | undefined
  /**
   * The record to write under the id of this offer, in place of the one that is there; undefined to write nothing. Synchronous,
   * quick and without side effects that count: it is called again when others wrote at the same time, and the last answer
   * stands.
   *
   * @param previous  the record that is stored under the id
   * @param alike     the records of all candidates but `previous`, ascending by `seq`; where the index holds an equal text,
   *                  the oldest of the equal ones may stand alone
   * @param isAll     false where there are more
   * @param about     the records of the contents that are asked about, but `previous`, ascending by `seq`
   * @returns `more` to be asked again with all of them
   */
  decide(
    previous: StoredRecord | undefined,
    alike: readonly Alike[],
    isAll: boolean,
    about: readonly StoredRecord[],
  ): NewRecord | 'more' | undefined
}

/** A record that may be alike. */
export interface Alike {
  readonly record: StoredRecord
  readonly candidate: Candidate
}

/**
 * The answer to an offer.
 *
 * @param find      all candidates, or as many as are enough; an equal one stands alone where `equalIsEnough`
 * @param recordOf  reads the record of a candidate
 * @param aboutOf   reads the records with these contents
 */
export function answerTo(
  offer: Offer,
  previous: StoredRecord | undefined,
  find: (equalIsEnough: boolean, enough?: Enough) => FirstOf<Candidate>,
  recordOf: (seq: number) => StoredRecord,
  aboutOf: (digests: readonly Uint8Array[]) => readonly StoredRecord[],
): NewRecord | undefined {
  const { blind, enough, about } = offer
  const known = about ? aboutOf(about).filter(({ id }) => id !== offer.id) : []
  const alike = (candidates: readonly Candidate[]) => candidates.map((candidate) => ({ candidate, record: recordOf(candidate.seq) }))
  const { first, isAll } = blind ? { first: [], isAll: true } : find(!about, enough)
  const answer = offer.decide(previous, alike(first), isAll, known)
  return answer === 'more' ? requireAnswer(offer.decide(previous, alike(find(!about).first), true, known)) : answer
}

/** An answer to all candidates. */
export function requireAnswer(answer: NewRecord | 'more' | undefined): NewRecord | undefined {
  if (answer === 'more') throw new TypeError('there are no more candidates')
  return answer
}

export interface StoreStats {
  readonly documents: number
  /** Bytes the index takes where it lies, undefined where that cannot be told. */
  readonly bytes: number | undefined
  /** More figures of this kind of store: keys, keys that were split, … */
  readonly details: Readonly<Record<string, number | string>>
}

export interface VerifyReport {
  /** Records that were read. */
  readonly records: number
  /** One sentence for each problem, with the id or number of its record, at most 1000. */
  readonly problems: readonly string[]
}

export interface Store {
  /** As stored: the settings of the client that created the index. */
  readonly meta: IndexMeta
  /** Whether records are at hand, so that to read them one by one costs no way to a server. */
  readonly isNear?: boolean
  /** Records by id, in the order asked. */
  get(ids: readonly string[]): Promise<(StoredRecord | undefined)[]>
  /** Records by number, in the order asked; undefined for one that was removed or replaced. */
  read(seqs: readonly number[]): Promise<(StoredRecord | undefined)[]>
  /** Records whose content has one of these digests, ascending by `seq`; none in format 1. */
  withDigests(digests: readonly Uint8Array[]): Promise<StoredRecord[]>
  /**
   * Candidates for each row, ascending by `seq`. Complete: with simhash every record within the distance, with minhash every
   * record that shares a band key, always every record with the same digest. Nothing beyond the distance.
   *
   * @param equalIsEnough  where there is a record with the same digest, the oldest such may stand alone
   * @param enough         of simhash and minhash, how many for each row: the newest of them. @default all
   */
  find(rows: readonly Uint8Array[], equalIsEnough: boolean, enough?: number): Promise<Candidate[][]>
  /**
   * Decides and writes offers, each atomic, each as if those before it had been written: two offers that share a key of
   * {@link IndexKeys.keys} (of two clients, too) never both miss the other, and two of one id leave one record.
   *
   * @returns the record that was written for each, undefined where none was
   */
  update(offers: readonly Offer[]): Promise<(StoredRecord | undefined)[]>
  /** Removes records, postings and all. Returns which of the ids were there. */
  remove(ids: readonly string[]): Promise<boolean[]>
  /**
   * Records ascending by `seq`, up to the highest number there is at the beginning, so that it ends whatever is written meanwhile. A record
   * that is removed or replaced before its turn is left out.
   *
   * @throws {LeitongError} `STORE` with the number of a record that is damaged
   */
  scan(): AsyncIterable<StoredRecord>
  stats(): Promise<StoreStats>
  /** Gives back the room of removed and replaced records. Harmless at any time. */
  compact(): Promise<void>
  /** Reads everything and holds it against each other: checksums, ids, postings, counts. */
  verify(): Promise<VerifyReport>
  /** Waits for the calls that are under way, and closes connections and files. */
  close(): Promise<void>
}

/** One kind of store. An adapter file exports one as `driver`. */
export interface StoreDriver {
  /**
   * Opens the index at a URL.
   *
   * @param create  creates the index where there is none; of several clients that do so at once, one wins and the others
   *                get the index that it created
   * @throws {LeitongError} `INDEX_MISSING` when there is none and `create` is undefined; `STORE` when it cannot be
   *         reached, read or written, is damaged, or has a format that is not known; `PACKAGE_MISSING`
   */
  open(url: string, create: IndexMeta | undefined): Promise<Store>
  /** Removes the index at a URL and everything in it; nothing happens where there is none. */
  drop(url: string): Promise<void>
  /**
   * Verifies without opening, where a damaged index could end the process that opens it.
   *
   * @throws {LeitongError} `INDEX_MISSING`
   */
  verify?(url: string): Promise<VerifyReport>
  /** It searches in memory: it files no postings, and takes entries of any length ({@link SearchSpec} `features`). */
  readonly searchesInMemory?: true
  /** Of a store in files: their paths, which nothing else may write to. */
  filesOf?(url: string): readonly string[]
}
