/** Cases of the contract of databases: reading goes on from a position, which is told exactly. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { PositionValue } from '../../../../src/sources/databases/position.js'
import type { SharedLab } from './lab.js'
import { open, petitions } from './petitions.js'

interface Reached {
  readonly no: number
  readonly position: readonly PositionValue[]
}

const SEEN = ['2024-01-01T00:00:00', '2024-01-01T00:00:01', '2024-01-01T00:00:01', null]
/** Beyond 2^53 two numbers that a double holds as one. */
const bigOf = (i: number) => `900719925474099${i}`

export function tailCases({ lab }: SharedLab): void {
  const table = petitions(SEEN.map((seen, i) => ['east', i, null, bigOf(i), null, null, seen, null, null]))
  beforeAll(() => lab().create(table))

  describe.each([
    ['a number', ['big'], [0, 1, 2, 3]],
    ['a time', ['seen'], [0, 1, 2]],
    ['a time, then a number', ['seen', 'big'], [0, 1, 2]],
  ])('of %s', (_, columns, expected) => {
    const read = async (from?: readonly PositionValue[]): Promise<Reached[]> => {
      const source = await open(lab().url, {
        table: table.name,
        fields: { key: ['no'], fields: { matter: {}, name: {} } },
        position: columns,
      })
      const found: Reached[] = []
      for await (const { line, position } of source.tail(columns, from))
        found.push({ no: Number((JSON.parse(line) as { no: unknown }).no), position })
      return found
    }

    it('leaves out the rows that have none', async () => {
      expect((await read()).map(({ no }) => no)).toEqual(expected)
    })

    it('gives the row it is of, those beside it, and those behind', async () => {
      const all = await read()
      for (const { position } of all) {
        const first = all.findIndex((other) => JSON.stringify(other.position) === JSON.stringify(position))
        expect((await read(position)).map(({ no }) => no)).toEqual(all.slice(first).map(({ no }) => no))
      }
    })
  })
}
