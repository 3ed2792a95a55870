/**
 * writing/tables/csv: does a spreadsheet work out nothing of what it is given, and does a program get every text back?
 *
 * Oracle   lists written by hand, after what Excel, LibreOffice and WPS take for a formula.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { readLabels } from '../../src/jobs/tune/read-labels.js'
import { decisionsOf } from '../../src/reviewing/outputs/export.js'
import { resultContent } from '../../src/writing/results.js'
import { csvBytes, inert, ofInert } from '../../src/writing/tables/csv.js'
import { temporaryFolder } from '../support/files.js'

const FORMULAS = ['=1+1', '+cmd|x', "-2+3+cmd|' /C calc'!A0", '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋a', '－a', '＠a', '--']
const PLAIN = ['', 'a', '1', '-5', '+3.5', '-1,200.5', '+1e5', '-', '=', '@', "'", "it's", "'a", 'a=b', ' =1']

it('an apostrophe stands before what would be a formula, in every column and the header', () => {
  for (const text of FORMULAS) expect(inert(text)).toBe(`'${text}`)
  for (const text of PLAIN) expect(inert(text)).toBe(text)
  const columns = [
    { name: 'id', kind: 'id' },
    { name: '=by', kind: 'value' },
    { name: 'n', kind: 'number' },
  ] as const
  const bytes = Buffer.concat([...csvBytes({ columns, rows: [['"=HYPERLINK(1)"', '@note, "quoted"', -0.5]] })])
  expect(Papa.parse(bytes.toString().slice(1), { skipEmptyLines: true }).data).toEqual([
    ['id', "'=by", 'n'],
    ["'=HYPERLINK(1)", '\'@note, "quoted"', '-0.5'],
  ])
})

it('every text comes back', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom("'", '=', '+', '-', '@', '＝', '1', '.', 'a', '\t')).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (said) => {
      expect(ofInert(inert(said))).toBe(said)
    }),
    { numRuns: 5000 },
  )
})

it('holds for what people called themselves and noted in a review, and for labels that are read back', () => {
  const acts = [{ key: 'a', act: 'note', by: '=1+1', at: '2026-01-01T00:00:00Z', note: '@SUM(A1)', members: [] }]
  const content = resultContent('decisions.csv', decisionsOf({ acts } as never)) as Iterable<Uint8Array>
  expect(Buffer.concat([...content]).toString()).toContain("note,'=1+1,2026-01-01T00:00:00Z,'@SUM(A1)")
  const path = join(temporaryFolder(), 'labels.csv')
  writeFileSync(path, "a,b,same\r\n'=x,-5,true\r\n")
  expect(readLabels(path).pairs).toEqual([{ a: '=x', b: '-5', same: true }])
  // As Splink writes what a clerk has judged.
  writeFileSync(path, 'unique_id_l,unique_id_r,clerical_match_score\n1,2,1.0\n1,3,0.0\n2,4,0.95\n')
  expect(readLabels(path).pairs.map(({ a, b, same }) => [a, b, same])).toEqual([
    ['1', '2', true],
    ['1', '3', false],
    ['2', '4', true],
  ])
  writeFileSync(path, 'a,b,same\n1,2,Y\n1,3,n\n')
  expect(readLabels(path).pairs.map(({ same }) => same)).toEqual([true, false])
  // Of two tables it names the table of each row as well.
  writeFileSync(path, 'source_dataset_l,unique_id_l,source_dataset_r,unique_id_r,clerical_match_score\nx,1,y,2,0.9\n')
  expect(readLabels(path).pairs).toEqual([{ a: '1', b: '2', same: true }])
  writeFileSync(path, 'match_weight,match_probability,source_dataset_l,unique_id_l,source_dataset_r,unique_id_r\n-9.1,0.002,x,1,y,2\n')
  expect(() => readLabels(path)).toThrow(/these are predictions, .* nobody judged them; .*clerical_match_score/)
  // A list in which somebody has begun to judge.
  writeFileSync(path, 'a,b,same\n1,2,yes\n1,3,\n1,4,no\n')
  expect(readLabels(path)).toMatchObject({ pairs: [{ same: true }, { same: false }], unjudged: 1, closed: false })
  writeFileSync(path, 'a,b,same\n1,2,perhaps\n')
  expect(() => readLabels(path)).toThrow(/row 1 does not say whether its two rows are the same/)
})
