/**
 * Postings in pages: a row holds up to a page of the postings of one key, packed (posting-list.ts). PostgreSQL takes several times as long to fetch a
 * row from its table as to look it up in the index, so a key of fifteen postings costs a fifteenth. A posting is added behind the others by the
 * server, which locks the row meanwhile; one is taken out by reading and writing its page under such a lock.
 *
 * A key whose postings fit one page has them in page 0, since none of its pages can be larger than they all are. Of others the last page is looked up.
 */
import type { Key } from '../../searching/index-keys.js'
import { NUMBER, PostingList } from '../postings/posting-list.js'
import { type Changes, droppedByKey, type Filed, nameOf, type Posting, type UnitOfWork } from '../postings/unit-of-work.js'
import { insertRows } from './insert-rows.js'
import { bigints, byteas } from './postgres-arrays.js'
import type { PostingTable, Query, SqlDatabase } from './sql-database.js'

/** Bytes after which a key goes on in another page: rows of more than 2 KB are compressed, and lie elsewhere. */
const PAGE = 1500
const NOTHING = new Uint8Array()
/** Pages that are read at once by {@link PostingPages.orphans}. */
const AT_ONCE = 1000

export class PostingPages implements PostingTable {
  readonly part = 'pages'
  readonly columns = 'k bytea NOT NULL, page integer NOT NULL, n integer NOT NULL, list bytea NOT NULL, PRIMARY KEY (k, page)'
  /** Room in which a row can grow where it is, so that no index has to be told. */
  readonly options = 'WITH (fillfactor = 80)'
  readonly #db: SqlDatabase
  readonly #table: string

  constructor(db: SqlDatabase) {
    this.#db = db
    this.#table = `${db.address.index}_${this.part}`
  }

  async write(query: Query, { drops }: Changes, unit: UnitOfWork): Promise<void> {
    const filed = unit.filed().filter(({ postings }) => postings.length)
    const lastOf = await this.#lastPages(query, filed.filter(mayHaveMore))
    const rows: PageCells[] = []
    for (const each of filed) addPages(rows, each, lastOf.get(each.key))
    // In one order, so that two who write under the same keys wait for each other and do not wait for ever.
    rows.sort(byKey)
    if (drops.length) await this.#takeOut(query, drops, rows)
    const grown = 'ON CONFLICT (k, page) DO UPDATE SET n = t.n + excluded.n, list = t.list || excluded.list'
    await insertRows(this.#db, query, `${this.#table} AS t`, rows, grown)
  }

  /** The last page of keys that have any. */
  async #lastPages(query: Query, filed: readonly Filed[]): Promise<Map<Key, LastPage>> {
    if (!filed.length) return new Map()
    const last = `SELECT k, page, length(list) FROM ${this.#table} WHERE k = v.k ORDER BY page DESC LIMIT 1`
    const rows = await query(`SELECT r.* FROM unnest(?::bytea[]) AS v (k), LATERAL (${last}) AS r`, [byteas(filed.map(({ key }) => key))])
    return new Map(rows.map(([key, page, bytes]) => [nameOf(key as Uint8Array), { page: Number(page), bytes: Number(bytes) }]))
  }

  /**
   * Takes postings out, where they are. The pages that are written afterwards are locked with them, in the order of keys: who locked some, wrote, and
   * then locked others could wait for one who waits for him.
   */
  async #takeOut(query: Query, drops: Changes['drops'], written: readonly PageCells[]): Promise<void> {
    const dropped = droppedByKey(drops)
    const wanted: [Key, Uint8Array, number][] = written.map(([key, page]) => [key, NOTHING, page])
    // All numbers of a key at once: a page is read once, however many of them are in it.
    for (const [key, seqs] of dropped) wanted.push([key, PostingList.numbersOf(seqs), 0])
    wanted.sort(byKey)
    // A number may be found across two others by chance, which costs a look.
    const number = `substr(v.numbers, at, ${NUMBER})`
    const isIn = `EXISTS (SELECT FROM generate_series(1, length(v.numbers), ${NUMBER}) AS g (at) WHERE position(${number} IN list) > 0)`
    const isWanted = `(length(v.numbers) = 0 AND page = v.page OR ${isIn})`
    const pages = `SELECT k, page, n, list FROM ${this.#table} WHERE k = v.k AND ${isWanted} FOR UPDATE`
    const rows = await query(
      `SELECT r.* FROM unnest(?::bytea[], ?::bytea[], ?::bigint[]) AS v (k, numbers, page), LATERAL (${pages}) AS r`,
      [byteas(wanted.map(([key]) => key)), byteas(wanted.map(([, numbers]) => numbers)), bigints(wanted.map(([, , page]) => page))],
    )
    const changed = new Map<string, PageRow>()
    for (const page of rows.map(readPage)) {
      const name = `${nameOf(page.key)} ${page.page}`
      if (changed.has(name)) continue
      const numbers = dropped.get(nameOf(page.key))
      if (numbers && page.list.removeAll(numbers)) changed.set(name, page)
    }
    await this.#rewrite(query, [...changed.values()])
  }

  async #rewrite(query: Query, pages: readonly PageRow[]): Promise<void> {
    if (!pages.length) return
    const isOne = 't.k = v.k AND t.page = v.page'
    const values = [byteas(pages.map(({ key }) => key)), bigints(pages.map(({ page }) => page))]
    await query(
      `UPDATE ${this.#table} AS t SET n = v.n, list = v.list FROM unnest(?::bytea[], ?::bigint[], ?::bigint[], ?::bytea[]) AS v (k, page, n, list) WHERE ${isOne}`,
      [...values, bigints(pages.map(({ list }) => list.count)), byteas(pages.map(({ list }) => list.packed))],
    )
    if (pages.some(({ list }) => !list.count))
      await query(`DELETE FROM ${this.#table} AS t USING unnest(?::bytea[], ?::bigint[]) AS v (k, page) WHERE ${isOne} AND t.n = 0`, values)
  }

  async count(query: Query): Promise<number> {
    return Number((await query(`SELECT COALESCE(SUM(n), 0) FROM ${this.#table}`))[0]?.[0])
  }

  async orphans(query: Query, remove: boolean): Promise<number> {
    if (remove) return await this.#orphans(query, true)
    // Pages and records of one moment: who removes a document meanwhile leaves no posting behind.
    await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const found = await this.#orphans(query, false)
    await query('COMMIT')
    return found
  }

  /** A page is written only as it was read: what others have added meanwhile stays, and the next time finds what was left. */
  async #orphans(query: Query, remove: boolean): Promise<number> {
    let found = 0
    let [key, page]: [Uint8Array, number] = [new Uint8Array(), -1]
    for (;;) {
      const rows = await query(`SELECT k, page, n, list FROM ${this.#table} WHERE (k, page) > (?, ?) ORDER BY k, page LIMIT ${AT_ONCE}`, [
        key,
        page,
      ])
      if (!rows.length) return found
      const pages = rows.map(readPage)
      const known = await this.#known(query, [...new Set(pages.flatMap(({ list }) => list.seqs()))])
      for (const each of pages) {
        const gone = each.list.seqs().filter((seq) => !known.has(seq))
        found += gone.length
        if (!remove || !gone.length) continue
        const before = Buffer.from(each.list.packed)
        each.list.removeAll(new Set(gone))
        await query(`UPDATE ${this.#table} SET n = ?, list = ? WHERE k = ? AND page = ? AND list = ?`, [
          ...[each.list.count, each.list.packed, each.key, each.page, before],
        ])
        await query(`DELETE FROM ${this.#table} WHERE k = ? AND page = ? AND n = 0`, [each.key, each.page])
      }
      ;({ key, page } = pages.at(-1) as PageRow)
    }
  }

  /** Those of the numbers that records have. */
  async #known(query: Query, seqs: readonly number[]): Promise<Set<number>> {
    const records = `${this.#db.address.index}_records`
    const rows = await query(`SELECT seq FROM ${records} WHERE seq = ANY (?::bigint[])`, [bigints(seqs)])
    return new Set(rows.map(([seq]) => Number(seq)))
  }
}

interface PageRow {
  readonly key: Uint8Array
  readonly page: number
  readonly list: PostingList
}

function readPage([key, page, n, list]: readonly unknown[]): PageRow {
  return { key: key as Uint8Array, page: Number(page), list: PostingList.ofCount(list as Buffer, Number(n)) }
}

const byKey = ([a]: readonly [Key, ...unknown[]], [b]: readonly [Key, ...unknown[]]) => (a < b ? -1 : a > b ? 1 : 0)

/** The cells of a row: key, number of the page, postings, and they themselves, packed. */
type PageCells = [Key, number, number, Buffer]

interface LastPage {
  readonly page: number
  readonly bytes: number
}

/** Whether a key may have more than page 0: it was not read, or has more postings than one page holds. */
function mayHaveMore({ all, postings }: Filed): boolean {
  const size = PostingList.sizeOf((postings[0] as Posting).posting)
  return !all || (all.postings.count - postings.length) * size >= PAGE
}

/** Adds rows of what is added under a key, one for each page that it goes to. */
function addPages(rows: PageCells[], { key, postings, all }: Filed, last: LastPage | undefined): void {
  const size = PostingList.sizeOf((postings[0] as Posting).posting)
  const before = all ? all.postings.count - postings.length : 0
  let { page, bytes } = last ?? { page: 0, bytes: before * size }
  for (let from = 0; from < postings.length; ) {
    if (bytes >= PAGE) {
      page++
      bytes = 0
    }
    const left = Math.ceil((PAGE - bytes) / size)
    const part = from || left < postings.length ? postings.slice(from, from + left) : postings
    rows.push([key, page, part.length, PostingList.from(part).packed])
    from += part.length
    bytes += part.length * size
  }
}
