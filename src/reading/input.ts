/** One input of a run: a file, a stream or a table of a database. */
import { fstatSync, readlinkSync } from 'node:fs'
import type { DatabaseTable } from '../sources/databases/table.js'
import type { Compression } from '../sources/formats/compression.js'
import type { ContainerFormat, Format, OwnFields } from '../sources/formats/format.js'
import type { RowPlan } from '../sources/rows/plan.js'

interface Named {
  /** The name as the caller would write it: ids and messages use it. Empty for documents of this process, whose ids are their numbers. */
  readonly name: string
  readonly format: Format
  /** Its records are rows, compared field by field. */
  readonly row?: RowPlan
  /** Of one of two sides: what its id and its text are called there. */
  readonly own?: OwnFields
  /** Columns that are not compared are read as well. */
  readonly everyColumn?: true
  /** Told the row of a header that was looked for and is not the first. */
  readonly noteHeader?: (row: number) => void
}

/** A sheet of a workbook. */
export interface ReadSheet {
  readonly name: string
  /** The row that names the columns, from 1. */
  readonly headerRow: number
  /** Other sheets with cells that are not read, where nobody chose one. */
  readonly notRead: readonly string[]
}

/** A file that can be read more than once. */
export interface FileInput extends Named {
  readonly kind: 'file'
  readonly path: string
  /** Bytes on disk. */
  readonly size: number
  /** The state of the file when the run began (stamp.ts); undefined for spools, which no other process writes. */
  readonly stamp?: string | undefined
  readonly compression: Compression
  /** The encoding where it is known, whatever the options say: spools are UTF-8. */
  readonly encoding?: 'utf-8'
  /** The folder that was named, of a file that was found in it. */
  readonly folder?: string
  /** Of a workbook: the sheet that is read. */
  readonly sheet?: ReadSheet
  /** The rows of a query of DuckDB, copied for this run. */
  readonly isQuery?: true
  /** Of the copy of an object: where that lies, and what changes with its content. */
  readonly object?: { readonly url: string; readonly version: string | undefined }
}

/** Bytes that come once: they are spooled where they are needed again. */
export interface StreamInput extends Named {
  readonly kind: 'stream'
  /** The path of a pipe or device, `-` for standard input; or lines that this process makes, in UTF-8. */
  readonly source: string | AsyncIterable<Uint8Array>
  readonly compression: Compression
}

/** A table of a database, whose rows come as JSON lines. */
export interface TableInput extends Named {
  readonly kind: 'table'
  readonly table: DatabaseTable
  readonly format: ContainerFormat
  readonly row: RowPlan
}

export type Input = FileInput | StreamInput | TableInput

/** Whether an input is documents that this process hands over. */
export const isInMemory = (input: Input | undefined): boolean => input?.kind === 'stream' && typeof input.source !== 'string'

/** Bytes of all inputs together; undefined where one of them is not known before it is read. */
export function totalBytes(inputs: readonly Input[]): number | undefined {
  let sum = 0
  for (const input of inputs) {
    if (input.kind !== 'file') return undefined
    sum += input.size
  }
  return sum
}

/** The paths that inputs are read from, each with its name: no output may replace them. */
export const pathsOf = (inputs: readonly Input[]): (readonly [path: string, name: string])[] =>
  inputs.flatMap((input) => {
    const path = pathOf(input)
    if (path === undefined) return []
    if (input.kind === 'file' && input.object) return [[input.object.url, input.name] as const]
    // SQLite keeps what was written last beside the file of the database.
    const endings = input.kind === 'table' ? ['', '-wal', '-shm'] : ['']
    return endings.map((ending) => [path + ending, input.name] as const)
  })

function pathOf(input: Input): string | undefined {
  switch (input.kind) {
    case 'file':
      return input.path
    case 'table':
      return input.table.path
    case 'stream':
      if (typeof input.source !== 'string') return undefined
      return input.source === '-' ? redirectedFrom() : input.source
  }
}

/** The file that standard input was redirected from, where the system tells it. */
function redirectedFrom(): string | undefined {
  try {
    return fstatSync(0).isFile() ? readlinkSync('/proc/self/fd/0') : undefined
  } catch {
    return undefined
  }
}

/** Inputs whose columns are all read, also those that are not compared. */
export const withEveryColumn = (inputs: readonly Input[]): Input[] =>
  inputs.map((input) =>
    input.kind === 'table' ? { ...input, everyColumn: true, table: input.table.withEveryColumn() } : { ...input, everyColumn: true },
  )
