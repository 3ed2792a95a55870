/** Pairs around a threshold with their texts: what a figure cannot tell, people see. */
import type { Run } from '../dedupe/dedupe.js'
import type { Sample } from './sample.js'
import type { FoundPair } from './similarities.js'

export interface Example {
  readonly similarity: number
  /** Ids as JSON. */
  readonly a: string
  readonly b: string
  /** The beginnings of the texts. */
  readonly left: string
  readonly right: string
}

/** Pairs on each side of the threshold. */
const EACH_SIDE = 4
/** UTF-16 units of a text. */
const TEXT = 600

/**
 * The pairs nearest to the threshold on either side, of each document one: variants of one text say the same again.
 *
 * @param documents  ids of the sample, as its run numbers them
 */
export function examplesAround(run: Run, pairs: readonly FoundPair[], threshold: number, { ids }: Sample): Example[] {
  const nearest = [...pairs].sort(
    (x, y) => Math.abs(x.similarity - threshold) - Math.abs(y.similarity - threshold) || x.a - y.a || x.b - y.b,
  )
  const used = new Set<number>()
  const chosen = { above: [] as FoundPair[], below: [] as FoundPair[] }
  for (const pair of nearest) {
    const side = pair.similarity >= threshold ? chosen.above : chosen.below
    if (side.length >= EACH_SIDE || used.has(pair.a) || used.has(pair.b)) continue
    used.add(pair.a).add(pair.b)
    side.push(pair)
    if (chosen.above.length >= EACH_SIDE && chosen.below.length >= EACH_SIDE) break
  }
  const shown = [...chosen.above, ...chosen.below].sort((x, y) => y.similarity - x.similarity)
  const texts = run.context.textsOf(shown.flatMap(({ a, b }) => [a, b])).map(({ text }) => text.slice(0, TEXT))
  return shown.map(({ a, b, similarity }, i) => ({
    similarity,
    a: ids[a] as string,
    b: ids[b] as string,
    left: texts[2 * i] as string,
    right: texts[2 * i + 1] as string,
  }))
}
