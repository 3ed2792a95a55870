/** The first pass: every input read once and its records fingerprinted by workers, in the order of the input. */

import type { Collected } from '../../methods/method.js'
import { searchOf } from '../../methods/searches.js'
import type { ReadFile } from '../../reading/open-input.js'
import { tooLong } from '../../reading/too-long.js'
import { inOrder } from '../../searching/in-order.js'
import type { IgnoredTotal } from '../../signing/lexicons.js'
import type { EntryContent } from '../../signing/signature.js'
import type { PieceColumns } from '../../working/tasks.js'
import { FeatureFile } from './containing/feature-file.js'
import { SameSize } from './given/same-size.js'
import type { RunContext } from './run-context.js'
import { SignatureStore } from './signature-store.js'
import { type Unit, Units } from './units.js'

/** Everything about the documents that a search needs. */
export interface Signatures extends Collected {
  readonly store: SignatureStore
  /** The size of signatures that came with the records; undefined for others, and where there is none. */
  readonly size: number | undefined
  /** What was left out of the texts. */
  readonly ignored: IgnoredTotal
}

/** Of `--memory`, what features take before they go to disk. */
const FEATURES = 1 / 2

/** Fingerprints everything, and keeps the columns that a search asks for. */
export async function signInputs(context: RunContext): Promise<Signatures> {
  const { options } = context
  const store = new SignatureStore(options, options.memory, context.folder)
  const sizes = new SameSize(context)
  const overflow = () => new FeatureFile(context.folder())
  const { postings, features } = searchOf(options).collect(options, { bytes: options.memory, share: FEATURES, overflow })
  const ignored = { texts: 0, characters: 0 }
  for await (const signed of signAll(context, postings ? { sample: () => postings.sample } : {})) {
    sizes.note(signed)
    ignored.texts += signed.ignored.texts
    ignored.characters += signed.ignored.characters
    store.add(signed)
    postings?.add(signed.grams, signed.gramEnds)
    features?.add(signed.grams, signed.gramEnds)
  }
  return { store, postings, features, size: sizes.size, ignored }
}

export interface PassOptions {
  /** Content of the entries. @default 'search' */
  readonly content?: EntryContent | 'values'
  /** Asked before each task under method `rare`: which features are still wanted, see {@link Fingerprinting}. */
  readonly sample?: () => number
}

/** Fingerprints everything; adds each piece to the documents of the run and hands it on, in the order of the input. */
export async function* signAll(context: RunContext, { content = 'search', sample }: PassOptions = {}): AsyncGenerator<PieceColumns> {
  const { documents, pool, hooks } = context
  const run = async ({ work }: Unit) => (work.kind === 'too-long' ? undefined : pool.run(sample ? { ...work, sample: sample() } : work))
  let file = -1
  let line = 1
  let read = 0
  for await (const [unit, signed] of inOrder(new Units(context, content), pool.width, run)) {
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
