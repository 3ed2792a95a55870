/** What the service itself remembers: keys and tasks in one file, and answers to requests that may be sent again in another. Several processes. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, RootDatabase } from 'lmdb'
import { LeitongError } from '../errors.js'
import { explainFull, takeRoom } from '../stores/lmdb/full-disk.js'
import { openFile } from '../stores/lmdb/open-file.js'
import type { StoredKey } from './keys/entry.js'
import type { StoredAnswer } from './limits/stored-answer.js'
import type { Task } from './tasks/task.js'

/** One file of the state. */
class StateFile {
  readonly #root: RootDatabase
  readonly #folder: string
  readonly #path: string

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#path = join(folder, name)
    this.#root = openFile({ path: this.#path, maxDbs: 8, encoding: 'json', overlappingSync: false })
  }

  table<Value>(name: string): Database<Value, string> {
    return this.#root.openDB({ name, encoding: 'json' })
  }

  /**
   * Does work that puts and removes (`putSync`, `removeSync`), all of it or nothing; it is on the disk when this returns.
   *
   * Not by the promises of the package: where the disk refuses a write, one of them rejects that nobody gets, and the service would end.
   *
   * @throws {LeitongError} `STORE`
   */
  write<Result>(work: () => Result): Result {
    try {
      return this.#root.transactionSync(() => {
        takeRoom(this.#path, this.#root)
        return work()
      })
    } catch (error) {
      if (error instanceof LeitongError) throw error
      throw new LeitongError('STORE', 'the state of the service', explainFull((error as Error).message, this.#folder))
    }
  }

  close(): Promise<void> {
    return this.#root.close()
  }
}

export class State {
  readonly keys: Database<StoredKey, string>
  readonly tasks: Database<Task, string>
  /** When each process of the service gave its last sign of life, in milliseconds since 1970. */
  readonly beats: Database<number, string>
  readonly answers: Database<StoredAnswer, string>
  readonly #own: StateFile
  /** What clients send again and again must not crowd out keys and tasks. */
  readonly #repeated: StateFile

  /** @param folder  of the service */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#own = new StateFile(folder, 'service.lmdb')
    this.keys = this.#own.table('keys')
    this.tasks = this.#own.table('tasks')
    this.beats = this.#own.table('beats')
    this.#repeated = new StateFile(folder, 'answers.lmdb')
    this.answers = this.#repeated.table('answers')
  }

  /** Writes keys, tasks and signs of life. @throws {LeitongError} `STORE` */
  write<Result>(work: () => Result): Result {
    return this.#own.write(work)
  }

  /** Writes answers. @throws {LeitongError} `STORE` */
  writeAnswers<Result>(work: () => Result): Result {
    return this.#repeated.write(work)
  }

  async close(): Promise<void> {
    await Promise.all([this.#own.close(), this.#repeated.close()])
  }
}
