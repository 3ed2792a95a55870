/** Tables for the tests of this room: columns of texts, packed. */
import fc from 'fast-check'
import { ColumnPacker } from '../../src/matching/columns.js'
import type { Field } from '../../src/matching/comparisons.js'
import type { KindName } from '../../src/matching/kinds/kind.js'
import { KINDS } from '../../src/matching/kinds/kinds.js'
import type { KindSettings } from '../../src/matching/kinds/settings.js'

interface Column {
  readonly kind: KindName
  readonly settings?: KindSettings | undefined
  readonly values: readonly (string | null)[]
}
export type Columns = Readonly<Record<string, Column>>

export const pack = (columns: Columns): Field[] =>
  Object.entries(columns).map(([name, { kind, settings, values }]) => {
    const packer = new ColumnPacker(name, KINDS[kind].normalise)
    for (const value of values) packer.add(value)
    return { column: packer.finish(), kind, settings }
  })

/** Pairs with a chance, as edges. */
export const edgesOf = (list: readonly (readonly [a: number, b: number, chance: number])[]) => ({
  size: list.length,
  a: Uint32Array.from(list, ([a]) => a),
  b: Uint32Array.from(list, ([, b]) => b),
  chance: Float64Array.from(list, ([, , chance]) => chance),
})

const word = fc.constantFrom('anna', 'hanna', 'smith', 'smyth', 'jones', 'ng', 'o’brien', '王', '小明', '晓明', 'street', '12', 'x', '')
const words = fc.array(word, { maxLength: 5 }).map((list) => list.join(' '))
const digits = fc.stringMatching(/^[0-9]{4,18}$/)

/** Values as they come for each kind, sound ones and others. */
export const valuesFor: Readonly<Record<Exclude<KindName, 'none'>, fc.Arbitrary<string>>> = {
  exact: fc.constantFrom('a', 'b', 'c', 'D'),
  text: words,
  name: fc.oneof(words, fc.string({ maxLength: 12 })),
  number: fc.oneof(fc.integer().map(String), fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map(String), words),
  date: fc.oneof(
    fc
      .date({ min: new Date('1000-01-01'), max: new Date('2190-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    fc.integer({ min: 1000, max: 2100 }).map(String),
    fc.constantFrom('1980-02-01', '1980-01-02', '1980-01-03', '1980', '99999999', 'soon'),
  ),
  phone: fc.oneof(digits, fc.constantFrom('+86 571 8888 6666', '0571-88886666', '13800138000')),
  id_number: fc.oneof(digits, fc.constantFrom('11010519491231002X', '110105194912310021', 'ab-123')),
  set: fc.array(word, { maxLength: 4 }).map((list) => list.join(';')),
  email: fc.oneof(fc.emailAddress(), fc.constantFrom('a@b.cn', 'a+x@b.cn', 'no address')),
  postcode: fc.constantFrom('SW1A 1AA', 'SW1A 2AA', 'EC1A 1BB', '310000', '310013', '90210', '9021'),
  address: fc.oneof(words, fc.constantFrom('12 High Street', '12 high st', '14 High Street', '文三路12号3单元')),
}
export const kinds = Object.keys(valuesFor) as Exclude<KindName, 'none'>[]
