/**
 * The same documents in the same order: does every store answer alike, document by document, and group as a batch does?
 *
 * Oracle   the store in memory, whose candidates the contract holds against brute force; the batch, which sees all at once.
 *
 * `LEITONG_DOCUMENTS` says how many, 2000 by default.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dedupe, openIndex } from '../../src/index.js'
import { temporaryFolder } from '../support/files.js'
import { describeWithEach } from '../support/servers.js'
import { createRandom } from '../support/texts.js'

const COUNT = Number(process.env['LEITONG_DOCUMENTS'] ?? 2000)
const MILLISECONDS = Math.max(120_000, COUNT * 20)
const options = { method: 'simhash', threshold: 0.7 } as const
const random = createRandom(11)
const word = () => `w${Math.floor(random() * 5000)}`
/** Every fourth is an earlier text with up to two words changed: never the copy of a copy, of which a batch sees more than who came one by one. */
const texts: string[][] = []
for (let i = 0; i < COUNT; i++) {
  const isCopy = i % 4 === 3
  const original = Math.floor((random() * i) / 4) * 4
  const words = isCopy ? [...(texts[original] as string[])] : Array.from({ length: 30 }, word)
  if (isCopy) for (let change = 0; change < i % 3; change++) words[Math.floor(random() * words.length)] = word()
  texts.push(words)
}
const documents = texts.map((words, id) => ({ id, text: words.join(' ') }))

async function answersOf(url: string): Promise<string[]> {
  const index = await openIndex(url, { ...options, blockLimit: 20 })
  const answers: string[] = []
  for await (const answer of index.addAll(documents, { ifNew: true })) answers.push(JSON.stringify(answer))
  await index.close()
  return answers
}

const expected = await answersOf('memory:')
const same = (name: string, urlOf: () => string) =>
  it(
    `${name} answers as memory does`,
    async () => {
      const answers = await answersOf(urlOf())
      expect(answers).toHaveLength(COUNT)
      expect(answers.findIndex((answer, i) => answer !== expected[i])).toBe(-1)
    },
    MILLISECONDS,
  )

it(
  'gives the groups of a batch',
  async () => {
    const live = new Map<unknown, unknown[]>()
    for (const answer of expected) {
      const { id, group } = JSON.parse(answer) as { id: number; group: number }
      live.set(group, [...(live.get(group) ?? []), id])
    }
    await using batch = await dedupe(documents, options)
    const groups = [...batch.groups()].map(({ members }) => members.map(({ id }) => id as number).sort((a, b) => a - b))
    expect(groups.length).toBeGreaterThan(COUNT / 20)
    expect(groups).toEqual([...live.values()].filter(({ length }) => length > 1))
  },
  MILLISECONDS,
)

const folder = temporaryFolder()
same('lmdb', () => join(folder, 'lmdb'))
same('sqlite', () => `sqlite:${join(folder, 'index.db')}`)
await describeWithEach('in', (url, server) => {
  same(server, () => `${url}#same${process.pid}`)
})
