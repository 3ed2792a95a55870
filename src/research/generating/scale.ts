/** Described corpora at another size, with other groups or other edits. */
import type { CorpusOptions, Range } from './options.js'

export interface Scale extends Partial<Pick<CorpusOptions, 'strength' | 'edits' | 'seed' | 'length'>> {
  /** Documents in all; noise and groups shrink or grow alike. The default is the described number. */
  readonly size?: number | undefined
  /** Documents in each group of similar ones; the described number, which grows and shrinks with the size, when left out. */
  readonly groupSize?: Range | undefined
}

/** A described corpus of another size, or with as many similar documents in other groups. */
export function scaleCorpus(options: CorpusOptions, { size = options.size, groupSize: asked, ...more }: Scale): CorpusOptions {
  const { noise = 0, groupSize } = options
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
  const scaled = { ...options, size, ...given }
  const grow = (n: number) => Math.round((n * size) / options.size)
  if (asked !== undefined && typeof asked !== 'number')
    return {
      ...scaled,
      groupSize: asked,
      duplicates: shareOfCopies(grow(options.size - noise), asked),
      noise: size - grow(options.size - noise),
    }
  if (asked === undefined && typeof groupSize !== 'number') {
    const most = Array.isArray(groupSize) ? shareOfCopies(grow(options.size - noise), groupSize as [number, number]) : 1
    const { duplicates } = options
    return { ...scaled, noise: grow(noise), ...(duplicates === undefined ? {} : { duplicates: Math.min(duplicates, most) }) }
  }
  // Groups of whole documents: as many as the source has, or as there is room for. Noise is what is left.
  const members = asked ?? Math.max(2, grow(groupSize as number))
  const groups =
    asked === undefined ? Math.round((options.size - noise) / (groupSize as number)) : Math.floor(grow(options.size - noise) / asked)
  return { ...scaled, groupSize: members, duplicates: 1 - 1 / members, noise: Math.max(0, size - groups * members) }
}

/** The share of copies at which hardly any base is without a copy, and no group without a base: a round of all sizes may be cut short. */
function shareOfCopies(related: number, [least, most]: readonly [number, number]): number {
  const mean = (least + most) / 2
  return Math.max(0, 1 - 1 / mean - (most - least + 1) / Math.max(1, related))
}
