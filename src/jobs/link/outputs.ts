/** Outputs of a link, and its figures. */

import type { Input } from '../../reading/input.js'
import { lines, matchLine, pairLine } from '../../writing/json-lines.js'
import { OutputSet, type Paths } from '../../writing/output-set.js'
import { pathsOf, rejectLines } from '../dedupe/outputs.js'
import { commonFigures, secondsOf } from '../dedupe/summary.js'
import type { LinkRun } from './link.js'

/** Everything that a link can write. */
export const KINDS = ['pairs', 'matches', 'groups', 'rejects'] as const
export type LinkKind = (typeof KINDS)[number]

/** Where to write what; `-` is standard output. */
export type LinkPaths = Paths<LinkKind>

/** The lines of each output. */
export type LinkWriters = { readonly [Kind in LinkKind]?: () => Iterable<string> }

export const linkWriters = ({ matches, context }: LinkRun): LinkWriters => {
  const { documents } = context
  return {
    *pairs() {
      for (const pair of matches.pairs()) yield pairLine(documents.idOf(pair.a), documents.idOf(pair.b), pair)
    },
    *matches() {
      for (const { b, match } of matches.best())
        yield matchLine(documents.idOf(b), match && documents.idOf(match.a), match ?? { similarity: undefined, distance: undefined })
    },
    rejects: () => rejectLines(context),
  }
}

/** Outputs that were asked for, opened before the work begins. */
export class LinkOutputs {
  readonly #set: OutputSet<LinkKind>

  /** @throws {LeitongError} `OUTPUT_WRITE`, `OPTION_CONFLICT` */
  constructor(paths: LinkPaths, inputs: readonly Input[]) {
    // Flags of a command have more in them than paths.
    const { pairs, matches, groups, rejects } = paths
    this.#set = new OutputSet<LinkKind>({ pairs, matches, groups, rejects }, pathsOf(inputs))
  }

  /**
   * @param writers  one for each kind that was asked for
   * @throws {LeitongError} `OUTPUT_WRITE`; call {@link discard} then
   */
  async write(writers: LinkWriters): Promise<void> {
    await this.#set.write((kind) => lines(writers[kind]?.() ?? []))
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
  readonly limits: { readonly manyCopies: number; readonly crowded: number }
}

export function summarizeLink(run: LinkRun): LinkSummary {
  const [left, right] = [new Set<number>(), new Set<number>()]
  let pairs = 0
  for (const { a, b } of run.matches.pairs()) {
    pairs++
    left.add(a)
    right.add(b)
  }
  const { version, rejects, plan, signature, limits } = commonFigures(run)
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
  }
}
