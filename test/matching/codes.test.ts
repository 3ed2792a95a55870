/**
 * matching/kinds/codes and text: what titles say in digits.
 *
 * Oracle   titles written here, with what a reader sees in them.
 * Covers   amounts in other units, models in other spellings, products of amounts; which levels agreeing, rare and differing numbers give.
 */
import { describe, expect, it } from 'vitest'
import { ColumnPacker } from '../../src/matching/columns.js'
import { Comparisons } from '../../src/matching/comparisons.js'
import { codesOf } from '../../src/matching/kinds/codes.js'
import { KINDS } from '../../src/matching/kinds/kinds.js'

describe('codesOf', () => {
  it.each([
    ['牛奶 500ml', '牛奶 0.5 l'],
    ['牛奶500毫升×12盒', '牛奶 0.5l*12'],
    ['米 2.5kg', '米 5斤'],
    ['耳机 mb-220 黑', '耳机 mb220'],
    ['耳机 m 858', '耳机 m858'],
    ['手机 128gb', '手机 128g'],
  ])('reads %s and %s the same', (one, other) => {
    expect(codesOf(one).sort()).toEqual(codesOf(other).sort())
    expect(codesOf(one).length).toBeGreaterThan(0)
  })

  it('keeps models, amounts and numbers apart', () => {
    expect(codesOf('xb-40 音箱 20w 2件').sort()).toEqual(['model xb40', 'n 2', 'w 20'])
    expect(codesOf('a list of 100 books')).toEqual(['n 100'])
  })
})

describe('text', () => {
  const filler = Array.from({ length: 300 }, (_, i) => `普通商品 ${i % 20} 件装 第${i}种`)
  const titles = ['青禾 无线耳机 mb220 降噪', '青禾 降噪 耳机 mb-220', '青禾 无线耳机 mb230 降噪', '青禾 无线耳机 降噪']
  const packer = new ColumnPacker('title', KINDS.text.normalise)
  for (const title of [...titles, ...filler]) packer.add(title)
  const column = packer.finish()
  const comparisons = new Comparisons([{ column, kind: 'text' }])
  const levelName = (a: number, b: number) => KINDS.text.levels[comparisons.level(0, a, b)]?.name

  it('takes numbers of single rows, of which nothing was learned, for numbers', () => {
    const learned = new Comparisons([
      { column, kind: 'text', words: { rows: titles.length + filler.length, known: new Map(), rest: 0.01 } },
    ])
    expect(KINDS.text.levels[learned.level(0, 0, 2)]?.name).toMatch(/numbers differ/)
  })

  it('tells a shared rare number, another number and none apart', () => {
    expect(levelName(0, 1)).toMatch(/rare number shared/)
    expect(levelName(0, 2)).toMatch(/numbers differ/)
    expect(levelName(0, 3)).toMatch(/equal$/)
  })

  it('finds titles of other numbers less alike', () => {
    expect(comparisons.similarity(0, 0, 2)).toBeLessThan(comparisons.similarity(0, 0, 1))
  })
})
