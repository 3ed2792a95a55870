/**
 * One transaction in Redis. Nothing is locked: it notes everything it reads, and its changes are written by one script that
 * first checks that all of it is still so; otherwise it begins again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Key } from '../../searching/index-keys.js'
import { type Changes, UnitOfWork } from '../postings/unit-of-work.js'
import { isAway, isOfRedis, type RedisIndex } from './client.js'
import { idField } from './keys.js'
import { replicasIn, STILL } from './scripts.js'
import { WatchingReader } from './watching-reader.js'

/** Milliseconds for a replica to confirm before it is asked again, and in all: a failover takes less. */
const CONFIRM_MS = 1000
const CONFIRM_ALL_MS = 30_000
/** Times that a transaction begins again when its commit was refused: others have written each time. */
const MOST_ATTEMPTS = 1000
/** Times that it begins again after an error of ours: reads that do not fit together may cause one, and a fault always does. */
const MOST_ERRORS = 10
/** Milliseconds between attempts, at most. */
const LONGEST_PAUSE = 50

/** The record that tells whether a commit has taken place: it is there with a number that no other commit gives, or is gone. */
interface Trace {
  readonly id: Key
  readonly seq: number
  readonly state: 'there' | 'gone'
}

function traceOf({ puts, drops }: Changes): Trace {
  const [put] = puts
  if (put) return { ...put, state: 'there' }
  return { ...(drops[0] as { id: Key; seq: number }), state: 'gone' }
}

export class RedisTransaction<Result> {
  readonly #index: RedisIndex
  readonly #work: (unit: UnitOfWork) => Promise<Result>
  /** The commit that was sent last, whose answer may have been lost. */
  #sent: { readonly trace: Trace; readonly result: Result } | undefined

  constructor(index: RedisIndex, work: (unit: UnitOfWork) => Promise<Result>) {
    this.#index = index
    this.#work = work
  }

  /** Runs it, or finds that it has taken place already: may be called again after an error of the connection. */
  async run(): Promise<Result> {
    if (this.#sent && (await this.#confirm(this.#sent.trace))) return this.#sent.result
    this.#sent = undefined
    for (let attempt = 0; ; attempt++) {
      try {
        const done = await this.#attempt()
        if (done) return done.result
      } catch (error) {
        // Parts that were read while others wrote need not fit together: that is told by the versions.
        if (attempt > MOST_ERRORS || isAway(error) || isOfRedis(error)) throw error
      }
      if (attempt > MOST_ATTEMPTS) throw new Error('others write without pause, and it was begun again 1000 times')
      await pause(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE))
    }
  }

  /** @returns undefined when others have changed what was read, or another server has taken over and lost it */
  async #attempt(): Promise<{ readonly result: Result } | undefined> {
    const { client, keys, replicas } = this.#index
    const reader = new WatchingReader(client, keys)
    const unit = new UnitOfWork(reader)
    const result = await this.#work(unit)
    const changes = unit.changes()
    if (!changes) return { result }
    const trace = traceOf(changes)
    this.#sent = { trace, result }
    const connected = await reader.commit(changes, unit.filed())
    const isAlone = !(replicas ?? connected)
    if (connected !== undefined && (isAlone || (await this.#confirm(trace)))) return { result }
    this.#sent = undefined
    return undefined
  }

  /**
   * Checks whether a commit has taken place, and waits until a replica has it.
   *
   * @returns false when it has not, or is lost because another server took over
   */
  async #confirm({ id, seq, state }: Trace): Promise<boolean> {
    const { client, keys, replicas } = this.#index
    for (const end = Date.now() + CONFIRM_ALL_MS; ; ) {
      const answers = await client
        .pipeline()
        .eval(STILL, 2, keys.seq, keys.index, idField(id), String(seq), state)
        .wait(replicas ?? 1, CONFIRM_MS)
        .exec()
      const failed = answers?.find(([error]) => error)
      if (failed) {
        // Half of a pipeline does not follow a key to where it has moved; a request on its own does, and remembers.
        await client.exists(keys.seq)
        throw failed[0]
      }
      const [still, have] = (answers ?? []).map(([, value]) => value)
      const connected = replicasIn(still)
      if (connected === undefined) return false
      if (Number(have) >= (replicas ?? Math.min(1, connected))) return true
      if (Date.now() > end) throw new Error(`written, but for ${CONFIRM_ALL_MS / 1000} s no replica has said that it has it`)
    }
  }
}
