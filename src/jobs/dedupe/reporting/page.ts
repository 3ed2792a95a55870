/** The report: one HTML page that opens from disk. Its code is web/report; it gets its data here. */

import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { ownFile } from '../../../packages.js'
import { isDocument } from '../../../sources/formats/format.js'
import { FORMATS } from '../../../sources/formats/formats.js'
import type { Run } from '../dedupe.js'
import { pairsOf } from '../pairs/pairs.js'
import type { SideOf } from '../results.js'
import type { RunContext } from '../run-context.js'
import { printedSummary, summarize } from '../summary.js'
import { LIMITS, type Reported, type ReportLimits, ReportParts } from './data.js'
import { ShownFields } from './shown-fields.js'

const NOTHING = new Uint8Array(0)

const script = (id: string, value: unknown) =>
  Buffer.from(`<script type="text/plain" id="${id}">${gzipSync(JSON.stringify(value)).toString('base64')}</script>\n`)

/** What is shown beside the texts of a batch or a link. */
export const besideOf = (context: RunContext): ShownFields =>
  new ShownFields({
    options: context.options,
    documents: context.documents,
    recordOf: (document) => context.recordOf(document),
    isText: (file) => {
      const read = context.documents.files[file]
      return !read || isDocument(FORMATS[read.format])
    },
  })

/** What the report of a batch tells of. */
export function batchReport(run: Run, sideOf?: SideOf): Reported {
  const { context, decisions } = run
  const inputs = context.inputs.slice(0, context.ownInputs).map(({ name }) => name)
  return {
    ...run,
    about: { inputs },
    beside: besideOf(context),
    pairs: () => pairsOf(decisions, context.options.maxCopies),
    summary: printedSummary(summarize(run)),
    ...(sideOf ? { sideOf } : {}),
  }
}

/** The page in pieces, as bytes. Its data is described in web/report/data.ts. */
export function* reportPage(run: Reported, limits: ReportLimits = LIMITS): Generator<Uint8Array> {
  const page = readFileSync(ownFile('web/report.html'), 'utf8')
  const [head, tail] = page.split('<!--DATA-->') as [string, string]
  yield Buffer.from(head)
  const parts = new ReportParts(run, limits)
  const groups: object[] = []
  for (let number = 0; number < parts.blocks; number++) {
    const { members, lines } = parts.block(number)
    groups.push(...lines())
    yield script(`block-${number}`, members)
  }
  const ids = parts.ids()
  if (ids) yield script('ids', ids)
  const rest = parts.rest()
  let next = rest.next()
  while (!next.done) {
    yield NOTHING
    next = rest.next()
  }
  yield script('data', { ...next.value, groups })
  yield Buffer.from(tail)
}
