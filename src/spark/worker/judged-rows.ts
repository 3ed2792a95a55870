/**
 * document, JSON line of all rows, in the order of the input -> what one machine says of them, as it writes it: kind, number, line. `d`: a document
 * that leaves, by its number; `removed`, `groups`, `pairs`: lines of results, numbered in their order; `summary`: figures, as JSON.
 */
import { join } from 'node:path'
import type { Run } from '../../jobs/dedupe/dedupe.js'
import { pairResults } from '../../jobs/dedupe/pairs/pair-results.js'
import { groupResults, removedResults } from '../../jobs/dedupe/results.js'
import { pairsFrom, summarizeRows } from '../../jobs/dedupe/rows/summary.js'
import { commonFigures } from '../../jobs/dedupe/summary.js'
import type { Options } from '../../options/options.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import type { Line } from '../../writing/json-lines.js'
import { type Blocks, judged, spool } from './blocks.js'
import { inLocalFolder } from './local-folder.js'
import { say } from './pipe.js'

export const judgedRows = (given: Options, plan: RowPlan | undefined, wantPairs: boolean, records: Blocks): Promise<void> =>
  inLocalFolder(async (folder) => {
    const path = join(folder, 'rows.jsonl')
    const { documents, size } = spool(path, records)
    if (!documents.length) return
    await judged(path, size, documents.length, { ...given, temp: folder }, plan, wantPairs ? 'all' : 'none', (run) => {
      for (const document of run.decisions.removedDocuments()) say(`d\t${documents[document]}\t`)
      sayLines('removed', removedResults(run).lines())
      sayLines('groups', groupResults(run).lines())
      if (wantPairs) sayLines('pairs', pairResults(run).lines())
      say(`summary\t0\t${JSON.stringify(figuresOf(run))}`)
    })
  })

function sayLines(kind: string, lines: Iterable<Line>): void {
  let number = 0
  for (const line of lines) say(`${kind}\t${number++}\t${typeof line === 'string' ? line : [...line].join('')}`)
}

function figuresOf(run: Run) {
  const { context, rows, decisions } = run
  const { options, documents } = context
  const { signature } = commonFigures(run)
  return { signature, rows: rows && summarizeRows(rows, documents.count, decisions.grouping.cut ?? 0, pairsFrom(rows, options.threshold)) }
}
