/**
 * The bases and copies of a corpus, for any number of documents without a list of them. A slot is a number: first come the bases,
 * then the copies group by group, then the noise. A shuffle gives every slot its position in the corpus.
 */
import { LeitongError } from '../../errors.js'
import { firstWhere } from '../../hashing/binary-search.js'
import type { ResolvedCorpus } from './options.js'
import { createPermutation } from './permutation.js'
import { TOPICS } from './vocabulary/topics.js'

export interface Role {
  readonly slot: number
  /** The slot of the base; its own, unless it is a copy. */
  readonly base: number
  /** Number of the topic. */
  readonly topic: number
}

export interface Plan {
  /** Groups of two and more documents. */
  readonly groups: number
  roleAt(position: number): Role
  positionOf(slot: number): number
  /** Positions of a group's documents, in order. */
  members(group: number): number[]
}

/** @throws {LeitongError} `OPTION_CONFLICT` when the copies do not fit into groups of that size */
export function createPlan({ size, noise, noiseTopics: asked, seed, duplicates, topics, groupSize }: ResolvedCorpus): Plan {
  const related = size - noise
  const copies = Math.max(0, Math.min(related - 1, Math.round(related * duplicates)))
  const bases = related - copies
  const sizes = chooseSizes(copies, bases, groupSize)
  const { offsets, perRound, least, groups } = sizes
  const kinds = offsets.length
  const shuffle = createPermutation(size, seed)
  const others = TOPICS.map((_, i) => i).filter((topic) => !topics.includes(topic))
  const noiseTopics = asked === undefined ? [...(others.length ? others : topics)] : others.slice(0, asked)
  // The numbers behind those of the written topics are of topics that are put together.
  for (let number = TOPICS.length; noiseTopics.length < (asked ?? 0); number++) noiseTopics.push(number)
  /** Bases of one topic come with every group size: after each round of both, topics move on by one. */
  const topicOf = (base: number) => topics[(base + Math.floor(base / (kinds * topics.length))) % topics.length] as number

  return {
    groups,
    positionOf: shuffle.positionOf,
    roleAt(position) {
      const slot = shuffle.slotOf(position)
      if (slot >= related) return { slot, base: slot, topic: noiseTopics[(slot - related) % noiseTopics.length] as number }
      if (slot < bases) return { slot, base: slot, topic: topicOf(slot) }
      const copy = slot - bases
      const inRound = copy % perRound
      const base = Math.floor(copy / perRound) * kinds + lastAtMost(offsets, inRound)
      return { slot, base, topic: topicOf(base) }
    },
    members(group) {
      const kind = group % kinds
      const start = Math.floor(group / kinds) * perRound + (offsets[kind] as number)
      const end = Math.min(copies, start + least - 1 + kind)
      const slots = [group]
      for (let copy = start; copy < end; copy++) slots.push(bases + copy)
      return slots.map((slot) => shuffle.positionOf(slot)).sort((a, b) => a - b)
    },
  }
}

interface Sizes {
  /** Copies before each group of a round; a round has one group of each size. */
  readonly offsets: Float64Array
  readonly perRound: number
  readonly least: number
  readonly groups: number
}

function sizesOf(copies: number, [least, most]: readonly [number, number]): Sizes {
  // A group that could never fill is not worth a place in the table.
  const kinds = Math.min(most, Math.max(least, copies + 1)) - least + 1
  const offsets = new Float64Array(kinds)
  let perRound = 0
  for (let kind = 0; kind < kinds; kind++) {
    offsets[kind] = perRound
    perRound += least - 1 + kind
  }
  const left = copies % perRound
  const groups = Math.floor(copies / perRound) * kinds + (left ? lastAtMost(offsets, left - 1) + 1 : 0)
  return { offsets, perRound, least, groups }
}

function chooseSizes(copies: number, bases: number, groupSize: readonly [number, number] | undefined): Sizes {
  if (groupSize) {
    const sizes = sizesOf(copies, groupSize)
    if (sizes.groups > bases)
      throw new LeitongError(
        'OPTION_CONFLICT',
        `${copies} copies in groups of ${groupSize.join(' to ')} need ${sizes.groups} bases, and there are ${bases}: raise groupSize or lower duplicates`,
      )
    return sizes
  }
  const mean = copies / Math.max(1, bases)
  const varied = sizesOf(copies, [2, Math.max(4, Math.ceil(2 * mean))])
  if (varied.groups <= bases) return varied
  const even = Math.ceil(mean) + 1
  return sizesOf(copies, [even, even])
}

/** The last index whose value is at most this one, in an ascending list that begins with 0. */
function lastAtMost(list: Float64Array, value: number): number {
  return firstWhere(1, list.length, (at) => (list[at] as number) > value) - 1
}
