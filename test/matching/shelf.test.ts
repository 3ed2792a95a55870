/**
 * Keys that are not all in memory: the shelf in a file, parts of the table of candidates.
 *
 * Oracle   everything in memory.
 * Covers   arrays come back as they were, in any order of use; a plan and its pairs with room for one array; tables of some blocks have the pairs
 *          of the whole table, in its order; numbers of texts beyond what one Map takes.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FileShelf } from '../../src/jobs/dedupe/rows/file-shelf.js'
import { pieces } from '../../src/jobs/dedupe/rows/pieces.js'
import { forEachPair, pairRanges } from '../../src/matching/candidates/pairs.js'
import { candidateTable, forEachCandidate, partOfTable } from '../../src/matching/candidates/table.js'
import { planMatching } from '../../src/matching/matching.js'
import { modelChecksum } from '../../src/matching/model/model-json.js'
import { TextNumbers } from '../../src/matching/text-numbers.js'
import { temporaryFolder } from '../support/files.js'
import { peopleTwice } from '../support/people-twice.js'
import { pack } from './tables.js'

const folder = temporaryFolder()
let shelves = 0
/** Room of some bytes, in a folder of its own. */
function shelfOf(room: number): FileShelf {
  const own = join(folder, String(shelves++))
  mkdirSync(own)
  return new FileShelf(room, () => own)
}

it('gives arrays back as they were, however little room there is', () => {
  const arrays = fc.array(
    fc.oneof(
      fc.array(fc.nat(), { maxLength: 9 }).map((list) => Uint32Array.from(list)),
      fc.array(fc.double(), { maxLength: 9 }).map((list) => Float64Array.from(list)),
    ),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(arrays, fc.array(fc.nat(7)), fc.nat(100), (given, asked, room) => {
      const shelf = shelfOf(room)
      const kept = given.map((array) => shelf.keep(array.slice()))
      for (const i of asked) if (kept[i]) expect(kept[i]()).toEqual(given[i])
      const bytes = given.reduce((sum, array) => sum + array.byteLength, 0)
      if (bytes <= room) expect(shelf.spilled).toBe(0)
      shelf.close()
    }),
  )
})

const people = peopleTwice(500)
const fields = pack({
  name: { kind: 'name', values: people.map(({ name }) => name) },
  born: { kind: 'date', values: people.map(({ born }) => born ?? null) },
  town: { kind: 'name', values: people.map(({ town }) => town) },
  note: { kind: 'text', values: people.map(({ name, town }) => `${name} of ${town} said so much`) },
})

it.each([undefined, 600])('plans the same with room for one array: split %s', (split) => {
  const scope = { rows: people.length, split }
  const shelf = shelfOf(1)
  const [held, spilled] = [planMatching(fields, scope), planMatching(fields, scope, { shelf })]
  expect(shelf.spilled).toBeGreaterThan(300_000)
  expect(spilled.plan).toEqual(held.plan)
  expect(modelChecksum(spilled.model)).toBe(modelChecksum(held.model))
  const pairs = ({ indexes }: typeof held) => {
    const found: number[] = []
    for (const range of pairRanges(indexes, 1000)) forEachPair(indexes, range, (a, b) => found.push(a, b))
    return Uint32Array.from(found)
  }
  const whole = pairs(held)
  expect(whole.length).toBeGreaterThan(500)
  for (const room of [0, 100_000, Number.POSITIVE_INFINITY]) {
    const found: number[] = []
    let tables = 0
    for (const { candidates, range } of pieces(spilled.indexes, room, 2)) {
      tables++
      if (room === 0) expect(candidates.rowOf?.length).toBeLessThan(people.length)
      forEachCandidate(candidates, range, (a, b) => found.push(a, b))
    }
    expect(tables).toBeGreaterThan(room ? 0 : 3)
    expect(Uint32Array.from(found)).toEqual(whole)
  }
  shelf.close()
})

it('has the pairs of the whole table in parts of it', () => {
  const scope = { rows: people.length, split: undefined }
  const { indexes } = planMatching(fields, scope)
  const whole = candidateTable(indexes)
  for (const range of pairRanges(indexes, 500)) {
    const [plain, found]: [string[], string[]] = [[], []]
    forEachCandidate(whole, range, (a, b) => plain.push(`${a} ${b}`))
    const { key, fromBlock, toBlock } = range
    forEachCandidate(partOfTable(indexes, range), { key, fromBlock: 0, toBlock: toBlock - fromBlock }, (a, b) => found.push(`${a} ${b}`))
    expect(found).toEqual(plain)
  }
})

it('numbers texts as one Map would', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[ab]{0,3}$/)), fc.integer({ min: 1, max: 5 }), (texts, each) => {
      const numbers = new TextNumbers(each)
      const plain = new Map<string, number>()
      for (const text of texts) {
        expect(numbers.get(text)).toBe(plain.get(text))
        if (!plain.has(text)) plain.set(text, numbers.add(text))
      }
      expect([...numbers.texts()]).toEqual([...plain.keys()])
      expect(numbers.size).toBe(plain.size)
    }),
  )
})
