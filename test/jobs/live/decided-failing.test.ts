/**
 * Decisions that came while the store of a live index did not answer.
 *
 * Oracle   the groups of an index whose store answered.
 * Covers   a store that fails once while groups are brought in line, by adding and by asking for it.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openIndex } from '../../../src/index.js'
import { contentDigest } from '../../../src/reading/decisions/content-digest.js'
import { MemoryStore } from '../../../src/stores/memory-store.js'
import { temporaryFolder } from '../../support/files.js'

const TEXTS = ['the ferry leaves the northern pier at noon', 'bread rises slowly in a cold and quiet kitchen']
const act = JSON.stringify({
  act: 'duplicate',
  key: 'k1',
  by: 'Li',
  at: '2026-01-02T03:04:05Z',
  members: TEXTS.map((text, i) => ({ digest: contentDigest({ text }), id: `other ${i}` })),
})

it('are obeyed when it answers again', async () => {
  const decisions = join(temporaryFolder(), 'decided.jsonl')
  writeFileSync(decisions, '')
  await using index = await openIndex('memory:', { decisions })
  for (const [id, text] of TEXTS.entries()) await index.add({ id, text })
  appendFileSync(decisions, `${act}\n`)
  const failing = vi.spyOn(MemoryStore.prototype, 'withDigests').mockRejectedValueOnce(new Error('out of reach'))
  await expect(index.obey()).rejects.toThrow('out of reach')
  failing.mockRestore()
  expect((await index.get(1))?.group).toBe(1)
  await index.add({ id: 2, text: 'a third document that nobody decided on' })
  expect((await index.get(1))?.group).toBe(0)
})
