/**
 * doc, id, digest, band keys, low bytes, rank of every signed document -> of those that share their text, or may be like another: doc, id, node,
 * component, first, copies. One task does what large runs do in the steps copies, bands, forest and components.
 */
import { UnionFind } from '../../grouping/union-find.js'
import { withRoom } from '../../hashing/typed-list.js'
import type { Options } from '../../options/options.js'
import { estimateFloor, estimateFromBytes } from '../../searching/bands.js'
import { equalRuns } from '../../searching/equal-runs.js'
import { joinBucket, LOOKS } from './forest.js'
import { NULL, rows, say } from './pipe.js'

/** A distinct text, named by the most preferred of its copies. */
interface Text {
  readonly row: number
  node: bigint
  id: string
  rank: number
  first: bigint
  copies: number
}

interface Copy {
  readonly text: Text
  readonly doc: bigint
  readonly id: string
}

/** @param crowd  members from which on a bucket stays whole: one machine does not look through it either */
export function gather({ keep, bands, numPerm, threshold }: Options, crowd = Number.POSITIVE_INFINITY): void {
  const words = Math.ceil(numPerm / 4)
  const texts = new Map<string, Text>()
  const copies: Copy[] = []
  let keys = new Uint32Array(bands * 64)
  let low = new Uint32Array(words * 64)
  const isBefore = (doc: bigint, other: bigint) => (keep === 'last' ? doc > other : doc < other)
  for (const [number = '', name = '', digest = '', keysOf = '', lowOf = '', rankOf = ''] of rows()) {
    const [doc, id, rank] = [BigInt(number), own(name), Number(rankOf)]
    const known = texts.get(digest)
    if (!known) {
      const row = texts.size
      texts.set(own(digest), { row, node: doc, id, rank, first: doc, copies: 1 })
      keys = withRoom(keys, (row + 1) * bands)
      low = withRoom(low, (row + 1) * words)
      Buffer.from(keys.buffer).write(keysOf, row * bands * 4, 'base64')
      Buffer.from(low.buffer).write(lowOf, row * words * 4, 'base64')
      continue
    }
    known.copies++
    if (doc < known.first) known.first = doc
    if (rank < known.rank || (rank === known.rank && isBefore(doc, known.node))) {
      copies.push({ text: known, doc: known.node, id: known.id })
      Object.assign(known, { node: doc, id, rank })
    } else copies.push({ text: known, doc, id })
  }
  const nodes = [...texts.values()].sort((a, b) => (a.node < b.node ? -1 : 1))
  const floor = estimateFloor(threshold, numPerm)
  const sets = new UnionFind(nodes.length)
  const rowOf = Uint32Array.from(nodes, ({ row }) => row)
  const column = new Uint32Array(nodes.length)
  for (let band = 0; band < bands; band++) {
    for (let i = 0; i < column.length; i++) column[i] = keys[(rowOf[i] as number) * bands + band] as number
    const { items, ends } = equalRuns(column)
    let start = 0
    for (const end of ends) {
      const bucket = items.subarray(start, end)
      start = end
      const at = (i: number) => bucket[i] as number
      const join = (a: number, b: number) => sets.union(at(a), at(b))
      // Those that are joined already count as alike: they are in one component whatever the estimate says.
      const maybe = (a: number, b: number) =>
        sets.find(at(a)) === sets.find(at(b)) ||
        estimateFromBytes(low, rowOf[at(a)] as number, rowOf[at(b)] as number, words, numPerm) >= floor
      if (bucket.length > crowd) for (let i = 1; i < bucket.length; i++) join(i - 1, i)
      else joinBucket(bucket.length, maybe, LOOKS, join)
    }
  }
  const isJoined = new Uint8Array(nodes.length)
  for (let i = 0; i < nodes.length; i++) if (sets.find(i) !== i) isJoined[i] = isJoined[sets.find(i)] = 1
  for (const [i, { node, id, first, copies }] of nodes.entries())
    if (copies > 1 || isJoined[i])
      say(`${node}\t${id}\t${node}\t${isJoined[i] ? (nodes[sets.find(i)] as Text).node : NULL}\t${first}\t${copies}`)
  for (const { doc, id, text } of copies) say(`${doc}\t${id}\t${text.node}\t${NULL}\t${text.first}\t${text.copies}`)
}

/** A text of its own, from one that is a part of all the rows around it and would hold them; ids are UTF-8. */
const own = (part: string) => Buffer.from(part, 'latin1').toString()
