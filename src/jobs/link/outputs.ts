/** Outputs of a link. */

import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { type Input, pathsOf } from '../../reading/input.js'
import type { Sides } from '../../reading/sides.js'
import { requireUnchanged, stampsOf } from '../../reading/stamp.js'
import { namedFiles } from '../../resolving/named-files.js'
import { kebab } from '../../resolving/names.js'
import { matchLine, type Scores } from '../../writing/json-lines.js'
import { type Content, OutputSet, type Paths } from '../../writing/output-set.js'
import { checkResultPath, type Results, resultContent } from '../../writing/results.js'
import type { HeadingLanguage } from '../../writing/tables/headings.js'
import { documentsOf } from '../dedupe/kept/selection.js'
import { holdRecords, ShardFolder, type ShardForm, type ShardSpan } from '../dedupe/kept/shards.js'
import { checkOneFormat, recordsContent } from '../dedupe/outputs.js'
import { resultsOfPairs } from '../dedupe/pairs/pair-results.js'
import { ExtraFields, idColumns, rejectResults, scoreColumns } from '../dedupe/results.js'
import type { LinkRun } from './link.js'
import { linkReport } from './report.js'

/** Everything that a link can write. */
export const KINDS = ['pairs', 'matches', 'groups', 'in', 'notIn', 'rejects', 'report'] as const
export type LinkKind = (typeof KINDS)[number]

/** Where to write what; `-` is standard output. */
export type LinkPaths = Paths<LinkKind> & {
  /** Of the headings in Excel files. */
  readonly language?: HeadingLanguage | undefined
}

/** Outputs that are records or a page, not lists of results. */
const WHOLE = ['in', 'notIn', 'report'] as const
type Whole = (typeof WHOLE)[number]
const isWhole = (kind: LinkKind): kind is Whole => WHOLE.some((whole) => whole === kind)

/** The content of each output. */
export type LinkWriters = { readonly [Kind in Exclude<LinkKind, Whole>]?: Results } & {
  /** @param files  of B that leave as one, where B leaves as a folder */
  readonly [Kind in Whole]?: (path: string, files?: ShardSpan) => Content
}

export const linkWriters = (run: LinkRun): LinkWriters => ({
  pairs: resultsOfPairs(run, () => run.matches.pairs()),
  matches: matchResults(run),
  rejects: rejectResults(run.context),
  in: rowsOfB(run, true),
  notIn: rowsOfB(run, false),
  report: () => linkReport(run),
})

const NO_SCORES: Scores = { similarity: undefined, distance: undefined }

function matchResults({ matches, context, candidates }: LinkRun): Results {
  const { documents } = context
  const id = idColumns(context)
  const scores = scoreColumns({ candidates })
  const extra = new ExtraFields(context)
  const idOf = (match: { readonly a: number } | undefined) => match && documents.idOf(match.a)
  return {
    *lines() {
      for (const { b, match } of matches.best()) {
        const line = matchLine(documents.idOf(b), idOf(match), match ?? NO_SCORES)
        yield extra.into(extra.into(line, b, 'b_'), match?.a, 'a_')
      }
    },
    table(forPeople) {
      const extra = new ExtraFields(context, forPeople)
      return {
        columns: [id('b'), id('a'), ...scores.columns, ...extra.columns('b_'), ...extra.columns('a_')],
        rows: (function* () {
          for (const { b, match } of matches.best())
            yield [documents.idOf(b), idOf(match) ?? null, ...scores.of(match ?? NO_SCORES), ...extra.of(b), ...extra.of(match?.a)]
        })(),
      }
    },
  }
}

/** The rows of B that are in A, or all others: those that could not be judged too, since nobody knows that they are in A. */
function rowsOfB({ matches, context: { documents, inputs, options }, inputsOfA }: LinkRun, isIn: boolean) {
  let gone: Uint32Array | undefined
  return (path: string, files?: ShardSpan): Content => {
    gone ??= Uint32Array.from(othersOfB(matches, isIn))
    const from = inputsOfA + (files?.from ?? 0)
    const selection = { documents, withoutRejects: isIn, fromFile: from }
    if (!files) return recordsContent(inputs.slice(from), { ...selection, removed: gone }, path, options)
    const to = inputsOfA + files.to
    return recordsContent(
      inputs.slice(from),
      { ...selection, removed: documentsOf(documents, { from, to }, gone), toFile: to },
      path,
      options,
    )
  }
}

function* othersOfB(matches: LinkRun['matches'], isIn: boolean): Generator<number> {
  for (const { b, match } of matches.best()) if ((match !== undefined) !== isIn) yield b
}

/** How outputs are written that are folders. */
export interface LinkForm extends ShardForm {
  readonly oneToOne?: boolean | undefined
}

/** Outputs that were asked for, opened before the work begins. */
export class LinkOutputs {
  readonly #paths: LinkPaths
  readonly #set: OutputSet<LinkKind>
  readonly #inputs: readonly Input[]
  readonly #language: HeadingLanguage | undefined
  /** Outputs with a file for each file of B. */
  readonly #shards: Partial<Record<'in' | 'notIn', ShardFolder>> = {}

  /** @throws {LeitongError} `OUTPUT_WRITE`, `OUTPUT_FORMAT`, `OPTION_CONFLICT` */
  constructor(paths: LinkPaths, { inputs, ofA }: Sides, options: Options, { compress, resume, oneToOne = false }: LinkForm = {}) {
    this.#inputs = inputs
    this.#language = paths.language
    const ofB = inputs.slice(ofA)
    // What is in A depends on A too.
    const how = { a: stampsOf(inputs.slice(0, ofA)), oneToOne }
    for (const kind of ['in', 'notIn'] as const) {
      const path = paths[kind]
      const flag = `--${kebab(kind)}`
      if (path?.endsWith('/') && holdRecords(ofB))
        this.#shards[kind] = new ShardFolder(path, flag, ofB, options, { compress, resume }, { how })
      else if (path !== undefined) checkOneFormat(ofB, path, flag)
    }
    if ((compress ?? (resume || undefined)) !== undefined && !this.#shards.in && !this.#shards.notIn)
      throw new LeitongError('OPTION_CONFLICT', '--compress and --resume are for outputs that are folders: --in FOLDER/, --not-in FOLDER/')
    // Flags of a command have more in them than paths.
    this.#paths = Object.fromEntries(KINDS.map((kind) => [kind, paths[kind]])) as LinkPaths
    for (const kind of KINDS) if (!isWhole(kind)) checkResultPath(paths[kind] ?? '')
    this.#set = new OutputSet<LinkKind>(this.#paths, [...pathsOf(inputs), ...namedFiles(options)], (kind) =>
      Object.hasOwn(this.#shards, kind),
    )
  }

  /** Asks stores of objects whether the outputs can be written, before the work. @throws {LeitongError} `OUTPUT_WRITE` */
  async ready(): Promise<void> {
    await this.#set.ready()
    await this.#shards.in?.ready()
    await this.#shards.notIn?.ready()
  }

  /**
   * @param writers  one for each kind that was asked for
   * @throws {LeitongError} `OUTPUT_WRITE`; call {@link discard} then
   */
  async write(writers: LinkWriters): Promise<void> {
    await this.#set.write(
      (kind) => {
        const path = this.#paths[kind] as string
        if (isWhole(kind)) return writers[kind]?.(path) ?? []
        const results = writers[kind]
        return results ? resultContent(path, results, this.#language) : []
      },
      async () => {
        requireUnchanged(this.#inputs)
        for (const kind of ['in', 'notIn'] as const) await this.#shards[kind]?.write((files, path) => writers[kind]?.(path, files) ?? [])
      },
    )
  }

  /** Files of folders that an earlier run had written. */
  get found(): number {
    return (this.#shards.in?.found ?? 0) + (this.#shards.notIn?.found ?? 0)
  }

  get leftovers(): readonly string[] {
    return this.#set.leftovers
  }

  discard(): void {
    this.#set.discard()
  }
}
