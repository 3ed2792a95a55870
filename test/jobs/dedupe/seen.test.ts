/**
 * engine: a filter of what was seen.
 *
 * Oracle   the rate that is measured on texts like nothing seen; a set of the bands themselves.
 * Covers   what was seen is never answered no; the stated error; the size; filters brought together; order; what is refused.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atLeast, SeenFilter, seenBytes, sureBands } from '../../../src/searching/seen-filter.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
const BANDS = 21

/** Puts the bands of a made-up text. */
function put(filter: SeenFilter, random: () => number): void {
  for (let band = 0; band < BANDS; band++)
    filter.put(
      band,
      Math.floor(random() * 2 ** 32),
      Uint8Array.from({ length: 6 }, () => Math.floor(random() * 256)),
    )
}

describe('a filter of what was seen', () => {
  it('takes 32 bytes a document, and 100 million documents less than 4 GB', () => {
    expect(seenBytes({ bands: BANDS, capacity: 100_000_000 })).toBeLessThanOrEqual(3.2e9)
    expect(seenBytes({ bands: BANDS, capacity: 1000 })).toBeGreaterThan(31_900)
  })

  it('is wrong as often as it says: half full, full and over-full', () => {
    const capacity = 20_000
    const sure = sureBands(0.8, BANDS, 6)
    const filter = new SeenFilter({ bands: BANDS, capacity })
    const random = createRandom(5)
    for (const documents of [capacity / 2, capacity, 2 * capacity]) {
      while (added < documents) {
        put(filter, random)
        filter.add()
        added++
      }
      const told = filter.error(sure)
      const asked = 20_000
      const measured = { band: 0, maybe: 0, yes: 0 }
      for (let i = 0; i < asked; i++) {
        put(filter, random)
        const seen = filter.seen()
        measured.band += seen / BANDS / asked
        if (seen) measured.maybe += 1 / asked
        if (seen >= sure) measured.yes += 1 / asked
      }
      // Within four standard deviations of what so many trials can show.
      const near = (share: number, trials: number) => 4 * Math.sqrt((share * (1 - share)) / trials) + 1e-9
      expect(Math.abs(measured.band - told.band)).toBeLessThan(near(told.band, asked * BANDS))
      expect(Math.abs(measured.maybe - told.maybe)).toBeLessThan(near(told.maybe, asked))
      expect(Math.abs(measured.yes - told.yes)).toBeLessThan(near(told.yes, asked) + 1 / asked)
      if (documents === capacity) expect(told.band).toBeLessThan(0.004)
    }
  })
  let added = 0

  it('knows every band that was added, also of another filter that was merged', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 200 }), (seed, count) => {
        const [a, b] = [new SeenFilter({ bands: BANDS, capacity: 100 }), new SeenFilter({ bands: BANDS, capacity: 100 })]
        const random = createRandom(seed)
        for (let i = 0; i < count; i++) {
          const one = i % 2 ? a : b
          put(one, random)
          one.add()
        }
        a.merge(b)
        const again = createRandom(seed)
        for (let i = 0; i < count; i++) {
          put(a, again)
          expect(a.seen()).toBe(BANDS)
        }
      }),
    )
  })

  it('chooses the bands of a yes by the chance that texts at the threshold have them', () => {
    const least = sureBands(0.8, BANDS, 6)
    expect(least).toBe(3)
    expect(atLeast(least, BANDS, 0.8 ** 6)).toBeGreaterThan(0.9)
    expect(atLeast(least + 1, BANDS, 0.8 ** 6)).toBeLessThan(0.9)
    expect(atLeast(least, BANDS, 0.5 ** 6)).toBeLessThan(0.005)
  })
})

describe('dedupe --seen', () => {
  const random = createRandom(2)
  const texts = Array.from({ length: 60 }, () => createText(random, 80))
  const at = (name: string) => join(folder, name)
  const run = (...args: string[]) => leitong(['dedupe', ...args], { cwd: folder })
  const answersIn = (name: string) =>
    readFileSync(at(name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; seen: string; bands: number })

  it('answers yes to what was seen, in this file or an earlier one, and keeps all else', async () => {
    writeLines(
      at('one.jsonl'),
      [...texts.slice(0, 30), texts[0]].map((text, i) => ({ id: `a${i}`, text })),
    )
    writeLines(
      at('two.jsonl'),
      texts.map((text, i) => ({ id: `b${i}`, text: i < 30 ? edit(random, text, 0.01) : text })),
    )
    const first = await run('one.jsonl', '--seen', 'corpus.seen', '-o', 'fresh.jsonl', '--answers', 'first.jsonl')
    expect(first.code, first.stderr).toBe(0)
    expect(answersIn('first.jsonl').map(({ seen }) => seen)).toEqual([...Array<string>(30).fill('no'), 'yes'])
    expect(readFileSync(at('fresh.jsonl'), 'utf8')).toBe(
      readFileSync(at('one.jsonl'), 'utf8').split('\n').slice(0, 30).join('\n').concat('\n'),
    )
    expect(statSync(at('corpus.seen')).size).toBe(4096 + seenBytes({ bands: BANDS, capacity: 1_000_000 }))
    const { stdout } = await run('two.jsonl', '--seen', 'corpus.seen', '--answers', 'second.jsonl', '--json')
    const answers = answersIn('second.jsonl')
    expect(answers.slice(30).map(({ seen }) => seen)).toEqual(Array<string>(30).fill('no'))
    expect(answers.slice(0, 30).filter(({ seen }) => seen === 'yes').length).toBeGreaterThan(26)
    const summary = JSON.parse(stdout) as { yes: number; filter: { documents: number; error: { yes: number } } }
    expect(summary.filter.documents).toBe(30 + 60 - summary.yes)
    expect(summary.filter.error.yes).toBeLessThan(1e-6)
  })

  it('brings filters together', async () => {
    for (const [name, from] of [
      ['x', 0],
      ['y', 30],
    ] as const) {
      writeLines(
        at(`${name}.jsonl`),
        texts.slice(from, from + 30).map((text, i) => ({ id: i, text })),
      )
      await run(`${name}.jsonl`, '--seen', `${name}.seen`, '--seen-capacity', '1000')
    }
    writeLines(
      at('all.jsonl'),
      texts.map((text, id) => ({ id, text })),
    )
    const { stderr, code } = await run('all.jsonl', '--seen', 'both.seen', '--seen', 'x.seen', '--seen', 'y.seen', '-o', 'none.jsonl')
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('yes 60, maybe 0, no 0')
    expect(readFileSync(at('none.jsonl'), 'utf8')).toBe('')
  })

  it('writes a file for each file of a folder', async () => {
    mkdirSync(at('crawl/deep'), { recursive: true })
    writeLines(at('crawl/a.jsonl'), [{ id: 1, text: texts[0] }])
    writeLines(at('crawl/deep/b.jsonl'), [
      { id: 2, text: texts[0] },
      { id: 3, text: texts[1] },
    ])
    const { code, stderr } = await run('crawl/', '--seen', 'folder.seen', '-o', 'left/')
    expect(code, stderr).toBe(0)
    expect(readFileSync(at('left/a.jsonl'), 'utf8')).toContain('"id":1')
    expect(readFileSync(at('left/deep/b.jsonl'), 'utf8')).toBe(`${JSON.stringify({ id: 3, text: texts[1] })}\n`)
  })

  it.each([
    [['--method', 'simhash'], 'has none'],
    [['--pairs', 'p.jsonl'], '--pairs is of groups'],
    [['--seen-capacity', '5'], 'another capacity: 1000'],
    [['--ngram', '9'], 'another signature'],
  ])('is refused with %j, and leaves the filter as it was', async (flags, words) => {
    const before = readFileSync(at('x.seen'))
    const { code, stderr } = await run('all.jsonl', '--seen', 'x.seen', ...flags)
    expect(code).toBeGreaterThan(1)
    expect(stderr).toContain(words)
    expect(readFileSync(at('x.seen')).equals(before)).toBe(true)
  })

  it('refuses what is no filter, and one that is cut off', async () => {
    writeFileSync(at('cut.seen'), readFileSync(at('x.seen')).subarray(0, 5000))
    expect((await run('all.jsonl', '--seen', 'cut.seen')).stderr).toContain('cut off')
    expect((await run('all.jsonl', '--seen', 'all.jsonl')).stderr).toContain('no filter')
    expect((await run('x.jsonl', '--seen', 'y.jsonl')).stderr).toContain('no filter')
    expect((await run('x.jsonl', '--seen', 'w.seen', '-o', 'missing/w.jsonl')).code).toBe(3)
    expect(existsSync(at('w.seen'))).toBe(false)
  })
})
