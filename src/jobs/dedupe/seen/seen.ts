/** Documents held one after the other against a filter of what was seen, which takes those in that are new: in memory that is fixed beforehand. */
import { LeitongError } from '../../../errors.js'
import { Uint32List } from '../../../hashing/typed-list.js'
import type { Options } from '../../../options/options.js'
import { type Input, pathsOf } from '../../../reading/input.js'
import { requireUnchanged } from '../../../reading/stamp.js'
import { namedFiles } from '../../../resolving/named-files.js'
import { type SeenError, type SeenFilter, sureBands } from '../../../searching/seen-filter.js'
import { VERSION } from '../../../version.js'
import type { PieceColumns } from '../../../working/tasks.js'
import { type Line, lines } from '../../../writing/json-lines.js'
import { OutputSet } from '../../../writing/output-set.js'
import { documentsOf } from '../kept/selection.js'
import { holdRecords, ShardFolder, type ShardForm } from '../kept/shards.js'
import { ComparedCheck } from '../nothing-compared.js'
import { checkOneFormat, recordsContent } from '../outputs.js'
import { refuseRejects } from '../rejects.js'
import { RunContext, type RunHooks } from '../run-context.js'
import { signAll } from '../sign-all.js'
import { openSeen, requireBands, type Seen, writeSeen } from './seen-file.js'

export interface SeenRequest {
  /** The filter, which is made where it is missing, and those that are brought together in it first. */
  readonly filters: readonly [string, ...string[]]
  /** Documents that a new filter is made for. */
  readonly capacity?: number | undefined
  /** Where records go that were not seen. */
  readonly output?: string | undefined
  /** Of the files of an output that is a folder. */
  readonly compress?: ShardForm['compress']
  /** Where `id`, `seen`, `bands` of every record go. */
  readonly answers?: string | undefined
}

export interface SeenSummary {
  readonly version: string
  readonly documents: number
  readonly rejects: number
  readonly yes: number
  readonly maybe: number
  readonly no: number
  /** Bands from which the answer is `yes`, of how many. */
  readonly sure: number
  readonly bands: number
  readonly filter: {
    /** Documents in it, and those that it is made for. */
    readonly documents: number
    readonly capacity: number
    readonly bytes: number
    /** How often it is wrong now. */
    readonly error: SeenError
  }
  readonly seconds: number
}

/**
 * Answers whether each document, or one like it, was seen before, and adds those that were not. Outputs come first, the filter last.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`, `OUTPUT_WRITE`, and as reading does
 */
export async function runSeen(
  inputs: readonly Input[],
  options: Options,
  request: SeenRequest,
  hooks: RunHooks = {},
): Promise<SeenSummary> {
  const started = performance.now()
  requireBands(options)
  if (inputs.some(({ row }) => row))
    throw new LeitongError('OPTION_CONFLICT', '--seen is for texts, and fields of rows are compared one by one')
  const [path, ...others] = request.filters
  const { output, answers, compress } = request
  const shards =
    output?.endsWith('/') && holdRecords(inputs) ? new ShardFolder(output, '--output', inputs, options, { compress }) : undefined
  if (output !== undefined && !shards) checkOneFormat(inputs, output)
  if (compress !== undefined && !shards)
    throw new LeitongError('OPTION_CONFLICT', '--compress is for an output that is a folder: --output FOLDER/')
  const reads = [...pathsOf(inputs), ...namedFiles(options), ...request.filters.map((filter) => [filter, filter] as const)]
  const outputs = new OutputSet({ output, answers }, reads, (kind) => kind === 'output' && shards !== undefined)
  const context = RunContext.open(inputs, options, hooks)
  try {
    await outputs.ready()
    await shards?.ready()
    let seen = openSeen(path, options, request.capacity, others.length ? capacityOf(others, options) : undefined)
    for (const other of others) seen = merged(seen, openSeen(other, options, seen.filter.shape.capacity))
    const sure = sureBands(options.threshold, options.bands, options.bandRows)
    const bands = new Uint32List()
    for await (const signed of signAll(context)) askEach(signed, seen.filter, options, sure, bands)
    new ComparedCheck(context).finish()
    refuseRejects(context)
    const { documents } = context
    const found = bands.taken()
    const answerOf = (document: number) => answer(found[document] as number, sure)
    const counts = { yes: 0, maybe: 0, no: 0 }
    for (let document = 0; document < documents.count; document++) counts[answerOf(document)]++
    const removed = Uint32Array.from(documentsThat(documents.count, (document) => answerOf(document) === 'yes'))
    await outputs.write(
      (kind) =>
        kind === 'output'
          ? recordsContent(inputs, { documents, removed }, output as string, options)
          : lines(answerLines(documents.count, (document) => documents.idOf(document), answerOf, found)),
      async () => {
        requireUnchanged(inputs)
        await shards?.write((files, path) => {
          const selection = { documents, removed: documentsOf(documents, files, removed), fromFile: files.from, toFile: files.to }
          return recordsContent(inputs.slice(files.from), selection, path, options)
        })
      },
    )
    const after = { filter: seen.filter, documents: seen.documents + documents.count - counts.yes }
    writeSeen(path, after, options)
    return {
      version: VERSION,
      documents: documents.count,
      rejects: documents.rejects.length,
      ...counts,
      sure,
      bands: options.bands,
      filter: {
        documents: after.documents,
        capacity: seen.filter.shape.capacity,
        bytes: seen.filter.bytes.length,
        error: seen.filter.error(sure),
      },
      seconds: (performance.now() - started) / 1000,
    }
  } finally {
    outputs.discard()
    await context.close()
  }
}

/** A filter that others are brought together in is made like the first of them. */
const capacityOf = ([first]: readonly string[], options: Options) => openSeen(first as string, options, undefined).filter.shape.capacity

function merged(seen: Seen, other: Seen): Seen {
  seen.filter.merge(other.filter)
  return { filter: seen.filter, documents: seen.documents + other.documents }
}

type Answer = 'yes' | 'maybe' | 'no'

const answer = (bands: number, sure: number): Answer => (bands >= sure ? 'yes' : bands ? 'maybe' : 'no')

/** For each document of a piece how many of its bands were seen; those that are new are added, one after the other. */
function askEach(
  { count, signatures }: PieceColumns,
  filter: SeenFilter,
  { bands, bandRows }: Options,
  sure: number,
  found: Uint32List,
): void {
  const keys = new Uint32Array(signatures.slice(0, count * bands * 4).buffer)
  const low = signatures.subarray(keys.byteLength)
  const size = low.length / count
  for (let i = 0; i < count; i++) {
    for (let band = 0; band < bands; band++) {
      const at = i * size + band * bandRows
      filter.put(band, keys[band * count + i] as number, low.subarray(at, at + bandRows))
    }
    const seen = filter.seen()
    found.push(seen)
    if (seen < sure) filter.add()
  }
}

function* documentsThat(count: number, holds: (document: number) => boolean): Generator<number> {
  for (let document = 0; document < count; document++) if (holds(document)) yield document
}

function* answerLines(
  count: number,
  idOf: (document: number) => string,
  answerOf: (document: number) => Answer,
  bands: Uint32Array,
): Generator<Line> {
  for (let document = 0; document < count; document++)
    yield `{"id":${idOf(document)},"seen":"${answerOf(document)}","bands":${bands[document]}}`
}
