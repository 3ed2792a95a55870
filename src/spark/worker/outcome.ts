/**
 * `m`, doc, id, node of the documents that share their text or were held against others, and `d`, node, kept, similarity, distance of the texts
 * that were decided -> of the removed documents, in order: doc, id, kept, id of the kept, similarity, distance, number of the group.
 */
import { unreachable } from '../../errors.js'
import { Uint32List } from '../../hashing/typed-list.js'
import { Ids, Longs, placeOf } from './columns.js'
import { rows, say } from './pipe.js'

/** @param distance  of equal texts, as lines of results have it */
export function outcome(distance: string): void {
  const [docs, nodes, ids] = [new Longs(), new Longs(), new Ids()]
  const [decided, keptOnes, scoreOf] = [new Longs(), new Longs(), new Uint32List()]
  // Similarity and distance as they are said: there are few different ones.
  const scores = [`1\t${distance}`]
  const known = new Map<string, number>()
  for (const [kind, a = '', b = '', c = '', d = ''] of rows()) {
    if (kind === 'm') {
      docs.push(BigInt(a))
      ids.push(b)
      nodes.push(BigInt(c))
      continue
    }
    decided.push(BigInt(a))
    keptOnes.push(BigInt(b))
    const score = `${c}\t${d}`
    let number = known.get(score)
    if (number === undefined) {
      number = scores.push(score) - 1
      known.set(score, number)
    }
    scoreOf.push(number)
  }

  // From here on a document is its place in the order of the input.
  const order = docs.sorted()
  const memberAt = placesOf(docs, order)
  const texts = decided.sorted()
  const decisionAt = placesOf(decided, texts)
  const keptOf = new Uint32Array(order.length)
  const score = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) {
    const node = nodes.at(memberAt[place] as number)
    const text = placeOf(texts, node)
    const decision = decisionAt[text] as number
    const kept = placeOf(order, text < 0 ? node : keptOnes.at(decision))
    if (kept < 0) unreachable('a kept document is not among those that were held against others')
    keptOf[place] = kept
    if (text >= 0) score[place] = scoreOf.at(decision)
  }
  const numbers = groupsOf(keptOf)
  for (let place = 0; place < order.length; place++) {
    const kept = keptOf[place] as number
    if (kept === place) continue
    const [id, keptId] = [place, kept].map((at) => ids.at(memberAt[at] as number))
    say(`${order[place]}\t${id}\t${order[kept]}\t${keptId}\t${scores[score[place] as number]}\t${numbers[kept]}`)
  }
}

/** For each place in the order the number of the row that is there. */
function placesOf(column: Longs, order: BigUint64Array): Uint32Array {
  const rows = new Uint32Array(order.length)
  for (let row = 0; row < column.length; row++) rows[placeOf(order, column.at(row))] = row
  return rows
}

/** The number of the group of each kept one, from 1. A group begins where the first of it stands, which may be the kept one. */
function groupsOf(keptOf: Uint32Array): Uint32Array {
  const numbers = new Uint32Array(keptOf.length)
  const hasOthers = new Uint8Array(keptOf.length)
  keptOf.forEach((kept, place) => {
    if (kept !== place) hasOthers[kept] = 1
  })
  let groups = 0
  // Members of groups, in order: the first of a group that is met, kept or not, numbers it.
  for (const kept of keptOf) if (hasOthers[kept] && !numbers[kept]) numbers[kept] = ++groups
  return numbers
}
