/**
 * matching/model/naming: a table of visits or orders, of which each row names a firm, when no model is learned that can be trusted.
 *
 * Oracle   the firm that each row was made of.
 * Covers   rows are joined by the name alone, and the run's fields say so; not for titles that stand once, nor under another heading, nor where all fields
 *          are wanted; a table of one column finds equal values however many rows hold them.
 */
import { describe, expect, it } from 'vitest'
import { equalIn, equalRows } from '../../src/matching/equal-rows.js'
import { groupRows } from '../../src/matching/groups.js'
import { RowJudge } from '../../src/matching/judge.js'
import { planMatching } from '../../src/matching/matching.js'
import { namingField } from '../../src/matching/model/naming.js'
import { Draws } from '../../src/matching/sampling.js'
import { pack } from './tables.js'

const SYLLABLES = [
  'ba',
  'cor',
  'den',
  'fil',
  'gor',
  'hal',
  'jun',
  'kes',
  'lum',
  'mar',
  'nov',
  'per',
  'quin',
  'ros',
  'tal',
  'vex',
  'wim',
  'zor',
]
const draws = new Draws(7)
const word = (syllables: number) => Array.from({ length: syllables }, () => SYLLABLES[draws.below(SYLLABLES.length)]).join('')
const firms = Array.from({ length: 60 }, () => `${word(3)} ${word(3)}`)
const firmOf = Array.from({ length: 900 }, () => draws.below(firms.length))
/** One in five with a character too many. */
const spelled = (name: string) => {
  if (draws.below(5)) return name
  const at = 1 + draws.below(name.length - 1)
  return name.slice(0, at) + name[at] + name.slice(at)
}
const names = firmOf.map((firm) => spelled(firms[firm] as string))
const days = firmOf.map(() => `20${10 + draws.below(10)}-0${1 + draws.below(9)}-1${draws.below(10)}`)
const notes = firmOf.map(() => Array.from({ length: 4 }, () => word(2)).join(' '))
const offices = firmOf.map(() => 'abcdefgh'[draws.below(8)] as string)
const visits = (heading: string) =>
  pack({
    [heading]: { kind: 'name', values: names },
    day: { kind: 'date', values: days },
    notes: { kind: 'text', values: notes },
    office: { kind: 'exact', values: offices },
  })

/** The groups of rows that a plan leads to. */
function groupsOf(fields: ReturnType<typeof pack>) {
  const rows = (fields[0]?.column.rows.length ?? 0) as number
  const { indexes, model } = planMatching(fields, { rows })
  const judge = new RowJudge({ fields, weights: fields.map(() => 1), least: 1, model })
  const seen = new Set<number>()
  const edges: (readonly [number, number, number])[] = []
  const add = (a: number, b: number) => {
    if (seen.has(a * rows + b)) return
    seen.add(a * rows + b)
    edges.push([a, b, judge.score(a, b)])
  }
  for (const index of indexes) index.forEach(0, index.blocks, add)
  for (const [a, b] of equalRows(fields, { rows })) add(a, b)
  const of = {
    size: edges.length,
    a: Uint32Array.from(edges, ([a]) => a),
    b: Uint32Array.from(edges, ([, b]) => b),
    chance: Float64Array.from(edges, ([, , chance]) => chance),
  }
  return groupRows(rows, of, 0.5, 0.3, equalIn(fields)).groups
}

describe('a column that names what rows are about', () => {
  it('is found by its heading and by names that stand in several rows', () => {
    const of = (heading: string, values: string[]) => namingField(pack({ [heading]: { kind: 'name', values } }))?.column.name
    expect(of('Name', names)).toBe('Name')
    expect(of('公司名称', names)).toBe('公司名称')
    expect(of('city', names)).toBeUndefined()
    expect(
      of(
        'Name',
        names.map((name, row) => `${name} ${row}`),
      ),
    ).toBeUndefined()
  })

  it('joins rows where the model is in doubt, alone', () => {
    const { fields, model, doubt } = planMatching(visits('Name'), { rows: names.length })
    expect(doubt).toBeDefined()
    expect(fields.map(({ column: { name } }) => name)).toEqual(['Name'])
    expect(model.way).toBe('fields')
    expect(planMatching(visits('Name'), { rows: names.length }, { everyField: true }).fields).toHaveLength(4)
    expect(planMatching(visits('Seller'), { rows: names.length }).fields).toHaveLength(4)
  })

  it('alone finds the rows of each firm', () => {
    const groups = groupsOf(pack({ Name: { kind: 'name', values: names } }))
    let [found, right, all] = [0, 0, 0]
    for (let a = 0; a < groups.length; a++)
      for (let b = a + 1; b < groups.length; b++) {
        const [isFound, isRight] = [groups[a] === groups[b], firmOf[a] === firmOf[b]]
        if (isFound) found++
        if (isRight) all++
        if (isFound && isRight) right++
      }
    expect(right / found).toBeGreaterThan(0.95)
    expect(right / all).toBeGreaterThan(0.9)
  })
})
