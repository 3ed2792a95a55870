/**
 * key, node, signature (by key) -> edges a, b.
 *
 * The edges join, in every bucket, all whom the estimate does not tell apart, and are only used to find blocks: it is enough that they
 * connect what could be a pair. A newcomer looks for one member of each group that may be like it, so a bucket of m alike gives m - 1 edges.
 */
import { popcount32 } from '../../hashing/bits.js'
import { withRoom } from '../../hashing/typed-list.js'
import { methodOf } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { estimateFloor, estimateFromBytes } from '../../searching/bands.js'
import { CROWDED } from '../marks.js'
import { rows, say } from './pipe.js'

/** Members of one bucket that a newcomer is held against: more of them are unlike each other, and take quadratic time. */
export const LOOKS = 100_000

/** @param crowd  members from which on a bucket stays whole: one machine does not look through it either */
export function forest(options: Options, crowd = Number.POSITIVE_INFINITY, looks = LOOKS): void {
  const bucket = methodOf(options).cluster === 'fingerprints' ? fingerprints(options) : minhashes(options)
  let key: string | undefined
  let nodes: string[] = []
  let crowded = 0
  const close = () => {
    const join = (a: number, b: number) => say(`${nodes[a]}\t${nodes[b]}`)
    if (nodes.length > crowd) for (let i = 1; i < nodes.length; i++) join(i - 1, i)
    else if (joinBucket(nodes.length, bucket.maybe, looks, join)) crowded++
  }
  for (const [of, node = '', signature = ''] of rows()) {
    if (of !== key) {
      close()
      key = of
      nodes = []
    }
    if (nodes.length <= crowd) bucket.set(nodes.length, signature)
    nodes.push(node)
  }
  close()
  if (crowded) say(`${CROWDED}\t${crowded}`)
}

/** The signatures of a bucket, by the places of its members. */
interface Bucket {
  set(place: number, signature: string): void
  /** Whether two may be a pair. */
  maybe(a: number, b: number): boolean
}

/** Low bytes, as base64. */
function minhashes({ threshold, numPerm }: Options): Bucket {
  const words = Math.ceil(numPerm / 4)
  const floor = estimateFloor(threshold, numPerm)
  let low = new Uint32Array(words * 64)
  return {
    set(place, signature) {
      low = withRoom(low, (place + 1) * words)
      low.fill(0, place * words, (place + 1) * words)
      Buffer.from(low.buffer).write(signature, place * words * 4, 'base64')
    },
    maybe: (a, b) => estimateFromBytes(low, a, b, words, numPerm) >= floor,
  }
}

/** Words of fingerprints, in decimal digits. */
function fingerprints({ bits, distance }: Options): Bucket {
  const words = bits === 128 ? 4 : 2
  let held = new Uint32Array(words * 64)
  return {
    set(place, signature) {
      held = withRoom(held, (place + 1) * words)
      for (const [i, word] of signature.split(',').entries()) {
        const value = BigInt.asUintN(64, BigInt(word))
        held[place * words + 2 * i] = Number(value & 0xffffffffn)
        held[place * words + 2 * i + 1] = Number(value >> 32n)
      }
    },
    maybe(a, b) {
      let differing = 0
      for (let i = 0; i < words; i++) differing += popcount32((held[a * words + i] as number) ^ (held[b * words + i] as number))
      return differing <= distance
    },
  }
}

/**
 * Joins the members of a bucket that may be alike, over others or not.
 *
 * @returns whether some were not held against all
 * @example joinBucket(3, (a, b) => a + b !== 3, 10, join) // joins 0 and 1, 0 and 2
 */
export function joinBucket(
  count: number,
  maybe: (a: number, b: number) => boolean,
  looks: number,
  join: (a: number, b: number) => void,
): boolean {
  let groups: number[][] = []
  let isCrowded = false
  for (let newcomer = 0; newcomer < count; newcomer++) {
    const joined: number[][] = []
    let looked = 0
    for (const group of groups) {
      const like = group.find((member) => {
        looked++
        return maybe(member, newcomer)
      })
      if (like !== undefined) {
        join(like, newcomer)
        joined.push(group)
      }
      if (looked > looks) {
        isCrowded = true
        break
      }
    }
    const [first, ...others] = joined.sort((a, b) => b.length - a.length)
    if (!first) groups.push([newcomer])
    else {
      first.push(newcomer)
      for (const group of others) for (const member of group) first.push(member)
      if (others.length) groups = groups.filter((group) => !others.includes(group))
    }
  }
  return isCrowded
}
