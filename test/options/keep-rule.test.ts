/**
 * Dates of keep rules, and of rows: one reading.
 *
 * Oracle   points in time spelled out with Date.UTC; the canonical spelling of the same text in a column of dates.
 * Covers   ways to write a day and a time, compact dates, timestamps, and texts that are no date.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankOf } from '../../src/options/keep-rule.js'
import { canonicalValue } from '../../src/sources/rows/canonical.js'

const newest = (value: unknown) => rankOf(value, 'newest:date')

describe('a date', () => {
  it('is the same point in time to a keep rule and in a column of dates, however it is written', () => {
    const ways = ['2024-01-02', '2024/1/2', '2024.01.02', '20240102', ' 20240102 ', '2024年1月2日', '2024 年 1 月 2 日', '2024-01-02 00:00']
    for (const way of ways) {
      expect(newest(way), way).toBe(Date.UTC(2024, 0, 2))
      expect(canonicalValue(way, 'date'), way).toBe('2024-01-02')
    }
    for (const way of ['2024-01-02T03:04:05.6Z', '2024年1月2日3:04:05.600', '20240102 03:04:05.6', '2024-01-02 05:04:05.6+02']) {
      expect(newest(way), way).toBe(Date.UTC(2024, 0, 2, 3, 4, 5, 600))
      expect(canonicalValue(way, 'date'), way).toBe('2024-01-02T03:04:05.6')
    }
  })

  it('of any day orders as the days do, compact or not', () => {
    const day = fc.date({ noInvalidDate: true, min: new Date('1000-01-01'), max: new Date('9999-12-31') })
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [left, right] = [a, b].map((date) => date.toISOString().slice(0, 10)) as [string, string]
        expect(newest(left.replaceAll('-', '')) < newest(right)).toBe(left < right)
        expect(rankOf(left, 'oldest:date') < rankOf(right, 'oldest:date')).toBe(left > right)
      }),
    )
  })
})

describe('a number', () => {
  it('is a timestamp, also as text, unless its eight digits are a day', () => {
    for (const stamp of [1704153600, 1704101112, 1704153600000, 20240102, 20249999, 0.5, -3]) expect(newest(stamp)).toBe(stamp)
    for (const stamp of ['1704153600', '1704101112', '1704153600000', '20249999', '1e9']) {
      expect(newest(stamp), stamp).toBe(Number(stamp))
      expect(canonicalValue(stamp, 'date'), stamp).toBeUndefined()
    }
  })
})

it('what is no date ranks below all dates', () => {
  for (const value of [undefined, null, '', ' ', 'yesterday', {}, true]) expect(newest(value)).toBe(Number.NEGATIVE_INFINITY)
})
