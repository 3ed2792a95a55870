/** The queue of tasks: kept on disk, so that it survives a restart; each task runs in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LeitongError } from '../../errors.js'
import type { Done } from '../../reviewing/work/kinds.js'
import { HOST, isAlive, startOf } from '../../writing/process-mark.js'
import { receiveError } from '../failure.js'
import type { TaskHost } from './host.js'
import { orderOf } from './order.js'
import { isReview, leave, otherOn, type ReviewRequest, takeOver } from './review-task.js'
import { isOver, shownTask, type Task, type TaskMessage, type TaskProgress, type TaskRequest } from './task.js'
import { tellWebhooks } from './webhooks.js'

/** A task that has been interrupted so often would be so again. */
const MOST_ATTEMPTS = 3
/** Tasks that may wait. */
const MOST_QUEUED = 1000
const DAY = 86_400_000

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<void>
  isCancelled: boolean
}

export class Tasks extends EventEmitter<{ change: [id: string] }> {
  readonly #service: TaskHost
  readonly #running = new Map<string, Running>()
  readonly #progress = new Map<string, { readonly shown: TaskProgress; readonly began: number; readonly from: number }>()
  #isEnding = false

  constructor(service: TaskHost) {
    super()
    this.#service = service
    this.setMaxListeners(0)
  }

  /** Takes up what an earlier process of the service left behind. */
  async begin(): Promise<void> {
    for (const task of this.#all()) {
      const isLeft = task.state === 'running' && !(task.owner && (task.owner.host !== HOST || isAlive(task.owner.pid, task.owner.start)))
      if (isLeft && task.attempts >= MOST_ATTEMPTS)
        await this.#finish(task, {
          state: 'failed',
          error: failureOf(new LeitongError('INTERRUPTED', 'the end of the service', `${task.attempts} times`)),
        })
      else if (isLeft) await this.#put({ ...task, state: 'queued', owner: undefined })
      else if (isOver(task)) void tellWebhooks(task, this.#service)
    }
    this.#next()
  }

  /** @throws {LeitongError} `SERVICE_BUSY`, `SERVICE_CONFLICT` for a review that another task works on, and for what cannot be done */
  async add(request: TaskRequest): Promise<Task> {
    await orderOf(request, '', this.#service)
    if (this.#all().filter(({ state }) => state === 'queued').length >= MOST_QUEUED)
      throw new LeitongError('SERVICE_BUSY', `${MOST_QUEUED} tasks wait`)
    const id = `${Date.now().toString(36)}${randomBytes(6).toString('hex')}`
    const base = { started: null, finished: null, attempts: 0, summary: null, error: null, results: [] }
    const task: Task = { id, request, state: 'queued', created: new Date().toISOString(), ...base }
    if (isReview(request)) await this.#putAlone(task, request)
    else await this.#put(task)
    // The client may forget it now.
    await this.#service.state.tasks.flushed
    this.#next()
    return task
  }

  /** Of two requests for work on one review at the same time one is refused. */
  async #putAlone(task: Task, request: ReviewRequest): Promise<void> {
    const { tasks } = this.#service.state
    const other = await tasks.transaction(() => {
      const found = otherOn(this.#all(), request)
      if (!found) void tasks.put(task.id, task)
      return found
    })
    if (other) throw new LeitongError('SERVICE_CONFLICT', `the task ${other.id} works on this review; wait for its end, or cancel it`)
    this.emit('change', task.id)
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

  /** Stops a task that waits or runs here; nothing happens to one that is over. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id)
    if (running) {
      running.isCancelled = true
      stop(running.child)
      await running.ended
      return
    }
    const task = this.get(id)
    if (task?.state === 'queued') await this.#finish(task, { state: 'cancelled' })
    if (task?.state === 'running') throw new LeitongError('SERVICE_CONFLICT', 'the task runs in another process of the service')
  }

  /** @throws {LeitongError} `SERVICE_CONFLICT` for one that is not over */
  async remove(id: string): Promise<void> {
    const task = this.get(id)
    if (task && !isOver(task)) throw new LeitongError('SERVICE_CONFLICT', 'the task is not over; cancel it first')
    await this.#service.state.tasks.remove(id)
    rmSync(this.folderOf(id), { recursive: true, force: true })
  }

  /** Removes tasks and uploads that are older than they are kept. */
  async clean(): Promise<void> {
    const { data, keepTasks } = this.#service.settings
    const oldest = Date.now() - keepTasks * DAY
    for (const task of this.#all()) if (isOver(task) && Date.parse(task.finished ?? task.created) < oldest) await this.remove(task.id)
    const uploads = join(data, 'uploads')
    const used = new Set(
      this.#all().flatMap(({ request: { source }, state }) => (source && 'upload' in source && !isOver({ state }) ? [source.upload] : [])),
    )
    for (const id of readdirSafely(uploads))
      if (!used.has(id) && statSync(join(uploads, id)).mtimeMs < oldest) rmSync(join(uploads, id), { recursive: true, force: true })
  }

  /** Running tasks are stopped, and begin again when the service does. */
  async end(): Promise<void> {
    this.#isEnding = true
    const running = [...this.#running.values()]
    for (const { child } of running) stop(child)
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
    const child = fork(fileURLToPath(new URL('./child.js', import.meta.url)), [], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      execArgv: [],
    })
    const exit = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
    const running: Running = { child, isCancelled: false, ended: exit.then(() => ended) }
    this.#running.set(id, running)
    const ended = this.#follow(id, running, exit).catch(() => undefined)
    void ended.then(() => {
      this.#running.delete(id)
      this.#next()
    })
  }

  async #follow(id: string, own: Running, exit: Promise<void>): Promise<void> {
    const { child } = own
    let stderr = ''
    child.stderr?.on('data', (data: Buffer) => {
      stderr = (stderr + data.toString()).slice(-2000)
    })
    let last: TaskMessage | undefined
    child.on('message', (message: TaskMessage) => {
      if ('progress' in message) this.#tellProgress(id, message.progress)
      else last = message
    })
    const claimed = await this.#claim(id)
    if (!claimed) {
      stop(child)
      await exit
      return
    }
    try {
      const folder = this.folderOf(id)
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      child.send(await orderOf(claimed.request, folder, this.#service))
    } catch (error) {
      stop(child)
      await exit
      await this.#finish(claimed, { state: 'failed', error: this.#errorOf(error) })
      return
    }
    await exit
    this.#progress.delete(id)
    if (own.isCancelled) await this.#finish(claimed, { state: 'cancelled' })
    else if (last && 'summary' in last)
      await this.#done(claimed, last.summary).catch((error) => this.#finish(claimed, { state: 'failed', error: this.#errorOf(error) }))
    else if (this.#isEnding && !last) await this.#put({ ...claimed, state: 'queued', owner: undefined, attempts: claimed.attempts - 1 })
    else await this.#finish(claimed, { state: 'failed', error: this.#errorOf(last && 'error' in last ? last.error : { mistake: stderr }) })
  }

  /** Of several processes of a service one gets the task. */
  #claim(id: string): Promise<Task | undefined> {
    const { tasks } = this.#service.state
    return tasks.transaction(() => {
      const task = tasks.get(id)
      if (task?.state !== 'queued') return undefined
      const owner = { host: HOST, pid: process.pid, start: startOf(process.pid) ?? 0 }
      const claimed: Task = { ...task, state: 'running', started: new Date().toISOString(), attempts: task.attempts + 1, owner }
      void tasks.put(id, claimed)
      this.emit('change', id)
      return claimed
    })
  }

  async #done(task: Task, found: unknown): Promise<void> {
    const { request } = task
    const summary = isReview(request) ? takeOver(request, found as Done, this.#service.reviews) : found
    if (request.kind === 'import') await this.#service.indexes.taken(request.index as string)
    const folder = this.folderOf(task.id)
    const results = readdirSync(folder)
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
    await this.#finish(task, { state: 'done', summary: hideOptions(summary, this.#service), results })
  }

  async #finish(task: Task, end: Partial<Task>): Promise<void> {
    if (end.state !== 'done') rmSync(this.folderOf(task.id), { recursive: true, force: true })
    if (end.state !== 'done' && isReview(task.request) && task.attempts) leave(task.request, this.#service.reviews)
    const finished: Task = { ...task, ...end, finished: new Date().toISOString(), owner: undefined }
    await this.#put(finished)
    void tellWebhooks(finished, this.#service)
  }

  async #put(task: Task): Promise<void> {
    await this.#service.state.tasks.put(task.id, task)
    this.emit('change', task.id)
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
