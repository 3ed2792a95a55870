/** The queue of tasks: kept on disk, so that it survives a restart; each task runs in a process of its own. */

import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LeitongError, receiveError } from '../../errors.js'
import { ownFile } from '../../packages.js'
import type { Done } from '../../reviewing/work/kinds.js'
import { HOST, isAlive, startOf } from '../../writing/process-mark.js'
import { uploadIn } from '../reviews/machine.js'
import type { TaskHost } from './host.js'
import { orderOf } from './order.js'
import { isReview, leave, otherOn, takeOver } from './review-task.js'
import {
  isOver,
  shownTask,
  type Task,
  type TaskMessage,
  type TaskOrder,
  type TaskOwner,
  type TaskProgress,
  type TaskRequest,
} from './task.js'
import { tellWebhooks } from './webhooks.js'

/** A task that has been interrupted so often would be so again. */
const MOST_ATTEMPTS = 3
/** Tasks that may wait. */
const MOST_QUEUED = 1000
const DAY = 86_400_000
/** Milliseconds between signs of life of a process that runs tasks, and without one until others take its tasks for left: locks of files are given up earlier. */
const BEAT = 15_000
const EXPIRY = 90_000
/** Milliseconds until what could not be written is tried again. */
const RETRY = 5000

interface Running {
  /** Undefined until the task is claimed. */
  child: ChildProcess | undefined
  readonly ended: Promise<void>
  isCancelled: boolean
}

export class Tasks extends EventEmitter<{ change: [id: string]; ended: [task: Task] }> {
  readonly #service: TaskHost
  readonly #running = new Map<string, Running>()
  readonly #progress = new Map<string, { readonly shown: TaskProgress; readonly began: number; readonly from: number }>()
  readonly #owner: TaskOwner = { host: HOST, pid: process.pid, start: startOf(process.pid) ?? 0, id: randomBytes(8).toString('hex') }
  #isEnding = false
  #beats: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined

  constructor(service: TaskHost) {
    super()
    this.#service = service
    this.setMaxListeners(0)
  }

  /** Takes up what an earlier process of the service left behind. */
  async begin(): Promise<void> {
    await this.#takeUp()
    for (const task of this.#all()) if (isOver(task)) void tellWebhooks(task, this.#service)
    this.#beats = setInterval(() => {
      this.#takeUp().catch(this.#log)
    }, BEAT).unref()
    this.#next()
  }

  readonly #log = (error: unknown): void => this.#service.logMistake(String((error as Error)?.stack ?? error))

  #beat(): void {
    const { state } = this.#service
    state.write(() => state.beats.putSync(this.#owner.id as string, Date.now()))
  }

  /** Tasks whose process is gone wait again. */
  async #takeUp(): Promise<void> {
    if (this.#running.size) this.#beat()
    for (const { id } of this.#all().filter((task) => this.#isLeft(task))) {
      const left = this.#change(id, (task) =>
        this.#isLeft(task) && task.attempts < MOST_ATTEMPTS ? { ...task, state: 'queued', owner: undefined } : undefined,
      )
      const error = failureOf(new LeitongError('INTERRUPTED', 'the end of the service', `${MOST_ATTEMPTS} times`))
      if (!left) await this.#finish(id, { state: 'failed', error }, (task) => this.#isLeft(task))
    }
    this.#next()
  }

  /**
   * A process of this machine can be looked for. One of another machine, such as a container that has been made anew, gives signs of life as
   * long as it lives.
   */
  #isLeft({ state, owner }: Task): boolean {
    if (state !== 'running' || owner?.id === this.#owner.id) return false
    if (owner?.host === HOST) return !isAlive(owner.pid, owner.start)
    return Date.now() - (this.#service.state.beats.get(owner?.id ?? '') ?? 0) > EXPIRY
  }

  /** @throws {LeitongError} `SERVICE_BUSY`, `SERVICE_CONFLICT` for a review that another task works on, and for what cannot be done */
  async add(request: TaskRequest): Promise<Task> {
    await orderOf(request, '', this.#service)
    if (this.#all().filter(({ state }) => state === 'queued').length >= MOST_QUEUED)
      throw new LeitongError('SERVICE_BUSY', `${MOST_QUEUED} tasks wait`)
    const id = `${Date.now().toString(36)}${randomBytes(6).toString('hex')}`
    const base = { started: null, finished: null, attempts: 0, summary: null, error: null, results: [] }
    const task: Task = { id, request, state: 'queued', created: new Date().toISOString(), ...base }
    const { state } = this.#service
    // Of two requests for work on one review at the same time one is refused. The client may forget what is on the disk.
    state.write(() => {
      const other = isReview(request) ? otherOn(this.#all(), request) : undefined
      if (other) throw new LeitongError('SERVICE_CONFLICT', `the task ${other.id} works on this review; wait for its end, or cancel it`)
      state.tasks.putSync(id, task)
    })
    this.emit('change', id)
    this.#next()
    return task
  }

  /** The last task on each review, by its name. */
  onReviews(): ReadonlyMap<string, Task> {
    return new Map(
      this.list()
        .flatMap((task) => (isReview(task.request) ? [[task.request.review, task] as const] : []))
        .reverse(),
    )
  }

  get(id: string): Task | undefined {
    return /^[0-9a-z]{12,40}$/.test(id) ? this.#service.state.tasks.get(id) : undefined
  }

  shown(task: Task) {
    return shownTask(task, this.#progress.get(task.id)?.shown)
  }

  /** The newest first. */
  list(): readonly Task[] {
    return this.#all().sort((a, b) => (a.created < b.created ? 1 : -1))
  }

  #all(): Task[] {
    return Array.from(this.#service.state.tasks.getRange(), ({ value }) => value)
  }

  folderOf(id: string): string {
    return join(this.#service.settings.data, 'tasks', id)
  }

  /**
   * Stops a task that waits, runs here, or was left by a process that is gone; nothing happens to one that is over.
   *
   * @throws {LeitongError} `SERVICE_CONFLICT` for one that runs in another process
   */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id)
    if (running) {
      running.isCancelled = true
      if (running.child) stop(running.child)
      await running.ended
    }
    // Another process may take it meanwhile; and one that is gone does not end it.
    await this.#finish(id, { state: 'cancelled' }, (task) => task.state === 'queued' || this.#isLeft(task))
    if (this.get(id)?.state === 'running') throw new LeitongError('SERVICE_CONFLICT', 'the task runs in another process of the service')
  }

  /** @throws {LeitongError} `SERVICE_CONFLICT` for one that is not over */
  async remove(id: string): Promise<void> {
    const task = this.get(id)
    if (task && !isOver(task)) throw new LeitongError('SERVICE_CONFLICT', 'the task is not over; cancel it first')
    const { state } = this.#service
    state.write(() => state.tasks.removeSync(id))
    rmSync(this.folderOf(id), { recursive: true, force: true })
  }

  /** Removes tasks and uploads that are older than they are kept. */
  async clean(): Promise<void> {
    const { data, keepTasks } = this.#service.settings
    const oldest = Date.now() - keepTasks * DAY
    for (const task of this.#all()) if (isOver(task) && Date.parse(task.finished ?? task.created) < oldest) await this.remove(task.id)
    const { state } = this.#service
    const silent = [...state.beats.getRange()].filter(({ value }) => value < Date.now() - DAY)
    if (silent.length) state.write(() => silent.map(({ key }) => state.beats.removeSync(key)))
    const uploads = join(data, 'uploads')
    const used = new Set(
      this.#all().flatMap(({ request: { source, groupsFrom }, state }) =>
        isOver({ state }) ? [] : [source, groupsFrom].flatMap((file) => (file && 'upload' in file ? [file.upload] : [])),
      ),
    )
    // A review reads its source again in every run.
    for (const source of this.#service.reviews.sources()) used.add(uploadIn(source) ?? '')
    for (const id of readdirSafely(uploads))
      if (!used.has(id) && statSync(join(uploads, id)).mtimeMs < oldest) rmSync(join(uploads, id), { recursive: true, force: true })
  }

  /** Running tasks are stopped, and begin again when the service does. */
  async end(): Promise<void> {
    this.#isEnding = true
    clearInterval(this.#beats)
    clearTimeout(this.#retry)
    const running = [...this.#running.values()]
    for (const { child } of running) if (child) stop(child)
    await Promise.all(running.map(({ ended }) => ended))
  }

  #next(): void {
    if (this.#isEnding || this.#running.size >= this.#service.settings.taskWorkers) return
    const [task] = this.#all()
      .filter(({ id, state }) => state === 'queued' && !this.#running.has(id))
      .sort((a, b) => (a.created < b.created ? -1 : 1))
    if (task) this.#run(task)
    if (task) this.#next()
  }

  #run({ id }: Task): void {
    const ended = Promise.resolve()
      .then(() => this.#work(id, running))
      .then(
        () => this.#running.delete(id) && this.#next(),
        (error) => {
          this.#log(error)
          this.#running.delete(id)
          // What the disk refuses now it would refuse again at once.
          clearTimeout(this.#retry)
          this.#retry = setTimeout(() => this.#next(), RETRY).unref()
        },
      ) as Promise<void>
    const running: Running = { child: undefined, isCancelled: false, ended }
    this.#running.set(id, running)
  }

  /** No process is started for a task before it is claimed, and none outlives this. */
  async #work(id: string, own: Running): Promise<void> {
    const claimed = this.#claim(id)
    if (!claimed) return
    const folder = this.folderOf(id)
    let order: TaskOrder
    try {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      order = await orderOf(claimed.request, folder, this.#service)
    } catch (error) {
      return this.#finish(id, { state: 'failed', error: this.#errorOf(error) })
    }
    const last = own.isCancelled || this.#isEnding ? undefined : await this.#inChild(id, own, order)
    this.#progress.delete(id)
    if (own.isCancelled) return this.#finish(id, { state: 'cancelled' })
    if (last && 'summary' in last)
      return this.#done(claimed, last.summary).catch((error) => this.#finish(id, { state: 'failed', error: this.#errorOf(error) }))
    if (last) return this.#finish(id, { state: 'failed', error: this.#errorOf(last.error) })
    this.#change(id, (task) =>
      this.#isOwn(task) ? { ...task, state: 'queued', owner: undefined, attempts: claimed.attempts - 1 } : undefined,
    )
  }

  /** @returns the last that the process of a task said: what it found, or why it did not; what it wrote where it was ended by something else */
  async #inChild(id: string, own: Running, order: TaskOrder): Promise<Exclude<TaskMessage, { readonly progress: unknown }> | undefined> {
    const child = fork(fileURLToPath(ownFile('server/tasks/child.js')), [], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      execArgv: [],
    })
    own.child = child
    // It has said all that it says when it is closed; its exit may be known before that.
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => resolve())
      child.once('error', () => resolve())
    })
    let stderr = ''
    child.stderr?.on('data', (data: Buffer) => {
      stderr = (stderr + data.toString()).slice(-2000)
    })
    let last: Exclude<TaskMessage, { readonly progress: unknown }> | undefined
    child.on('message', (message: TaskMessage) => {
      if ('progress' in message) this.#tellProgress(id, message.progress)
      else {
        last = message
        endSurely(child)
      }
    })
    // Of a process that is gone by now the exit says it.
    child.send(order, () => {})
    await closed
    return last ?? (this.#isEnding ? undefined : { error: { mistake: stderr } })
  }

  /** Of several processes of a service one gets the task. */
  #claim(id: string): Task | undefined {
    this.#beat()
    return this.#change(id, (task) => {
      if (task.state !== 'queued') return undefined
      return { ...task, state: 'running', started: new Date().toISOString(), attempts: task.attempts + 1, owner: this.#owner }
    })
  }

  readonly #isOwn = ({ state, owner }: Task): boolean => state === 'running' && owner?.id === this.#owner.id

  /** Changes a task as it is now. @param change  undefined leaves it @returns the task after the change, undefined without one */
  #change(id: string, change: (task: Task) => Task | undefined): Task | undefined {
    const { state } = this.#service
    const changed = state.write(() => {
      const task = state.tasks.get(id)
      const now = task && change(task)
      if (now) state.tasks.putSync(id, now)
      return now
    })
    if (changed) this.emit('change', id)
    return changed
  }

  async #done(task: Task, found: unknown): Promise<void> {
    const { request } = task
    const summary = isReview(request) ? takeOver(request, found as Done, this.#service.reviews) : found
    if (request.kind === 'import') await this.#service.indexes.taken(request.index as string)
    const folder = this.folderOf(task.id)
    const results = readdirSync(folder)
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
    await this.#finish(task.id, { state: 'done', summary: hideOptions(summary, this.#service), results })
  }

  /**
   * Ends a task. What the disk does not take now it is asked to take again, as long as the service runs: the work is done.
   *
   * @param may  whether the task as it is now may be ended @default it runs here
   */
  async #finish(id: string, end: Partial<Task>, may = this.#isOwn): Promise<void> {
    const owed = this.#service.settings.webhooks.map(({ url }) => url)
    const finish = () =>
      this.#change(id, (task) => (may(task) ? { ...task, ...end, finished: new Date().toISOString(), owner: undefined, owed } : undefined))
    let finished: Task | undefined
    for (let isTried = false; !isTried; )
      try {
        finished = finish()
        isTried = true
      } catch (error) {
        if (this.#isEnding) throw error
        this.#log(error)
        await wait(RETRY, undefined, { ref: false })
      }
    if (!finished) return
    this.emit('ended', finished)
    if (end.state !== 'done') rmSync(this.folderOf(id), { recursive: true, force: true })
    if (end.state !== 'done' && isReview(finished.request) && finished.attempts) leave(finished.request, this.#service.reviews)
    void tellWebhooks(finished, this.#service)
  }

  #errorOf(error: unknown): Task['error'] {
    const known =
      error instanceof LeitongError
        ? error
        : typeof error === 'object' && error !== null && 'code' in error
          ? receiveError(error as never)
          : undefined
    if (!known) this.#service.logMistake(String((error as { mistake?: unknown })?.mistake ?? (error as Error)?.stack ?? error))
    return failureOf(known ?? new LeitongError('SERVICE_FAILED', 'the process of the task ended'), this.#service)
  }

  #tellProgress(
    id: string,
    { phase, done, total }: { readonly phase: string; readonly done: number; readonly total: number | undefined },
  ): void {
    const before = this.#progress.get(id)
    const now = performance.now()
    const isSame = before?.shown.phase === phase && done >= before.shown.done
    const [began, from] = isSame ? [before.began, before.from] : [now, done]
    const seconds = (now - began) / 1000
    const rate = seconds > 0.1 && done > from ? (done - from) / seconds : null
    const left = rate && total !== undefined ? Math.max(0, Math.round(((total - done) / rate) * 10) / 10) : null
    this.#progress.set(id, { shown: { phase, done, total: total ?? null, rate: rate && Math.round(rate), left }, began, from })
    this.emit('change', id)
  }
}

function failureOf(error: LeitongError, service?: TaskHost): NonNullable<Task['error']> {
  return { code: error.code, message: service ? service.redactor.redact(error.message) : error.message, remedy: error.remedy }
}

/** A summary lists options, and among them the folder of temporary files. */
const hideOptions = (summary: unknown, { redactor }: TaskHost): unknown => JSON.parse(redactor.redact(JSON.stringify(summary ?? null)))

function stop(child: ChildProcess): void {
  child.kill('SIGTERM')
  endSurely(child)
}

/** Of a process that has nothing left to do. Node may wait for ever at its own end, for compiled code that waits for a collection of garbage. */
function endSurely(child: ChildProcess): void {
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000).unref()
  child.once('exit', () => clearTimeout(timer))
}

function readdirSafely(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
