/** Lines, paragraphs or sentences that stand more than once, compared whole. */
import { createHash } from 'node:crypto'
import { Uint32List } from '../../hashing/typed-list.js'
import { comparedUnit, type WholeUnit, wholeUnits } from '../../repeating/units.js'
import { anchorsOf, characterCounter, inOrder, type PassageSearch, type Passages } from './search.js'
import type { Segments } from './segments.js'
import { type TextSpool, textOf } from './text-spool.js'

/** What is looked for: units of one kind. */
export type WholeSearch = Omit<PassageSearch, 'unit'> & { readonly unit: WholeUnit }

/**
 * Finds all units that stand more than once, or on both sides. They are told apart by 128 bits of SHA-256 of what is compared.
 *
 * @throws {LeitongError} `OUTPUT_WRITE`
 */
export async function findWhole(spool: TextSpool, segments: Segments, search: WholeSearch): Promise<Passages> {
  const { unit, least, among, sideOf } = search
  const digests = (text: string, visit: (digest: Buffer, start: number, end: number) => void) => {
    const units = wholeUnits(text, unit)
    for (let i = 0; i < units.length; i += 2) {
      const [start, end] = [units[i] as number, units[i + 1] as number]
      const compared = comparedUnit(text.slice(start, end))
      if (!compared || !isLong(compared, least)) continue
      visit(createHash('sha256').update(compared).digest(), start, end)
    }
  }
  const anchors = await anchorsOf(spool, segments, search, (units, { hashes, firsts }) => {
    let count = 0
    digests(textOf(units), (digest) => {
      hashes.push(digest.readUInt32LE(0))
      hashes.push(digest.readUInt32LE(4))
      firsts.push(count++)
    })
    return { anchors: count, items: count }
  })
  // Units that may come again, by segment.
  const wanted = new Map<number, Uint32Array>()
  try {
    await anchors.each((segment, firsts, repeated) => {
      const list = Array.from(firsts.keys()).filter((i) => repeated(i))
      if (list.length) wanted.set(segment, Uint32Array.from(list))
    })
  } finally {
    anchors.close()
  }
  const places = collect(spool, segments, wanted, digests)
  return inOrder(passagesOf(places, segments, among, sideOf))
}

interface UnitPlaces {
  readonly byDigest: ReadonlyMap<string, readonly number[]>
  readonly segments: Uint32List
  readonly starts: Uint32List
  readonly stops: Uint32List
  readonly offsets: Uint32List
  readonly characters: Uint32List
}

function collect(
  spool: TextSpool,
  segments: Segments,
  wanted: ReadonlyMap<number, Uint32Array>,
  digests: (text: string, visit: (digest: Buffer, start: number, end: number) => void) => void,
): UnitPlaces {
  const byDigest = new Map<string, number[]>()
  const columns = {
    segments: new Uint32List(),
    starts: new Uint32List(),
    stops: new Uint32List(),
    offsets: new Uint32List(),
    characters: new Uint32List(),
  }
  for (const [segment, units, whole] of segments.units(spool, (number) => wanted.has(number))) {
    const list = wanted.get(segment) as Uint32Array
    const base = segments.startOf(segment)
    const character = characterCounter(whole)
    let [at, next] = [0, 0]
    digests(textOf(units), (digest, start, end) => {
      if (list[next] !== at++) return
      next++
      const key = digest.toString('latin1', 0, 16)
      const place = columns.starts.length
      const known = byDigest.get(key)
      if (known) known.push(place)
      else byDigest.set(key, [place])
      columns.segments.push(segment)
      columns.starts.push(base + start)
      columns.stops.push(base + end)
      columns.offsets.push(character(base + start))
      columns.characters.push(character(base + end) - character(base + start))
    })
  }
  return { byDigest, ...columns }
}

function passagesOf(
  { byDigest, segments: ofPlace, starts, stops, offsets, characters }: UnitPlaces,
  segments: Segments,
  among: PassageSearch['among'],
  sideOf: (text: number) => number,
): Omit<Passages, 'count'> {
  const textAt = Uint32Array.from(ofPlace.taken(), (segment) => segments.textOf(segment))
  const order = new Uint32List()
  const ends = new Uint32List()
  const lengths = new Uint32List()
  for (const places of byDigest.values()) {
    const sides = places.reduce((bits, place) => bits | sideOf(textAt[place] as number), 0)
    if (among === 'across' ? sides !== 3 : places.length < 2) continue
    for (const place of places) order.push(place)
    ends.push(order.length)
    lengths.push(characters.taken()[places[0] as number] as number)
  }
  const column = (values: Uint32Array) => order.taken().map((place) => values[place] as number)
  return {
    lengths: lengths.taken(),
    ends: ends.taken(),
    texts: column(textAt),
    starts: column(starts.taken()),
    stops: column(stops.taken()),
    offsets: column(offsets.taken()),
    characters: column(characters.taken()),
  }
}

/** Whether a text has at least so many code points. */
export const isLong = (text: string, least: number) =>
  text.length >= least * 2 || (text.length >= least && Array.from(text).length >= least)
