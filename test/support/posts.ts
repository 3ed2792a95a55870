/** Tables of posts to sync from, and the answers that an index gives when it takes the same rows by `addAll`. */
import { join } from 'node:path'
import { type Added, openIndex } from '../../src/index.js'
import { loadSqlite } from '../../src/sources/databases/sqlite-driver.js'
import { temporaryFolder } from './files.js'
import { createText, edit } from './texts.js'

// The package that the product loads: two copies of SQLite in one process undo each other's locks on a file.
const Database = await loadSqlite()

export interface Post {
  readonly id: number
  readonly body: string
}

/** Rows of which every third is a changed copy of an earlier one. */
export function postsOf(random: () => number, count: number): Post[] {
  const rows: Post[] = []
  for (let id = 1; id <= count; id++) {
    const earlier = rows[Math.floor(random() * rows.length)]
    rows.push({ id, body: earlier && id % 3 === 0 ? edit(random, earlier.body, 0.03) : createText(random, 60) })
  }
  return rows
}

/** A table of SQLite, in a folder of its own. */
export class PostTable {
  readonly path: string
  readonly url: string
  readonly db: InstanceType<typeof Database>

  constructor(rows: readonly Post[], folder = temporaryFolder()) {
    this.path = join(folder, 'posts.db')
    this.url = `sqlite:${this.path}`
    this.db = new Database(this.path, {})
    this.db.exec('PRAGMA journal_mode = WAL')
    this.db.exec('CREATE TABLE posts (id integer primary key, changed text, body text)')
    this.insert(rows, '2024-01-01 00:00:00')
  }

  insert(rows: readonly Post[], changed: string): void {
    const statement = this.db.prepare('INSERT OR REPLACE INTO posts VALUES (?, ?, ?)')
    this.db.exec('BEGIN')
    for (const { id, body } of rows) statement.run(id, changed, body)
    this.db.exec('COMMIT')
  }

  [Symbol.dispose](): void {
    this.db.close()
  }
}

const round = (similarity: number | undefined) => (similarity === undefined ? null : Math.round(similarity * 1e6) / 1e6)

/** An answer as the command prints it. */
export const lineOf = ({ id, status, replaced, duplicateOf, similarity, distance, group }: Added): Record<string, unknown> => ({
  id,
  status,
  ...(replaced ? { replaced } : {}),
  duplicate_of: duplicateOf ?? null,
  similarity: round(similarity),
  distance: distance ?? null,
  group,
})

/** The answers of an index in memory that takes the rows in their order. */
export async function expectedAnswers(rows: readonly Post[]): Promise<Record<string, unknown>[]> {
  await using index = await openIndex('memory:')
  const lines: Record<string, unknown>[] = []
  for await (const answer of index.addAll(rows.map(({ id, body }) => ({ id, text: body })))) lines.push(lineOf(answer))
  return lines
}
