/** How alike the members of a group are. */
import type { Decisions } from './decisions.js'
import type { Group } from './groups.js'

/** The lowest and the highest similarity to the kept one in a group; undefined where none is known. */
export function similarityRange(
  decisions: Pick<Decisions, 'decide'>,
  { members }: Group,
): readonly [low: number, high: number] | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 1; i < members.length; i++) {
    const { similarity = Number.NaN } = decisions.decide(members[i] as number)
    if (similarity < low) low = similarity
    if (similarity > high) high = similarity
  }
  return low <= high ? [low, high] : undefined
}
