/**
 * A live index among many near copies of one text.
 *
 * Oracle   the rule itself, by brute force over feature Sets: of up to 32 candidates the best, of more the best of the newest 4 where one of them is alike, else of all.
 * Covers   add, check and answersOf, in memory and LMDB; equal texts; `first`; candidates of which only old ones are alike.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Added, type LiveIndex, openIndex } from '../../../src/index.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
let next = 0
const URLS = { memory: () => `memory:dense-${next++}`, lmdb: () => join(folder, `dense-${next++}`) }
const [UP_TO, NEWEST] = [32, 4]

/** Copies of one text, each with other words changed. */
function copies(count: number, share = 0.02) {
  const random = createRandom(5)
  const text = createText(random, 300, false)
  return Array.from({ length: count }, (_, i) => ({ id: i, text: edit(random, text, share) }))
}

async function addAll(index: LiveIndex, documents: readonly { id: number; text: string }[]): Promise<Added[]> {
  const answers: Added[] = []
  for (const document of documents) answers.push(await index.add(document))
  return answers
}

describe.each(Object.entries(URLS))('an index of near copies, %s', (_, newUrl) => {
  it('is exact up to 32 candidates, and tells when it measured the newest 4 alone', async () => {
    const documents = copies(100)
    await using index = await openIndex(newUrl(), { threshold: 0.7, method: 'simhash', distance: 15 })
    const answers = await addAll(index, documents)
    expect(answers.slice(1).every(({ status, group }) => status === 'duplicate' && group === 0)).toBe(true)
    const candidates = await Promise.all(documents.map(async ({ text }) => (await index.query(text)).map(({ id }) => id as number)))
    for (const [i, answer] of answers.entries()) {
      const older = (candidates[i] as number[]).filter((id) => id < i).sort((a, b) => a - b)
      const equal = older.find((id) => documents[id]?.text === documents[i]?.text)
      expect(answer.approximate ?? false).toBe(equal === undefined && older.length > UP_TO)
      if (equal !== undefined) expect(answer.duplicateOf).toBe(equal)
      if (equal !== undefined || !older.length) continue
      // Matches of a query come best first, ties oldest first.
      const newest = new Set(older.length > UP_TO ? older.slice(-NEWEST) : older)
      expect(answer.duplicateOf).toBe((candidates[i] as number[]).find((id) => newest.has(id)))
    }
    const again = await index.answersOf(documents)
    expect(again.map((answer) => answer?.duplicateOf)).toEqual(answers.map(({ duplicateOf }) => duplicateOf))
  })

  it('finds an equal text among all of them, exactly', async () => {
    const documents = copies(100)
    await using index = await openIndex(newUrl(), { threshold: 0.7 })
    await addAll(index, documents)
    const { text } = documents[3] as { text: string }
    const answer = await index.add({ id: 'again', text })
    expect(answer).toMatchObject({ status: 'duplicate', duplicateOf: 3, similarity: 1 })
    expect(answer.approximate).toBeUndefined()
    expect(await index.query(text, { first: true })).toMatchObject([{ id: 3, similarity: 1 }])
  })

  it('looks at the older ones where none of the newest is alike', async () => {
    const random = createRandom(8)
    // They share a fingerprint by a wide distance, and have few words in common.
    await using index = await openIndex(newUrl(), { threshold: 0.7, method: 'simhash', bits: 32, distance: 31 })
    const old = createText(random, 60, false)
    await index.add({ id: 'old', text: old })
    for (let i = 0; i < 60; i++) await index.add({ id: i, text: createText(random, 60, false) })
    const asked = { id: 'new', text: edit(random, old, 0.02) }
    expect(await index.check([asked])).toMatchObject([{ duplicateOf: 'old' }])
    const answer = await index.addIfNew(asked)
    expect(answer).toMatchObject({ status: 'duplicate', duplicateOf: 'old', stored: false })
    expect(answer.approximate).toBeUndefined()
    expect(await index.query(asked.text, { first: true })).toMatchObject([{ id: 'old' }])
  })
})
