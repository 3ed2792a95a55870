/** Cases of the contract of databases: a login that may read one table is enough, and its password comes from where it should. */
import { beforeAll, expect, it } from 'vitest'
import { freshName, type SharedLab } from './lab.js'
import { FIELDS, linesOf, open, petitions, refusalOf } from './petitions.js'

export function loginCases({ lab, table }: SharedLab): void {
  let url: string
  let password: string
  beforeAll(async () => {
    url = (await lab().reader?.(table.name)) as string
    password = decodeURIComponent(/:([^:@]+)@/.exec(url)?.[1] as string)
  })

  it('reads all rows', async () => {
    expect(await linesOf(await open(url, { table: table.name, fields: FIELDS }))).toHaveLength(4)
  })

  it('stores nothing', async () => {
    const source = await open(url, { table: table.name, fields: FIELDS })
    const row = { group: 1, key: '1', kept: true, similarity: 1, distance: null }
    expect(await refusalOf(source.storeResults(freshName('results'), [row]))).toMatch(/^DATABASE_RIGHTS: /)
  })

  it('does not see other tables', async () => {
    const hidden = petitions()
    await lab().create(hidden)
    expect(await refusalOf(open(url, { table: hidden.name }))).toMatch(/^DATABASE_(RIGHTS|TABLE): /)
  })

  it('is refused with a wrong password, which is not shown', async () => {
    const refused = await refusalOf(open(url.replace(/:([^:@]+)@/, ':wr%40ng-secret@'), { table: table.name }))
    expect(refused).toMatch(/^DATABASE_LOGIN: /)
    expect(refused).not.toMatch(/wr(%40|@)ng/)
  })

  it('may have its password in the environment', async () => {
    const source = await open(url.replace(/:[^:@]+@/, '@'), { table: table.name }, { LEITONG_PASSWORD: password })
    expect(source.plan.fields.length).toBeGreaterThan(6)
  })

  it('may have its password in a variable that the URL names', async () => {
    const source = await open(url.replace(/:[^:@]+@/, `:$${'{SECRET}'}@`), { table: table.name }, { SECRET: password })
    expect(source.name).not.toContain('SECRET')
  })
}
