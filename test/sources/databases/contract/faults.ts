/** Cases of the contract of databases: errors say what is missing, gone or changed. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshName, type SharedLab } from './lab.js'
import { FIELDS, linesOf, open, petitions, refusalOf } from './petitions.js'

export function faultCases(shared: SharedLab): void {
  describe('of names', () => nameCases(shared))
  describe('of connections', () => connectionCases(shared))
}

function nameCases({ lab, table, setup }: SharedLab): void {
  it('tell that a table is not there', async () => {
    expect(await refusalOf(open(lab().url, { table: freshName('nowhere') }))).toMatch(/^DATABASE_TABLE: /)
  })

  it.each([
    ['field', { fields: { fields: { nme: {} } } }, /^FIELD_MISSING: .*"nme".*matter/],
    ['key', { fields: { key: ['nbr'] } }, /^FIELD_MISSING: .*"nbr"/],
    ['column of a keep rule', { rank: 'age' }, /^FIELD_MISSING: .*"age"/],
  ])('tell that a %s is not there', async (_, request, message) => {
    expect(await refusalOf(open(lab().url, { table: table.name, ...request }))).toMatch(message)
  })

  it('tell which tables there are, by names that can be opened', async () => {
    const needed = await refusalOf(open(lab().url, {}))
    // Servers may have more tables than a message names.
    const named = /^TABLE_NEEDED: .*which rows\? there are the tables (.+?)(?: and \d+ more)?$/.exec(needed)?.[1]?.split(', ') ?? []
    expect(named.length, needed).toBeGreaterThan(0)
    if (named.length < 20) expect(named).toContain(table.name)
    // The first of many may be a table of another test's index, which has nothing to compare.
    const one = named.includes(table.name) ? table.name : (named[0] as string)
    expect((await open(lab().url, { table: one })).name).toContain(one)
  })

  it.runIf(setup.can.retype)('tell that columns have changed since the plan was made', async () => {
    const changing = petitions([])
    await lab().create(changing)
    const source = await open(lab().url, { table: changing.name, fields: FIELDS })
    await lab().retype?.(changing.name, 'cost')
    expect(await refusalOf(linesOf(source))).toMatch(/^DATABASE_CHANGED: .*"cost" was number and is text/)
  })
}

function connectionCases({ lab, setup }: SharedLab): void {
  it.runIf(setup.can.connect)(
    'tell that nobody answers',
    async () => {
      const url = lab()
        .url.replace(/:\d+\//, ':1/')
        .replace(/^mongodb:[^?]*$/, '$&?')
        .replace(/^mongodb:.*/, '$&&serverSelectionTimeoutMS=300')
      expect(await refusalOf(open(url, { table: 't' }))).toMatch(/^DATABASE_CONNECT: /)
    },
    30_000,
  )

  describe.runIf(setup.can.drop)('that are lost in the middle', () => {
    const long = 'x'.repeat(4000)
    const rows = Array.from({ length: 10_000 }, (_, i) => ['east', i, null, null, null, null, null, null, `${long}${i}`])
    let refusal: string
    beforeAll(async () => {
      const table = petitions(rows)
      await lab().create(table)
      const lines = (await open(lab().url, { table: table.name, fields: { key: ['no'], fields: { matter: {} } } })).lines()
      await lines.next()
      await lab().dropConnections?.()
      const readOn = async () => {
        for await (const _ of lines);
      }
      refusal = await refusalOf(readOn())
    })

    it('are told, with how many rows were read', () => {
      expect(refusal).toMatch(/^DATABASE_DROPPED: .* after [1-9]\d* rows/)
    })
  })
}
