/**
 * Search in the texts of a run.
 *
 * Oracle   a look at each text by itself.
 * Covers   words at the seams of the blocks that are read; others have their turn while a search goes on.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RunColumns } from '../../src/reviewing/files.js'
import { TextSearch } from '../../src/reviewing/search.js'
import { temporaryFolder } from '../support/files.js'

const BLOCK = 2 << 20
const columnsOf = (starts: readonly number[]) =>
  ({ starts: Uint32Array.from(starts), similarity: new Float32Array(starts.at(-1) as number) }) as unknown as RunColumns

it('finds words across the seams of what is read at once, in the right groups', async () => {
  const folder = temporaryFolder()
  const filler = (bytes: number) => 'x'.repeat(bytes)
  // Three groups of two, whose words lie around the end of the first and the second block.
  const texts = [filler(BLOCK - 4), 'harbour', filler(BLOCK - 6), 'bridge and harbour', 'ferry', `${filler(50)}pier`]
  writeFileSync(join(folder, 'searched'), texts.map((text) => `${text}\0`).join(''))
  const search = new TextSearch(folder, columnsOf([0, 2, 4, 6]))
  for (const words of ['harbour', 'bridge and', 'ferry', 'pier', 'x', 'ridge', 'nowhere', 'harbourx'])
    expect([...(await search.find(words))], words).toEqual(
      [0, 2, 4].map((i) => Number(texts.slice(i, i + 2).some((text) => text.includes(words)))),
    )
})

it('lets others have their turn, block by block', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'searched'), `${'x'.repeat(6 * BLOCK)}\0${'y'.repeat(BLOCK)}\0`)
  const search = new TextSearch(folder, columnsOf([0, 1, 2]))
  let [turns, isOver] = [0, false]
  const others = (async () => {
    for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve))
  })()
  expect([...(await search.find('y'))]).toEqual([0, 1])
  isOver = true
  await others
  expect(turns).toBeGreaterThan(7)
})
