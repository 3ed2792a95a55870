/** What rows are called. Covers: titles before authors, names in two columns, names of things, tables without a heading that says so; rows that lack it. */
import { expect, it } from 'vitest'
import { rowTitles } from '../../src/comparing/row-title.js'

it.each([
  [{ id: '7', authors: 'A. Berger', title: 'On rows', year: '1999' }, 'On rows'],
  [{ born: '1980-01-02', first_name: 'Anna', surname: 'Berger' }, 'Anna Berger'],
  [{ city: 'Graz', name: 'Anna Berger' }, 'Anna Berger'],
  [{ brand: 'Bosch', name: 'Drill 18 V', price: '99' }, 'Drill 18 V'],
  [{ city: 'Ostford', company_name: 'Harbour Tool Works' }, 'Harbour Tool Works'],
  [{ 价格: '12', 商品名称: '牛奶' }, '牛奶'],
  [{ 编号: '3', 诉求人: '李桂兰', 电话: '123' }, '李桂兰'],
  [{ phone: '555 0100', street: 'Quay Road 14' }, 'Quay Road 14'],
  [{ a: '12', b: '13' }, '12'],
  [{}, ''],
])('%j', (row, title) => expect(rowTitles()(Object.entries(row))).toBe(title))

it('are those of each row, also where some lack a column', () => {
  const titleOf = rowTitles()
  expect(
    [
      [
        ['title', 'One'],
        ['city', 'Graz'],
      ],
      [['city', 'Linz']],
      [['title', 'Two']],
    ].map((fields) => titleOf(fields as [string, string][])),
  ).toEqual(['One', 'Linz', 'Two'])
})
