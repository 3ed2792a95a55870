/** One fingerprint against a fixed set, exactly: multi-index hashing in the kernel (assembly/hamming-index.ts). */
import { LeitongError } from '../errors.js'
import type { Bits } from '../fingerprinting/simhash.js'
import type { KernelExports } from '../kernel/exports.js'
import { instantiateKernel } from '../kernel/wasm.js'
import { type Fingerprints, wordsOf } from './hamming.js'
import { blockRadii, cutBlocks } from './hamming-plan.js'

export interface HammingMatch {
  /** Position in the set. */
  readonly ordinal: number
  readonly distance: number
}

export interface HammingIndex {
  readonly count: number
  /** Every member within the distance, in no particular order. `fingerprint` is below 2^bits. */
  query(fingerprint: bigint): HammingMatch[]
}

interface Shard {
  readonly kernel: KernelExports
  readonly first: number
  readonly input: number
  readonly output: number
}

/** Matches that an answer has room for; a query with more is asked again with room for all. 32 KB a shard. */
const ROOM = 4096

/**
 * Builds an index over fingerprints for one distance. Takes about 12 bytes a fingerprint and block (20 for 128 bits);
 * sets that outgrow the 4 GiB of one kernel are spread over several.
 *
 * @param fingerprints  one word each, two for 128 bits, the lower first
 * @param distance      differing bits allowed, 0 to `bits`
 * @throws {LeitongError} `MEMORY`
 * @example
 * createHammingIndex(BigUint64Array.of(0b1111n, 0b0000n), 64, 1).query(0b1011n) // [{ ordinal: 0, distance: 1 }]
 */
export function createHammingIndex(fingerprints: Fingerprints, bits: Bits, distance: number): HammingIndex {
  const words = wordsOf(bits)
  const count = fingerprints.length / words
  const blocks = planBlocks(count, bits, distance)
  const perFingerprint = (blocks.length + 1) * (words * 8 + 4) + words * 8
  const most = Math.floor(3.5e9 / perFingerprint)
  const shards: Shard[] = []
  for (let first = 0; first < count || !shards.length; first += most) {
    shards.push(buildShard(fingerprints.subarray(first * words, (first + most) * words), first, bits, distance, blocks))
  }
  return {
    count,
    query(fingerprint) {
      const matches: HammingMatch[] = []
      for (const shard of shards) ask(shard, fingerprint, words, matches)
      return matches
    },
  }
}

interface SearchedBlock {
  readonly offset: number
  readonly width: number
  readonly radius: number
}

/** As few blocks as give buckets of a few: the block width follows the size of the set. */
function planBlocks(count: number, bits: Bits, distance: number): SearchedBlock[] {
  const wanted = Math.max(8, Math.min(20, Math.round(Math.log2(Math.max(count, 2)) - 5)))
  const parts = Math.max(Math.ceil(bits / 20), Math.min(distance + 1, Math.floor(bits / wanted)))
  const radii = blockRadii(distance, parts)
  return cutBlocks(bits, parts).flatMap(({ offset, width }, i) => {
    const radius = radii[i] as number
    if (radius < 0) return []
    // A field lies on one side of the middle of 128 bits: of a block across it the longer side is searched.
    const left = Math.min(width, Math.max(0, 64 - offset))
    const fields =
      offset < 64 && offset + width > 64
        ? left * 2 >= width
          ? { offset, width: left }
          : { offset: 64, width: width - left }
        : { offset, width }
    return [{ offset: fields.offset, width: Math.min(fields.width, 20), radius: Math.min(radius, Math.min(fields.width, 20)) }]
  })
}

function buildShard(fingerprints: Fingerprints, first: number, bits: Bits, distance: number, blocks: readonly SearchedBlock[]): Shard {
  const kernel = instantiateKernel()
  const words = wordsOf(bits)
  const count = fingerprints.length / words
  const block = (bytes: number) => {
    const at = kernel.alloc(bytes) >>> 0
    if (!at) throw new LeitongError('MEMORY', bytes, 'index fingerprints')
    return at
  }
  const input = block(16)
  const output = block(ROOM * 8)
  // The set and the spare room lie below the tables and stay: releasing them would release the tables too.
  const at = block(fingerprints.byteLength)
  const spare = block(count * (words * 8 + 4))
  new BigUint64Array(kernel.memory.buffer, at, fingerprints.length).set(fingerprints)
  kernel.indexBegin(distance, words - 1)
  for (const { offset, width, radius } of blocks) {
    if (!kernel.indexBlock(at, count, offset, width, radius, spare))
      throw new LeitongError('MEMORY', count * (words * 8 + 4), 'index fingerprints')
  }
  return { kernel, first, input, output }
}

function ask(shard: Shard, fingerprint: bigint, words: number, matches: HammingMatch[]): void {
  const { kernel, input, output, first } = shard
  const view = new BigUint64Array(kernel.memory.buffer, input, 2)
  view[0] = fingerprint & 0xffffffffffffffffn
  if (words === 2) view[1] = fingerprint >> 64n
  const found = kernel.indexQuery(input, output, ROOM)
  const read = (at: number) => {
    const answers = new Uint32Array(kernel.memory.buffer, at, found * 2)
    for (let i = 0; i < answers.length; i += 2)
      matches.push({ ordinal: first + (answers[i] as number), distance: answers[i + 1] as number })
  }
  if (found <= ROOM) {
    read(output)
    return
  }
  const mark = kernel.mark()
  const larger = kernel.alloc(found * 8) >>> 0
  if (!larger) throw new LeitongError('MEMORY', found * 8, 'answer a query')
  kernel.indexQuery(input, larger, found)
  read(larger)
  kernel.release(mark)
}
