/** Sets of features in the kernel's memory: taken out of it, and measured against each other in it. */
import type { KernelExports } from './exports.js'
import type { FeatureSet } from './kernel.js'
import { allocate, bytesAt, longsAt, scoped, wordsAt } from './memory.js'

/** Bytes of a hash, and of a count. */
const HASH = 8
const COUNT = 4

/** Bytes that one feature takes in a set outside the kernel: its hash, and its count if the set is counted. */
export const featureBytes = (counted: boolean): number => (counted ? HASH + COUNT : HASH)

/** Copies the set that the kernel has just collected: hashes ascending, then counts if asked. */
export function copySet(kernel: KernelExports, size: number, counted: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size * featureBytes(counted))
  bytes.set(bytesAt(kernel, kernel.setMembers(), size * HASH))
  if (counted) bytes.set(bytesAt(kernel, kernel.setCounts(), size * COUNT), size * HASH)
  return bytes
}

/** The set of the prepared text as {@link copySet} gives it; undefined without room. */
export function takeSet(kernel: KernelExports, features: number, counted: boolean): Uint8Array<ArrayBuffer> | undefined {
  const mark = kernel.mark()
  const size = counted ? kernel.featureSet(features) : kernel.distinctSet(features)
  const bytes = size < 0 ? undefined : copySet(kernel, size, counted)
  kernel.release(mark)
  return bytes
}

/** The set of the prepared text as two columns; undefined without room. */
export function takeFeatureSet(kernel: KernelExports, features: number): FeatureSet | undefined {
  return scoped(kernel, () => {
    const size = kernel.featureSet(features)
    if (size < 0) return undefined
    return { hashes: longsAt(kernel, kernel.setMembers(), size).slice(), counts: wordsAt(kernel, kernel.setCounts(), size).slice() }
  })
}

/** Hashes of the prepared text's features that the sample takes, two words each, in no order; undefined without room. */
export function takeSample(kernel: KernelExports, features: number): Uint32Array<ArrayBuffer> | undefined {
  return scoped(kernel, () => {
    const size = kernel.sampleSet(features)
    return size < 0 ? undefined : wordsAt(kernel, kernel.setMembers(), size * 2).slice()
  })
}

/** From now on samples take only features whose hash is a multiple of `every`, a power of two. */
export const sampleEvery = (kernel: KernelExports, every: number): void => kernel.configureSample(BigInt(every - 1))

/** The hash of every feature of the prepared text, repeats included, in order; undefined without room. */
export function takeFeatures(kernel: KernelExports, features: number): BigUint64Array<ArrayBuffer> | undefined {
  return scoped(kernel, () => {
    const at = kernel.alloc(features * HASH + HASH)
    if (!at) return undefined
    kernel.writeFeatures(at)
    return longsAt(kernel, at, features).slice()
  })
}

/** A set as {@link copySet} gives it. */
export interface SetBytes {
  readonly size: number
  readonly bytes: Uint8Array
}

/** Features that two sets share, the sum of the lesser counts, and the dot product of the counts. */
export interface Shared {
  readonly shared: number
  readonly sharedTotal: number
  readonly dot: number
}

/**
 * Shared features of two sets. Without counts every feature counts once.
 *
 * @param counted  whether both sets have counts
 * @throws {LeitongError} `MEMORY`
 */
export function sharedFeatures(kernel: KernelExports, a: SetBytes, b: SetBytes, counted: boolean): Shared {
  const mark = kernel.mark()
  const purpose = 'compare two texts'
  const left = allocate(kernel, a.bytes.length, purpose)
  const right = allocate(kernel, b.bytes.length, purpose)
  const result = allocate(kernel, 16, purpose)
  // One view for all three blocks: this runs once for each pair that is verified.
  const memory = bytesAt(kernel, left, result + 16 - left)
  memory.set(a.bytes)
  memory.set(b.bytes, right - left)
  const shared = kernel.intersection(left, a.size, right, b.size)
  let sharedTotal = shared
  let dot = shared
  if (counted) {
    kernel.overlap(left, left + a.size * HASH, a.size, right, right + b.size * HASH, b.size, result)
    const answers = longsAt(kernel, result, 2)
    sharedTotal = Number(answers[0])
    dot = Number(answers[1])
  }
  kernel.release(mark)
  return { shared, sharedTotal, dot }
}

/** The shares of many pairs of sets, by pair, as {@link Shared}; `shared` is NaN for pairs that were not wanted. */
export interface SharedOfPairs {
  readonly shared: Float64Array
  /** Empty for sets without counts. */
  readonly sharedTotal: Float64Array
  readonly dot: Float64Array
}

/**
 * Measures many pairs of sets: a set stays in the kernel as long as it is the left one of the pairs that follow each other.
 *
 * @param longest  bytes of the longest set
 * @param pairs    as positions, two for each pair
 * @param wants    whether a pair is to be measured
 * @throws {LeitongError} `MEMORY`
 */
export function sharedFeaturesOf(
  kernel: KernelExports,
  { setOf, longest, counted }: { readonly setOf: (position: number) => SetBytes; readonly longest: number; readonly counted: boolean },
  pairs: Uint32Array,
  wants: (left: number, right: number) => boolean,
): SharedOfPairs {
  const count = pairs.length / 2
  const found = new Float64Array(count).fill(Number.NaN)
  const [sharedTotal, dot] = [new Float64Array(counted ? count : 0), new Float64Array(counted ? count : 0)]
  scoped(kernel, () => {
    const purpose = 'compare texts'
    const [left, right, result] = [longest, longest, 16].map((bytes) => allocate(kernel, bytes, purpose)) as [number, number, number]
    const memory = bytesAt(kernel, left, result + 16 - left)
    const answers = longsAt(kernel, result, 2)
    let held = -1
    let a: SetBytes | undefined
    for (let pair = 0; pair < count; pair++) {
      const [one, other] = [pairs[2 * pair] as number, pairs[2 * pair + 1] as number]
      if (!wants(one, other)) continue
      if (held !== one || !a) {
        a = setOf(one)
        memory.set(a.bytes)
        held = one
      }
      const b = setOf(other)
      memory.set(b.bytes, right - left)
      found[pair] = kernel.intersection(left, a.size, right, b.size)
      if (!counted) continue
      kernel.overlap(left, left + a.size * HASH, a.size, right, right + b.size * HASH, b.size, result)
      sharedTotal[pair] = Number(answers[0])
      dot[pair] = Number(answers[1])
    }
  })
  return { shared: found, sharedTotal, dot }
}
