/** Search in the texts of a review that no buffer of Node can hold: beyond 2 GiB, and words that lie across blocks. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RunColumns } from '../../src/reviewing/files.js'
import { TextSearch } from '../../src/reviewing/search.js'
import { temporaryFolder } from '../support/files.js'

const MIB = 1 << 20
const MINUTES = 60_000

it(
  'finds what lies beyond 2 GiB, in bounded memory',
  async () => {
    const folder = temporaryFolder()
    mkdirSync(folder, { recursive: true })
    const file = openSync(join(folder, 'searched'), 'w')
    const filler = Buffer.alloc(MIB, 'abcdefghij ')
    const write = (text: string) => writeSync(file, text)
    // Four groups of two members: 600 MiB each, and the third group has the words at the end of its last member.
    for (let member = 0; member < 8; member++) {
      for (let i = 0; i < 300; i++) writeSync(file, filler)
      write(member === 5 ? 'the lost letter\0' : member === 0 ? 'the first letter\0' : '\0')
    }
    closeSync(file)
    const columns = { starts: Uint32Array.of(0, 2, 4, 6, 8), similarity: new Float64Array(8) } as unknown as RunColumns
    const search = new TextSearch(folder, columns)
    const before = process.memoryUsage().rss
    expect([...(await search.find('Lost letter'))]).toEqual([0, 0, 1, 0])
    expect([...(await search.find('the first letter'))]).toEqual([1, 0, 0, 0])
    expect([...(await search.find('letter'))]).toEqual([1, 0, 1, 0])
    expect([...(await search.find('no such words'))]).toEqual([0, 0, 0, 0])
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MIB)
  },
  5 * MINUTES,
)
