import { expect, test } from 'vitest'
import { ColumnPacker } from '../../src/matching/columns.js'
import { JaroWinkler, mostJaroWinkler } from '../../src/matching/distances/jaro-winkler.js'
import { fold } from '../../src/matching/fold.js'
import { cutter } from '../../src/matching/kinds/cutter.js'
import { tokenTable, withCuts, wordsAndCodes } from '../../src/matching/kinds/tokens.js'

import { Draws } from '../../src/matching/sampling.js'

const columnOf = (values: readonly string[]) => {
  const packer = new ColumnPacker('text', (value) => value)
  for (const value of values) packer.add(value)
  return packer.finish()
}

test('values are cut once, whoever asks for their words and whatever these say', () => {
  let times = 0
  const counting = cutter('counting', (text) => {
    times++
    return text.split(' ')
  })
  const column = columnOf(['a b', 'b c', 'a b'])
  const table = tokenTable(column, counting)
  expect(tokenTable(column, counting)).toBe(table)
  expect([...tokenTable(column, counting, 'alike').weights]).toEqual([1, 1, 1])
  expect([...table.frequency]).toEqual([2, 3, 1])
  expect(times).toBe(2)
})

test('what another thread gets needs no cutting, and has the same words', () => {
  const column = columnOf(['water 500ml', 'water 0.5 l blue', '蓝色的水'])
  const table = tokenTable(column, wordsAndCodes)
  const sent = structuredClone(withCuts(column))
  const never = cutter(wordsAndCodes.id, () => {
    throw new Error('cut again')
  })
  expect(tokenTable(sent, never)).toEqual(table)
})

test('a character that is folded by itself is folded as among others', () => {
  const ranges = [
    [0x20, 0x7e],
    [0x2010, 0x2027],
    [0x3000, 0x3029],
    [0x4e00, 0x9fff],
    [0xff01, 0xff5e],
  ] as const
  for (const [from, to] of ranges)
    for (let code = from; code <= to; code++) {
      const text = `中x${String.fromCharCode(code)}y`
      // A letter with an accent is folded with the whole text.
      expect(fold(`${text}é`)).toBe(`${fold(text)}e`)
    }
})

test('what letters say is the most that two words can be alike', () => {
  const draws = new Draws(7)
  const measure = new JaroWinkler()
  const wordOf = (length: number) => Uint16Array.from({ length }, () => 97 + draws.below(6))
  const lettersOf = (word: Uint16Array) => word.reduce((set, code) => set | (1 << code), 0)
  let ruledOut = 0
  for (let i = 0; i < 20_000; i++) {
    const [a, b] = [wordOf(1 + draws.below(9)), wordOf(i % 100 ? 1 + draws.below(9) : 140)]
    const most = mostJaroWinkler(a.length, b.length, lettersOf(a), lettersOf(b), a[0] === b[0])
    expect(measure.similarity(a, 0, a.length, b, 0, b.length)).toBeLessThanOrEqual(most)
    if (most < 0.86) ruledOut++
  }
  expect(ruledOut).toBeGreaterThan(10_000)
})
