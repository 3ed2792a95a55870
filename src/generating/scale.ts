/** Described corpora at another size. */
import type { CorpusOptions } from './options.js'

export interface Scale {
  /** Documents in all; noise and groups shrink or grow alike. The default is the described number. */
  readonly size?: number | undefined
  readonly seed?: number | undefined
  /** Documents in each group of similar ones; the described number, which grows and shrinks with the size, when left out. */
  readonly groupSize?: number | undefined
}

/** A described corpus of another size, or with as many similar documents in other groups. */
export function scaleCorpus(options: CorpusOptions, { size = options.size, seed, groupSize: asked }: Scale): CorpusOptions {
  const { noise = 0, groupSize } = options
  const scaled = { ...options, size, ...(seed === undefined ? {} : { seed }) }
  const grow = (n: number) => Math.round((n * size) / options.size)
  if (asked === undefined && typeof groupSize !== 'number') return { ...scaled, noise: grow(noise) }
  // Groups of whole documents: as many as the source has, or as there is room for. Noise is what is left.
  const members = asked ?? Math.max(2, grow(groupSize as number))
  const groups =
    asked === undefined ? Math.round((options.size - noise) / (groupSize as number)) : Math.floor(grow(options.size - noise) / asked)
  return { ...scaled, groupSize: members, duplicates: 1 - 1 / members, noise: Math.max(0, size - groups * members) }
}
