/** Outputs of a link, and its figures. */

import type { Options } from '../../options/options.js'
import { type Input, pathsOf } from '../../reading/input.js'
import type { Sides } from '../../reading/sides.js'
import { requireUnchanged } from '../../reading/stamp.js'
import { namedFiles } from '../../resolving/named-files.js'
import { kebab } from '../../resolving/names.js'
import type { IgnoredTotal } from '../../signing/lexicons.js'
import { matchLine, type Scores } from '../../writing/json-lines.js'
import { type Content, OutputSet, type Paths } from '../../writing/output-set.js'
import { checkResultPath, type Results, resultContent } from '../../writing/results.js'
import { sheetPage } from '../../writing/sheet-page.js'
import { checkOneFormat, recordsContent } from '../dedupe/outputs.js'
import { ExtraFields, id, rejectResults, resultsOfPairs, scoreColumns } from '../dedupe/results.js'
import { type RowsSummary, summarizeRows } from '../dedupe/rows/summary.js'
import { commonFigures, secondsOf } from '../dedupe/summary.js'
import type { LinkRun } from './link.js'
import { linkSheet } from './sheet.js'

/** Everything that a link can write. */
export const KINDS = ['pairs', 'matches', 'groups', 'in', 'notIn', 'rejects', 'report'] as const
export type LinkKind = (typeof KINDS)[number]

/** Where to write what; `-` is standard output. */
export type LinkPaths = Paths<LinkKind>

/** Outputs that are records or a page, not lists of results. */
const WHOLE = ['in', 'notIn', 'report'] as const
type Whole = (typeof WHOLE)[number]
const isWhole = (kind: LinkKind): kind is Whole => WHOLE.some((whole) => whole === kind)

/** The content of each output. */
export type LinkWriters = { readonly [Kind in Exclude<LinkKind, Whole>]?: Results } & {
  readonly [Kind in Whole]?: (path: string) => Content
}

export const linkWriters = (run: LinkRun): LinkWriters => ({
  pairs: resultsOfPairs(run, () => run.matches.pairs()),
  matches: matchResults(run),
  rejects: rejectResults(run.context),
  in: (path) => rowsOfB(run, true, path),
  notIn: (path) => rowsOfB(run, false, path),
  report: () => [Buffer.from(sheetPage([linkSheet(run)]))],
})

const NO_SCORES: Scores = { similarity: undefined, distance: undefined }

function matchResults({ matches, context, candidates }: LinkRun): Results {
  const { documents } = context
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
    table: () => ({
      columns: [id('b'), id('a'), ...scores.columns, ...extra.columns('b_'), ...extra.columns('a_')],
      rows: (function* () {
        for (const { b, match } of matches.best())
          yield [documents.idOf(b), idOf(match) ?? null, ...scores.of(match ?? NO_SCORES), ...extra.of(b), ...extra.of(match?.a)]
      })(),
    }),
  }
}

/** The rows of B that are in A, or all others: those that could not be judged too, since nobody knows that they are in A. */
function rowsOfB({ matches, context, inputsOfA }: LinkRun, isIn: boolean, path: string): Content {
  const removed: number[] = []
  for (const { b, match } of matches.best()) if ((match !== undefined) !== isIn) removed.push(b)
  const selection = { documents: context.documents, removed, withoutRejects: isIn, fromFile: inputsOfA }
  return recordsContent(context.inputs.slice(inputsOfA), selection, path, context.options)
}

/** Outputs that were asked for, opened before the work begins. */
export class LinkOutputs {
  readonly #paths: LinkPaths
  readonly #set: OutputSet<LinkKind>
  readonly #inputs: readonly Input[]

  /** @throws {LeitongError} `OUTPUT_WRITE`, `OUTPUT_FORMAT`, `OPTION_CONFLICT` */
  constructor(paths: LinkPaths, { inputs, ofA }: Sides, options: Options) {
    this.#inputs = inputs
    for (const kind of ['in', 'notIn'] as const) {
      const path = paths[kind]
      if (path !== undefined) checkOneFormat(inputs.slice(ofA), path, `--${kebab(kind)}`)
    }
    // Flags of a command have more in them than paths.
    this.#paths = Object.fromEntries(KINDS.map((kind) => [kind, paths[kind]])) as LinkPaths
    for (const kind of KINDS) if (!isWhole(kind)) checkResultPath(paths[kind] ?? '')
    this.#set = new OutputSet<LinkKind>(this.#paths, [...pathsOf(inputs), ...namedFiles(options)])
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
        return results ? resultContent(path, results) : []
      },
      () => requireUnchanged(this.#inputs),
    )
  }

  get leftovers(): readonly string[] {
    return this.#set.leftovers
  }

  discard(): void {
    this.#set.discard()
  }
}

/** One link, in numbers. */
export interface LinkSummary {
  readonly version: string
  /** Documents of each side. */
  readonly a: number
  readonly b: number
  readonly pairs: number
  /** Documents of each side that are in some pair. */
  readonly linkedA: number
  readonly linkedB: number
  readonly rejects: number
  readonly seconds: number
  readonly plan: string
  readonly signature: string
  readonly limits: { readonly manyCopies: number; readonly crowded: number; readonly unpaired: number }
  /** Under `--ignore`: what was left out of the texts. */
  readonly ignored?: IgnoredTotal
  /** Under a measure of rows. */
  readonly rows?: RowsSummary
}

export function summarizeLink(run: LinkRun): LinkSummary {
  const [left, right] = [new Set<number>(), new Set<number>()]
  let pairs = 0
  for (const { a, b } of run.matches.pairs()) {
    pairs++
    left.add(a)
    right.add(b)
  }
  const { version, rejects, plan, signature, limits, ignored } = commonFigures(run)
  return {
    version,
    a: run.ofA,
    b: run.context.documents.count - run.ofA,
    pairs,
    linkedA: left.size,
    linkedB: right.size,
    rejects,
    seconds: secondsOf(run.context).total,
    plan,
    signature,
    limits,
    ...(ignored ? { ignored } : {}),
    ...(run.rows ? { rows: summarizeRows(run.rows, run.context.documents.count, 0) } : {}),
  }
}
