/**
 * Batches of an iterable.
 *
 * Oracle   slices of the array.
 * Covers   order and sizes, from iterables of both kinds; slow items, which do not wait for each other; errors; an end before the end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inBatches, inTimelyBatches } from '../../src/reading/batches.js'

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

async function* asynchronous<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

const slices = (items: readonly number[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

describe('batches', () => {
  it('are slices of what comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), async (items, size) => {
        expect(await all(inBatches(items, size))).toEqual(slices(items, size))
        expect(await all(inBatches(asynchronous(items), size))).toEqual(slices(items, size))
        expect(await all(inTimelyBatches(asynchronous(items), size, 1000))).toEqual(slices(items, size))
      }),
    )
  })

  it('do not wait for slow items, where time counts', async () => {
    const slow = async function* () {
      yield* [1, 2]
      await sleep(100)
      yield 3
    }
    expect(await all(inTimelyBatches(slow(), 9, 10))).toEqual([[1, 2], [3]])
    expect(await all(inBatches(slow(), 9))).toEqual([[1, 2, 3]])
  })

  it('come before the error that follows them, where time counts', async () => {
    const broken = async function* () {
      yield 1
      throw new Error('broken')
    }
    const batches = inTimelyBatches(broken(), 9, 1000)
    expect((await batches.next()).value).toEqual([1])
    await expect(batches.next()).rejects.toThrow('broken')
  })

  it.each([
    ['by number', (items: AsyncIterable<number>) => inBatches(items, 1)],
    ['by number and time', (items: AsyncIterable<number>) => inTimelyBatches(items, 1, 1000)],
  ])('let go of the items when nobody wants more, %s', async (_name, batchesOf) => {
    let ended = false
    const items = async function* () {
      try {
        yield* [1, 2, 3]
      } finally {
        ended = true
      }
    }
    for await (const batch of batchesOf(items())) {
      expect(batch).toEqual([1])
      break
    }
    expect(ended).toBe(true)
  })
})
