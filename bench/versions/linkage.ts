/**
 * LEITONG_DATA=FOLDER npx tsx bench/versions/linkage.ts [SET …]
 *
 * What `find: 'versions'` would gain if pairs were judged together: versions of one document are versions of each other. Average linkage joins
 * two groups while the mean similarity of their pairs is at least the threshold of the profile; pairs below 0.05 count as 0. The second
 * row of a set has the pairs within these groups beside those of the profile. Sets are those of quality.ts.
 */
import { dedupe } from '../../dist/index.js'
import { keyOf, versionSets } from './sets.js'

const THRESHOLD = 0.14

interface Scored {
  readonly a: string
  readonly b: string
  readonly similarity: number
}

/** Groups by average linkage. The best two are looked for anew each time: quadratic, and enough for sets of this size. */
function averageLinkage(pairs: readonly Scored[]): string[][] {
  const members = new Map<string, string[]>()
  /** Sums of similarities between groups, both ways. */
  const sums = new Map<string, Map<string, number>>()
  for (const { a, b, similarity } of pairs) {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      members.set(one, [one])
      sums.set(one, (sums.get(one) ?? new Map<string, number>()).set(other, similarity))
    }
  }
  const sizeOf = (name: string) => (members.get(name) as string[]).length
  for (;;) {
    let best: readonly [string, string] | undefined
    let most = THRESHOLD
    for (const [one, others] of sums)
      for (const [other, sum] of others) {
        const mean = sum / (sizeOf(one) * sizeOf(other))
        if (mean > most) [best, most] = [[one, other], mean]
      }
    if (!best) return [...members.values()]
    const [kept, gone] = best
    members.get(kept)?.push(...(members.get(gone) as string[]))
    members.delete(gone)
    for (const [other, sum] of sums.get(gone) as Map<string, number>) {
      sums.get(other)?.delete(gone)
      if (other === kept) continue
      const together = sum + (sums.get(kept)?.get(other) ?? 0)
      sums.get(kept)?.set(other, together)
      sums.get(other)?.set(kept, together)
    }
    sums.delete(gone)
  }
}

console.log('| set | pairs | F1 | precision | recall |\n|---|---|--:|--:|--:|')
for (const { documents, row } of versionSets()) {
  await using result = await dedupe(documents, { find: 'versions', threshold: 0.05, pairs: true })
  const pairs: Scored[] = []
  for await (const { a, b, similarity } of result.pairs()) pairs.push({ a: a as string, b: b as string, similarity: similarity ?? 0 })
  const found = new Set(pairs.filter(({ similarity }) => similarity >= THRESHOLD).map(({ a, b }) => keyOf(a, b)))
  row('`versions`', found)
  for (const group of averageLinkage(pairs))
    for (const [at, a] of group.entries()) for (const b of group.slice(at + 1)) found.add(keyOf(a, b))
  row('and those within groups', found)
}
