/** What many thresholds would do to the pairs of a laboratory, found in one pass over them. */
import { UnionFind } from '../../grouping/union-find.js'
import type { LabPairs } from './laboratory.js'

/** Groups of two and more, and documents that would go, at a threshold. */
export interface Affected {
  readonly groups: number
  readonly removed: number
}

/**
 * What thresholds would do, without decisions of people: by the rule of stars (a document goes if it is like one that stays before it), or
 * by components.
 *
 * @param documents   how many there are
 * @param thresholds  ascending
 * @returns           for each threshold
 */
export function affectedAt(pairs: LabPairs, documents: number, thresholds: readonly number[], groupBy: 'star' | 'components'): Affected[] {
  const cuts = Float32Array.from(thresholds)
  return groupBy === 'components' ? byComponents(pairs, documents, cuts) : byStars(pairs, documents, cuts)
}

/** How many thresholds a score reaches. Scores are held as 32-bit floats, and so are the thresholds that they are held against. */
function reached(cuts: Float32Array, score: number): number {
  let [low, high] = [0, cuts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cuts[middle] as number) <= score) low = middle + 1
    else high = middle
  }
  return low
}

/** From the highest threshold down: each one adds its pairs to the sets of those above it. */
function byComponents({ first, second, similarity }: LabPairs, documents: number, cuts: Float32Array): Affected[] {
  const steps = Uint16Array.from(similarity, (score) => reached(cuts, score))
  // Pairs in the order of what they reach, by counting.
  const ends = new Uint32Array(cuts.length + 2)
  for (const step of steps) ends[step + 1] = (ends[step + 1] as number) + 1
  for (let step = 1; step < ends.length; step++) ends[step] = (ends[step] as number) + (ends[step - 1] as number)
  const places = ends.slice()
  const order = new Uint32Array(steps.length)
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as number
    const place = places[step] as number
    order[place] = i
    places[step] = place + 1
  }
  const sets = new UnionFind(documents)
  const isMember = new Uint8Array(documents)
  const found: Affected[] = []
  let [groups, removed] = [0, 0]
  for (let step = cuts.length; step > 0; step--) {
    for (let at = ends[step] as number; at < (ends[step + 1] as number); at++) {
      const [a, b] = [first[order[at] as number] as number, second[order[at] as number] as number]
      if (sets.find(a) === sets.find(b)) continue
      // Two documents make a group; two groups make one.
      groups += 1 - (isMember[a] as number) - (isMember[b] as number)
      isMember[a] = isMember[b] = 1
      sets.union(a, b)
      removed++
    }
    found.unshift({ groups, removed })
  }
  return found
}

/** Each document has a bit for each threshold: whether it has gone there, and whether others have gone in its favour. */
function byStars({ first, second, similarity }: LabPairs, documents: number, cuts: Float32Array): Affected[] {
  const words = (cuts.length + 31) >> 5
  const gone = new Uint32Array(documents * words)
  const stays = new Uint32Array(documents * words)
  // Pairs stand by their second document: all that may take its place are decided before it.
  for (let from = 0, to = 0; from < second.length; from = to) {
    const own = second[from] as number
    while (second[to] === own) to++
    const likes = Array.from({ length: to - from }, (_, i) => from + i)
    // At every threshold the most alike that stays takes it; of equal ones the first.
    if (likes.length > 1) likes.sort((a, b) => (similarity[b] as number) - (similarity[a] as number) || a - b)
    for (const pair of likes) {
      const bits = reached(cuts, similarity[pair] as number)
      for (let word = 0; word < words; word++) {
        const below = Math.min(32, Math.max(0, bits - 32 * word))
        const mask = below === 32 ? 0xffffffff : 2 ** below - 1
        const [mine, others] = [own * words + word, (first[pair] as number) * words + word]
        const taken = mask & ~(gone[others] as number) & ~(gone[mine] as number)
        gone[mine] = (gone[mine] as number) | taken
        stays[others] = (stays[others] as number) | taken
      }
    }
  }
  const count = (bits: Uint32Array, place: number) => {
    let sum = 0
    for (let at = place >> 5; at < bits.length; at += words) sum += ((bits[at] as number) >>> (place & 31)) & 1
    return sum
  }
  return Array.from(cuts, (_, place) => ({ groups: count(stays, place), removed: count(gone, place) }))
}
