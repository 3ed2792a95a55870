/**
 * The workers of the page: the thread that searches, or helpers that it hands tasks to. A page from the disk cannot start a worker from a worker, so
 * the page starts them all, and joins each helper to the thread that searches.
 */
import { LeitongError, receiveError, type SentError, sendError } from '../../src/errors.js'
import { digestOfWords } from '../../src/hashing/word-digest.js'
import { countRecords, PIECE } from '../../src/page/container.js'
import type { PageHost } from '../../src/page/search.js'
import { RowScoring } from '../../src/working/score-task.js'
import { buffersOf, type ScoreTask, type Task, type TaskResult } from '../../src/working/tasks.js'
import { Worker as Hand } from '../../src/working/worker.js'
import { fileOf, hold } from './host/disk.js'

type Pool = PageHost['pool']

/** Bytes of files that all workers hold together: they are read to be counted, and again to be searched. */
const HELD = 384 << 20

/** A look at a piece of a file before anything is asked of it. */
export interface Look {
  readonly kind: 'look'
  readonly path: string
  /** Which piece, from 0. */
  readonly piece: number
  /** Where the first record begins, where records are lines that are to be counted. */
  readonly first: number | undefined
}

export interface Looked {
  /** Four words. */
  readonly digest: Uint32Array
  readonly records: number
}

/** What of pairs to be scored a helper may have had before. */
type Scoring = Omit<ScoreTask, 'job' | 'candidates'> & { readonly job?: ScoreTask['job']; readonly candidates?: ScoreTask['candidates'] }

export type ToHelper =
  | { readonly hold: readonly (readonly [path: string, file: Blob])[]; readonly room: number }
  | { readonly number: number; readonly task: Exclude<Task, ScoreTask> | Scoring | Look }

export type FromHelper = { readonly number: number } & (
  | { readonly result: TaskResult | Looked }
  | { readonly failed: SentError }
  | { readonly thrown: unknown }
)

/** Does tasks on its own thread. */
export class Helper {
  readonly #hand = new Hand()
  readonly #rows = new RowScoring()
  #job: ScoreTask['job'] | undefined
  #candidates: ScoreTask['candidates'] | undefined

  run(task: Exclude<Task, ScoreTask> | Scoring | Look): TaskResult | Looked {
    if (task.kind === 'look') return this.#look(task)
    if (task.kind !== 'score') return this.#hand.run(task)
    const { job = this.#job, candidates = this.#candidates } = task
    this.#job = job
    this.#candidates = candidates
    return this.#rows.run({ ...task, job, candidates } as ScoreTask)
  }

  #look({ path, piece, first }: Look): Looked {
    const file = fileOf(path)
    const from = piece * PIECE
    const bytes = file.read(from, from + PIECE)
    const padded = bytes.length % 4 ? new Uint8Array((bytes.length + 3) & ~3) : bytes
    if (padded !== bytes) padded.set(bytes)
    const digest = digestOfWords(new Uint32Array(padded.buffer))
    if (first === undefined) return { digest, records: 0 }
    const range = { first, from: Math.max(first, from), to: Math.min(from + PIECE, file.size) }
    return { digest, records: range.from < range.to ? countRecords(path, range) : 0 }
  }

  /** Answers what another thread asks. */
  answer(message: ToHelper): { readonly answer?: FromHelper; readonly move: ArrayBuffer[] } {
    if ('hold' in message) {
      hold(message.hold, message.room)
      return { move: [] }
    }
    const { number, task } = message
    try {
      const result = this.run(task)
      return { answer: { number, result }, move: buffersOf(result as TaskResult) }
    } catch (error) {
      // Between threads the class of such an error gets lost.
      return { answer: error instanceof LeitongError ? { number, failed: sendError(error) } : { number, thrown: error }, move: [] }
    }
  }
}

/** A helper as the thread that searches sees it. */
class Far {
  readonly #port: MessagePort
  readonly #asked = new Map<number, { resolve(result: never): void; reject(error: unknown): void }>()
  #next = 0
  /** The last ones that it was handed. */
  #job: ScoreTask['job'] | undefined
  #candidates: ScoreTask['candidates'] | undefined

  constructor(port: MessagePort) {
    this.#port = port
    port.onmessage = ({ data }: MessageEvent<FromHelper>) => {
      const { resolve, reject } = this.#asked.get(data.number) as { resolve(result: unknown): void; reject(error: unknown): void }
      this.#asked.delete(data.number)
      if ('result' in data) resolve(data.result)
      else reject('failed' in data ? receiveError(data.failed) : data.thrown)
    }
  }

  get busy(): number {
    return this.#asked.size
  }

  tell(message: ToHelper): void {
    this.#port.postMessage(message)
  }

  run(task: Task | Look): Promise<TaskResult | Looked> {
    return new Promise((resolve, reject) => {
      const number = this.#next++
      this.#asked.set(number, { resolve, reject })
      const bytes = task.kind === 'piece' ? [task.bytes.buffer as ArrayBuffer] : []
      this.#port.postMessage({ number, task: task.kind === 'score' ? this.#lacking(task) : task } satisfies ToHelper, bytes)
    })
  }

  /** Tables are copied into another thread: once. */
  #lacking({ job, candidates, ...rest }: ScoreTask): Scoring {
    const lacking = { ...rest, ...(job === this.#job ? {} : { job }), ...(candidates === this.#candidates ? {} : { candidates }) }
    this.#job = job
    this.#candidates = candidates
    return lacking
  }
}

/** Lets messages have their turn; a timer would wait for milliseconds. */
const turn = (() => {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  return () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      port2.postMessage(undefined)
    })
})()

export class PagePool {
  readonly #here = new Helper()
  readonly #helpers: readonly Far[]
  readonly width: number
  readonly isThreaded: boolean

  /** @param ports  one for each helper; without any, this thread does all */
  constructor(ports: readonly MessagePort[] = []) {
    this.#helpers = ports.map((port) => new Far(port))
    this.isThreaded = ports.length > 0
    // One task that runs and one that waits for each.
    this.width = Math.max(1, ports.length * 2)
  }

  /** Takes these files in place of those of before. */
  hold(files: readonly (readonly [path: string, file: Blob])[]): void {
    const room = Math.floor(HELD / Math.max(1, this.#helpers.length))
    for (const helper of this.#helpers) helper.tell({ hold: files, room })
    // Where others read the file, this thread reads only some records again.
    hold(files, this.isThreaded ? 0 : room)
  }

  readonly run = (async (task: Task | Look) => {
    const [first] = this.#helpers
    // Sets lie here, and to measure them takes less time than to copy them.
    if (first && task.kind !== 'compare') return this.#helperFor(task, first).run(task)
    await turn()
    return this.#here.run(task)
  }) as Pool['run'] & ((task: Look) => Promise<Looked>)

  /** The one that has read that part of the file before, or the one that has the least to do. */
  #helperFor(task: Task | Look, first: Far): Far {
    const piece = pieceOf(task)
    const idle = this.#helpers.reduce((least, helper) => (helper.busy < least.busy ? helper : least), first)
    const own = piece === undefined ? undefined : this.#helpers[piece % this.#helpers.length]
    return own && own.busy < idle.busy + 2 ? own : idle
  }

  share(): void {}

  /** Helpers go with the page. */
  async close(): Promise<void> {}
}

/** Where a task reads. */
function pieceOf(task: Task | Look): number | undefined {
  if (task.kind === 'look') return task.piece
  if (task.kind === 'range') return Math.floor(task.range.from / PIECE)
  return task.kind === 'collect' || task.kind === 'verify' ? Math.floor((task.places.start[0] ?? 0) / PIECE) : undefined
}
