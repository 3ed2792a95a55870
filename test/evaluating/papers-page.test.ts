/**
 * docs/papers.md: are its tables those of the record?
 *
 * Oracle   bench/papers/record, which `npx tsx bench/papers/run.ts` measures again.
 * Covers   every table between comments, and the names of its runs.
 */
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { recordOf } from '../../bench/papers/record.js'
import { RUNS } from '../../bench/papers/runs.js'
import { readPage, withTables } from '../../bench/papers/tables.js'

it('the tables of the page are made from the record', () => {
  const page = readPage()
  expect(page).toBe(withTables(page))
  expect(page).toContain('profile `li2015` | 1.000, 0.525 (0.492–0.558)')
})

it('every record is of a run that there is, with its flags', () => {
  const names = readdirSync(new URL('../../bench/papers/record', import.meta.url)).map((name) => name.replace('.json', ''))
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) expect([name, recordOf(name).flags]).toEqual([name, RUNS[name]?.flags])
})
