/**
 * The kernel's exports, as src/kernel knows them: its views name the numbers and layouts that are written here. Calls come in the
 * order: configure, reserve, (the host writes the text), then one of the others.
 */
import { digest } from './digest'
import { signHex } from './given'
import * as marks from './marks'
import * as minhash from './minhash'
import * as model from './model'
import * as lines from './lines'
import { alloc, mark, release } from './memory'
import * as sets from './sets'
import * as simhash from './simhash'
import * as table from './table'
import * as weighted from './weighted'
import { BLOCK, bytes, count, hashes, input, nextBlock, prepare, rewind, starts, tags, tokenFlags as flags, tokens } from './text'

export { loadDictionary } from './chinese'
export { loadFilter } from './filter'
export { alloc, mark, release } from './memory'
export { tagNames, useTags } from './tags'
export { configure, dropText, input, prepare, reserve } from './text'
export { scriptOf, traditionalPairs } from './traditional'
export { unicodeTable } from './unicode'
export { intersection, overlap } from './sets'

export function tokenText(): usize {
  return tokens
}
export function tokenBytes(): usize {
  return bytes
}
export function tokenStarts(): usize {
  return starts
}
export function tokenCount(): u32 {
  return count
}
/** Under chinese and tagged: a byte for each token, the id of its part of speech (0: none). */
export function tokenTags(): usize {
  return tags
}
/** Under chinese and tagged: a byte for each token; bit 0 is set when the token is the first of its sentence. */
export function tokenFlags(): usize {
  return flags
}

/** Writes the hash of every feature in order; the caller gave room for 8 bytes each. */
export function writeFeatures(to: usize): void {
  rewind()
  for (let n = nextBlock(); n; n = nextBlock()) {
    memory.copy(to, hashes, <usize>n << 3)
    to += <usize>n << 3
  }
}

/** Collects the distinct features; false when there is no room. The caller releases. */
function collect(capacity: u32): bool {
  if (!sets.start(capacity)) return false
  rewind()
  for (let n = nextBlock(); n; n = nextBlock()) sets.addBlock(hashes, n, capacity)
  return true
}

/** The distinct features, ascending: how many, or -1. They lie at `setMembers()` (u64) and `setCounts()` (u32) until released. */
export function featureSet(features: u32): i32 {
  return collect(features) && sets.sort() ? <i32>sets.size : -1
}

/** As `featureSet`, without counts. */
export function distinctSet(features: u32): i32 {
  const before = mark()
  if (!sets.reserve(features)) return -1
  writeFeatures(sets.members)
  if (sets.sortDistinct(features)) return <i32>sets.size
  release(before)
  return featureSet(features)
}

/**
 * As `distinctSet`, of the texts of JSON lines that lie behind each other at `piece`, from number `from` on: where each ends is at `ends`
 * (u32, counted from `piece`), its last byte may be its line feed. The sets go behind each other to `out`, which has `room` bytes, and how
 * many members each has to `sizes` (u32, by number). Returns the number of the line at which it stopped: one that the host must look at, one
 * whose set finds no room, or `count`.
 */
export function lineSets(piece: usize, ends: usize, from: u32, count: u32, out: usize, room: usize, sizes: usize): u32 {
  const limit = out + room
  let at = piece + (from ? <usize>load<u32>(ends + ((<usize>from - 1) << 2)) : 0)
  for (let line = from; line < count; line++) {
    const end = piece + <usize>load<u32>(ends + (<usize>line << 2))
    if (lines.scanLine(at, end > at && load<u8>(end - 1) == 10 ? end - 1 : end) != 1) return line
    const size = lines.loadText()
    if (size < 0) return line
    const features = prepare(<usize>size)
    if (features < 0) return line
    // The text is laid out by now, and stays.
    const before = mark()
    const found = distinctSet(features)
    const bytes = <usize>max(found, 0) << 3
    const fits = found >= 0 && bytes <= limit - out
    if (fits) memory.copy(out, sets.members, bytes)
    release(before)
    if (!fits) return line
    store<u32>(sizes + (<usize>line << 2), <u32>found)
    out += bytes
    at = end
  }
  return count
}

export function setMembers(): usize {
  return sets.members
}
export function setCounts(): usize {
  return sets.counts
}

/** A sample takes the features whose bits under this mask are 0: the same ones in every text. */
let sampleMask: u64 = 0

export function configureSample(mask: u64): void {
  sampleMask = mask
}

/** The distinct features of the sample, in no order: how many, or -1. They lie at `setMembers()` until released. */
export function sampleSet(features: u32): i32 {
  if (!sets.start(features)) return -1
  rewind()
  for (let n = nextBlock(); n; n = nextBlock()) {
    let taken: u32 = 0
    for (let i: u32 = 0; i < n; i++) {
      const hash = load<u64>(hashes + (<usize>i << 3))
      store<u64>(hashes + (<usize>taken << 3), hash)
      taken += <u32>!(hash & sampleMask)
    }
    sets.addBlock(hashes, taken, features)
  }
  return <i32>sets.size
}

/** Where `signLines` puts the samples of its texts behind each other, and the end of each (u32); both counted in features. */
let samples: usize = 0
let sampleRoom: u32 = 0
let sampleEnds: usize = 0
let sampled: u32 = 0

export function sampleInto(at: usize, room: u32, ends: usize): void {
  samples = at
  sampleRoom = room
  sampleEnds = ends
}

/** Adds the sample of the text that is prepared; false when there is no room. */
function addSample(features: u32): bool {
  const before = mark()
  const size = sampleSet(features)
  const fits = size >= 0 && <u32>size <= sampleRoom - sampled
  if (fits) {
    memory.copy(samples + (<usize>sampled << 3), sets.members, <usize>size << 3)
    sampled += <u32>size
  }
  release(before)
  return fits
}

/** 16 bytes that stand for the token text. */
export function writeDigest(to: usize): void {
  digest(tokens, bytes, to)
}

/**
 * Writes 4, 8 or 16 bytes; fewer bits than 64 are the upper ones of 64. `unit`: every distinct feature counts once instead of
 * every occurrence. False when there is no room.
 */
export function writeSimhash(bits: u32, unit: bool, features: u32, to: usize): bool {
  simhash.begin()
  const before = mark()
  if (unit) {
    if (!collect(features)) {
      release(before)
      return false
    }
    for (let i: u32 = 0; i < sets.size; i += BLOCK) {
      const n = min(BLOCK, sets.size - i)
      memory.copy(hashes, sets.members + (<usize>i << 3), <usize>n << 3)
      addBlock(bits, n)
    }
  } else {
    rewind()
    for (let n = nextBlock(); n; n = nextBlock()) addBlock(bits, n)
  }
  release(before)
  if (bits <= 32) store<u32>(to, <u32>(simhash.finish(0) >> (64 - bits)))
  else store<u64>(to, simhash.finish(0) >> (bits < 64 ? 64 - bits : 0))
  if (bits == 128) store<u64>(to, simhash.finish(1), 8)
  return true
}

function addBlock(bits: u32, n: u32): void {
  simhash.add(hashes, n, 0)
  if (bits < 128) return
  simhash.rehash(hashes, n)
  simhash.add(hashes, n, 1)
}

/** A text of several blocks that leaves a position open has so few distinct features that this many slots hold them all. */
const SETTLED: u32 = 64

/** Writes k u32 at `to`; `scratch` has room for k u64. False when there is no room. */
export function writeMinhash(k: u32, features: u32, to: usize, scratch: usize): bool {
  memory.fill(to, 0xff, <usize>k << 2)
  if (!features) return true
  rewind()
  for (let n = nextBlock(); n; n = nextBlock()) minhash.offerBlock(to, k, hashes, n)
  const open = minhash.openOf(to, k)
  if (!open) return true
  if (features <= BLOCK) {
    // The only block is still there; repeats among its hashes do no harm.
    minhash.fill(to, k, hashes, features, open, scratch)
    return true
  }
  const before = mark()
  const done = collect(min(features, max(k * SETTLED, 4096)))
  if (done) minhash.fill(to, k, sets.members, sets.size, open, scratch)
  release(before)
  return done
}

/**
 * The part of a MinHash signature that the band search needs: at `to`, one u32 for each band (a hash of its rows), then the low
 * byte of each of the k positions.
 */
export function writeBands(values: usize, k: u32, bands: u32, rows: u32, to: usize): void {
  for (let band: u32 = 0; band < bands; band++) {
    let h: u64 = 0x9e3779b97f4a7c15
    for (let row: u32 = 0; row < rows; row++) {
      h = (h ^ <u64>load<u32>(values + (<usize>(band * rows + row) << 2))) * 0xbea225f9eb34556d
      h ^= h >> 32
    }
    store<u32>(to + (<usize>band << 2), <u32>(h >> 8))
  }
  to += <usize>bands << 2
  for (let i: usize = 0; i < k; i++) store<u8>(to + i, load<u8>(values + (i << 2)))
}

/** Signatures that `sign` makes; src/kernel/entry-block.ts has the same numbers. */
const SIMHASH: u32 = 1
const BANDS: u32 = 2
const MINHASH: u32 = 3
const SAMPLE: u32 = 4
const HEX: u32 = 5

let method: u32 = 0
let bits: u32 = 64
let unit = false
let positions: u32 = 0
let bands: u32 = 0
let rows: u32 = 0
let digested = true

/**
 * The signature that `sign` makes: `newMethod` 0 none, SIMHASH (bits, unit), BANDS of a minhash (positions, bands, rows), MINHASH in
 * full (positions), SAMPLE of the features (only by `signLines`, see sampleInto), HEX a fingerprint that the text is in hexadecimal digits
 * (of at most `bits`; `unit`: of exactly as many). `withDigest`: the digest too, else its 16 bytes
 * stay as they are.
 */
export function configureSignature(newMethod: u32, newBits: u32, newUnit: bool, k: u32, newBands: u32, newRows: u32, withDigest: bool): void {
  method = newMethod
  bits = newBits
  unit = newUnit
  positions = k
  bands = newBands
  rows = newRows
  digested = withDigest
}

/**
 * The hot path: prepares the first `length` bytes of the input and writes the digest (16 bytes) and the signature at
 * `to`; a minhash signature also needs `scratch` of 12 bytes a position. Returns the number of features (under
 * HEX the bits of the fingerprint), -1 without room or for what has to be looked at outside.
 */
export function sign(length: usize, to: usize, scratch: usize): i32 {
  if (method == HEX) return signHex(input(), length, to, bits, unit)
  const features = prepare(length)
  if (features < 0) return features
  if (digested) digest(tokens, bytes, to)
  if (method == SIMHASH) return writeSimhash(bits, unit, features, to + 16) ? features : -1
  if (method == BANDS) {
    if (!writeMinhash(positions, features, scratch, scratch + (<usize>positions << 2))) return -1
    writeBands(scratch, positions, bands, rows, to + 16)
  }
  if (method == SAMPLE) return addSample(features) ? features : -1
  if (method == MINHASH && !writeMinhash(positions, features, to + 16, scratch)) return -1
  return features
}

/** Room for the `features` of a corpus model, ascending: the hash (u64) of each and its number of documents (u32). 0 without room. */
export function modelReserve(features: u32): usize {
  return model.reserve(features)
}

export function modelFinish(features: u32): bool {
  return model.finish(features)
}

/** Collects the distinct features of the prepared text as a table with room for `spare` more; how many, -1 without room. */
export function tableBuild(features: u32, spare: u32): i32 {
  return table.build(features, spare) ? <i32>table.size : -1
}

/**
 * Where a column of the table is: 0 hashes (u64), 1 occurrences, 2 number of the first token, 3 code points, 4 flags (the tag in
 * the second byte), 5 documents, 6 weights; src/kernel/feature-table.ts has the same numbers.
 */
export function tableColumn(column: u32): usize {
  if (column == 0) return table.hashes
  if (column == 1) return table.counts
  if (column == 2) return table.places
  if (column == 3) return table.lengths
  if (column == 4) return table.flags
  return column == 5 ? table.frequencies : table.weights
}

/** Fills the column of documents from the model. */
export function tableLookUp(): void {
  model.documentsOf(table.hashes, table.size, table.frequencies)
}

/** Sets a bit in the flags of the features in a sentence that has one of the runs of `width` words with these hashes. */
export function tableMark(at: usize, count: u32, bit: u32, width: u32): void {
  marks.markSentences(at, count, bit, width)
}

/** The first `n` entries as an ascending set with the weights as counts (see `setMembers`); false without room. */
export function tableToSet(n: u32): bool {
  if (!sets.start(n)) return false
  sets.resize(n)
  memory.copy(sets.members, table.hashes, <usize>n << 3)
  memory.copy(sets.counts, table.weights, <usize>n << 2)
  return sets.sort()
}

/** Sets a bit in the flags of those of `count` hashes at `at` that the table has. */
export function tableFlag(at: usize, count: u32, bit: u32): void {
  for (const end = at + (<usize>count << 3); at < end; at += 8) {
    const entry = table.find(load<u64>(at))
    if (entry < 0) continue
    const flags = table.flags + (<usize>entry << 2)
    store<u32>(flags, load<u32>(flags) | bit)
  }
}

/** Writes the fingerprint (4, 8 or 16 bytes) of the first `n` entries by their weights. */
export function tableSimhash(n: u32, bits: u32, to: usize): void {
  const lower = weighted.fingerprint(n, 0)
  if (bits <= 32) store<u32>(to, <u32>(lower >> (64 - bits)))
  else store<u64>(to, lower >> (bits < 64 ? 64 - bits : 0))
  if (bits == 128) store<u64>(to, weighted.fingerprint(n, 1), 8)
}

export { hammingBegin, hammingBeyond, hammingBrute, hammingCrowded, hammingEnd, hammingGuard, hammingJoin, hammingTable } from './hamming'
export { indexBegin, indexBlock, indexQuery } from './hamming-index'

export { signPlanes } from './planes'

export { jsonField } from './json'
export { codePoints } from './lines'

/** Where `signLines` stopped: the offset of the next line and how many lines it saw. */
let stoppedAt: usize = 0
let linesSeen: u32 = 0

export function linesStoppedAt(): usize {
  return stoppedAt
}
export function linesCounted(): u32 {
  return linesSeen
}

/**
 * Signs the lines of a piece from offset `from` on, as far as `room` records reach or until a line that the host must look
 * at (which is then the next; one longer than `longest` bytes is left to it too). Entries of `entryBytes` go to `entries`, records
 * (see `writeRecord` in lines.ts) to `records`. Returns the number of records.
 */
export function signLines(piece: usize, from: usize, length: usize, longest: usize, room: u32, entries: usize, entryBytes: u32, records: usize, scratch: usize): u32 {
  const end = piece + length
  let at = piece + from
  let count: u32 = 0
  linesSeen = 0
  sampled = 0
  while (at < end && count < room) {
    const next = lines.lineEnd(at, end)
    const stop = load<u8>(next - 1) == 10 ? next - 1 : next
    if (next - at > longest) break
    const found = lines.scanLine(at, stop)
    if (found != 2) {
      if (!found || !lines.hasPlainId()) break
      const size = lines.loadText()
      if (size < 0) break
      const features = sign(<usize>size, entries + <usize>count * entryBytes, scratch)
      if (features < 0) break
      lines.writeRecord(records + <usize>count * lines.RECORD, piece, at, next, linesSeen, <usize>size, features)
      if (method == SAMPLE) store<u32>(sampleEnds + (<usize>count << 2), sampled)
      count++
    }
    linesSeen++
    at = next
  }
  stoppedAt = at - piece
  return count
}
