/** What a search for passages can write. */

import { LeitongError } from '../../errors.js'
import { firstWhere } from '../../hashing/binary-search.js'
import type { Options } from '../../options/options.js'
import { pathsOf } from '../../reading/input.js'
import { requireUnchanged, stampsOf } from '../../reading/stamp.js'
import type { Coverage } from '../../repeating/intervals.js'
import { namedFiles } from '../../resolving/named-files.js'
import { type Line, lines, round } from '../../writing/json-lines.js'
import { type Content, OutputSet } from '../../writing/output-set.js'
import { holdRecords, ShardFolder, type ShardForm } from '../dedupe/kept/shards.js'
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
  /** Outputs with a file for each input. */
  readonly #shards: Partial<Record<'output' | 'removed', ShardFolder>> = {}

  /** @throws {LeitongError} `CUT_FORMAT`, `OUTPUT_WRITE`, `OPTION_CONFLICT` */
  constructor(
    paths: PassagePaths,
    { inputs, library = [], ignored = [], ...how }: PassageRequest,
    options: Options,
    writing: PassageWriting,
    { compress, resume }: ShardForm = {},
  ) {
    const { output, removed } = paths
    if (output !== undefined) requireCuttable(inputs, output)
    const depends = { how: { ...how, ...writing, beside: stampsOf([...library, ...ignored]) } }
    const form = { compress, resume }
    if (output?.endsWith('/') && holdRecords(inputs))
      this.#shards.output = new ShardFolder(output, '--output', inputs, options, form, depends)
    if (removed?.endsWith('/'))
      this.#shards.removed = new ShardFolder(removed, '--removed', inputs, options, form, { ...depends, nameOf: asJsonLines })
    if ((compress ?? (resume || undefined)) !== undefined && !this.#shards.output && !this.#shards.removed)
      throw new LeitongError(
        'OPTION_CONFLICT',
        '--compress and --resume are for outputs that are folders: --output FOLDER/, --removed FOLDER/',
      )
    this.#writing = writing
    const reads = [...pathsOf([...inputs, ...library, ...ignored]), ...namedFiles(options)]
    this.#set = new OutputSet(paths, reads, (kind) => Object.hasOwn(this.#shards, kind))
  }

  /** Asks stores of objects whether the outputs can be written, before the work. @throws {LeitongError} `OUTPUT_WRITE` */
  async ready(): Promise<void> {
    await this.#set.ready()
    await this.#shards.output?.ready()
    await this.#shards.removed?.ready()
  }

  async write(run: PassageRun): Promise<void> {
    await this.#set.write(
      (kind) => contentOf(kind, run, this.#writing),
      async () => {
        requireUnchanged(run.sources)
        const { remove } = this.#writing
        const { output, removed } = this.#shards
        if (output) {
          const covered = removedOf(run, remove)
          await output.write(({ from }) => keptTexts(run, covered, from))
        }
        if (removed) {
          const leaves = leavingPlaces(run, remove)
          const ofInput = placesByInput(run, leaves)
          await removed.write(({ from }) => lines(removedLines(run, leaves, ofInput(from))))
        }
      },
    )
  }

  /** Files of folders that an earlier run had written. */
  get found(): number {
    return (this.#shards.output?.found ?? 0) + (this.#shards.removed?.found ?? 0)
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
    case 'output':
      return keptTexts(run, removedOf(run, writing.remove))
    case 'removed': {
      const leaves = leavingPlaces(run, writing.remove)
      return lines(removedLines(run, leaves, leaves.keys()))
    }
    case 'passages':
      return lines(passageLines(run))
    case 'boilerplate':
      return lines(boilerplateLines(run, writing.boilerplateOver))
    case 'documents':
      return lines(documentLines(run, writing.gap))
  }
}

/** What stays of the texts: of all inputs, or of one. */
function keptTexts(run: PassageRun, removed: Coverage, input?: number): AsyncGenerator<Uint8Array> {
  const first = input === undefined ? 0 : (run.firstTexts[input] as number)
  const end = (input === undefined ? undefined : run.firstTexts[input + 1]) ?? run.texts
  const lengthOf = (text: number) => (first + text < end ? run.spool.lengthOf(first + text) : undefined)
  const sources = input === undefined ? run.sources : run.sources.slice(input, input + 1)
  return cutTexts(sources, run.options, (text) => removed.of(first + text), lengthOf)
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

/** The account is in JSON lines, whatever the input is. */
const asJsonLines = (bare: string) => (/\.(jsonl|ndjson)$/i.test(bare) ? bare : `${bare}.jsonl`)

/** The places that leave each input, in the order of places. */
function placesByInput({ passages: { texts }, firstTexts }: PassageRun, leaves: Uint8Array): (input: number) => Uint32Array {
  const inputOf = (text: number) => upperBound(firstTexts, text) - 1
  const ends = new Uint32Array(firstTexts.length + 1)
  for (let place = 0; place < leaves.length; place++) if (leaves[place]) (ends[inputOf(texts[place] as number) + 1] as number)++
  for (let input = 1; input < ends.length; input++) ends[input] = (ends[input] as number) + (ends[input - 1] as number)
  const places = new Uint32Array(ends.at(-1) as number)
  const next = ends.slice()
  for (let place = 0; place < leaves.length; place++) {
    if (!leaves[place]) continue
    const input = inputOf(texts[place] as number)
    const at = next[input] as number
    places[at] = place
    next[input] = at + 1
  }
  return (input) => places.subarray(ends[input], ends[input + 1])
}

/** How many of ascending numbers are not above this one. */
const upperBound = (ascending: ArrayLike<number>, number: number): number =>
  firstWhere(0, ascending.length, (at) => (ascending[at] as number) > number)

/**
 * The account of what leaves: each place with its text, and the place that it repeats; null where none of them stays.
 *
 * @param places  of which, ascending
 */
function* removedLines(run: PassageRun, leaves: Uint8Array, places: Iterable<number>): Generator<Line> {
  const { passages, texts, spool, request } = run
  let to = 0
  let of = 'null'
  for (const place of places) {
    if (!leaves[place]) continue
    if (place >= to) {
      const passage = upperBound(passages.ends, place)
      to = passages.ends[passage] as number
      let kept = passage ? (passages.ends[passage - 1] as number) : 0
      if (request.library) while (kept < to && (passages.texts[kept] as number) < texts) kept++
      of = leaves[kept] ? 'null' : placeOf(run, kept)
    }
    const said = spool.read(passages.texts[place] as number, passages.starts[place] as number, passages.stops[place] as number)
    const similarity = passages.similarities?.[place] ?? 1
    const where = `"id":${spool.ids[passages.texts[place] as number]},"offset":${passages.offsets[place]},"length":${passages.characters[place]}`
    yield `{${where},"duplicate_of":${of},"similarity":${Number.isNaN(similarity) ? null : round(similarity)},"text":${JSON.stringify(said)}}`
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
