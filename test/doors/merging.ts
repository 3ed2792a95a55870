/** Rows, and what they are merged to, by hand. */
import type { FieldsInput } from '../../src/index.js'

export const MERGE_ROWS = [
  { id: 7, name: 'Anna Berger', phone: '0043 664 1234567', date: '01.12.2017', amount: 12, tags: 'vip', note: 'new' },
  { id: 20, name: 'Zoltan Kiss', phone: '=1+1', date: '02.03.2019', amount: 5, tags: '' },
  { id: 9, name: 'Anna Bergér', phone: '+43 664 1234567', date: '15.11.2018', amount: 9, tags: 'old', note: 'called twice' },
  { id: 31, name: 'Hugo Falk', phone: null, date: '13.11.2016', amount: 3, tags: 'vip', note: 'late' },
  { id: 12, name: 'Anna Berger', phone: '', date: '13.11.2019', amount: 100, tags: 'vip' },
]

/** The key of rows, and the field that is compared. */
export const MERGE_FIELDS = { key: 'id', fields: { name: { kind: 'name' } } } as const satisfies FieldsInput
export const MERGE_RULES = 'name=longest,phone=newest:date,tags=all,amount=max,note=longest'

export const MERGED_BY_HAND = [
  {
    group: 7,
    members: [7, 9, 12],
    row: { id: 7, name: 'Anna Berger', phone: '+43 664 1234567', date: '01.12.2017', amount: 100, tags: 'old; vip', note: 'called twice' },
    sources: { id: [7], name: [7], phone: [9], date: [7], amount: [12], tags: [9, 7], note: [9] },
    ties: ['name'],
  },
  {
    group: 20,
    members: [20],
    row: { id: 20, name: 'Zoltan Kiss', phone: '=1+1', date: '02.03.2019', amount: 5 },
    sources: { id: [20], name: [20], phone: [20], date: [20], amount: [20] },
    ties: [],
  },
  {
    group: 31,
    members: [31],
    row: { id: 31, name: 'Hugo Falk', date: '13.11.2016', amount: 3, tags: 'vip', note: 'late' },
    sources: { id: [31], name: [31], date: [31], amount: [31], tags: [31], note: [31] },
    ties: [],
  },
]
