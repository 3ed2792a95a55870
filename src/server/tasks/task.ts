/** Tasks: work that takes longer than a request waits for. */
import type { MergeInput, MergeRules } from '../../jobs/dedupe/merged/rules.js'
import type { Work } from '../../reviewing/work/kinds.js'
import type { FieldsInput } from '../../sources/rows/fields-file.js'

/** Kinds that anybody with the scope `write` may ask for. */
export const TASK_KINDS = ['dedupe', 'tune', 'import', 'export', 'compact'] as const
/** Work on a review is asked for at the routes of the review. */
export type TaskKind = (typeof TASK_KINDS)[number] | 'review'

export type TaskFile = { readonly upload: string } | { readonly file: string }

/** Where a task reads from: an upload, a file or folder below an allowed folder, or a table of an allowed database. */
export type TaskSource = TaskFile | { readonly database: string; readonly table: string }

/** What was asked for. */
export interface TaskRequest {
  readonly kind: TaskKind
  readonly source?: TaskSource
  /** Of import, export and compact. */
  readonly index?: string
  readonly options?: Readonly<Record<string, unknown>>
  /** Of dedupe. */
  readonly outputs?: readonly TaskOutput[]
  /** Of dedupe: the rules of merged rows, or FOLDER/PATH of a file of them. */
  readonly merge?: MergeInput
  /** With `merge`: where the sources of an earlier task are, whose ids groups keep. */
  readonly groupsFrom?: TaskFile
  /** The name of the review, and the work on it. */
  readonly review?: string
  readonly work?: Work['work']
}

export const TASK_OUTPUTS = ['kept', 'removed', 'groups', 'pairs', 'rejects', 'report', 'merged', 'mergeSources'] as const
export type TaskOutput = (typeof TASK_OUTPUTS)[number]

/** What a dedupe makes where nothing else is said. */
export const outputsOf = ({ outputs, merge }: Pick<TaskRequest, 'outputs' | 'merge'>): readonly TaskOutput[] =>
  outputs ?? [...(merge === undefined ? (['kept'] as const) : (['merged', 'mergeSources'] as const)), 'removed', 'groups', 'report']

export const TASK_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]

export interface TaskProgress {
  readonly phase: string
  readonly done: number
  readonly total: number | null
  /** Of what is counted, in a second. */
  readonly rate: number | null
  /** Seconds, of this phase; null where it is not known how much there is to do. */
  readonly left: number | null
}

export interface TaskResultFile {
  readonly name: string
  readonly bytes: number
}

export interface Task {
  readonly id: string
  readonly request: TaskRequest
  readonly state: TaskState
  /** ISO 8601. */
  readonly created: string
  readonly started: string | null
  readonly finished: string | null
  /** How often it was begun: once more after each restart of the service that interrupted it. */
  readonly attempts: number
  /** What it found, as the command prints it with --json. */
  readonly summary: unknown
  readonly error: { readonly code: string; readonly message: string; readonly remedy: string } | null
  readonly results: readonly TaskResultFile[]
  /** The process that runs it. */
  readonly owner?: TaskOwner | undefined
  /** Webhooks that are to be told of its end, and have not been. */
  readonly owed?: readonly string[]
}

export interface TaskOwner {
  readonly host: string
  readonly pid: number
  readonly start: number
  /** Its key among the signs of life. */
  readonly id?: string
}

/** The task as clients see it. */
export const shownTask = ({ owner: _, owed: __, ...task }: Task, progress: TaskProgress | undefined) => ({
  ...task,
  progress: task.state === 'running' ? (progress ?? null) : null,
})

export const isOver = ({ state }: Pick<Task, 'state'>): boolean => state !== 'queued' && state !== 'running'

/** What the process of a task is told: names have become places. */
export interface TaskOrder {
  readonly request: TaskRequest
  /** Paths, or the URL of a database. */
  readonly input?: string
  /** URL of the index. */
  readonly url?: string
  /** The folder of the review. */
  readonly project?: string
  /** Options of the run, files in the place of names. */
  readonly options: Readonly<Record<string, unknown>>
  /** What of rows is compared, where the request says it itself. */
  readonly fields?: FieldsInput
  /** Of merged rows: the rules, or a file of them; and a file with the groups of an earlier task. */
  readonly merge?: { readonly rules: MergeRules } | { readonly file: string }
  readonly groupsFrom?: string
  /** Folders of which files may be read, by their names. */
  readonly places: Readonly<Record<string, string>>
  /** The folder of results. */
  readonly folder: string
}

export type TaskMessage =
  | { readonly progress: { readonly phase: string; readonly done: number; readonly total: number | undefined } }
  | { readonly summary: unknown }
  | { readonly error: { readonly code: string; readonly args: readonly unknown[] } | { readonly mistake: string } }
