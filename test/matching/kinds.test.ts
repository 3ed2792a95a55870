/**
 * matching/kinds: what each kind of comparison says of two values.
 *
 * Laws     for every kind: from 0 to 1, symmetric, 1 exactly for equal canonical values, nulls are missing, canonical forms are their own, levels
 *          descend to 0.
 * Covers   the ways of being near that each kind names; distances against recursive definitions; inference from columns.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Comparisons, MISSING } from '../../src/matching/comparisons.js'
import { Edits } from '../../src/matching/distances/edits.js'
import { JaroWinkler } from '../../src/matching/distances/jaro-winkler.js'
import { fold } from '../../src/matching/fold.js'
import { inferKind } from '../../src/matching/infer.js'
import { checkDigit, isChineseId } from '../../src/matching/kinds/id-number.js'
import { KINDS_WITH, type KindName } from '../../src/matching/kinds/kind.js'
import { KINDS, kindOf } from '../../src/matching/kinds/kinds.js'
import type { KindSettings } from '../../src/matching/kinds/settings.js'
import { Draws } from '../../src/matching/sampling.js'
import '../../src/sources/rows/pinyin.js'
import { kinds, pack, valuesFor } from './tables.js'

const compare = (kind: KindName, a: string, b: string, settings?: KindSettings) => {
  const comparisons = new Comparisons(pack({ column: { kind, settings, values: [a, b] } }))
  const level = comparisons.level(0, 0, 1)
  return {
    similarity: comparisons.similarity(0, 0, 1),
    level: level === MISSING ? undefined : kindOf({ kind, settings }).levels[level]?.name,
  }
}

describe.each(kinds)('%s', (kind) => {
  it('is symmetric, from 0 to 1, and 1 for equal canonical values only', () => {
    fc.assert(
      fc.property(fc.array(fc.option(valuesFor[kind]), { minLength: 2, maxLength: 8 }), (values) => {
        const [field] = pack({ column: { kind, values } })
        const comparisons = new Comparisons([field as NonNullable<typeof field>])
        for (let a = 0; a < values.length; a++)
          for (let b = 0; b < values.length; b++) {
            const similarity = comparisons.similarity(0, a, b)
            const [left, right] = [field?.column.rows[a] as number, field?.column.rows[b] as number]
            expect(comparisons.similarity(0, b, a)).toBe(similarity)
            if (left < 0 || right < 0) {
              expect(similarity).toBeNaN()
              expect(comparisons.level(0, a, b)).toBe(MISSING)
            } else {
              expect(similarity).toBeGreaterThanOrEqual(0)
              expect(similarity).toBeLessThanOrEqual(1)
              expect(similarity === 1).toBe(left === right)
            }
          }
      }),
    )
  })

  it('says the same of two values whatever came before them', () => {
    // Words of two letters are near to several others, and to some of them equally.
    const near = fc.array(fc.stringMatching(/^[ab]{4,6}$/), { minLength: 2, maxLength: 4 }).map((list) => list.join(' '))
    fc.assert(
      fc.property(fc.array(fc.oneof(near, valuesFor[kind]), { minLength: 2, maxLength: 6 }), (values) => {
        const forth = new Comparisons(pack({ column: { kind, values } }))
        const back = new Comparisons(pack({ column: { kind, values: values.toReversed() } }))
        const last = values.length - 1
        for (let a = 0; a < last; a++) {
          const difference = back.similarity(0, last - a, last - a - 1) - forth.similarity(0, a, a + 1)
          // Not a number: one of them has no value, in either order.
          expect(Number.isNaN(difference) || Math.abs(difference) < 1e-12).toBe(true)
        }
      }),
    )
  })

  it('brings a canonical value to itself', () => {
    fc.assert(
      fc.property(valuesFor[kind], (value) => {
        const canonical = KINDS[kind].normalise(value)
        expect(KINDS[kind].normalise(canonical)).toBe(canonical)
      }),
    )
  })

  it('has levels that descend from 1 to 0', () => {
    const from = KINDS[kind].levels.map((level) => level.from)
    expect(from[0]).toBe(1)
    expect(from.at(-1)).toBe(0)
    expect([...from].sort((a, b) => b - a)).toEqual(from)
  })
})

describe('levels by name', () => {
  it.each<[KindName, string, string, string]>([
    ['date', '1980-01-02', '1980/1/2', 'equal'],
    ['date', '1980-03-02', '1980-02-03', 'day and month swapped'],
    ['date', '1980-03-02', '1980-03-12', 'one digit'],
    ['date', '1980-03', '1980-03-12', 'a part not stated'],
    ['date', '1980-03-12', '1917-03-12', 'same day and month'],
    ['date', '1980-03-28', '1980-04-05', 'within 31 days'],
    ['date', '1980-03-28', '1980-11-05', 'same year'],
    ['date', '1980-10-28', '1981-03-05', 'within a year'],
    ['date', '1980-10-28', '1987-03-05', 'within ten years'],
    ['date', '1980-10-28', '1947-03-05', 'unlike'],
    ['date', '2024年5月1日', 'May 1, 2024', 'equal'],
    ['phone', '+86 138-0013-8000', '13800138000', 'equal'],
    ['phone', '0571-88886666', '88886666', 'last digits equal'],
    ['phone', '13800138000', '13800136000', 'one digit'],
    ['postcode', 'sw1a 1aa', 'SW1A1AA', 'equal'],
    ['postcode', 'SW1A 1AA', 'SW1A 2AA', 'one place'],
    ['postcode', 'SW1A 1AA', 'SW1A 2BB', 'same part'],
    ['postcode', 'SW1A 1AA', 'SW9 8XY', 'same area'],
    ['email', 'Ann+list@example.org', 'ann@example.org', 'equal'],
    ['email', 'ann@example.org', 'ann@example.com', 'same mailbox elsewhere'],
    ['email', 'annsmith@example.org', 'annsmyth@example.org', 'near mailbox, same domain'],
    ['date', '3. April 2025', '03.04.25', 'equal'],
    ['date', '1er mars 2024', '2024-03-01', 'equal'],
    ['date', 'März 2024', '2024-03-12', 'a part not stated'],
    ['number', '$1,000.00', '1000', 'equal'],
    ['number', '1.234,50', '1234.50', 'equal'],
    ['number', '1.234,50 €', '1,234.50', 'equal'],
    ['number', "1'234.50", '1 234,5', 'equal'],
    ['number', 'CHF 12.-', '12,0', 'equal'],
    ['number', '-1.234,50', '−1234.5', 'equal'],
    ['number', '12,34,567.00', '1234567', 'equal'],
    ['number', '100', '104', 'within 5 %'],
    ['name', 'Müller', 'MULLER', 'equal'],
    ['name', 'Smith, John', 'john smith', 'close'],
    ['name', 'william', 'bill', 'close'],
    ['address', '12 High Street', '12 high st', 'nearly equal'],
    ['set', 'b; a', 'a;b', 'equal'],
    ['exact', 'NSW', 'nsw', 'equal'],
  ])('%s: %s and %s are %s', (kind, a, b, level) => {
    expect(compare(kind, a, b).level).toBe(level)
  })

  it('keeps another house number from being the same address', () => {
    expect(compare('address', '12 Long High Street', '14 Long High Street').similarity).toBeLessThanOrEqual(0.6)
  })

  it('knows homophones when it is asked to read aloud', () => {
    const reading = 'pinyin'
    for (const [a, b] of [
      ['王小明', '王晓明'],
      ['张伟', '章玮'],
    ] as const) {
      expect(compare('name', a, b, { reading }).similarity).toBeGreaterThan(compare('name', a, b).similarity)
      expect(compare('name', a, b, { reading }).level).toBe('close')
    }
    expect(compare('name', '王小明', '李晓明', { reading })).toEqual(compare('name', '王小明', '李晓明'))
    expect(compare('name', 'smith', 'smyth', { reading })).toEqual(compare('name', 'smith', 'smyth'))
  })

  it('makes identity numbers of 15 digits those of 18, and tells sound ones apart', () => {
    const seventeen = '11010519491231002'
    const whole = seventeen + checkDigit(seventeen)
    expect(isChineseId(whole)).toBe(true)
    expect(compare('id_number', whole, `${whole.slice(0, 6)}${whole.slice(8, 17)}`).level).toBe('equal')
    // One digit wrong breaks the check digit; two sound numbers are two people.
    expect(compare('id_number', whole, `${whole.slice(0, 10)}8${whole.slice(11)}`).level).toBe('one place')
    const neighbour = '11010519491231003'
    expect(compare('id_number', whole, neighbour + checkDigit(neighbour)).level).toBe('near, both sound')
  })

  it('folds what stands for nothing to nothing', () => {
    for (const nothing of ['', ' ', '无', '—', 'N/A', '不详', 'NULL']) expect(fold(nothing)).toBe('')
  })
})

describe('distances', () => {
  const codes = (text: string) => Uint16Array.from(text, (c) => c.charCodeAt(0))
  const short = fc.stringMatching(/^[abc]{0,7}$/)

  /** The recursive definition of optimal string alignment. */
  const plain = (a: string, b: string): number => {
    if (!a || !b) return a.length + b.length
    const swap =
      a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1) ? plain(a.slice(0, -2), b.slice(0, -2)) + 1 : 99
    return Math.min(
      plain(a.slice(0, -1), b) + 1,
      plain(a, b.slice(0, -1)) + 1,
      plain(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
      swap,
    )
  }

  it('edits are those of the recursive definition, up to the limit', () => {
    const edits = new Edits()
    fc.assert(
      fc.property(short, short, fc.nat(6), (a, b, limit) => {
        expect(edits.distance(codes(a), 0, a.length, codes(b), 0, b.length, limit)).toBe(Math.min(plain(a, b), limit + 1))
      }),
    )
  })

  it('Jaro–Winkler gives the published values', () => {
    const jaroWinkler = new JaroWinkler()
    const of = (a: string, b: string) => jaroWinkler.similarity(codes(a), 0, a.length, codes(b), 0, b.length)
    expect(of('martha', 'marhta')).toBeCloseTo(0.9611, 4)
    expect(of('dwayne', 'duane')).toBeCloseTo(0.84, 4)
    expect(of('dixon', 'dicksonx')).toBeCloseTo(0.8133, 4)
    expect(of('abc', 'xyz')).toBe(0)
  })
})

describe('settings', () => {
  it('are for the kinds that take them, and for no others', () => {
    const taking = Object.entries(KINDS).flatMap(([kind, known]) => (known.with ? [kind] : []))
    expect([...new Set(Object.values(KINDS_WITH).flat())].sort()).toEqual(taking.sort())
  })
})

describe('inferKind', () => {
  const repeat = (values: string[], times = 30) => Array.from({ length: times }, () => values).flat()
  it.each<[string, string[], KindName]>([
    ['dob', ['1980-01-02', '1975-12-30', '1960-05-05'], 'date'],
    ['出生日期', ['1980年1月2日', '1975年12月30日'], 'date'],
    ['date_of_birth', ['19800102', '19751230'], 'date'],
    ['mail', ['a@b.org', 'c@d.cn'], 'email'],
    ['电话', ['13800138000', '0571-88886666'], 'phone'],
    ['phone', ['212/489-1515', '310-456-5733'], 'phone'],
    ['postcode', ['SW1A 1AA', 'EC1A 1BB'], 'postcode'],
    ['邮编', ['310000', '310013'], 'postcode'],
    ['身份证号', ['11010519491231002X', '110105194912310021'], 'id_number'],
    ['addr', ['12 High Street', '3 Long Road'], 'address'],
    ['住址', ['东湖街道人民路12号3单元', '和平村5号'], 'address'],
    [
      'matter',
      [
        '我是东湖花园12号楼的住户，小区北侧工地连续两周在夜里十一点以后施工，多次拨打人民路派出所电话，至今没有人来处理，影响老人休息和孩子上学，恳请有关部门尽快到现场核实并责令整改。',
        '建议延长12路公交车的末班时间，地铁口到松林路一段晚上八点以后就没有车了，上夜班的人只好步行回家，已经向街道反映过3次，都没有答复，希望公交公司能够考虑，增加班次并公布时刻表。',
      ],
      'text',
    ],
    ['price', ['12.5', '$13', '99.00', '1,000'], 'number'],
    ['tags', ['red;green', 'green;blue', 'red'], 'set'],
    ['constant', ['x', 'x'], 'none'],
    ['description', ['a long text with more than a few words in it', 'another text of many words, about other things'], 'text'],
  ])('%s is inferred from its values', (header, values, kind) => {
    expect(inferKind(header, repeat(values))).toBe(kind)
  })

  it('takes few values for categories and many for names', () => {
    expect(inferKind('state', repeat(['nsw', 'vic', 'qld']))).toBe('exact')
    expect(
      inferKind(
        'surname',
        Array.from({ length: 90 }, (_, i) => `name${String.fromCharCode(97 + (i % 26))}${i}`),
      ),
    ).toBe('name')
    expect(inferKind('x', [null, null])).toBe('none')
  })

  it('takes whole numbers that number things for codes, and amounts and ages for numbers', () => {
    const draws = new Draws(5)
    const of = (count: number, make: () => number) => Array.from({ length: count }, () => String(make()))
    const shuffled = of(900, () => draws.below(752))
    expect(inferKind('class', shuffled)).toBe('exact')
    expect(inferKind('customer', [...of(1500, () => 10_000 + draws.below(90_000)), null])).toBe('exact')
    for (const [header, values] of [
      ['age', of(400, () => 18 + draws.below(70))],
      ['people', of(900, () => Math.round(Math.exp(draws.below(1000) / 100)))],
      ['price', of(900, () => draws.below(800))],
      ['points', of(900, () => draws.below(800) / 4)],
    ] as const)
      expect(inferKind(header, values), header).toBe('number')
  })
})
