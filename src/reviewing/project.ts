/** A review: a source with options, the decisions on it, and the files of its last run, in one folder. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Act, checkAct, nameOf } from '../deciding/acts.js'
import { standing } from '../deciding/derive.js'
import { LeitongError } from '../errors.js'
import { parseDecisions } from '../reading/decisions/decisions-file.js'
import { toJson } from '../reading/whole-numbers-json.js'
import { replaceFile } from '../writing/atomic-file.js'
import { appendSafely } from './append.js'
import { readRun } from './files.js'
import { type Lab, makeLab, openLab } from './laboratory.js'
import { OpenRun } from './open-run.js'
import { digestOf, folderOfRun, runReview } from './run.js'

interface ProjectFile {
  readonly format: 1
  readonly source: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
  readonly created: string
  /** The number of the last run; 0 before the first. */
  readonly run: number
}

/** What a project's names of files stand for on this machine, and the way back. */
export interface Machine {
  paths(source: readonly string[]): readonly string[]
  options(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** A name as people may see it: without paths of the machine. */
  shown(name: string): string
}

/** What is told to everybody who looks on. */
export type ReviewEvent =
  | { readonly kind: 'act'; readonly act: Act; readonly groups: readonly string[]; readonly revision: number }
  | { readonly kind: 'acts'; readonly batch: string; readonly count: number; readonly revision: number }
  | { readonly kind: 'run'; readonly run: number }

export class Project {
  readonly folder: string
  #file: ProjectFile
  readonly #acts: Act[]
  #run: OpenRun | undefined
  #lab: Lab | undefined
  #running: Promise<void> | undefined
  readonly #listeners = new Set<(event: ReviewEvent) => void>()

  private constructor(folder: string, file: ProjectFile) {
    this.folder = folder
    this.#file = file
    this.#acts = readOwn(this.decisionsPath)
    if (file.run) this.#openRun()
  }

  /**
   * @param source   names of files, folders and patterns, see {@link Machine}
   * @param options  those of `dedupe`
   * @throws {LeitongError} `SERVICE_CONFLICT` where there is a review already, `OUTPUT_WRITE`
   */
  static create(folder: string, source: readonly string[], options: Readonly<Record<string, unknown>>): Project {
    if (existsSync(join(folder, 'project.json'))) throw new LeitongError('SERVICE_CONFLICT', `a review of the name ${basename(folder)}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file: ProjectFile = { format: 1, source, options, created: new Date().toISOString(), run: 0 }
    replaceFile(join(folder, 'project.json'), `${JSON.stringify(file, undefined, 2)}\n`)
    return new Project(folder, file)
  }

  /** @throws {LeitongError} `SOURCE_READ`, `SOURCE_MISSING`, `DECISIONS_FILE` */
  static open(folder: string): Project {
    const path = join(folder, 'project.json')
    if (!existsSync(path)) throw new LeitongError('SOURCE_MISSING', folder, 'no review in it')
    let file: ProjectFile
    try {
      file = JSON.parse(readFileSync(path, 'utf8')) as ProjectFile
    } catch (error) {
      throw new LeitongError('SOURCE_READ', path, (error as Error).message)
    }
    if (file.format !== 1) throw new LeitongError('SOURCE_READ', path, 'not the project of a review')
    return new Project(folder, file)
  }

  get name(): string {
    return basename(this.folder)
  }

  get source(): readonly string[] {
    return this.#file.source
  }

  get options(): Readonly<Record<string, unknown>> {
    return this.#file.options
  }

  get decisionsPath(): string {
    return join(this.folder, 'decisions.jsonl')
  }

  get acts(): readonly Act[] {
    return this.#acts
  }

  /** Acts so far: what a client has seen of them is told by it. */
  get revision(): number {
    return this.#acts.length
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** The run that is looked at. @throws {LeitongError} `SOURCE_MISSING` before the first */
  get run(): OpenRun {
    if (!this.#run) throw new LeitongError('SOURCE_MISSING', this.name, 'the review has not been run')
    return this.#run
  }

  /** The pairs around the threshold. @throws {LeitongError} `SOURCE_MISSING` where nobody has looked for them since the last run */
  get lab(): Lab {
    if (!this.hasLab) throw new LeitongError('SOURCE_MISSING', this.name, 'pairs around the threshold have not been looked for')
    this.#lab ??= openLab(this.#labFolder)
    return this.#lab
  }

  get hasLab(): boolean {
    return this.#lab !== undefined || existsSync(join(this.#labFolder, 'head.json'))
  }

  get #labFolder(): string {
    return join(folderOfRun(this.folder, this.#file.run), 'lab')
  }

  /** Looks for the pairs around the threshold. @throws {LeitongError} as {@link runAgain} */
  async lookAround(machine: Machine): Promise<void> {
    const { threshold } = this.run.head
    await this.#alone(async () => {
      await makeLab(machine.paths(this.source), machine.options(this.options), this.#labFolder, threshold)
      this.#lab?.close()
      this.#lab = undefined
    })
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#running) throw new LeitongError('LOCKED', this.name, this.folder, 'a run of the same review')
    this.#running = work()
    try {
      await this.#running
    } finally {
      this.#running = undefined
    }
  }

  get hasRun(): boolean {
    return this.#run !== undefined
  }

  describe() {
    const { created, source, options, run } = this.#file
    const head = this.#run?.head
    return {
      name: this.name,
      created,
      source,
      options,
      run,
      isRunning: this.isRunning,
      revision: this.revision,
      ...(head && this.#run
        ? {
            at: head.at,
            threshold: head.threshold,
            hasLab: this.hasLab,
            documents: head.documents,
            groups: head.groups,
            members: head.members,
            states: this.#run.states(),
          }
        : {}),
    }
  }

  /**
   * Runs the batch anew; decisions stay, groups keep their ids.
   *
   * @param machine  what the names of files in the project stand for
   * @param changes  options that are others from now on
   * @throws {LeitongError} `LOCKED` while it runs already; as a batch does
   */
  async runAgain(machine: Machine, signal?: AbortSignal, changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.#alone(() => this.#runAgain(machine, signal, changes))
  }

  async #runAgain(machine: Machine, signal: AbortSignal | undefined, changes: Readonly<Record<string, unknown>>): Promise<void> {
    const options = { ...this.options, ...changes }
    const number = this.#file.run + 1
    const folder = folderOfRun(this.folder, number)
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(this.decisionsPath)) appendSafely(this.decisionsPath, '')
    const decided = new Map<string, Set<string>>()
    for (const act of standing(this.#acts))
      for (const member of [...act.members, ...(act.from ?? [])]) {
        const name = nameOf(member)
        decided.set(name, (decided.get(name) ?? new Set()).add(member.digest))
      }
    const { events } = await runReview(
      machine.paths(this.source),
      machine.options(options),
      folder,
      this.decisionsPath,
      this.#groupsBefore(),
      decided,
      signal,
    )
    const old = folderOfRun(this.folder, this.#file.run)
    if (events.length)
      appendSafely(
        join(this.folder, 'history.jsonl'),
        events.map((event) => `${JSON.stringify({ run: number, at: new Date().toISOString(), ...event })}\n`).join(''),
      )
    this.#file = { ...this.#file, options, run: number }
    replaceFile(join(this.folder, 'project.json'), `${JSON.stringify(this.#file, undefined, 2)}\n`)
    this.#openRun()
    rmSync(old, { recursive: true, force: true })
    this.#tell({ kind: 'run', run: number })
  }

  #groupsBefore(): Map<string, string> {
    const before = new Map<string, string>()
    if (!this.#run) return before
    const { head, columns } = this.#run
    for (let group = 0; group < head.groups; group++)
      for (let member = columns.starts[group] as number; member < (columns.starts[group + 1] as number); member++)
        before.set(digestOf(columns, member), head.ids[group] as string)
    return before
  }

  #openRun(): void {
    this.#lab?.close()
    this.#lab = undefined
    this.#run?.close()
    const folder = folderOfRun(this.folder, this.#file.run)
    const { head, columns } = readRun(folder)
    this.#run = new OpenRun(folder, head, columns, this.#acts)
  }

  /**
   * Takes down an act, and tells everybody who looks on.
   *
   * @param given  what was done, without key and time
   * @param seen   the revision that the person had before them
   * @returns      the act; or acts of others on the same documents that the person cannot have seen
   * @throws {LeitongError} `DECISIONS_FILE` for what is no act
   */
  act(
    given: object,
    by: string,
    seen = this.revision,
  ): { readonly act: Act; readonly groups: readonly string[]; readonly revision: number } | { readonly others: readonly Act[] } {
    const { act, of } = given as { readonly act?: unknown; readonly of?: unknown }
    const undone = act === 'undo' ? this.#acts.find(({ key }) => key === of) : undefined
    if (act === 'undo' && !undone) throw new LeitongError('DECISIONS_FILE', 'the act', 'there is none of this key to undo')
    // An undoing names whom it concerns, so that it can be undone in its turn.
    const whole = { ...given, ...(undone ? { members: [...undone.members, ...(undone.from ?? [])] } : {}) }
    const checked = checkAct({ ...whole, by, key: randomBytes(8).toString('hex'), at: new Date().toISOString() })
    if (typeof checked === 'string') throw new LeitongError('DECISIONS_FILE', 'the act', checked)
    const touched = new Set([...checked.members, ...(checked.from ?? [])].map(({ digest }) => digest))
    const others = this.#acts.slice(seen).filter((act) => act.by !== by && act.members.some(({ digest }) => touched.has(digest)))
    if (others.length) return { others }
    appendSafely(this.decisionsPath, `${toJson(checked)}\n`)
    this.#acts.push(checked)
    const groups = this.#run?.take(checked, undone) ?? []
    const told = { act: checked, groups, revision: this.revision }
    this.#tell({ kind: 'act', ...told })
    return told
  }

  /**
   * Takes down many acts as one.
   *
   * @param given  as {@link act} takes them; those on documents that others decided on meanwhile are passed over
   * @param seen   the revision that the acts were made from
   * @returns      the name of all of them together, and how many there are
   */
  actAll(
    given: readonly object[],
    by: string,
    seen: number,
  ): { readonly batch: string; readonly count: number; readonly revision: number } {
    const batch = randomBytes(8).toString('hex')
    const at = new Date().toISOString()
    const others = this.#acts.slice(seen).filter((act) => act.by !== by)
    const touched = new Set(others.flatMap(({ members, from = [] }) => [...members, ...from]).map(({ digest }) => digest))
    const acts = given.flatMap((one) => {
      const checked = checkAct({ ...one, by, at, batch, key: randomBytes(8).toString('hex') })
      if (typeof checked === 'string') throw new LeitongError('DECISIONS_FILE', 'the act', checked)
      return checked.members.some(({ digest }) => touched.has(digest)) ? [] : [checked]
    })
    if (acts.length) {
      appendSafely(this.decisionsPath, acts.map((act) => `${toJson(act)}\n`).join(''))
      const byKey = new Map(this.#acts.map((act) => [act.key, act]))
      this.#acts.push(...acts)
      for (const act of acts) this.#run?.take(act, act.of === undefined ? undefined : byKey.get(act.of))
    }
    const told = { batch, count: acts.length, revision: this.revision }
    this.#tell({ kind: 'acts', ...told })
    return told
  }

  /** Undoes all that was done as one, as one. @throws {LeitongError} `DECISIONS_FILE` where there is nothing of this name to undo */
  undoAll(batch: string, by: string): { readonly batch: string; readonly count: number; readonly revision: number } {
    const undone = new Set(this.#acts.flatMap(({ act, of }) => (act === 'undo' ? [of] : [])))
    const acts = this.#acts.filter((act) => act.batch === batch && !undone.has(act.key))
    if (!acts.length) throw new LeitongError('DECISIONS_FILE', 'the act', 'there is nothing of this name to undo')
    const undoing = acts.map(({ key, members, from = [] }) => ({ act: 'undo', of: key, members: [...members, ...from] }))
    return this.actAll(undoing, by, this.revision)
  }

  /** @returns ends the listening */
  listen(listener: (event: ReviewEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(event: ReviewEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  close(): void {
    this.#lab?.close()
    this.#run?.close()
  }
}

/** The acts of a project's own file; what a crash left behind the last whole line is cut off, since acts are appended to it. */
function readOwn(path: string): Act[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const whole = bytes.lastIndexOf(10) + 1
  if (whole < bytes.length) truncateSync(path, whole)
  return parseDecisions(bytes.subarray(0, whole).toString(), path)
}
