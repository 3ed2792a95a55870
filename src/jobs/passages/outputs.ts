/** What a search for passages can write. */

import type { Options } from '../../options/options.js'
import { pathsOf } from '../../reading/input.js'
import { requireUnchanged } from '../../reading/stamp.js'
import type { Coverage } from '../../repeating/intervals.js'
import { namedFiles } from '../../resolving/named-files.js'
import { type Line, lines, round } from '../../writing/json-lines.js'
import { type Content, OutputSet } from '../../writing/output-set.js'
import { cutTexts, requireCuttable } from './cut-texts.js'
import { documentLines } from './documents.js'
import { coverageOf, type PassageRequest, type PassageRun } from './passages.js'

export const KINDS = ['output', 'removed', 'passages', 'boilerplate', 'documents'] as const
export type PassageKind = (typeof KINDS)[number]

/** Where to write what; `-` is standard output. */
export type PassagePaths = { readonly [Kind in PassageKind]?: string | undefined }

export interface PassageWriting {
  /** Which places leave: all, or all but the first of each passage. */
  readonly remove: 'all' | 'later'
  /** Boilerplate stands in more documents than this. */
  readonly boilerplateOver: number
  /** Characters between two places that count with them, in `documents`. */
  readonly gap: number
}

export class PassageOutputs {
  readonly #set: OutputSet<PassageKind>
  readonly #writing: PassageWriting

  /** @throws {LeitongError} `CUT_FORMAT`, `OUTPUT_WRITE`, `OPTION_CONFLICT` */
  constructor(paths: PassagePaths, { inputs, library = [], ignored = [] }: PassageRequest, options: Options, writing: PassageWriting) {
    if (paths.output !== undefined) requireCuttable(inputs, paths.output)
    this.#writing = writing
    this.#set = new OutputSet(paths, [...pathsOf([...inputs, ...library, ...ignored]), ...namedFiles(options)])
  }

  async write(run: PassageRun): Promise<void> {
    await this.#set.write(
      (kind) => contentOf(kind, run, this.#writing),
      () => requireUnchanged(run.sources),
    )
  }

  get leftovers(): readonly string[] {
    return this.#set.leftovers
  }

  discard(): void {
    this.#set.discard()
  }
}

function contentOf(kind: PassageKind, run: PassageRun, writing: PassageWriting): Content {
  switch (kind) {
    case 'output': {
      const removed = removedOf(run, writing.remove)
      const lengthOf = (text: number) => (text < run.texts ? run.spool.lengthOf(text) : undefined)
      return cutTexts(run.sources, run.options, (text) => removed.of(text), lengthOf)
    }
    case 'removed':
      return lines(removedLines(run, writing.remove))
    case 'passages':
      return lines(passageLines(run))
    case 'boilerplate':
      return lines(boilerplateLines(run, writing.boilerplateOver))
    case 'documents':
      return lines(documentLines(run, writing.gap))
  }
}

/** What leaves the texts of the inputs. */
export function removedOf(run: PassageRun, remove: 'all' | 'later'): Coverage {
  const leaves = leavingPlaces(run, remove)
  return coverageOf(run.passages, (_, place) => leaves[place] === 1)
}

/** By place, 1 where it leaves the inputs. Of a library the place that stays is there. */
function leavingPlaces({ passages, texts, request }: PassageRun, remove: 'all' | 'later'): Uint8Array {
  const leaves = Uint8Array.from(passages.texts, (text) => (text < texts ? 1 : 0))
  if (remove === 'later' && !request.library) for (let p = 0; p < passages.count; p++) leaves[p ? (passages.ends[p - 1] as number) : 0] = 0
  return leaves
}

/** The account of what leaves: each place with its text, and the place that it repeats; null where none of them stays. */
function* removedLines(run: PassageRun, remove: 'all' | 'later'): Generator<Line> {
  const { passages, texts, spool, request } = run
  const leaves = leavingPlaces(run, remove)
  for (let p = 0; p < passages.count; p++) {
    const from = p ? (passages.ends[p - 1] as number) : 0
    const to = passages.ends[p] as number
    let kept = from
    if (request.library) while (kept < to && (passages.texts[kept] as number) < texts) kept++
    const of = leaves[kept] ? 'null' : placeOf(run, kept)
    for (let place = from; place < to; place++) {
      if (!leaves[place]) continue
      const said = spool.read(passages.texts[place] as number, passages.starts[place] as number, passages.stops[place] as number)
      const similarity = passages.similarities?.[place] ?? 1
      const where = `"id":${spool.ids[passages.texts[place] as number]},"offset":${passages.offsets[place]},"length":${passages.characters[place]}`
      yield `{${where},"duplicate_of":${of},"similarity":${Number.isNaN(similarity) ? null : round(similarity)},"text":${JSON.stringify(said)}}`
    }
  }
}

/** How many documents have a passage, of places from one to another. */
export function documentsIn(texts: Uint32Array, from: number, to: number): number {
  let count = 0
  for (let place = from; place < to; place++) if (place === from || texts[place] !== texts[place - 1]) count++
  return count
}

function* passageLines(run: PassageRun): Generator<Line> {
  const { passages, texts } = run
  const { count, ends, lengths } = passages
  for (let p = 0; p < count; p++) {
    const from = p ? (ends[p - 1] as number) : 0
    const to = ends[p] as number
    let middle = from
    while (middle < to && (passages.texts[middle] as number) < texts) middle++
    const head = `{"passage":${p + 1},"length":${lengths[p]},"count":${middle - from},"documents":${documentsIn(passages.texts, from, middle)},"text":${JSON.stringify(textOfPassage(run, p))}`
    yield run.request.library
      ? placeLine(run, `${head},"places":[`, from, middle, `],"sources":[`, to)
      : placeLine(run, `${head},"places":[`, from, to)
  }
}

/**
 * The text of a passage, as it stands in its first place.
 *
 * @param most  UTF-16 units
 */
export function textOfPassage({ spool, passages }: PassageRun, passage: number, most = Number.POSITIVE_INFINITY): string {
  const place = passage ? (passages.ends[passage - 1] as number) : 0
  const start = passages.starts[place] as number
  return spool.read(passages.texts[place] as number, start, Math.min(passages.stops[place] as number, start + most))
}

/** A line in parts: it may have millions of places. */
function* placeLine(run: PassageRun, head: string, from: number, middle: number, between = '', to = middle): Generator<string> {
  yield head
  for (let place = from; place < middle; place++) yield `${place > from ? ',' : ''}${placeOf(run, place)}`
  if (between) yield between
  for (let place = middle; place < to; place++) yield `${place > middle ? ',' : ''}${placeOf(run, place)}`
  yield ']}'
}

const placeOf = ({ spool, passages: { texts, offsets, characters } }: PassageRun, place: number) =>
  `{"id":${spool.ids[texts[place] as number]},"offset":${offsets[place]},"length":${characters[place]}}`

function* boilerplateLines(run: PassageRun, over: number): Generator<Line> {
  const { count, ends, texts } = run.passages
  for (let p = 0; p < count; p++) {
    const documents = documentsIn(texts, p ? (ends[p - 1] as number) : 0, ends[p] as number)
    if (documents > over) yield JSON.stringify({ documents, text: textOfPassage(run, p) })
  }
}
