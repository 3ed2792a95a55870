/**
 * document, JSON line (whole components, in the order of the input) -> what the engine of one machine decides of them, as it is:
 * `d`, document, kept, similarity, distance of a removed one; `p`, a, b, similarity, distance of a similar pair; `c`, crowded, unpaired.
 */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError, unreachable } from '../../errors.js'
import { type PairsWanted, type Run, runBatch } from '../../jobs/dedupe/dedupe.js'
import { pairsOf } from '../../jobs/dedupe/pairs/pairs.js'
import type { Options } from '../../options/options.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { round, type Scores } from '../../writing/json-lines.js'
import { writeFully } from '../../writing/write-fully.js'
import { inLocalFolder } from './local-folder.js'
import { type Numbered, say } from './pipe.js'

/** Records with the numbers of their documents, block by block. */
export type Blocks = Iterable<Pick<Numbered, 'documents'> & { readonly lines: Uint8Array }>

/**
 * @param records    as they come: whole, or by their places
 * @param isOrdered  they come in the order of preference
 */
export const blocks = (given: Options, plan: RowPlan | undefined, wantPairs: boolean, records: Blocks, isOrdered = false): Promise<void> =>
  inLocalFolder(async (folder) => {
    const path = join(folder, 'blocks.jsonl')
    const { documents, size } = spool(path, records)
    if (!documents.length) return
    const options = { ...given, ...(isOrdered ? { keep: 'first' as const } : {}), temp: folder }
    await judged(path, size, documents.length, options, plan, wantPairs ? 'all' : 'none', ({ decisions, crowded, unpaired }) => {
      for (const document of decisions.removedDocuments()) {
        const decision = decisions.decide(document)
        say(row('d', documents[document], documents[decision.kept], decision))
      }
      if (wantPairs) for (const pair of pairsOf(decisions, options.maxCopies)) say(row('p', documents[pair.a], documents[pair.b], pair))
      if (crowded || unpaired) say(`c\t${crowded}\t${unpaired}\t\\N\t\\N`)
    })
  })

/** Runs the batch of one machine over a file of records that were signed before, and lets its result be read. */
export async function judged(
  path: string,
  size: number,
  count: number,
  given: Options,
  plan: RowPlan | undefined,
  pairs: PairsWanted,
  take: (run: Run) => void,
): Promise<void> {
  // No threads: the cores of the machine belong to other tasks.
  const options = { ...given, workers: 0, strict: false }
  const input = {
    kind: 'file',
    name: '',
    path,
    format: FORMATS.jsonl,
    compression: undefined,
    size,
    encoding: 'utf-8',
    ...(plan ? { row: plan } : {}),
  } as const
  const run = await runBatch([input], options, pairs)
  try {
    if (run.context.documents.count !== count) unreachable('a record that was signed cannot be judged')
    take(run)
  } finally {
    await run.context.close()
  }
}

/** Numbers as the lines of results spell them. */
const row = (kind: string, a: string | undefined, b: string | undefined, { similarity, distance }: Scores) =>
  `${kind}\t${a}\t${b}\t${round(similarity)}\t${distance ?? null}`

/** Copies the records to a file, which is read twice, as any input. */
export function spool(path: string, records: Blocks): { readonly documents: readonly string[]; readonly size: number } {
  const documents: string[] = []
  let size = 0
  try {
    const file = openSync(path, 'wx')
    try {
      for (const block of records) {
        for (const document of block.documents) documents.push(document)
        writeFully(file, block.lines)
        size += block.lines.length
      }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    // The records themselves may be at fault.
    if (error instanceof LeitongError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw code ? new LeitongError('OUTPUT_WRITE', path, message) : error
  }
  return { documents, size }
}
