/** A run of a review: the batch, with the decisions so far, and its groups as files that a page asks. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../comparing/names.js'
import { isSamePerson } from '../comparing/persons.js'
import { type Run, runBatch } from '../jobs/dedupe/dedupe.js'
import { besideOf } from '../jobs/dedupe/reporting/page.js'
import type { ShownFields } from '../jobs/dedupe/reporting/shown-fields.js'
import { similarityRange } from '../jobs/dedupe/similarity-range.js'
import { printedSummary, summarize } from '../jobs/dedupe/summary.js'
import { WHOLE_ROW } from '../matching/judge.js'
import { machineDefaults } from '../options/machine.js'
import { contentDigest } from '../reading/decisions/content-digest.js'
import { expandInputs } from '../reading/inputs.js'
import { resolveOptions } from '../resolving/resolve.js'
import { checkFields } from '../sources/rows/fields-file.js'
import { type Payload, PayloadWriter, type RunColumns, type RunFigures, type RunHead, writeRun } from './files.js'
import { nameGroups } from './group-ids.js'
import type { Happened } from './history.js'
import { MARKS, numbersOf, riskOf } from './risk.js'
import { TimeFields } from './times.js'
import type { WorkHooks } from './work/kinds.js'

/** Members that are read at once. */
const BATCH = 128
/** UTF-16 units that are kept of a text to be shown. */
const TEXT = 1 << 20
/** A field that says less than this speaks against a pair. */
const AGAINST = 0.5

export interface ReviewRun {
  readonly head: RunHead
  readonly events: ReturnType<typeof nameGroups>['events']
}

/**
 * Runs the batch of a project and writes what its groups are.
 *
 * @param folder     for the files of this run, which is made
 * @param decisions  the file of decisions; they are obeyed
 * @param before     for each digest the id of its group in the run before
 * @param decided    for each id, as JSON, the digests that acts name it with
 * @param told       what the head says of the run beside what is found
 * @param progress   told of bytes that are read, pairs that are verified, and members that are written
 * @throws {LeitongError} as a batch does
 */
export async function runReview(
  source: readonly string[],
  given: Readonly<Record<string, unknown>>,
  folder: string,
  decisions: string,
  before: ReadonlyMap<string, string>,
  decided: ReadonlyMap<string, ReadonlySet<string>>,
  told: { readonly leftOut?: number; readonly before?: RunFigures },
  progress?: WorkHooks['progress'],
): Promise<ReviewRun> {
  const { inputs, options } = await batchOf(source, { ...given, decisions })
  const run = await runBatch(inputs, options, 'none', progress ? { progress } : {})
  try {
    const { columns, groups, timeField } = await describe(run, folder, options.threshold, decided, progress)
    const { ids, events } = nameGroups(before, groups)
    const head: RunHead = {
      at: new Date().toISOString(),
      documents: run.context.documents.count,
      groups: ids.length,
      members: columns.similarity.length,
      sources: run.context.documents.files.map(({ name }) => name),
      ids,
      threshold: options.threshold,
      summary: printedSummary(summarize(run)) as unknown as RunHead['summary'],
      ...(timeField === undefined ? {} : { timeField }),
      ...told,
    }
    writeRun(folder, head, columns)
    return { head, events }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    await run.context.close()
  }
}

/** The inputs and options of a batch over the source of a review. @throws {LeitongError} for options and files that are none */
export async function batchOf(source: readonly string[], given: Readonly<Record<string, unknown>>) {
  const { fields, ...others } = given
  // Fields can stand in the options themselves.
  const spec = typeof fields === 'object' && fields !== null ? checkFields(fields, 'the fields of the review') : undefined
  const options = optionsIn(spec ? others : given)
  return { inputs: await expandInputs(source, options, spec), options }
}

/** Refuses wrong options and fields of a review before anything is made of it. @throws {LeitongError} for what is none */
export function checkOptions(given: Readonly<Record<string, unknown>>): void {
  const { fields } = given
  if (typeof fields === 'object') checkFields(fields, 'the fields of the review')
  optionsIn(given)
}

/** The options of a review, whole. @throws {LeitongError} for what is none */
export const optionsIn = ({ fields, ...others }: Readonly<Record<string, unknown>>) =>
  // Fields that stand in the options themselves are no option.
  resolveOptions(
    [{ values: typeof fields === 'object' ? others : { ...others, fields }, where: 'in the options of the review' }],
    machineDefaults(),
  )

async function describe(
  { context, decisions, rows }: Run,
  folder: string,
  threshold: number,
  decided: ReadonlyMap<string, ReadonlySet<string>>,
  progress: WorkHooks['progress'],
): Promise<{ columns: RunColumns; groups: string[][]; timeField: string | undefined }> {
  const { groups } = decisions
  const columns = {
    starts: new Uint32Array(groups.length + 1),
    risk: new Float32Array(groups.length),
    low: new Float32Array(groups.length),
    high: new Float32Array(groups.length),
    marks: new Uint8Array(groups.length),
    length: new Uint32Array(groups.length),
    source: new Uint32Array(groups.length),
    similarity: new Float32Array(groups.members),
    digests: new Uint32Array(4 * groups.members),
  }
  const digests: string[][] = []
  using writer = new PayloadWriter(folder)
  const times = new TimeFields(groups.length)
  const beside = besideOf(context)
  let member = 0
  for (const { number, kept, members } of groups) {
    const group = number - 1
    columns.source[group] = context.documents.fileOf(kept)
    const [low = Number.NaN, high = Number.NaN] = similarityRange(decisions, { number, kept, members }) ?? []
    let [marks, longest, numbers, names] = [low < threshold ? MARKS.chain : 0, 0, '', '']
    let person: string | undefined
    const own: string[] = []
    for (let from = 0; from < members.length; from += BATCH) {
      const some = Array.from(members.subarray(from, from + BATCH))
      for (const [i, read] of context.textsOf(some).entries()) {
        const document = some[i] as number
        const contributions = rows && document !== kept ? rows.contributions(kept, document) : undefined
        if (document === kept) numbers = numbersOf(read.text)
        else if (numbersOf(read.text) !== numbers) marks |= MARKS.numbers
        if (document === kept) names = namesIn(read.text).join()
        else if (!(marks & MARKS.names) && namesIn(read.text).join() !== names) marks |= MARKS.names
        if (contributions?.some(({ field, similarity }) => field !== WHOLE_ROW && similarity !== undefined && similarity < AGAINST))
          marks |= MARKS.fields
        longest = Math.max(longest, read.text.length)
        const digest = contentDigest(read)
        own.push(digest)
        const id = context.documents.idOf(document)
        if (decided.get(id)?.has(digest) === false) marks |= MARKS.changed
        for (let word = 0; word < 4; word++) columns.digests[4 * member + word] = Number.parseInt(digest.slice(8 * word, 8 * word + 8), 16)
        columns.similarity[member] = decisions.decide(document).similarity ?? Number.NaN
        const payload = payloadOf(context, document, read, beside)
        if (document === kept) person = payload.person
        else if (!rows && !isSamePerson(payload.person ?? '', person ?? '')) marks |= MARKS.names
        if (document === kept) times.take(group, payload)
        writer.add({
          ...payload,
          ...(contributions
            ? { contributions: contributions.map(({ level = null, similarity = null, ...rest }) => ({ ...rest, level, similarity })) }
            : {}),
        })
        member++
      }
      await context.pause()
      progress?.('write', member, groups.members)
    }
    digests.push(own)
    columns.starts[group + 1] = member
    columns.marks[group] = marks
    columns.length[group] = longest
    columns.low[group] = low
    columns.high[group] = high
    columns.risk[group] = riskOf({ size: members.length, low, marks })
  }
  writer.close()
  const time = times.chosen()
  const all = {
    ...columns,
    time: time?.times ?? new Float64Array(groups.length).fill(Number.NaN),
    payloads: Float64Array.from(writer.ends),
  }
  return { columns: all, groups: digests, timeField: time?.name }
}

/** What is shown of a document. */
export function payloadOf(
  context: Run['context'],
  document: number,
  { title = '', text, row }: ReturnType<Run['context']['textsOf']>[number],
  beside: ShownFields,
): Payload {
  return {
    id: context.documents.idOf(document),
    title,
    text: text.slice(0, TEXT),
    ...(row
      ? {
          fields: [
            ...row.short.map(({ field, value }) => [field, value] as const),
            ...row.long.map((one) => [one.field, one.text] as const),
          ],
        }
      : {}),
    ...beside.of(document),
  }
}

/** The digest of a member, as decisions name it. */
export const digestOf = ({ digests }: Pick<RunColumns, 'digests'>, member: number): string =>
  [0, 1, 2, 3].map((word) => (digests[4 * member + word] as number).toString(16).padStart(8, '0')).join('')

export const folderOfRun = (project: string, number: number): string => join(project, `run-${number}`)

/** What became of groups by a run, for the project to take over. */
export const keepEvents = (folder: string, events: readonly Happened[]): void => writeFileSync(historyOf(folder), JSON.stringify(events))

/** Events of a run that the history has not taken over; undefined where it has. */
export function eventsOf(folder: string): Happened[] | undefined {
  return existsSync(historyOf(folder)) ? (JSON.parse(readFileSync(historyOf(folder), 'utf8')) as Happened[]) : undefined
}

/** They are in the history. */
export const forgetEvents = (folder: string): void => rmSync(historyOf(folder), { force: true })

const historyOf = (folder: string): string => join(folder, 'history.json')
