/** A review: a source with options, the decisions on it, and the files of its last run, in one folder. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Act, checkAct } from '../deciding/acts.js'
import { LeitongError } from '../errors.js'
import { parseDecisions } from '../reading/decisions/decisions-file.js'
import { toJson } from '../reading/whole-numbers-json.js'
import { replaceFile } from '../writing/atomic-file.js'
import { LockFile } from '../writing/lock-file.js'
import { appendSafely, makeSafely, wholeLines } from './append.js'
import { nameOfWho } from './asked.js'
import { type FrequentList, LeftOutPassages } from './boilerplate.js'
import { readRun } from './files.js'
import { GroupHistory } from './history.js'
import { type Lab, openLab, partOfLab } from './lab/laboratory.js'
import { createMasker, type Masker, secretAt } from './masking.js'
import { OpenRun } from './open-run.js'
import { leaveApplied, takeApplied } from './outputs/applied.js'
import { Presets } from './presets.js'
import { eventsOf, folderOfRun, forgetEvents } from './run.js'
import type { State } from './states.js'
import type { Done } from './work/kinds.js'
import { checkSource, indexIn, SNAPSHOT, SNAPSHOT_FIELDS } from './work/source.js'

interface ProjectFile {
  readonly format: 1
  readonly source: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
  readonly created: string
  /** The number of the last run; 0 before the first. */
  readonly run: number
  /** Personal data is hidden in all that is shown. */
  readonly masked?: boolean
}

/** What a project's names of files stand for on this machine, and the way back. */
export interface Machine {
  paths(source: readonly string[]): readonly string[]
  options(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Options that the source itself says. */
  said(source: readonly string[]): Readonly<Record<string, unknown>>
  /** Writes the documents of an index as JSON lines. @throws {LeitongError} `INDEX_MISSING`, `OPTION_CONFLICT`, `STORE` */
  writeIndex(index: string, path: string): Promise<void>
  /** A name as people may see it: without paths of the machine. */
  shown(name: string): string
  /** Hides personal data in what is shown. */
  readonly mask?: Masker | undefined
}

/** An act that was taken down, and what it did. */
export interface ActDone {
  readonly act: Act
  /** Groups that it speaks of, and their states now. */
  readonly groups: readonly string[]
  readonly stands: Readonly<Record<string, State>>
  readonly revision: number
}

/** What is told to everybody who looks on. */
export type ReviewEvent =
  | ({ readonly kind: 'act' } & ActDone)
  | { readonly kind: 'acts'; readonly batch: string; readonly count: number; readonly revision: number }
  | { readonly kind: 'run'; readonly run: number }
  | { readonly kind: 'masking'; readonly masked: boolean }
  | { readonly kind: 'passages' }

export class Project {
  readonly folder: string
  /** A folder for what a process needs that only reads the project; undefined: the project is this process's own. */
  readonly own: string | undefined
  #file: ProjectFile
  /** Tells the file as it was read from one that another process has written since. */
  #stamp: string
  readonly #acts: Act[]
  /** Bytes of the file of acts that are known here: it only grows. */
  #actBytes = 0
  /** Passages that runs leave out of the texts. */
  readonly leftOut: LeftOutPassages
  /** What became of groups from run to run. */
  readonly history: GroupHistory
  /** Saved rules of who stays. */
  readonly presets: Presets
  #run: OpenRun | undefined
  #lab: Lab | undefined
  #mask: Masker | undefined
  #running: Promise<void> | undefined
  readonly #listeners = new Set<(event: ReviewEvent) => void>()

  private constructor(folder: string, { file, stamp }: ReturnType<typeof readProject>, own?: string) {
    this.folder = folder
    this.own = own
    this.#file = file
    this.#stamp = stamp
    this.#acts = this.#readActs(own === undefined)
    this.leftOut = new LeftOutPassages(folder, own)
    this.history = new GroupHistory(join(folder, 'history.jsonl'))
    this.presets = new Presets(join(folder, 'presets.json'))
    if (file.run) this.#openRun()
    if (own === undefined && file.run && eventsOf(folderOfRun(folder, file.run))) {
      using _lock = LockFile.takeSoon(join(folder, PROJECT))
      this.#takeEvents()
    }
  }

  /**
   * @param source   names of files, folders and patterns, see {@link Machine}
   * @param options  those of `dedupe`
   * @param decided  acts that it begins with
   * @throws {LeitongError} `SERVICE_CONFLICT` where there is a review already, `OUTPUT_WRITE`
   */
  static create(
    folder: string,
    source: readonly string[],
    options: Readonly<Record<string, unknown>>,
    decided: readonly Act[] = [],
  ): Project {
    if ('decisions' in options)
      throw new LeitongError('OPTION_CONFLICT', 'a review has decisions of its own: a file of them is given beside the options, and copied')
    checkSource(source, options)
    if (existsSync(join(folder, PROJECT))) throw new LeitongError('SERVICE_CONFLICT', `a review of the name ${basename(folder)}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (decided.length) replaceFile(join(folder, 'decisions.jsonl'), decided.map((act) => `${toJson(act)}\n`).join(''))
    const file: ProjectFile = { format: 1, source, options, created: new Date().toISOString(), run: 0 }
    replaceFile(join(folder, PROJECT), `${JSON.stringify(file, undefined, 2)}\n`)
    return new Project(folder, readProject(folder))
  }

  /**
   * @param own  a folder, where another process has the project open: files of the project stay as they are, and what must be written for a
   *             run goes there
   * @throws {LeitongError} `SOURCE_READ`, `SOURCE_MISSING`, `DECISIONS_FILE`
   */
  static open(folder: string, own?: string): Project {
    return new Project(folder, readProject(folder), own)
  }

  #readActs(isOwn: boolean): Act[] {
    const text = wholeLines(this.decisionsPath, isOwn)
    const acts = parseDecisions(text, this.decisionsPath)
    this.#actBytes = Buffer.byteLength(text)
    return acts
  }

  #append(text: string): void {
    appendSafely(this.decisionsPath, text)
    this.#actBytes += Buffer.byteLength(text)
  }

  /**
   * Takes in what another process has done: the command and the service may work on one folder.
   *
   * @throws {LeitongError} `SOURCE_READ`, `SOURCE_MISSING`, `DECISIONS_FILE`
   */
  refresh(): void {
    const isSame = stampOf(join(this.folder, PROJECT)) === this.#stamp
    const bytes = statSync(this.decisionsPath, { throwIfNoEntry: false })?.size ?? 0
    if (isSame && bytes === this.#actBytes) return
    const before = this.#file
    const { file, stamp } = readProject(this.folder)
    const known = this.revision
    // What is told of acts goes by their number: those of this process keep their places.
    if (bytes !== this.#actBytes) this.#acts.splice(0, known, ...this.#readActs(false))
    this.#file = file
    if (file.run && (file.run !== before.run || this.revision !== known)) this.#openRun()
    // Now, since what could not be read is looked for again.
    this.#stamp = stamp
    if (file.run !== before.run) this.#tell({ kind: 'run', run: file.run })
    else if (this.revision !== known) this.#tell({ kind: 'acts', batch: '', count: this.revision - known, revision: this.revision })
    if (this.isMasked !== (before.masked === true)) this.#tell({ kind: 'masking', masked: this.isMasked })
  }

  /** Changes the file of the project as it is now, and does what belongs to that. @throws {LeitongError} `LOCKED`, `OUTPUT_WRITE` */
  #change(change: (file: ProjectFile) => ProjectFile, after: () => void = () => {}): void {
    const path = join(this.folder, PROJECT)
    // The command and the service write this file at the same time; each is done with it in milliseconds.
    using _lock = LockFile.takeSoon(path)
    this.refresh()
    const file = change(this.#file)
    replaceFile(path, `${JSON.stringify(file, undefined, 2)}\n`)
    this.#file = file
    this.#stamp = stampOf(path)
    after()
  }

  get name(): string {
    return basename(this.folder)
  }

  get source(): readonly string[] {
    return this.#file.source
  }

  /** The index that runs read; undefined for files. */
  get index(): string | undefined {
    return indexIn(this.#file.source)
  }

  /** The files that a run reads, or has read: of an index its documents as they were then. */
  paths(machine: Machine, run = this.number): readonly string[] {
    return this.index === undefined ? machine.paths(this.source) : [join(folderOfRun(this.folder, run), SNAPSHOT)]
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

  /** Somebody looks on, or work is done: another one of it would not hear of that. */
  get isUsed(): boolean {
    return this.isRunning || this.#listeners.size > 0
  }

  /** Of the last run; 0 before the first. */
  get number(): number {
    return this.#file.run
  }

  /** The run that is looked at. @throws {LeitongError} `SOURCE_MISSING` before the first */
  get run(): OpenRun {
    if (!this.#run) throw new LeitongError('SOURCE_MISSING', this.name, 'the review has not been run')
    return this.#run
  }

  /** The pairs around the threshold. @throws {LeitongError} `SOURCE_MISSING` where nobody has looked for them since the last run */
  get lab(): Lab {
    if (!this.hasLab) throw new LeitongError('SOURCE_MISSING', this.name, 'pairs around the threshold have not been looked for')
    this.#lab ??= openLab(this.labFolder)
    return this.#lab
  }

  get hasLab(): boolean {
    return this.#lab !== undefined || existsSync(join(this.labFolder, 'head.json'))
  }

  get labFolder(): string {
    return join(folderOfRun(this.folder, this.#file.run), 'lab')
  }

  /** The options of a batch over the source, with the passages that people leave out unless they are wanted. */
  optionsOn(machine: Machine, changes: Readonly<Record<string, unknown>> = {}, isCut = true): Readonly<Record<string, unknown>> {
    const read = this.index === undefined ? machine.said(this.source) : SNAPSHOT_FIELDS
    const options = { ...machine.options({ ...this.options, ...changes }), ...read }
    return isCut ? this.leftOut.in(options) : options
  }

  /** The passages that were found; undefined before anybody looked for them. @throws {LeitongError} `SOURCE_READ` */
  get frequent(): FrequentList | undefined {
    if (!existsSync(this.frequentPath)) return undefined
    try {
      return JSON.parse(readFileSync(this.frequentPath, 'utf8')) as FrequentList
    } catch (error) {
      throw new LeitongError('SOURCE_READ', this.frequentPath, (error as Error).message)
    }
  }

  get frequentPath(): string {
    return join(this.folder, 'frequent.json')
  }

  /**
   * Leaves a passage that was found out of the runs to come, or takes it in again.
   *
   * @throws {LeitongError} `SOURCE_MISSING` for a passage that is not known, `OPTION_VALUE` without a name
   */
  leaveOut(key: string, on: boolean, by: string): void {
    const passage = this.leftOut.all.find((one) => one.key === key) ?? this.frequent?.passages.find((one) => one.key === key)
    if (!passage) throw new LeitongError('SOURCE_MISSING', key.slice(0, 64), 'no passage of this key among those that were found')
    this.leftOut.set(passage, on, by)
    this.#tell({ kind: 'passages' })
  }

  /** Does work that no other may be done beside, by any process. @throws {LeitongError} `LOCKED` */
  async alone(work: () => Promise<void>): Promise<void> {
    if (this.#running) throw new LeitongError('LOCKED', this.name, this.folder, 'a run of the same review')
    using _lock = holdWork(this.folder)
    this.refresh()
    this.#running = work()
    try {
      await this.#running
    } finally {
      this.#running = undefined
    }
  }

  get isMasked(): boolean {
    return this.#file.masked === true
  }

  /** A machine that shows what may be seen of this review. */
  seenBy(bare: Machine): Machine {
    const machine = this.index === undefined ? bare : { ...bare, shown: (name: string) => bare.shown(this.#nameOfIndex(name)) }
    if (!this.isMasked) return machine
    this.#mask ??= createMasker(secretAt(join(this.folder, 'mask.key')))
    const mask = this.#mask
    return { ...machine, mask, shown: (name) => mask.text(machine.shown(name)) }
  }

  /** Nobody has to do with the file that the documents of an index lie in. */
  #nameOfIndex(name: string): string {
    return name.endsWith(SNAPSHOT) && name.startsWith(this.folder) ? (this.source[0] as string) : name
  }

  /** Hides personal data or shows it again; either is taken down, with the id of the key of the service. @throws {LeitongError} `OPTION_VALUE` without a name */
  setMasked(masked: boolean, by: string, apiKey?: string): void {
    // Taken down before it is so, and only by who may change it now.
    this.#change((file) => {
      this.#logMasking({ act: masked ? 'mask' : 'unmask' }, by, apiKey)
      return { ...file, masked }
    })
    this.#tell({ kind: 'masking', masked })
  }

  /** Takes down that somebody looks at a group as it is. @throws {LeitongError} `OPTION_VALUE` without a name, `SOURCE_MISSING` */
  unmask(group: string, by: string, apiKey?: string): void {
    if (this.run.numberOf(group) === undefined)
      throw new LeitongError('SOURCE_MISSING', group.slice(0, 64), 'no group of this id in the last run')
    this.#logMasking({ act: 'look', group }, by, apiKey)
  }

  #logMasking(what: object, by: string, apiKey: string | undefined): void {
    const who = { by: nameOfWho(by), ...(apiKey === undefined ? {} : { key: apiKey }) }
    appendSafely(this.maskingPath, `${JSON.stringify({ ...what, ...who, at: new Date().toISOString() })}\n`)
  }

  /** Who hid personal data, showed it, and looked at it, as JSON lines. */
  get maskingPath(): string {
    return join(this.folder, 'masking.jsonl')
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
      masked: this.isMasked,
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
   * Shows what work has made from now on; decisions stay, groups keep their ids.
   *
   * @throws {LeitongError} `SERVICE_CONFLICT` for what was made beside another run; `LOCKED` while another process works on the review;
   *                        `OUTPUT_WRITE`, `SOURCE_READ`
   */
  take(done: Done): void {
    using _lock = this.#running ? undefined : holdWork(this.folder)
    this.refresh()
    if (done.work === 'passages') this.#tell({ kind: 'passages' })
    if (done.work === 'apply') takeApplied(this.folder)
    if (done.work === 'lab') {
      this.#lab?.close()
      this.#lab = undefined
    }
    if (done.work !== 'run') return
    const { run, options } = done
    if (run !== this.number + 1) throw new LeitongError('SERVICE_CONFLICT', 'another run of the review has ended meanwhile')
    makeSafely(this.decisionsPath)
    const old = folderOfRun(this.folder, this.number)
    this.#change(
      (file) => ({ ...file, options, run }),
      () => this.#takeEvents(),
    )
    this.#openRun()
    rmSync(old, { recursive: true, force: true })
    this.#tell({ kind: 'run', run })
  }

  /** What became of groups is told after the run is shown: a crash between the two is made up for when the review is opened. */
  #takeEvents(): void {
    const folder = folderOfRun(this.folder, this.number)
    const events = eventsOf(folder)
    if (!events) return
    this.history.add(this.number, events)
    forgetEvents(folder)
  }

  /** Removes what work has left behind that did not come to its end. @throws {LeitongError} `LOCKED` while another process works on the review */
  leave(): void {
    using _lock = holdWork(this.folder)
    this.refresh()
    rmSync(folderOfRun(this.folder, this.number + 1), { recursive: true, force: true })
    rmSync(partOfLab(this.labFolder), { recursive: true, force: true })
    leaveApplied(this.folder)
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
   * @param given  what was done, without its time; with a `key` that is known already it was done before, and is not done again
   * @param seen   the revision that the person had before them
   * @returns      the act; or acts of others on the same documents that the person cannot have seen
   * @throws {LeitongError} `DECISIONS_FILE` for what is no act, `SERVICE_CONFLICT` for a key that another act has
   */
  act(given: object, by: string, seen = this.revision): ActDone | { readonly others: readonly Act[] } {
    const { act, of, key } = given as { readonly act?: unknown; readonly of?: unknown; readonly key?: unknown }
    const known = key === undefined ? undefined : this.#acts.find((one) => one.key === key)
    if (known) {
      if (known.act !== act || known.by !== by) throw new LeitongError('SERVICE_CONFLICT', 'another act of this key')
      return this.#done(known, this.#run?.groupsOf(known) ?? [])
    }
    const undone = act === 'undo' ? this.#acts.find(({ key }) => key === of) : undefined
    if (act === 'undo' && !undone) throw new LeitongError('DECISIONS_FILE', 'the act', 'there is none of this key to undo')
    // An undoing names whom it concerns, so that it can be undone in its turn.
    const whole = { ...given, ...(undone ? { members: [...undone.members, ...(undone.from ?? [])] } : {}) }
    const checked = checkAct({ key: newKey(), ...whole, by, at: new Date().toISOString() })
    if (typeof checked === 'string') throw new LeitongError('DECISIONS_FILE', 'the act', checked)
    const touched = new Set([...checked.members, ...(checked.from ?? [])].map(({ digest }) => digest))
    const others = this.#acts.slice(seen).filter((act) => act.by !== by && act.members.some(({ digest }) => touched.has(digest)))
    if (others.length) return { others }
    this.#append(`${toJson(checked)}\n`)
    this.#acts.push(checked)
    const told = this.#done(checked, this.#run?.take(checked, undone) ?? [])
    this.#tell({ kind: 'act', ...told })
    return told
  }

  #done(act: Act, groups: readonly string[]): ActDone {
    const stands = groups.map((id) => [id, this.run.state(this.run.numberOf(id) as number)] as const)
    return { act, groups, stands: Object.fromEntries(stands), revision: this.revision }
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
    const batch = newKey()
    const at = new Date().toISOString()
    const others = this.#acts.slice(seen).filter((act) => act.by !== by)
    const touched = new Set(others.flatMap(({ members, from = [] }) => [...members, ...from]).map(({ digest }) => digest))
    const acts = given.flatMap((one) => {
      const checked = checkAct({ ...one, by, at, batch, key: newKey() })
      if (typeof checked === 'string') throw new LeitongError('DECISIONS_FILE', 'the act', checked)
      return checked.members.some(({ digest }) => touched.has(digest)) ? [] : [checked]
    })
    if (acts.length) {
      this.#append(acts.map((act) => `${toJson(act)}\n`).join(''))
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

const PROJECT = 'project.json'

const newKey = (): string => randomBytes(8).toString('hex')

/** Of all processes one works on a review at a time. @throws {LeitongError} `LOCKED` */
export const holdWork = (folder: string): LockFile => LockFile.take(join(folder, 'work'))

/** @throws {LeitongError} `SOURCE_READ`, `SOURCE_MISSING` */
function readProject(folder: string): { readonly file: ProjectFile; readonly stamp: string } {
  const path = join(folder, PROJECT)
  if (!existsSync(path)) throw new LeitongError('SOURCE_MISSING', folder, 'no review in it')
  try {
    // Before it is read: what is written meanwhile is looked at again.
    const stamp = stampOf(path)
    const file = JSON.parse(readFileSync(path, 'utf8')) as ProjectFile
    if (file?.format !== 1) throw new Error('not the project of a review')
    return { file, stamp }
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
}

function stampOf(path: string): string {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  return file ? `${file.ino} ${file.size} ${file.mtimeNs}` : ''
}
