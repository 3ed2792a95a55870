/** Cases of the contract of databases: rows are deduplicated from the command line, and the password shows nowhere. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { jsonLines, leitong, temporaryFolder } from '../../../support/files.js'
import type { SharedLab } from './lab.js'
import { FIELDS, keyOf } from './petitions.js'

const OUTPUTS = ['output', 'groups', 'removed', 'pairs', 'rejects', 'report']

export function commandCases({ lab, table, setup }: SharedLab): void {
  const folder = temporaryFolder()
  const path = (name: string) => join(folder, name)
  let ran: Awaited<ReturnType<typeof leitong>>
  beforeAll(async () => {
    writeFileSync(path('fields.json'), JSON.stringify(FIELDS))
    const outputs = OUTPUTS.flatMap((kind) => [`--${kind}`, path(kind)])
    ran = await leitong(
      ['dedupe', lab().url, '--table', table.name, '--fields', path('fields.json'), '--threshold', '0.6', '--json', ...outputs],
      { env: { LEITONG_PASSWORD: 'unused' } },
    )
  })

  it('succeeds', () => {
    expect(ran.stderr).not.toContain('leitong:')
    expect(ran.code).toBe(0)
  })

  it('counts rows', () => {
    expect(JSON.parse(ran.stdout)).toMatchObject({ documents: 3, kept: 3, removed: 1, groups: 1, rejects: 1 })
  })

  it('names rows by their key', () => {
    const members = [{ id: ['east', 1] }, { id: ['east', 2] }]
    expect(jsonLines(path('groups'))).toMatchObject([{ size: 2, kept: ['east', 1], members }])
    expect(jsonLines(path('removed'))).toMatchObject([{ id: ['east', 2], duplicate_of: ['east', 1] }])
  })

  it('keeps rows as they are, to the last digit', () => {
    expect(jsonLines(path('output')).map(keyOf)).toEqual([
      ['east', 1],
      ['east', 3],
      ['west', 1],
    ])
    expect(readFileSync(path('output'), 'utf8')).toContain('9007199254740993')
  })

  it('tells the rows in which there is nothing to compare', () => {
    expect(jsonLines(path('rejects'))).toMatchObject([{ line: 4, reason: 'nothing to compare in this row' }])
  })

  it.runIf(setup.can.login)('shows the password nowhere', () => {
    const password = /:\/\/[^:/]*:([^@]+)@/.exec(lab().url)?.[1] as string
    const texts = [ran.stdout, ran.stderr, ...OUTPUTS.map((kind) => readFileSync(path(kind), 'latin1'))]
    for (const text of texts) expect(text).not.toContain(password)
  })
}
