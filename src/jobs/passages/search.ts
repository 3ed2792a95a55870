/** Passages of texts: found, and each place as it stands in its text. */
import { AnchorFinder } from '../../repeating/anchors.js'
import { type Among, findRepeats } from '../../repeating/repeats.js'
import { type AnchorSearch, type MarkedAnchors, markAnchors } from './anchor-spool.js'
import { isHigh, isLow, itemsOf, type Unit } from './items.js'
import { RunSpool } from './run-spool.js'
import { repeatedRuns } from './runs.js'
import type { Segments } from './segments.js'
import { type DistinctStretches, readStretches } from './stretches.js'
import type { TextSpool } from './text-spool.js'
import { markWindows } from './window-marks.js'

export interface PassageSearch {
  readonly unit: Unit
  /** Items of a passage, at least. */
  readonly least: number
  /** The side of a text, 1 or 2. */
  readonly sideOf: (text: number) => number
  /** `all`: what repeats anywhere. `across`: what of side 1 stands on side 2. */
  readonly among: Among
  /** Bytes. */
  readonly memory: number
  /** Bytes of the table of anchors; what does not fit is found in parts. @default half of the memory */
  readonly tableMemory?: number
  readonly folder: string
  /** Tells the searches of one run apart. */
  readonly number: number
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>
}

/** Places by passage: those of passage `p` are from `ends[p - 1]` to `ends[p]`, in the order of texts and of places in them. */
export interface Passages {
  readonly count: number
  readonly ends: Uint32Array
  /** Items of each passage. */
  readonly lengths: Uint32Array
  /** By place: the text, and where it begins and ends, in UTF-16 units and in characters (code points). */
  readonly texts: Uint32Array
  readonly starts: Uint32Array
  readonly stops: Uint32Array
  readonly offsets: Uint32Array
  readonly characters: Uint32Array
  /** By place, how similar it is to the first place of its passage; undefined where all are equal, NaN where nothing was measured. */
  readonly similarities?: Float64Array | undefined
}

/** Share of the memory that the table of anchors takes; they are gone when what repeats is sorted. */
const TABLE_SHARE = 0.5

/**
 * Finds all passages. They come in the order of their first place; of those that begin together, the longest first.
 *
 * @throws {LeitongError} `REPEATS_MEMORY`, `OUTPUT_WRITE`
 */
export async function findPassages(spool: TextSpool, segments: Segments, search: PassageSearch): Promise<Passages> {
  const { least, unit, among, memory, tableMemory = memory * TABLE_SHARE, folder, number, pause, sideOf } = search
  const finder = new AnchorFinder(least)
  const anchors = await anchorsOf(spool, segments, search, (units, into) => {
    const { numbers, count } = itemsOf(units, unit)
    return { anchors: finder.find(numbers, count, into), items: count }
  })
  const likely = await repeatedRuns(anchors, least).finally(() => anchors.close())
  const runs = await RunSpool.of(spool, segments, likely, { unit, least, folder, number, pause })
  try {
    const side = (run: number) => sideOf(segments.textOf(runs.segmentOf(run)))
    const marks = await markWindows(runs, { least, memory: tableMemory, sideOf: among === 'across' ? side : () => 0, pause })
    const stretches = await readStretches(runs, marks, { least, memory, sideOf: side, pause })
    return inOrder(placesOf(spool, segments, runs, stretches, search))
  } finally {
    runs.close()
  }
}

/** The anchors of all texts, marked where the search asks for them: where they come again, or stand on both sides. */
export function anchorsOf(
  spool: TextSpool,
  segments: Segments,
  { among, memory, tableMemory = memory * TABLE_SHARE, sideOf, folder, number, pause }: Omit<PassageSearch, 'unit'>,
  find: AnchorSearch['find'],
): Promise<MarkedAnchors> {
  return markAnchors(spool, segments, {
    folder,
    number,
    memory: tableMemory,
    sideOf: among === 'across' ? sideOf : () => 0,
    pause,
    find,
  })
}

type Unordered = Omit<Passages, 'count'>

/** Every place of every passage, with the copies of its stretch. */
function placesOf(
  spool: TextSpool,
  segments: Segments,
  runs: RunSpool,
  stretches: DistinctStretches,
  { least, among, unit }: PassageSearch,
): Unordered {
  // A piece has a window, and so at least `least` items.
  const found = findRepeats(stretches, 1, among)
  const { firstCopy, nextCopy, starts: stretchStarts, windows, copyRuns, copyStarts } = stretches
  let total = 0
  const stretchOf = stretchFinder(stretchStarts)
  for (const place of found.places) for (let copy = firstCopy[stretchOf(place)] as number; copy >= 0; copy = next(nextCopy, copy)) total++
  const ends = new Uint32Array(found.ends.length)
  const lengths = new Uint32Array(found.ends.length)
  const copies = new Uint32Array(total)
  const starts = new Uint32Array(total)
  const stops = new Uint32Array(total)
  let count = 0
  for (let passage = 0, i = 0; passage < ends.length; passage++) {
    const first = found.places[i] as number
    const length = (windows[first + (found.lengths[passage] as number)] as number) - (windows[first] as number) + least - 1
    lengths[passage] = length
    for (; i < (found.ends[passage] as number); i++) {
      const place = found.places[i] as number
      const stretch = stretchOf(place)
      const inStretch = (windows[place] as number) - (windows[stretchStarts[stretch] as number] as number)
      for (let copy = firstCopy[stretch] as number; copy >= 0; copy = next(nextCopy, copy)) {
        const at = (copyStarts[copy] as number) + inStretch
        copies[count] = copy
        starts[count] = at
        stops[count++] = at + length
      }
    }
    ends[passage] = count
  }
  // From items of a run to units and characters of a text: one text after the other.
  const byCopy = new Uint32Array(total)
  for (let i = 0; i < total; i++) byCopy[i] = i
  byCopy.sort((a, b) => (copies[a] as number) - (copies[b] as number) || a - b)
  const texts = new Uint32Array(total)
  const offsets = new Uint32Array(total)
  const characters = new Uint32Array(total)
  let i = 0
  const textAt = (at: number) => segments.textOf(runs.segmentOf(copyRuns[copies[byCopy[at] as number] as number] as number))
  for (const [text, units] of spool.texts((number) => i < total && textAt(i) === number)) {
    const character = characterCounter(units)
    for (let run = -1, items: ((item: number, isEnd: boolean) => number) | undefined; i < total && textAt(i) === text; i++) {
      const place = byCopy[i] as number
      const placed = copyRuns[copies[place] as number] as number
      if (run !== placed) {
        run = placed
        const base = segments.startOf(runs.segmentOf(run))
        items = itemPlaces(units, base + runs.startOf(run), base + runs.endOf(run), unit)
      }
      const [start, stop] = [starts[place] as number, stops[place] as number]
      texts[place] = text
      starts[place] = items?.(start, false) ?? 0
      stops[place] = items?.(stop - 1, true) ?? 0
      offsets[place] = character(starts[place] as number)
      characters[place] = character(stops[place] as number) - (offsets[place] as number)
    }
  }
  return { lengths, ends, texts, starts, stops, offsets, characters }
}

const next = (nextCopy: Uint32Array, copy: number) => (nextCopy[copy] as number) - 1

/** The stretch that a place is in; places mostly follow each other, so the last one is tried first. */
function stretchFinder(starts: Uint32Array): (place: number) => number {
  let last = 0
  return (place) => {
    if ((starts[last] as number) <= place && place < (starts[last + 1] ?? Number.POSITIVE_INFINITY)) return last
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= place) low = middle
      else high = middle - 1
    }
    last = low
    return low
  }
}

/** Where the items of a run begin and end in their text, in UTF-16 units. */
function itemPlaces(units: Uint16Array, from: number, to: number, unit: Unit): (item: number, isEnd: boolean) => number {
  if (unit === 'tokens') {
    const items = itemsOf(units.subarray(from, to), unit)
    return (item, isEnd) => from + (isEnd ? items.end(item) : items.start(item))
  }
  const starts = pairsBetween(units, from, to)
  if (!starts) return (item, isEnd) => from + item + (isEnd ? 1 : 0)
  return (item, isEnd) => starts[item + (isEnd ? 1 : 0)] as number
}

/** Where each character begins, and the last ends; undefined where each is one unit. */
function pairsBetween(units: Uint16Array, from: number, to: number): Uint32Array | undefined {
  let pairs = 0
  for (let i = from; i + 1 < to; i++) if (isHigh(units[i] as number) && isLow(units[i + 1] as number)) pairs++
  if (!pairs) return undefined
  const starts = new Uint32Array(to - from - pairs + 1)
  let count = 0
  for (let i = from; i < to; i++) {
    starts[count++] = i
    if (isHigh(units[i] as number) && i + 1 < to && isLow(units[i + 1] as number)) i++
  }
  starts[count] = to
  return starts
}

/** How many characters come before a unit. */
export function characterCounter(units: Uint16Array): (unit: number) => number {
  let hasPairs = false
  for (let i = 0; i < units.length && !hasPairs; i++) hasPairs = isHigh(units[i] as number)
  if (!hasPairs) return (unit) => unit
  const before = new Uint32Array(units.length + 1)
  for (let i = 0; i < units.length; i++) {
    const isSecond = i > 0 && isLow(units[i] as number) && isHigh(units[i - 1] as number)
    before[i + 1] = (before[i] as number) + (isSecond ? 0 : 1)
  }
  return (unit) => before[unit] as number
}

/** Places of a passage in the order of the texts, passages in that of their first places. */
export function inOrder({ lengths, ends, texts, starts, stops, offsets, characters, similarities }: Unordered): Passages {
  const count = ends.length
  const order = new Uint32Array(texts.length)
  for (let i = 0; i < order.length; i++) order[i] = i
  const isBefore = (a: number, b: number) => (texts[a] as number) - (texts[b] as number) || (starts[a] as number) - (starts[b] as number)
  for (let passage = 0; passage < count; passage++) order.subarray(passage ? ends[passage - 1] : 0, ends[passage]).sort(isBefore)
  const firstOf = (passage: number) => order[passage ? (ends[passage - 1] as number) : 0] as number
  const passages = Uint32Array.from({ length: count }, (_, i) => i)
  passages.sort((a, b) => isBefore(firstOf(a), firstOf(b)) || (lengths[b] as number) - (lengths[a] as number))
  const moved = new Uint32Array(order.length)
  const newEnds = new Uint32Array(count)
  let at = 0
  passages.forEach((passage, i) => {
    const places = order.subarray(passage ? ends[passage - 1] : 0, ends[passage])
    moved.set(places, at)
    at += places.length
    newEnds[i] = at
  })
  const column = (values: Uint32Array) => moved.map((place) => values[place] as number)
  return {
    count,
    ends: newEnds,
    lengths: passages.map((passage) => lengths[passage] as number),
    texts: column(texts),
    starts: column(starts),
    stops: column(stops),
    offsets: column(offsets),
    characters: column(characters),
    similarities: similarities && Float64Array.from(moved, (place) => similarities[place] as number),
  }
}
