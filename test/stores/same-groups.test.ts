/**
 * The same documents in the same order: does every store answer alike, document by document?
 *
 * Oracle   the store in memory, whose candidates the contract holds against brute force.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { open } from '../../src/index.js'
import { temporaryFolder } from '../support/files.js'
import { describeWith } from '../support/servers.js'
import { createRandom } from '../support/texts.js'

const random = createRandom(11)
const word = () => `w${Math.floor(random() * 5000)}`
const texts: string[][] = []
for (let i = 0; i < 2000; i++) {
  const words = i % 4 === 3 ? [...(texts[Math.floor(random() * i)] as string[])] : Array.from({ length: 30 }, word)
  if (i % 4 === 3) for (let change = 0; change < i % 3; change++) words[Math.floor(random() * words.length)] = word()
  texts.push(words)
}

async function answersOf(url: string): Promise<string[]> {
  const index = await open(url, { method: 'simhash', threshold: 0.7, blockLimit: 20 })
  const answers: string[] = []
  const documents = texts.map((words, id) => ({ id, text: words.join(' ') }))
  for await (const answer of index.addAll(documents, { ifNew: true })) answers.push(JSON.stringify(answer))
  await index.close()
  return answers
}

const expected = await answersOf('memory:')
const same = (name: string, urlOf: () => string) =>
  it(`${name} answers as memory does`, async () => {
    expect(await answersOf(urlOf())).toEqual(expected)
  })

it('has something to answer', () => {
  const duplicates = expected.filter((answer) => answer.includes('"duplicate"')).length
  expect(duplicates).toBeGreaterThan(100)
  expect(duplicates).toBeLessThan(500)
})

const folder = temporaryFolder()
same('lmdb', () => join(folder, 'lmdb'))
same('sqlite', () => `sqlite:${join(folder, 'index.db')}`)
for (const [server, from, to] of [
  ['postgres'],
  ['mysql'],
  ['redis'],
  ['redisCluster', /^redis:/, 'redis-cluster:'],
  ['mongodbReplica'],
] as const) {
  await describeWith(server, `in ${server}`, (url) => {
    same(server, () => `${from ? url.replace(from, to as string) : url}#same${process.pid}`)
  })
}
