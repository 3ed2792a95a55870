/**
 * Families in which nearly every text is like every other: does each method end, with more pairs than it holds, and keep what brute force keeps?
 *
 * Oracle   under methods that read all features every text of a family is like the first, which alone stays; under equality the distinct
 *          texts stay; under simhash the sequential rule over all pairs of printed fingerprints.
 * Covers   texts that differ in one word of 61, and texts of three words; minhash, simhash, exact, rare, features, containment, versions.
 *          In the long run 200 000 texts of each.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonLines, leitong, temporaryFolder } from '../support/files.js'
import { rounds } from '../support/long.js'
import { createRandom } from '../support/texts.js'

const folder = temporaryFolder()
/** In the long run the work of minutes on a machine that does much else. */
const PATIENCE = rounds(120_000, 1_800_000)
const COUNT = rounds(4000, 200_000)

const words = Array.from({ length: 60 }, (_, i) => `word${i}`)
const oneWord = (i: number) => [...words.slice(0, 30), `x${i}`, ...words.slice(30)].join(' ')
const random = createRandom(1)
const fewWords = () => Array.from({ length: 12 }, () => ['alpha', 'beta', 'gamma'][Math.floor(random() * 3)]).join(' ')

function written(name: string, count: number, textOf: (i: number) => string): string {
  const path = join(folder, name)
  writeFileSync(path, Array.from({ length: count }, (_, id) => JSON.stringify({ id, text: textOf(id) })).join('\n'))
  return path
}

async function kept(input: string, flags: readonly string[]): Promise<number[]> {
  const output = join(folder, `${flags.join('')}.out`)
  const { code, stderr } = await leitong(['dedupe', input, '-o', output, ...flags])
  expect(code, stderr).toBe(0)
  expect(stderr).not.toContain('crowded')
  return jsonLines(output).map(({ id }) => Number(id))
}

describe('texts that differ in one word of 61', () => {
  const input = written('one-word.jsonl', COUNT, oneWord)

  for (const flags of [
    ['--measure', 'containment'],
    ['--method', 'features'],
    ['--method', 'rare'],
    ['--find', 'versions'],
    ['--method', 'minhash', '--threshold', '0.5'],
  ])
    it(`are one under ${flags.join(' ')}`, async () => expect(await kept(input, flags)).toEqual([0]), PATIENCE)

  it('all stay under equality', async () => expect(await kept(input, ['--method', 'exact'])).toHaveLength(COUNT), PATIENCE)
})

describe('texts of three words', () => {
  const input = written('few-words.jsonl', COUNT, fewWords)
  const texts = readFileSync(input, 'utf8')
    .split('\n')
    .map((line) => JSON.parse(line).text as string)

  it(
    'are those that differ under equality',
    async () => {
      expect(await kept(input, ['--method', 'exact'])).toHaveLength(new Set(texts).size)
    },
    PATIENCE,
  )

  for (const flags of [
    ['--measure', 'containment'],
    ['--method', 'features'],
    ['--find', 'versions'],
    ['--method', 'rare'],
    ['--method', 'minhash'],
  ])
    it(
      `come to an end under ${flags.join(' ')}`,
      async () => {
        const stay = await kept(input, flags)
        expect(stay.length).toBeGreaterThan(0)
        expect(stay.length).toBeLessThan(new Set(texts).size)
      },
      PATIENCE,
    )
})

describe('fingerprints of which more pairs are near than are held', () => {
  for (const [name, textOf, distance] of [
    ['one word of 61 differs', oneWord, 6],
    ['three words', fewWords, 14],
  ] as const)
    it(
      `keep what the sequential rule keeps: ${name}`,
      async () => {
        const input = written('near.jsonl', 2000, textOf)
        const printed = await leitong(['fingerprint', input])
        const codes = printed.stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).fingerprint as string)
        const fingerprints = codes.map((code) => BigInt(`0x${code}`))
        const isNear = (a: number, b: number) =>
          ((fingerprints[a] as bigint) ^ (fingerprints[b] as bigint)).toString(2).replaceAll('0', '').length <= distance
        const expected: number[] = []
        let pairs = 0
        for (let node = 0; node < fingerprints.length; node++) {
          for (let other = 0; other < node; other++) if (isNear(other, node)) pairs++
          if (!expected.some((better) => isNear(better, node))) expected.push(node)
        }
        expect(pairs).toBeGreaterThan(2 ** 17)
        const flags = ['--no-verify', '--keep', 'first', '--distance', String(distance)]
        expect(await kept(input, ['--method', 'simhash', ...flags])).toEqual(expected)
      },
      PATIENCE,
    )

  it(
    'end in the time of a run',
    async () => {
      for (const [name, textOf] of [
        ['one word', oneWord],
        ['few words', fewWords],
      ] as const) {
        const stay = await kept(written(`${name}.jsonl`, COUNT, textOf), ['--method', 'simhash'])
        expect(stay.length).toBeGreaterThan(0)
        expect(stay.length).toBeLessThan(COUNT)
      }
    },
    PATIENCE,
  )
})
