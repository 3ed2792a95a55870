/** What the service itself remembers: keys, tasks and answers to requests that may be sent again. One file, several processes. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, RootDatabase } from 'lmdb'
import { openFile } from '../stores/lmdb/open-file.js'
import type { StoredKey } from './keys/entry.js'
import type { StoredAnswer } from './limits/stored-answer.js'
import type { Task } from './tasks/task.js'

export class State {
  readonly keys: Database<StoredKey, string>
  readonly tasks: Database<Task, string>
  readonly answers: Database<StoredAnswer, string>
  readonly #root: RootDatabase

  /** @param folder  of the service */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#root = openFile({ path: join(folder, 'service.lmdb'), maxDbs: 8, encoding: 'json' })
    this.keys = this.#root.openDB({ name: 'keys', encoding: 'json' })
    this.tasks = this.#root.openDB({ name: 'tasks', encoding: 'json' })
    this.answers = this.#root.openDB({ name: 'answers', encoding: 'json' })
  }

  close(): Promise<void> {
    return this.#root.close()
  }
}
