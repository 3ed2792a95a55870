/** Columns that hold the name of a person. Covers: roles in Chinese, parts of a name, headings that name something else; counting. */
import { expect, it } from 'vitest'
import { countPersons, personFields } from '../../src/comparing/persons.js'

it.each([
  [['编号', '诉求人', '联系电话', '诉求内容'], ['诉求人']],
  [['编号', '姓名', '内容'], ['姓名']],
  [['编号', '来信人姓名', '内容'], ['来信人姓名']],
  [['id', 'text', 'Name'], ['Name']],
  [
    ['id', 'first_name', 'Surname', 'text'],
    ['first_name', 'Surname'],
  ],
  [['id', 'surname', 'text'], []],
  [['id', 'file_name', 'company_name', '商品名称', '负责人电话', 'text'], []],
  [['', 'id'], []],
])('of %j are %j', (columns, persons) => {
  expect(personFields(columns)).toEqual(persons)
})

it('counts names without regard to white space, case and width; empty ones say nothing', () => {
  expect(countPersons(['陈 立', '陈立', '', undefined, 'ＡNN', 'ann'])).toEqual({ named: 4, different: 2 })
})
