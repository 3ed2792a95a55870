/**
 * matching/infer: a column that numbers the rows is no property of what they are about.
 *
 * Oracle   columns made to number rows, and columns made of unlike numbers that do not; the rows that a person would join.
 * Covers   running numbers by their run or their name; identity numbers, amounts and numbers that come twice; what a run compares and says;
 *          the truth that generate writes beside rows.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRunningNumber, isTruth } from '../../src/matching/infer.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, i) => String(from + i))

it('knows a running number by its run or by its name', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 300 }), fc.integer({ min: 0, max: 10_000_000 }), (count, from) => {
      expect(isRunningNumber('anything', numbers(count, from))).toBe(true)
      // Cut out of a longer list, it is known by its name alone.
      const thinned = numbers(3 * count, from).filter((_, i) => i % 3 === 0)
      expect(['Nr', '编号', 'No.', 'ID'].map((name) => isRunningNumber(name, thinned))).toEqual([true, true, true, true])
      expect(isRunningNumber('member', thinned)).toBe(false)
    }),
  )
  expect(isRunningNumber('Nr', numbers(9))).toBe(false)
  expect(isRunningNumber('Nr', [...numbers(30), '7'])).toBe(false)
  expect(isRunningNumber('Nr', [...numbers(30), '12a'])).toBe(false)
  expect(
    isRunningNumber(
      'phone',
      numbers(40).map((number) => `0571888${Number(number) * 131}`),
    ),
  ).toBe(false)
})

it.each(['match', 'fields'])('leaves it out under %s, and says so', async (measure) => {
  const names = ['Anna Berg', 'Paul Kern', 'Mia Holm', 'Jan Voss', 'Lea Stern', 'Max Thal', 'Eva Lind', 'Tom Rau']
  const people = names.flatMap((name, i) => [
    { name, born: `19${50 + i}-03-1${i}`, street: `Ring ${3 * i + 1}` },
    { name, born: `19${50 + i}-03-1${i}`, street: `Ring ${3 * i + 1}` },
  ])
  writeLines(
    join(folder, 'people.jsonl'),
    people.map((person, i) => ({ Nr: 101 + i, ...person })),
  )
  const { code, stdout } = await leitong(['dedupe', join(folder, 'people.jsonl'), '--measure', measure])
  expect(code).toBe(0)
  expect(stdout).toContain('kept 8, removed 8 in 8 groups')
  expect(stdout).toContain('"Nr" numbers the rows and was not compared: --id-field Nr')
  expect(stdout).toMatch(/compared: name name/)
})

it('knows the truth beside generated rows, and nothing else as such', () => {
  const names = ['name', 'group', 'edit_of', 'edit_kind', 'edit_strength']
  expect(names.filter((name) => isTruth(name, names))).toEqual(names.slice(1))
  expect(isTruth('edit.of', ['edit.of'])).toBe(true)
  // A group of customers, an edit by a clerk.
  expect(['group', 'edited', 'edit', 'kind'].filter((name) => isTruth(name, ['group', 'edited', 'edit', 'kind']))).toEqual([])
})

it.each(['csv', 'jsonl'])('leaves the truth of generated rows out, as %s, and tune still reads it as labels', async (form) => {
  const path = join(folder, `generated.${form}`)
  await leitong(['generate', 'rows', '--size', '200', '--seed', '5', '-o', path])
  const stated = join(folder, 'stated.json')
  const names = ['name', 'id_number', 'phone', 'district', 'category', 'amount', 'filed', 'anonymous', 'matter']
  writeFileSync(stated, JSON.stringify({ key: ['id'], fields: Object.fromEntries(names.map((name) => [name, {}])) }))
  const removed = async (name: string, ...how: string[]) => {
    const { code, stdout, stderr } = await leitong(['dedupe', path, '--measure', 'match', ...how, '--removed', join(folder, name)])
    expect(code, stderr).toBe(0)
    return { said: stdout + stderr, rows: jsonLines(join(folder, name)).map(({ id, duplicate_of }) => [id, duplicate_of]) }
  }
  const found = await removed('found.jsonl', '--id-field', 'id')
  expect(found.said).toMatch(
    /not compared, because generate wrote there which rows are one: group, edit[._]of, edit[._]kind, edit[._]strength;/,
  )
  expect(found.said).not.toMatch(/compared: .*(group|edit)[\w.]* (exact|number|name|text)/)
  expect(found.rows).toEqual((await removed('stated.jsonl', '--fields', stated)).rows)
  const { code, stdout, stderr } = await leitong(['tune', path, '--measure', 'match', '--id-field', 'id', '--labels', path])
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/\b[1-9]\d* pairs|labels/)
})
