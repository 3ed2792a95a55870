/** Passages that stand more than once in texts, or that texts have from a library. */
import { setImmediate } from 'node:timers/promises'
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { readDocuments, whereOf } from '../../reading/documents.js'
import type { Input } from '../../reading/input.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { Coverage } from '../../repeating/intervals.js'
import { WHOLE_UNITS, type WholeUnit } from '../../repeating/units.js'
import { readBytes } from '../../sources/formats/compression.js'
import { spooled } from '../../writing/spool.js'
import { type LazyFolder, lazyFolder } from '../../writing/temporary.js'
import type { Unit } from './items.js'
import { quotedStretches } from './quotes.js'
import { findPassages, type PassageSearch, type Passages } from './search.js'
import { Segments } from './segments.js'
import { findSimilar, similarityAsked } from './similar-units.js'
import { TextSpool, textOf } from './text-spool.js'
import { findWhole } from './whole-search.js'

/** What is looked for. */
export interface PassageRequest {
  readonly inputs: readonly Input[]
  /** A library: passages are what of the inputs stands in it. */
  readonly library?: readonly Input[] | undefined
  /** Texts of which nothing counts. */
  readonly ignored?: readonly Input[] | undefined
  /** What lengths count; under a {@link WholeUnit} passages are whole lines, paragraphs or sentences, and characters count. */
  readonly unit: Unit | WholeUnit
  /** Items of a passage, at least. */
  readonly least: number
  /** What the inputs have between quotation marks is passed over. */
  readonly withoutQuotes?: boolean | undefined
  /** Inputs are read a second time: what comes once is kept in a file. */
  readonly twice?: boolean | undefined
}

/** A record that has no text, as people are told. */
export interface PassageReject {
  readonly count: number
  readonly first: string | undefined
}

/** What was found; texts can be read until it is closed. */
export interface PassageRun {
  readonly request: PassageRequest
  readonly options: Options
  /** The inputs, as they can be read again. */
  readonly sources: readonly Input[]
  readonly spool: TextSpool
  /** How many of the texts are of the inputs; those of the library follow. */
  readonly texts: number
  /** The number of the first text of each source. */
  readonly firstTexts: readonly number[]
  readonly ofLibrary: number
  readonly passages: Passages
  readonly rejects: PassageReject
  readonly seconds: number
  close(): void
}

export interface PassageHooks {
  readonly progress?: (phase: 'read' | 'search', done: number) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds passages.
 *
 * @returns close it
 * @throws {LeitongError} as reading does; `OPTION_CONFLICT`, `REPEATS_MEMORY`, `OUTPUT_WRITE`
 */
export async function runPassages(request: PassageRequest, options: Options, hooks: PassageHooks = {}): Promise<PassageRun> {
  const asked = similarityAsked(options)
  if (asked && !isWhole(request.unit))
    throw new LeitongError('OPTION_CONFLICT', `${asked} is for units that are compared whole: ${WHOLE_UNITS.join(', ')}`)
  const began = performance.now()
  const folder = lazyFolder(options.temp)
  let spool: TextSpool | undefined
  const close = () => {
    spool?.close()
    folder.forget()
  }
  try {
    spool = new TextSpool(folder.open())
    const sources = request.twice ? await lasting(request.inputs, options, folder) : request.inputs
    const rejects = { count: 0, first: undefined as string | undefined }
    const read = async (inputs: readonly Input[], counts?: number[]) => {
      const before = spool?.count ?? 0
      await readInto(spool as TextSpool, inputs, options, { rejects, counts }, hooks)
      return (spool?.count ?? 0) - before
    }
    const counts = sources.map(() => 0)
    const texts = await read(sources, counts)
    let first = 0
    const firstTexts = counts.map((count) => {
      first += count
      return first - count
    })
    const ofLibrary = request.library ? await read(request.library) : 0
    const ofIgnored = request.ignored ? await read(request.ignored) : 0
    spool.finish()
    const passages = await search(spool, { texts, ofLibrary, ofIgnored }, request, options, folder, hooks)
    return {
      request,
      options,
      sources,
      spool,
      texts,
      firstTexts,
      ofLibrary,
      passages,
      rejects,
      seconds: (performance.now() - began) / 1000,
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

async function readInto(
  spool: TextSpool,
  inputs: readonly Input[],
  options: Options,
  { rejects, counts }: { readonly rejects: { count: number; first: string | undefined }; readonly counts?: number[] | undefined },
  { progress, signal }: PassageHooks,
): Promise<void> {
  let units = 0
  for await (const item of readDocuments(inputs, options)) {
    if ('reason' in item) {
      rejects.count++
      rejects.first ??= whereOf(item)
      continue
    }
    spool.add(toJson(item.id) as string, item.text)
    if (counts) counts[item.input] = (counts[item.input] as number) + 1
    units += item.text.length
    if (units < 1 << 22) continue
    units = 0
    progress?.('read', spool.units)
    signal?.throwIfAborted()
    await setImmediate()
  }
}

interface Counts {
  readonly texts: number
  readonly ofLibrary: number
  readonly ofIgnored: number
}

async function search(
  spool: TextSpool,
  { texts, ofLibrary, ofIgnored }: Counts,
  { unit, least, library, withoutQuotes }: PassageRequest,
  options: Options,
  folder: LazyFolder,
  { progress, signal }: PassageHooks,
): Promise<Passages> {
  const find = (segments: Segments, rest: Pick<PassageSearch, 'among' | 'sideOf' | 'number'>) =>
    isWhole(unit) ? findWhole(spool, segments, { ...how, ...rest, unit }) : findPassages(spool, segments, { ...how, ...rest, unit })
  const { memory } = options
  const how = {
    least,
    memory,
    folder: folder.open(),
    async pause() {
      progress?.('search', 0)
      await setImmediate()
      signal?.throwIfAborted()
    },
  }
  const judged = texts + ofLibrary
  const quotes = withoutQuotes ? quotesOf(spool, texts) : undefined
  let ignored: Coverage | undefined
  if (ofIgnored) {
    const all = await find(Segments.ofTexts(spool), {
      among: 'across',
      sideOf: (text) => (text < judged ? 1 : 2),
      number: 0,
    })
    ignored = coverageOf(all, (text) => text < judged)
  }
  const segments = Segments.ofTexts(spool, judged, joinedGaps(quotes, ignored))
  const wanted = { among: library ? 'across' : 'all', sideOf: (text: number) => (text < texts ? 1 : 2), number: 1 } as const
  if (isWhole(unit) && similarityAsked(options))
    return findSimilar(spool, segments, { ...how, ...wanted, unit }, options, { signal, progress: () => progress?.('search', 0) })
  return find(segments, wanted)
}

export const isWhole = (unit: Unit | WholeUnit): unit is WholeUnit => (WHOLE_UNITS as readonly string[]).includes(unit)

/** What places of passages cover in some texts, in UTF-16 units. */
export function coverageOf({ texts, starts, stops }: Passages, wanted: (text: number, place: number) => boolean): Coverage {
  const places: number[] = []
  for (let place = 0; place < texts.length; place++) if (wanted(texts[place] as number, place)) places.push(place)
  return Coverage.of(texts, starts, stops, places)
}

function quotesOf(spool: TextSpool, texts: number): Coverage {
  const columns = { text: [] as number[], start: [] as number[], end: [] as number[] }
  for (const [text, units] of spool.texts((number) => number < texts)) {
    const quoted = quotedStretches(textOf(units))
    for (let i = 0; i < quoted.length; i += 2) {
      columns.text.push(text)
      columns.start.push(quoted[i] as number)
      columns.end.push(quoted[i + 1] as number)
    }
  }
  return Coverage.of(columns.text, columns.start, columns.end, columns.text.keys())
}

function joinedGaps(a: Coverage | undefined, b: Coverage | undefined): (text: number) => ArrayLike<number> {
  if (!a || !b) return (text) => (a ?? b)?.of(text) ?? []
  return (text) => {
    const all = [...a.of(text), ...b.of(text)]
    const even = Array.from({ length: all.length / 2 }, (_, i) => i)
    const column = (offset: number) => even.map((i) => all[2 * i + offset] as number)
    return Coverage.of(new Uint8Array(even.length), column(0), column(1), even).of(0)
  }
}

/** What comes once is copied into a file, unpacked. */
async function lasting(inputs: readonly Input[], options: Options, folder: LazyFolder): Promise<Input[]> {
  const files: Input[] = []
  for (const [number, input] of inputs.entries()) {
    if (input.kind !== 'stream' || typeof input.source !== 'string') {
      files.push(input)
      continue
    }
    const path = `${folder.open()}/input-${number}`
    let size = 0
    for await (const bytes of spooled(readBytes(input.source, input.compression, options.maxRatio), path)) size += bytes.length
    if (!size) throw new LeitongError('SOURCE_READ', input.name, 'there is nothing in it')
    const { compression: _c, source: _s, ...rest } = input
    files.push({ ...rest, kind: 'file', path, size, compression: undefined })
  }
  return files
}
