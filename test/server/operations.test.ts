/**
 * What threads do with an index that they hold open.
 *
 * Oracle   the description of the index; how often its decisions were gone through.
 * Covers   the figures for Prometheus of an index that obeys decisions.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openIndex } from '../../src/index.js'
import { OPERATIONS } from '../../src/server/indexes/operations.js'
import { temporaryFolder } from '../support/files.js'

it('figures are told without going through all decisions', async () => {
  const decisions = join(temporaryFolder(), 'decided.jsonl')
  writeFileSync(decisions, '')
  await using index = await openIndex('memory:', { decisions })
  await index.add({ id: 1, text: 'the ferry leaves the northern pier at noon' })
  const decided = vi.spyOn(index, 'decided')
  const { decisions: counts, ...description } = JSON.parse((await OPERATIONS.stats(index)).body)
  expect(counts).toMatchObject({ applied: 0 })
  expect(decided).toHaveBeenCalledTimes(1)
  expect(JSON.parse((await OPERATIONS.sizes(index)).body)).toEqual(description)
  expect(decided).toHaveBeenCalledTimes(1)
})
