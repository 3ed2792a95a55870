/** Cases of the contract of databases: many rows from one state of the data, few at a time, and long ones. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseTable } from '../../../../src/sources/databases/table.js'
import type { LabTable, SharedLab } from './lab.js'
import { linesOf, open, petitions } from './petitions.js'

const ROWS = 20_000
const rowOf = (i: number, name: string): unknown[] => ['east', i, name, ...Array(6).fill(null)]

export function readingCases(shared: SharedLab): void {
  describe('many rows', () => manyCases(shared))

  it('takes a text of 15 MB', async () => {
    const text = '雷同'.repeat(2_500_000)
    const table = petitions([['east', 1, null, null, null, null, null, null, text]])
    const { lab } = shared
    await lab().create(table)
    const [row] = await linesOf(await open(lab().url, { table: table.name, fields: { key: ['no'], fields: { matter: { kind: 'long' } } } }))
    expect(row?.['matter'] === text).toBe(true)
  })
}

function manyCases({ lab }: SharedLab): void {
  const table: LabTable = petitions(Array.from({ length: ROWS }, (_, i) => rowOf(i, `name ${i}`)))
  const source = () => open(lab().url, { table: table.name, fields: { key: ['no'], fields: { name: {} } } })
  const parts: Uint8Array[] = []
  beforeAll(async () => {
    await lab().create(table)
    for await (const bytes of (await source()).lines()) {
      if (!parts.length) await lab().insert(table, [rowOf(ROWS, 'late')])
      parts.push(bytes)
    }
  })

  it('shows the rows of the beginning, whatever is added meanwhile', () => {
    const text = Buffer.concat(parts).toString()
    expect(text.length).toBeGreaterThan(500_000)
    const numbers = text
      .trimEnd()
      .split('\n')
      .map((line) => Number(/"no":(\d+)/.exec(line)?.[1]))
    expect(numbers).toEqual(Array.from({ length: ROWS }, (_, i) => i))
  })

  it('closes the connection when it is left early', async () => {
    const read = async (from: DatabaseTable) => {
      for await (const bytes of from.lines()) return bytes.length
      return 0
    }
    expect(await read(await source())).toBeGreaterThan(0)
    // SQLite would be locked otherwise.
    await lab().insert(table, [rowOf(ROWS + 1, 'later')])
  })
}
