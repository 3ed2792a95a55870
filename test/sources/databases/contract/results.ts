/** Cases of the contract of databases: results go into a new table, never into one that is there. */
import { beforeAll, describe, expect, it } from 'vitest'
import { leitong } from '../../../support/files.js'
import { freshName, type SharedLab } from './lab.js'
import { open } from './petitions.js'

export function resultCases({ lab, table }: SharedLab): void {
  const results = freshName('results')
  const store = (name: string) => leitong(['dedupe', lab().url, '--table', table.name, '--threshold', '0.6', '--results-table', name])
  let stderr: string
  let rows: Record<string, unknown>[]
  beforeAll(async () => {
    stderr = (await store(results)).stderr
    rows = await lab().read(results)
  })

  it('are summed up', () => {
    expect(stderr).toContain('removed 1 in 1 group ')
  })

  it('hold the members of groups, the kept one first', () => {
    expect(rows.map(({ group_number, kept }) => [Number(group_number), Boolean(kept)])).toEqual([
      [1, true],
      [1, false],
    ])
  })

  it('hold similarities', () => {
    expect(rows.map(({ similarity }) => Number(similarity) > 0.6)).toEqual([true, true])
  })

  it('hold keys as JSON', async () => {
    const { key } = (await open(lab().url, { table: table.name })).plan
    const keys = rows.map(({ row_key }) => JSON.parse(String(row_key)) as unknown)
    expect(keys).toHaveLength(2)
    if (key.length > 1)
      expect(keys).toEqual([
        ['east', 1],
        ['east', 2],
      ])
  })

  describe.each([
    ['the results of before', () => results],
    ['the table itself', () => table.name],
  ])('into %s', (_, name) => {
    it('are refused', async () => {
      const refused = await store(name())
      expect(refused.code).toBe(2)
      expect(refused.stderr).toContain(`there is a table ${name()} already`)
    })
  })

  it('change nothing else', async () => {
    expect(await lab().read(table.name)).toHaveLength(4)
  })
}
