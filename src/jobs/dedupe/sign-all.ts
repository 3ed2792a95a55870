/** The records of a run, fingerprinted by workers, in the order of the input; whoever has the workers, and wherever the records lie. */

import { SameSize } from '../../methods/given/same-size.js'
import type { Collected, Room } from '../../methods/method.js'
import { methodOf } from '../../methods/methods.js'
import { searchOf } from '../../methods/searches.js'
import type { Options } from '../../options/options.js'
import type { ReadFile } from '../../reading/open-input.js'
import { tooLong } from '../../reading/too-long.js'
import { inOrder } from '../../searching/in-order.js'
import type { IgnoredTotal } from '../../signing/lexicons.js'
import type { EntryContent } from '../../signing/signature.js'
import type { PieceColumns } from '../../working/tasks.js'
import type { RunContext } from './run-context.js'
import type { Unit } from './units.js'

/** What of a run signs its records. */
export type Signing = Pick<RunContext, 'options' | 'documents' | 'pool' | 'hooks' | 'totalBytes' | 'units'>

/** What is known of the documents when all are signed. */
export interface Signed extends Collected {
  /** Those of the run, with the size of signatures that came with the records. */
  readonly options: Options
  /** What was left out of the texts. */
  readonly ignored: IgnoredTotal
}

/**
 * Fingerprints everything, and collects what the search of the method asks for.
 *
 * @param take  is handed each piece
 */
export async function collectSigned(context: Signing, room: Room, take: (signed: PieceColumns) => void): Promise<Signed> {
  const { options, documents } = context
  const sizes = new SameSize(methodOf(options).given, (document) => placeOf(context, document))
  const { postings, features } = searchOf(options).collect(options, room)
  const ignored = { texts: 0, characters: 0 }
  for await (const signed of signAll(context, postings ? { sample: () => postings.sample } : {})) {
    sizes.note(documents.count - signed.count, signed.features)
    ignored.texts += signed.ignored.texts
    ignored.characters += signed.ignored.characters
    take(signed)
    postings?.add(signed.grams, signed.gramEnds)
    features?.add(signed.grams, signed.gramEnds)
  }
  return { postings, features, options: sizes.sized(options), ignored }
}

/** Where a document stands, for messages. */
function placeOf({ documents }: Pick<RunContext, 'documents'>, document: number): string {
  const { name } = documents.files[documents.fileOf(document)] as ReadFile
  const line = documents.lineOf(document)
  return `${name || 'document'}${line ? `${name ? ':' : ' '}${line}` : ''}`
}

export interface PassOptions {
  /** Content of the entries. @default 'search' */
  readonly content?: EntryContent | 'values'
  /** Asked before each task under method `rare`: which features are still wanted, see {@link Fingerprinting}. */
  readonly sample?: () => number
}

/** Fingerprints everything; adds each piece to the documents of the run and hands it on, in the order of the input. */
export async function* signAll(context: Signing, { content = 'search', sample }: PassOptions = {}): AsyncGenerator<PieceColumns> {
  const { documents, pool, hooks } = context
  const run = async ({ work }: Unit) => (work.kind === 'too-long' ? undefined : pool.run(sample ? { ...work, sample: sample() } : work))
  let file = -1
  let line = 1
  let read = 0
  for await (const [unit, signed] of inOrder(context.units(content), pool.width, run)) {
    hooks.signal?.throwIfAborted()
    if (unit.file !== file) line = 1 + ((documents.files[unit.file] as ReadFile).opening.lines ?? 0)
    file = unit.file
    if (signed) {
      // Whole files have no lines.
      documents.add(file, unit.start + signed.base, unit.work.kind === 'files' ? 0 : line, signed)
      line += signed.lines
      yield signed
    } else if (unit.work.kind === 'too-long') {
      const { bytes } = unit.work
      const reason = tooLong(bytes, context.options.maxRecord)
      documents.rejects.push({ file, start: unit.start, end: unit.start + bytes, line, reason })
      line++
    }
    read += unit.size
    hooks.progress?.('read', read, context.totalBytes)
  }
}
