/** What the page and its worker say to each other. */
import type { Decision } from '../../src/page/acts.js'
import type { Command } from '../../src/page/command.js'
import type { OutputForm, OutputName } from '../../src/page/outputs.js'
import type { Asked, MergeInput, PageRun } from '../../src/page/run.js'
import type { Source } from '../../src/page/source.js'
import type { ReportData, ReportGroup, ReportMembers } from '../report/data.js'

export interface OpenedFile {
  readonly name: string
  /** Of the bytes of the files, and of the sheet that is read. */
  readonly digest: string
  readonly format: string
  readonly encoding: string
  /** Absent where only the start of the file was read. */
  readonly records?: number
  readonly columns: readonly string[]
  /** Records have columns, which can be compared. */
  readonly hasFields: boolean
  /** Of a workbook: those with cells, and the one that is read. */
  readonly sheets: Source['sheets']
  /** Of a table: the row that names its columns, from 1. */
  readonly headerRow: number | undefined
  /** Files of a folder that are no texts. */
  readonly passedOver: number
  /** Values of the first records, column by column. */
  readonly sample: readonly (readonly string[])[]
  /** The column that numbers the records, by its name and its first values. */
  readonly id: string | undefined
  /** The column that holds the longest texts, where they are long. */
  readonly text: string | undefined
}

/** A file; or the files of a folder, by their paths in it. */
export interface Dropped {
  readonly name: string
  readonly files: readonly (readonly [path: string, file: File])[]
  readonly isFolder: boolean
}

export type ToWorker =
  /** `ports`: to helpers, one to each. */
  | { readonly ask: 'open'; readonly dropped: Dropped; readonly sheet?: string | undefined; readonly ports?: readonly MessagePort[] }
  | { readonly ask: 'run'; readonly options: Asked }
  | { readonly ask: 'block'; readonly number: number }
  | { readonly ask: 'output'; readonly name: Exclude<OutputName, 'merged'>; readonly form: OutputForm }
  | { readonly ask: 'merged'; readonly rules: MergeInput; readonly form: OutputForm }
  | { readonly ask: 'decisions'; readonly decided: readonly (readonly [group: number, decision: Decision])[] }

export interface Found {
  readonly summary: PageRun['summary']
  readonly rejects: ReturnType<PageRun['rejects']>
  readonly seconds: number
  /** Digest of the files and of what was asked. */
  readonly key: string
  /** That gives the same outputs, in each form. */
  readonly commands: Readonly<Record<OutputForm, Command>>
}

/** How rows were merged. */
export interface MergedAs {
  /** That writes the same rows. */
  readonly command: Command
  /** Values for which another was as good by its rule. */
  readonly ties: number
}

/** Some groups of the list, in their order: a long list comes in parts, for the page must not stand still while it takes them. */
export interface Listed {
  readonly groups: readonly ReportGroup[]
  /** All ids of each group, a line each. */
  readonly ids: readonly string[]
}

export type FromWorker =
  | { readonly said: 'opened'; readonly file: OpenedFile }
  | { readonly said: 'progress'; readonly phase: string; readonly done: number }
  | { readonly said: 'found'; readonly found: Found }
  | { readonly said: 'listed'; readonly key: string; readonly list: Listed }
  | { readonly said: 'reported'; readonly key: string; readonly rest: Omit<ReportData, 'groups'> }
  | { readonly said: 'block'; readonly number: number; readonly members: readonly ReportMembers[] }
  | { readonly said: 'output'; readonly name: string; readonly blob: Blob; readonly merged?: MergedAs }
  | { readonly said: 'failed'; readonly code?: string; readonly message: string; readonly remedy: string }
