/** Petitions, the table that most cases read: values of every type, and their features spelled out by hand. */
import { expect } from 'vitest'
import { LeitongError } from '../../../../src/errors.js'
import { DatabaseTable } from '../../../../src/sources/databases/table.js'
import type { TableRequest } from '../../../../src/sources/databases/table-plan.js'
import { parseDatabaseUrl } from '../../../../src/sources/databases/url.js'
import { freshName, type LabTable } from './lab.js'

export const MATTER = '小区门口的路灯坏了很久没有人来修理，晚上走路很不安全，希望有关部门尽快派人来处理这个问题，谢谢。'
export const OTHER =
  'The lift in our building has been out of order for three weeks, and nobody answers the telephone when we call about it.'
export const ODD_NAME = 'O\'Brien "😀" \\ 100%'

export const petitions = (
  rows: LabTable['rows'] = [
    ['east', 1, '王五', '9007199254740993', '12.500', '2024-01-02', '2024-01-02T03:04:05', true, MATTER],
    ['east', 2, ' 王五 ', '9007199254740993', '12.5', '2024-01-02', '2024-01-02T03:04:05', true, `${MATTER}急！`],
    ['east', 3, ODD_NAME, null, '-0.001', null, '2024-01-02T00:00:00', false, OTHER],
    ['west', 1, null, null, null, null, null, null, null],
  ],
): LabTable => ({
  name: freshName('petitions'),
  columns: [
    ['district', 'text'],
    ['no', 'int'],
    ['name', 'text'],
    ['big', 'bigint'],
    ['cost', 'decimal'],
    ['filed', 'date'],
    ['seen', 'timestamp'],
    ['open', 'boolean'],
    ['matter', 'longtext'],
  ],
  key: ['district', 'no'],
  rows,
})

export const FIELDS = {
  key: ['district', 'no'],
  fields: {
    name: { weight: 3, show: true },
    big: {},
    cost: {},
    filed: {},
    seen: { type: 'date' },
    open: { type: 'boolean' },
    matter: { kind: 'long' },
    district: { compare: false, show: true },
  },
} as const

export const KEYS = [
  ['east', 1],
  ['east', 2],
  ['east', 3],
  ['west', 1],
]

export const FEATURES = [
  ['name=王五', 'big=9007199254740993', 'cost=12.5', 'filed=2024-01-02', 'seen=2024-01-02T03:04:05', 'open=true'],
  ['name=王五', 'big=9007199254740993', 'cost=12.5', 'filed=2024-01-02', 'seen=2024-01-02T03:04:05', 'open=true'],
  ['name=o\'brien "😀" \\ 100%', 'cost=-0.001', 'seen=2024-01-02', 'open=false'],
  [],
]

export const open = (url: string, request: Partial<TableRequest>, environment = {}) =>
  DatabaseTable.open(parseDatabaseUrl(url, environment), { fields: {}, ...request })

export async function linesOf(table: DatabaseTable): Promise<Record<string, unknown>[]> {
  const parts: Uint8Array[] = []
  for await (const bytes of table.lines()) parts.push(bytes)
  const lines = Buffer.concat(parts).toString().split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Record<string, unknown>)
}

export const keyOf = ({ district, no }: Record<string, unknown>) => [district, Number(no)]

/** `CODE: message` of the error that an attempt ends with. */
export async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
  } catch (error) {
    expect(error, String((error as Error).stack)).toBeInstanceOf(LeitongError)
    return `${(error as LeitongError).code}: ${(error as LeitongError).message}`
  }
  return 'no error'
}
