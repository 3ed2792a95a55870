/** Columns that hold the name of a person. Covers: roles in Chinese, parts of a name, headings that name something else; counting. */
import { expect, it } from 'vitest'
import { countPersons, isSamePerson, personFields } from '../../src/comparing/persons.js'

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
  [['Nr', 'Absender', 'Anliegen'], ['Absender']],
  [['Nr', 'Unterzeichnerin', 'Brief'], ['Unterzeichnerin']],
  [
    ['Nr', 'Vorname', 'Nachname', 'Text'],
    ['Vorname', 'Nachname'],
  ],
  [['id', 'petitioner', 'text'], ['petitioner']],
  [['id', 'Author', 'text'], ['Author']],
  [['from', 'to', 'subject', 'message'], ['from']],
  [['from', 'to', 'distance'], []],
  [['编号', '寄件人', '内容'], ['寄件人']],
  [['编号', '作者', '内容'], ['作者']],
  [['id', 'Expéditeur', 'texte'], ['Expéditeur']],
  [['id', 'remitente', 'texto'], ['remitente']],
  [['id', 'name', 'brand', 'price'], []],
  [['Nr', 'Name', 'Preis'], []],
  [['编号', 'name', '价格'], []],
])('of %j are %j', (columns, persons) => {
  expect(personFields(columns)).toEqual(persons)
})

it('counts names without regard to white space, case and width; empty ones say nothing', () => {
  expect(countPersons(['陈 立', '陈立', '', undefined, 'ＡNN', 'ann'])).toEqual({ named: 4, different: 2 })
})

it('are the columns that were stated, whatever headings say', () => {
  expect(personFields(['id', 'Absender', 'wer'], ['wer'])).toEqual(['wer'])
})

it('counts one name in two spellings once', () => {
  expect(countPersons(['Kaethe Kruse', 'Käthe Kruse', 'KATHE KRUSE', 'José Pérez', 'Jose Perez', 'Dr. Groß', 'DR GROSS'])).toEqual({
    named: 7,
    different: 3,
  })
  expect(countPersons(['Michael Ende', 'Michal Ende'])).toEqual({ named: 2, different: 2 })
  expect(isSamePerson('Käthe', 'Kaethe')).toBe(true)
  expect(isSamePerson('Karin', 'Kaethe')).toBe(false)
})
