/** The report of a link: rows of B that are in A, each group one row of A with the rows of B that it is the best match of. */

import type { Decision } from '../dedupe/decisions.js'
import { Groups } from '../dedupe/groups.js'
import { besideOf, reportPage } from '../dedupe/reporting/page.js'
import { printedSummary } from '../dedupe/summary.js'
import type { LinkRun } from './link.js'
import { summarizeLink } from './summary.js'

/** No row of A. */
const NONE = 0xffffffff

/** The best matches as groups, of which a row of A is the head. */
class BestMatches {
  readonly groups: Groups
  readonly #run: LinkRun

  constructor(run: LinkRun) {
    this.#run = run
    const { count } = run.context.documents
    const heads = new Uint32Array(count).fill(NONE)
    for (const { b, match } of run.matches.best()) {
      if (!match) continue
      heads[b] = match.a
      heads[match.a] = match.a
    }
    this.groups = new Groups(
      count,
      (document) => heads[document] !== NONE,
      (document) => heads[document] as number,
    )
  }

  decide(document: number): Decision {
    const { ofA, matches, candidates } = this.#run
    const match = document < ofA ? undefined : matches.bestOf(document)
    return match ? { ...match, kept: match.a } : { kept: document, similarity: 1, distance: candidates.distance ? 0 : undefined }
  }
}

export function* linkReport(run: LinkRun): Generator<Uint8Array> {
  const { context, inputsOfA, matches, ofA } = run
  const { options } = context
  const names = context.inputs.map(({ name }) => name)
  const decisions = new BestMatches(run)
  const { seconds, ...figures } = summarizeLink(run)
  const summary = { ...figures, seconds: { total: seconds }, groups: decisions.groups.length, options }
  yield* reportPage({
    ...run,
    decisions,
    about: { inputs: names.slice(0, inputsOfA), inputsOfB: names.slice(inputsOfA) },
    beside: besideOf(context),
    pairs: () => matches.pairs(),
    summary: printedSummary(summary),
    sideOf: (document) => (document < ofA ? 'A' : 'B'),
  })
}
