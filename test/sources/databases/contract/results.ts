/** Cases of the contract of databases: results go into a new table, never into one that is there. */
import { beforeAll, describe, expect, it } from 'vitest'
import { leitong } from '../../../support/files.js'
import { freshName, type SharedLab } from './lab.js'
import { open } from './petitions.js'

export function resultCases({ lab, table }: SharedLab): void {
  const results = freshName('results')
  const store = (name: string, from = table.name, ...more: string[]) =>
    leitong(['dedupe', lab().url, '--table', from, '--measure', 'jaccard', '--threshold', '0.6', '--results-table', name, ...more])
  let stderr: string
  let rows: Record<string, unknown>[]
  beforeAll(async () => {
    stderr = (await store(results)).stderr
    rows = await lab().read(results)
  })

  it('are summed up', () => {
    expect(stderr).toContain('removed 1 in 1 group')
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

  describe('with --replace', () => {
    const row = { group: 7, key: '"other"', kept: true, similarity: 0.5, distance: null }
    const keysNow = async () => (await lab().read(results)).map(({ row_key }) => String(row_key))

    it('take the place of the results of before', async () => {
      const before = await keysNow()
      const source = await open(lab().url, { table: table.name })
      await source.storeResults(results, [row], true)
      expect(await keysNow()).toEqual(['"other"'])
      expect(await store(results, table.name, '--replace')).toMatchObject({ code: 0 })
      expect(await keysNow()).toEqual(before)
      await source.storeResults(results, [], true)
      expect(await keysNow()).toEqual([])
      expect(await store(results, table.name, '--replace')).toMatchObject({ code: 0 })
      expect(await keysNow()).toEqual(before)
    })

    it('are a new table where there is none', async () => {
      const fresh = freshName('results')
      expect(await store(fresh, table.name, '--replace')).toMatchObject({ code: 0 })
      expect(await lab().read(fresh)).toHaveLength(2)
    })

    it('stay as they were when the new ones cannot be written', async () => {
      const before = await keysNow()
      const source = await open(lab().url, { table: table.name })
      const breaking = function* () {
        for (let i = 0; i < 2000; i++) yield row
        throw new Error('no more rows')
      }
      await expect(source.storeResults(results, breaking(), true)).rejects.toThrow()
      expect(await keysNow()).toEqual(before)
    })

    it('never replace a table of other rows, nor the one that is read', async () => {
      for (const [name, from] of [
        [table.name, table.name],
        [table.name, results],
        [results, results],
      ] as const) {
        const refused = await store(name, from, '--replace')
        expect(refused).toMatchObject({ code: 2, stdout: '' })
        expect(refused.stderr).toContain(`there is a table ${name} already`)
      }
      expect(await keysNow()).toHaveLength(2)
    })
  })

  it('change nothing else', async () => {
    expect(await lab().read(table.name)).toHaveLength(4)
  })
}
