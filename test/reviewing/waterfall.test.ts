/**
 * What each field of a row adds to the score of a pair, in a review.
 *
 * Oracle   the score: what two rows start with and what all fields add make up its odds.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder, writeLines } from '../support/files.js'
import { PEOPLE_FIELDS, peopleOf } from '../support/people.js'
import { reviewsIn } from '../support/reviews/reviews-in.js'

interface Told {
  readonly groups: readonly { readonly id: string }[]
}
interface Group {
  readonly prior?: number
  readonly members: readonly { readonly similarity: number | null; readonly contributions?: readonly { readonly bits?: number }[] }[]
}

it('begins with the prior and ends with the odds of the score', async () => {
  const folder = temporaryFolder()
  writeLines(join(folder, 'people.jsonl'), peopleOf(11, 600))
  const { reviews, ask } = reviewsIn(folder)
  await ask('', { name: 'people', source: ['people.jsonl'], options: { measure: 'match', fields: PEOPLE_FIELDS } })
  await ask('/people/run', {})
  const { groups } = await ask<Told>('/people/queue')
  let compared = 0
  for (const { id } of groups) {
    const { prior, members } = await ask<Group>(`/people/groups/${id}`)
    for (const { similarity, contributions } of members) {
      if (!contributions || similarity === null || similarity > 0.999) continue
      const bits = contributions.reduce((sum, one) => sum + (one.bits ?? 0), prior ?? Number.NaN)
      expect(1 / (1 + 2 ** -bits)).toBeCloseTo(similarity, 2)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(2)
  await ask('', { name: 'weighed', source: ['people.jsonl'], options: { measure: 'fields', fields: PEOPLE_FIELDS } })
  await ask('/weighed/run', {})
  const { groups: weighed } = await ask<Told>('/weighed/queue')
  expect((await ask<Group>(`/weighed/groups/${weighed[0]?.id}`)).prior).toBeUndefined()
  reviews.close()
})
