/**
 * Lines of results, at sizes that no string has.
 *
 * Oracle   the same lines, joined in one string; for what no string holds, its length.
 */
import { expect, it } from 'vitest'
import { blocks, groupLine, lines } from '../../src/writing/json-lines.js'

const joined = (all: Iterable<Uint8Array>) => Buffer.concat([...all]).toString()
const bytesIn = (all: Iterable<Uint8Array>) => {
  let sum = 0
  for (const { length } of all) sum += length
  return sum
}

it('gives lines, whole and in parts', () => {
  expect(joined(lines([]))).toBe('')
  expect(joined(lines(['a', ['b', 'c'], '', ['é']]))).toBe('a\nbc\n\né\n')
  const many = Array.from({ length: 50_000 }, (_, i) => `{"id":${i}}`)
  expect(joined(lines(many))).toBe(`${many.join('\n')}\n`)
})

it('gives a group as JSON', () => {
  const line = [...groupLine(3, 2, '"a"', ['{"id":"a"}', '{"id":"b"}'])].join('')
  expect(JSON.parse(line)).toEqual({ group: 3, size: 2, kept: '"a"'.slice(1, -1), members: [{ id: 'a' }, { id: 'b' }] })
  expect(JSON.parse([...groupLine(1, 0, '1', [])].join(''))).toEqual({ group: 1, size: 0, kept: 1, members: [] })
})

it('writes a line that is longer than a string, and a block of long lines', () => {
  const part = 'x'.repeat(2 ** 20)
  const parts = function* (count: number) {
    for (let i = 0; i < count; i++) yield part
  }
  expect(bytesIn(lines([parts(520)]))).toBe(520 * 2 ** 20 + 1)
  expect(bytesIn(lines(parts(520)))).toBe(520 * (2 ** 20 + 1))
  expect(bytesIn(blocks(parts(520)))).toBe(520 * 2 ** 20)
})
