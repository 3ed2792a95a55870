/**
 * spark/: is a cluster a door like the others?
 *
 * Oracle   the table of doors (doors/cases.ts): pairs that were written down by hand, and the words of refusals.
 * Covers   every case of the table, halves of characters among them, in one server.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import { CASES, CASES_OF_HALVES, type DoorCase } from '../doors/cases.js'
import { describeWith } from '../support/servers.js'
import { PATIENCE, sharedFolder } from './runs.js'

await describeWith('spark', 'a cluster as a door', (engine) => {
  it.concurrent.each([...CASES, ...CASES_OF_HALVES])('$name', { timeout: PATIENCE }, async (given) => {
    const found = pairsOf(engine, given)
    const refused = given.refusedBy?.cluster
    if (refused) expect(await found.then(() => 'taken', refusalOf)).toMatch(refused)
    else expect(await found).toEqual(given.alike.map(([a, b]) => `${a} ${b}`).sort())
  })
})

async function pairsOf(engine: string, { documents, options, fields }: DoorCase): Promise<readonly string[]> {
  const [folder, work] = [sharedFolder(), join(sharedFolder(), 'work')]
  writeFileSync(join(folder, 'a.jsonl'), documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
  const rows = fields ? { fields: { key: ['id'], fields } as never } : {}
  const result = await dedupe({ files: [folder] }, { ...options, ...rows, engine, work, pairs: true } as never)
  try {
    const pairs: string[] = []
    for await (const { a, b } of result.pairs())
      pairs.push(
        [a, b]
          .map(Number)
          .sort((x, y) => x - y)
          .join(' '),
      )
    return pairs.sort()
  } finally {
    await result.close()
  }
}

const refusalOf = ({ code, message }: { readonly code: string; readonly message: string }) => `${code}: ${message.replaceAll('\n', ' ')}`
