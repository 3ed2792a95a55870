/**
 * key, node, low bytes (by key) -> edges a, b.
 *
 * The edges join, in every bucket, all whom the estimate does not tell apart, and are only used to find blocks: it is enough that they
 * connect what could be a pair. A newcomer looks for one member of each group that may be like it, so a bucket of m alike gives m - 1 edges.
 */
import type { Options } from '../../options/options.js'
import { estimateFloor, estimateFromBytes } from '../../searching/bands.js'
import { CROWDED } from '../marks.js'
import { rows, say } from './pipe.js'

/** Members of one bucket that a newcomer is held against: more of them are unlike each other, and take quadratic time. */
export const LOOKS = 100_000

export function forest({ threshold, numPerm }: Options, looks = LOOKS): void {
  const words = Math.ceil(numPerm / 4)
  const floor = estimateFloor(threshold, numPerm)
  let key: string | undefined
  let nodes: string[] = []
  let low = new Uint32Array(words * 64)
  let crowded = 0
  const close = () => {
    const maybe = (a: number, b: number) => estimateFromBytes(low, a, b, words, numPerm) >= floor
    if (joinBucket(nodes.length, maybe, looks, (a, b) => say(`${nodes[a]}\t${nodes[b]}`))) crowded++
  }
  for (const [of, node = '', bytes = ''] of rows()) {
    if (of !== key) {
      close()
      key = of
      nodes = []
    }
    const at = nodes.length
    if ((at + 1) * words > low.length) {
      const larger = new Uint32Array(low.length * 2)
      larger.set(low)
      low = larger
    }
    low.fill(0, at * words, (at + 1) * words)
    Buffer.from(low.buffer).write(bytes, at * words * 4, 'base64')
    nodes.push(node)
  }
  close()
  if (crowded) say(`${CROWDED}\t${crowded}`)
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
