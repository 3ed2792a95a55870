/** The anchors of all segments in a temporary file: made once, and read once or more for each range of hashes that fits into memory. */
import { join } from 'node:path'
import { Uint32List } from '../../hashing/typed-list.js'
import { SpillFile } from '../../reading/copied/spill-file.js'
import type { Anchors } from '../../repeating/anchors.js'
import { AnchorTable, anchorsWithin } from '../../repeating/marks.js'
import type { Segments } from './segments.js'
import type { TextSpool } from './text-spool.js'

/** Words of an anchor in the file: its hash and its first window. */
const WORDS = 3
/** Anchors that are written or read at once. */
const BLOCK = 1 << 19
/** Words of anchors whose slots are asked for at once. */
const TOUCHED = 256 * WORDS

export interface AnchorSearch {
  readonly folder: string
  /** Tells the searches of one run apart. */
  readonly number: number
  /** Adds the anchors of a segment to the columns; says how many there are, and how many items the segment has. */
  readonly find: (units: Uint16Array, into: Anchors) => { readonly anchors: number; readonly items: number }
  /** Bytes of the table. */
  readonly memory: number
  /** The side of a text, where an anchor has to be on both; 0 where it has to come twice. */
  readonly sideOf: (text: number) => number
  readonly pause: () => Promise<void>
}

/** Anchors by segment, and which of them come again. */
export interface MarkedAnchors {
  /** Calls for every segment with anchors, in order: first windows of those, whether each is repeated, and the items of the segment. */
  each(visit: (segment: number, firsts: Uint32Array, repeated: (anchor: number) => boolean, items: number) => void): Promise<void>
  close(): void
}

/** Finds the anchors of all segments and marks those that come again. */
export async function markAnchors(spool: TextSpool, segments: Segments, search: AnchorSearch): Promise<MarkedAnchors> {
  const file = new AnchorFile(join(search.folder, `anchors-${search.number}`))
  try {
    const counts = new Uint32Array(segments.count)
    const itemCounts = new Uint32Array(segments.count)
    const hashes = new Uint32List()
    const firsts = new Uint32List()
    let since = 0
    for (const [segment, units] of segments.units(spool)) {
      const found = search.find(units, { hashes, firsts })
      itemCounts[segment] = found.items
      counts[segment] = found.anchors
      since += units.length
      if (firsts.length >= BLOCK) {
        file.add(hashes.taken(), firsts.taken())
        hashes.length = 0
        firsts.length = 0
      }
      if (since > PAUSE) {
        await search.pause()
        since = 0
      }
    }
    file.add(hashes.taken(), firsts.taken())
    const repeated = await markRepeated(file, counts, (segment) => search.sideOf(segments.textOf(segment)), search)
    return {
      each: (visit) => eachSegment(file, counts, repeated, itemCounts, visit, search.pause),
      close: () => file.close(),
    }
  } catch (error) {
    file.close()
    throw error
  }
}

/** UTF-16 units between two moments in which others have their turn. */
const PAUSE = 4 << 20

/** A bit for each anchor that comes again. */
async function markRepeated(
  file: AnchorFile,
  counts: Uint32Array,
  sideOf: (segment: number) => number,
  { memory, pause }: AnchorSearch,
): Promise<Uint8Array> {
  const repeated = new Uint8Array(Math.ceil(file.count / 8))
  const room = anchorsWithin(memory)
  for (let parts = Math.max(1, Math.ceil(file.count / room)); ; parts *= 2) {
    const isDone = await inParts(parts)
    if (isDone) return repeated
  }

  async function inParts(parts: number): Promise<boolean> {
    for (let part = 0; part < parts; part++) {
      const table = new AnchorTable(Math.min(room, Math.ceil(file.count / parts) + 1024))
      let [segment, left] = [-1, 0]
      let side = 0
      for (const block of file.blocks()) {
        for (let i = 0; i < block.length; i += WORDS) {
          if (parts === 1 && i % TOUCHED === 0) table.touch(block, i, Math.min(block.length, i + TOUCHED), WORDS)
          for (; !left; left = counts[segment] as number) {
            segment++
            side = sideOf(segment)
          }
          left--
          const [low, high] = [block[i] as number, block[i + 1] as number]
          if (parts > 1 && partOf(high, parts) !== part) continue
          if (!table.add(low, high, side)) return false
        }
        await pause()
      }
      let at = 0
      for (const block of file.blocks()) {
        for (let i = 0; i < block.length; i += WORDS, at++) {
          if (parts === 1 && i % TOUCHED === 0) table.touch(block, i, Math.min(block.length, i + TOUCHED), WORDS)
          const [low, high] = [block[i] as number, block[i + 1] as number]
          if (parts > 1 && partOf(high, parts) !== part) continue
          if (table.isRepeated(low, high)) repeated[at >> 3] = (repeated[at >> 3] as number) | (1 << (at & 7))
        }
        await pause()
      }
    }
    return true
  }
}

const partOf = (high: number, parts: number) => (Math.imul(high, 0x85ebca6b) >>> 0) % parts

async function eachSegment(
  file: AnchorFile,
  counts: Uint32Array,
  repeated: Uint8Array,
  itemCounts: Uint32Array,
  visit: (segment: number, firsts: Uint32Array, repeated: (anchor: number) => boolean, items: number) => void,
  pause: () => Promise<void>,
): Promise<void> {
  let segment = 0
  let base = 0
  const firsts = new Uint32List()
  const finish = () => {
    while (segment < counts.length && firsts.length === counts[segment]) {
      const from = base
      if (firsts.length)
        visit(
          segment,
          firsts.taken(),
          (i) => (((repeated[(from + i) >> 3] as number) >> ((from + i) & 7)) & 1) === 1,
          itemCounts[segment] as number,
        )
      base += firsts.length
      firsts.length = 0
      segment++
    }
  }
  finish()
  for (const block of file.blocks()) {
    for (let i = 0; i < block.length; i += WORDS) {
      firsts.push(block[i + 2] as number)
      if (firsts.length === counts[segment]) finish()
    }
    await pause()
  }
}

class AnchorFile {
  readonly #file: SpillFile
  count = 0

  constructor(path: string) {
    this.#file = new SpillFile(path, 'the file of anchors')
  }

  add(hashes: Uint32Array, firsts: Uint32Array): void {
    const words = new Uint32Array(firsts.length * WORDS)
    for (let i = 0; i < firsts.length; i++) {
      words[i * WORDS] = hashes[2 * i] as number
      words[i * WORDS + 1] = hashes[2 * i + 1] as number
      words[i * WORDS + 2] = firsts[i] as number
    }
    this.#file.append(words)
    this.count += firsts.length
  }

  /** All anchors in blocks, which are overwritten. */
  *blocks(): Generator<Uint32Array> {
    const block = new Uint32Array(Math.min(BLOCK, this.count) * WORDS)
    if (!block.length) return
    for (let at = 0; ; ) {
      const read = this.#file.read(block, at, 0)
      if (!read) return
      at += read
      yield block.subarray(0, read / 4)
    }
  }

  close(): void {
    this.#file.close()
  }
}
