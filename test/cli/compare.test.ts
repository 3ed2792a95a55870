/**
 * The command compare: what a person sees of two texts, and what a program gets.
 *
 * Covers   places with labels, line and character; a bound that is said, --differences, --full, --json with and without a cut; long texts; records with fields, with other information and as rows; folders, PDFs and other files that are not one text.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leitong, temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return name
}
const run = (...args: string[]) => leitong(['compare', ...args], { cwd: folder })

const words = Array.from({ length: 3000 }, (_, i) => `word${i}${i % 10 === 9 ? '\n' : ''}`)
const longA = file('long-a.txt', words.join(' '))
const longB = file('long-b.txt', words.map((word, i) => (i % 40 === 39 ? `other${i}` : word)).join(' '))

describe('passages that both have', () => {
  it('are shown with the share of each text, and in JSON with all their places', async () => {
    const quoted = '\u{1f600} the old bridge stays closed until the repairs of the pillars are done'
    const a = file('quoting.txt', `Dear all,\nyou wrote: ${quoted}. I do not agree with that at all, and neither do my neighbours.`)
    const b = file('quoted.txt', `${quoted}!`)
    const { stdout } = await run(a, b)
    expect(stdout).toMatch(/1 shared passage of 13 characters and more: 4\d\.\d % of A stands in B, 9\d\.\d % of B in A\n/)
    expect(stdout).toContain(`from character 22 of A and 1 of B: ${quoted.slice(0, 20)}`)
    const { shared } = JSON.parse((await run(a, b, '--json', '--min-length', '20', '--gap', '0')).stdout)
    expect(shared).toMatchObject({ min_length: 20, gap: 0, passages: [{ a_offset: 21, a_length: 71, b_offset: 0, b_length: 71 }] })
    expect(shared.b_in_a).toBeCloseTo(71 / 72, 5)
  })
})

describe('the profile blog', () => {
  it('says its result in the sentence of the article, under --lang zh', async () => {
    const a = file('blog-a.txt', 'a/n')
    const said = async (b: string, threshold: string) =>
      (await run('--lang', 'zh', a, file('blog-b.txt', b), '--profile', 'blog', '--bits', '8', '--threshold', threshold)).stdout.split(
        '\n',
      )[0]
    expect(await said('b/n', '0.5')).toBe('相似度为0.75,超过阈值0.5,所以新闻1与新闻2是相似的')
    expect(await said('b/n', '0.75')).toBe('相似度为0.75,未超过阈值0.75,所以新闻1与新闻2是不相似的')
  })
})

describe('places that differ', () => {
  it('are labelled, with line and character and what is around them', async () => {
    const a = file('a.txt', 'The first line.\nThe cost of the bridge is known to all of the town.\n')
    const b = file('b.txt', 'The first line.\nThe price of the bridge is known to all of the town.\nAnd more.\n')
    const { stdout } = await run(a, b)
    expect(stdout).toContain(
      'A line 2, character 5; B line 2, character 5\n  A: The first line.⏎The [-cost-] of the bridge is known to all of the town\n  B: The first line.⏎The {+price+} of the bridge',
    )
    expect(stdout).toContain('2 places differ: 4 characters only in A, 15 only in B')
    expect(stdout).toContain('A has 68 characters, B has 79')
    expect((await run(a, a)).stdout).toContain('no difference')
  })

  it('count Chinese characters, and are cut at words', async () => {
    const a = file('zh-a.txt', `${'请求有关部门尽快处理此事。'.repeat(20)}有关人员`)
    const b = file('zh-b.txt', `${'请求有关部门尽快处理此事。'.repeat(20)}相关人员`)
    expect((await run(a, b)).stdout).toMatch(
      /A line 1, character 261; B line 1, character 261\n {2}A: ….{60}\[-有-\]关人员\n {2}B: ….{60}\{\+相\+\}关人员/,
    )
    const { stdout } = await run(longA, longB)
    for (const [, before] of stdout.matchAll(/A: …(\S+)/g)) expect(before).toMatch(/^(word|other)\d+/)
  })

  it('are bounded, and say so; --differences and --full show more', async () => {
    const places = ({ stdout }: { stdout: string }) => [...stdout.matchAll(/^A line/gm)].length
    const bounded = await run(longA, longB)
    expect(places(bounded)).toBe(20)
    expect(bounded.stdout).toMatch(/75 places differ: .*; the first 20, all with --full\n/)
    expect(bounded.stdout).toMatch(/… and 55 more\n$/)
    expect(places(await run(longA, longB, '--differences', '3'))).toBe(3)
    expect(places(await run(longA, longB, '--full'))).toBe(75)
    expect((await run(longA, longB, '--differences', 'x')).code).toBe(2)
  })

  it('of long changes show both ends, and all of them with --full', async () => {
    const [a, b] = [file('few.txt', 'Start. End.'), file('many.txt', `Start. ${words.join(' ').replaceAll('\n', '')} End.`)]
    const { stdout } = await run(a, b)
    expect(stdout).toMatch(/\{\+.*\[… [\d,]+ characters …\].*\+\}/)
    expect(stdout.length).toBeLessThan(2000)
    expect((await run(a, b, '--full')).stdout).toContain('word1500 word1501')
  })

  it('as data are whole, or cut where that is asked for, and say which', async () => {
    const whole = JSON.parse((await run(longA, longB, '--json')).stdout)
    expect(whole.differences).toMatchObject({ places: 75, unaligned: 0 })
    expect(whole.explanation.cut).toBe(false)
    const joined = (side: 'left' | 'right') => whole.explanation.passages.map((passage: Record<string, string>) => passage[side]).join('')
    expect(joined('left')).toBe(words.join(' '))
    const cut = JSON.parse((await run(longA, longB, '--json', '--differences', '2')).stdout).explanation
    expect(cut.cut).toBe(true)
    expect(cut.passages.filter(({ kind }: { kind: string }) => kind === 'changed')).toHaveLength(2)
  })

  it('of 1.4 MB are few lines, and every 40th word is found', async () => {
    const many = Array.from({ length: 240_000 }, (_, i) => `w${((i * 7919) % 100_003).toString(36)}${i % 12 ? '' : '\n'}`)
    const a = file('big-a.txt', many.join(' '))
    const b = file('big-b.txt', many.map((word, i) => (i % 40 === 39 ? 'changed' : word)).join(' '))
    const { stdout } = await run(a, b)
    expect(stdout).toContain('6,000 places differ')
    expect(stdout.length).toBeLessThan(10_000)
  })

  it('without an alignment are said to be without one', async () => {
    const make = (from: number) => Array.from({ length: 4000 }, (_, i) => `w${from + i}`).join(' ')
    const { stdout, code } = await run(file('un-a.txt', make(0)), file('un-b.txt', make(10_000)))
    expect(code).toBe(1)
    expect(stdout).toContain('1 place could not be aligned')
    expect(stdout).toContain('(not aligned)')
  })
})

describe('records', () => {
  const record = (name: string, value: unknown) => file(name, JSON.stringify(value))
  const a = record('a.json', { id: 1, body: 'The cost of the bridge over the river', tags: 'bridge, river', name: 'Ann', city: 'York' })
  const b = record('b.json', { id: 2, body: 'The cost of the bridge over the river', tags: 'bridge, lake', name: 'Anna', city: 'York' })

  it('are compared by the field that is named', async () => {
    expect(JSON.parse((await run(a, b, '--text-field', 'body', '--json')).stdout).similarity).toBe(1)
    expect((await run(a, b)).stderr).toContain('no "text"; there are id, body, tags')
  })

  it('are compared as rows', async () => {
    const fields = record('fields.json', { key: 'id', fields: { name: {}, city: {} } })
    const { explanation } = JSON.parse((await run(a, b, '--fields', fields, '--json')).stdout)
    expect(explanation.passages.map(({ left }: { left: string }) => left).join('')).toMatch(/^ann\nyork$/i)
  })

  it('take other information from the command line: --info-a, --info-b', async () => {
    const a = file('info-a.txt', '东湖花园的路灯坏了三个星期，请尽快派人来修。')
    const b = file('info-b.txt', '东湖花园的路灯坏了三个星期，请尽快派人来修。')
    const shown = async (...args: string[]) => {
      const { code, stdout } = await run(a, b, '--measure', 'combined', '--mu', '0.9', '--threshold', '0.25', '--json', ...args)
      expect(code).toBeLessThan(2)
      return JSON.parse(stdout).similarity
    }
    // sim = 0.9 / (0 + 1) + 0.1 · minHash: equal contents, information alike in all, in nothing, on one side alone, on none.
    expect(await shown('--info-a', '路灯,维修', '--info-b', '路灯,维修')).toBeCloseTo(1, 9)
    expect(await shown('--info-a', '路灯,维修', '--info-b', '房租')).toBeLessThan(0.95)
    expect(await shown('--info-a', '路灯,维修')).toBeCloseTo(0.9, 9)
    expect(await shown()).toBeCloseTo(1, 9)
    const refused = await run(a, b, '--info-a', '路灯')
    expect([refused.code, refused.stderr.includes('--info-a and --info-b')]).toEqual([2, true])
  })

  it('count their other information under the measure combined', async () => {
    const combined = async (...more: string[]) =>
      JSON.parse((await run(a, b, '--text-field', 'body', '--measure', 'combined', '--json', ...more)).stdout).similarity
    expect(await combined('--threshold', '0.2')).toBe(1)
    const withTags = await combined('--threshold', '0.6', '--info-field', 'tags', '--mu', '0.5')
    // One of three tags is shared.
    expect(withTags).toBeGreaterThan(0.5)
    expect(withTags).toBeLessThan(0.85)
  })
})

describe('what is not one text', () => {
  const text = file('plain.txt', 'A text.')
  mkdirSync(join(folder, 'inner'))
  it.each([
    ['a folder', 'inner', 'inner is a folder'],
    ['a PDF', file('c.pdf', '%PDF-1.7\n1 0 obj\nstream'), 'c.pdf is a PDF'],
    ['a Word file', file('d.docx', 'PK\u0003\u0004more'), 'd.docx is a ZIP archive'],
    ['a binary file', file('e.dat', Uint8Array.of(1, 0, 2, 0, 0, 0, 200, 3)), 'e.dat is '],
    ['a table', file('f.csv', 'id,text\n1,one\n2,two\n'), 'f.csv is a file with several records'],
    ['an empty list', file('g.json', '[]'), 'g.json is a file without a record'],
  ])('is refused: %s', async (_, name, message) => {
    const { code, stderr, stdout } = await run(text, name)
    expect(stderr).toContain(message)
    expect(stderr).toContain('compare takes two texts')
    expect([code, stdout]).toEqual([2, ''])
  })
})
