/**
 * Offers that wait to be written.
 *
 * Covers   callers that come again at once share one transaction; none has more offers than may be together; failures stay with their caller.
 */
import { expect, it } from 'vitest'
import { OfferQueue } from '../../../src/stores/postings/offer-queue.js'
import type { Offer } from '../../../src/stores/store.js'

const offerOf = (id: string): Offer => ({ id, entry: new Uint8Array(), decide: () => undefined })

/** A queue that notes how many offers each transaction had. */
function queueOf(fails: (offers: readonly Offer[]) => boolean = () => false) {
  const sizes: number[] = []
  const queue = new OfferQueue(async (offers) => {
    sizes.push(offers.length)
    await new Promise((resolve) => setTimeout(resolve, 1))
    if (fails(offers)) throw new Error('no')
    return offers.map(() => undefined)
  })
  return { queue, sizes }
}

it('writes what 64 callers offer again and again in one transaction a round', async () => {
  const { queue, sizes } = queueOf()
  const caller = async (name: number) => {
    for (let round = 0; round < 5; round++) await queue.add([offerOf(`${name}-${round}`)])
  }
  await Promise.all(Array.from({ length: 64 }, (_, name) => caller(name)))
  expect(sizes).toEqual([64, 64, 64, 64, 64])
})

it('takes 128 offers together at most, and more only of one caller', async () => {
  const { queue, sizes } = queueOf()
  await Promise.all([100, 28, 1, 300].map((count, i) => queue.add(Array.from({ length: count }, (_, n) => offerOf(`${i}-${n}`)))))
  expect(sizes).toEqual([128, 1, 300])
})

it('keeps a failure from those who shared the transaction', async () => {
  const { queue } = queueOf((offers) => offers.some(({ id }) => id === 'bad'))
  const answers = await Promise.allSettled(['good', 'bad', 'fine'].map((id) => queue.add([offerOf(id)])))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
