/** Decisions carried out: the records that stay as they came, and a list of those that went. The source is never written to. */
import { extname } from 'node:path'
import { nameOf } from '../../deciding/acts.js'
import { LeitongError } from '../../errors.js'
import { runBatch } from '../../jobs/dedupe/dedupe.js'
import { checkOneFormat, recordsContent } from '../../jobs/dedupe/outputs.js'
import { checkResultsTable, storeRows } from '../../jobs/dedupe/results-table.js'
import { contentDigest } from '../../reading/decisions/content-digest.js'
import { type Input, pathsOf } from '../../reading/input.js'
import { requireUnchanged } from '../../reading/stamp.js'
import { namedFiles } from '../../resolving/named-files.js'
import type { ResultRow } from '../../sources/databases/results.js'
import { compressionOf } from '../../sources/formats/compression.js'
import { isDocument } from '../../sources/formats/format.js'
import { lines } from '../../writing/json-lines.js'
import { OutputSet } from '../../writing/output-set.js'
import { checkResultPath, type Results, resultContent } from '../../writing/results.js'
import { requirePlan } from '../answers.js'
import type { Machine, Project } from '../project.js'
import { batchOf } from '../run.js'
import type { WorkHooks } from '../work/kinds.js'

export interface ApplyPaths {
  /** The records that stay, in the format of the source. */
  readonly output?: string | undefined
  /** The documents that went, each with the one that stays in its place; the ending says the form. */
  readonly removed?: string | undefined
}

/** A table of its own in the database that the source is a table of. */
export interface ApplyTable {
  readonly name: string
  /** A table of results may be there; it is replaced. */
  readonly replace: boolean
}

export interface Applied {
  readonly documents: number
  readonly removed: number
  readonly kept: number
}

/** A document that people called a duplicate. */
interface Gone {
  readonly group: string
  /** The group in the run. */
  readonly number: number
  /** To the document that the run keeps; NaN where it was not measured. */
  readonly similarity: number
  /** As JSON. */
  readonly id: string
  readonly digest: string
  readonly kept: string
  readonly by: string
  readonly at: string
}

/**
 * Writes what the plan says. Only documents that people called duplicates go.
 *
 * @param key    of the plan that was shown
 * @param hooks  told how far the source is read again
 * @param table  for the groups that were decided on: those that go, and the one that stays in their place
 * @throws {LeitongError} `SERVICE_CONFLICT` where something was decided or run since that plan; `SOURCE_CHANGED` where a document is not
 *                        there as it was decided on; `OUTPUT_FORMAT`, `OUTPUT_WRITE`, `OPTION_CONFLICT` for an output in the place of the source
 *                        and for a table where the source is none; `RESULTS_TABLE` for one that is there, and the source among them
 */
export async function applyReview(
  project: Project,
  machine: Machine,
  key: string,
  pathsFor: (ending: string) => ApplyPaths,
  table?: ApplyTable,
  hooks: WorkHooks = {},
): Promise<Applied> {
  requirePlan(project, key)
  const gone = [...goneOf(project)]
  const { inputs, options } = await batchOf(project.paths(machine), project.optionsOn(machine))
  const paths = pathsFor(endingOf(inputs))
  checkResultPath(paths.removed ?? '')
  const outputs = new OutputSet(paths as Record<string, string | undefined>, [...pathsOf(inputs), ...namedFiles(options)])
  try {
    if (table) await checkResultsTable(inputs, table.name, table.replace)
    if (paths.output !== undefined) checkOneFormat(inputs, paths.output)
    const { context } = await runBatch(inputs, options, 'none', hooks)
    try {
      const { documents } = context
      const wanted = new Map<string, Gone[]>()
      for (const one of gone) wanted.set(one.id, [...(wanted.get(one.id) ?? []), one])
      const removed: number[] = []
      for (let document = 0; document < documents.count && wanted.size; document++) {
        const id = documents.idOf(document)
        const named = wanted.get(id)
        if (!named) continue
        const [read] = context.textsOf([document])
        const digest = read && contentDigest(read)
        const at = named.findIndex((one) => one.digest === digest)
        if (at < 0) continue
        removed.push(document)
        if (named.length === 1) wanted.delete(id)
        else named.splice(at, 1)
      }
      const [missing] = wanted.keys()
      if (missing !== undefined) throw new LeitongError('SOURCE_CHANGED', `${project.name}: document ${machine.shown(missing)}`)
      const isOfDocuments = inputs[0] !== undefined && isDocument(inputs[0].format)
      const names = () => {
        const files = new Set(removed.map((document) => documents.fileOf(document)))
        return documents.files.flatMap(({ name }, number) => (files.has(number) ? [] : [machine.shown(name)]))
      }
      await outputs.write(
        (kind) => {
          if (kind === 'removed') return resultContent(paths.removed as string, removedOf(gone, machine))
          return isOfDocuments ? lines(names()) : recordsContent(inputs, { documents, removed }, paths.output as string, options)
        },
        async () => {
          requireUnchanged(inputs)
          if (table) await storeRows(inputs, tableRows(gone), table.name, table.replace)
        },
      )
      return { documents: documents.count, removed: removed.length, kept: documents.count - removed.length }
    } finally {
      await context.close()
    }
  } catch (error) {
    outputs.discard()
    throw error
  }
}

/** What records of these inputs leave as. */
function endingOf([input]: readonly Input[]): string {
  if (!input || isDocument(input.format)) return '.txt'
  return extname(compressionOf(input.name).bare) || '.txt'
}

function* goneOf({ run }: Project): Generator<Gone> {
  for (const [group, id] of run.head.ids.entries()) {
    if (run.state(group) === 'open') continue
    const { members: states, kept } = run.stateOf(group)
    if (!states.includes('duplicate')) continue
    const members = run.membersOf(group)
    const last = run
      .actsOn(group)
      .filter(({ act }) => act === 'duplicate')
      .at(-1)
    for (const [place, state] of states.entries()) {
      const member = members[place]
      const other = members[kept]
      if (state !== 'duplicate' || !member || !other) continue
      const similarity = run.columns.similarity[(run.columns.starts[group] as number) + place] as number
      yield {
        group: id,
        number: group,
        similarity,
        id: nameOf(member),
        digest: member.digest,
        kept: nameOf(other),
        by: last?.by ?? '',
        at: last?.at ?? '',
      }
    }
  }
}

/** As `--results-table` of `dedupe` has groups: the one that stays, then those that go. */
function* tableRows(gone: readonly Gone[]): Generator<ResultRow> {
  let last = -1
  for (const { number, id, kept, similarity } of gone) {
    const row = { group: number + 1, similarity: null, distance: null }
    if (number !== last) yield { ...row, key: kept, kept: true }
    last = number
    yield { ...row, key: id, kept: false, similarity: Number.isNaN(similarity) ? null : similarity }
  }
}

function removedOf(gone: readonly Gone[], { shown }: Machine): Results {
  const names = ['id', 'duplicate_of', 'group', 'by', 'at'] as const
  const rows = () => gone.map(({ id, kept, group, by, at }) => [shown(id), shown(kept), group, by, at])
  return {
    *lines() {
      for (const [id, kept, ...rest] of rows())
        yield `{"id":${id},"duplicate_of":${kept},${rest.map((value, i) => `"${names[i + 2]}":${JSON.stringify(value)}`).join(',')}}`
    },
    table: () => ({ columns: names.map((name, i) => ({ name, kind: i < 2 ? ('id' as const) : ('value' as const) })), rows: rows() }),
  }
}
