/**
 * `leitong dedupe --ignore` and `leitong link --ignore` under measures of texts.
 *
 * Oracle   the same texts with the passages cut by hand: every place of every passage marked, and what is marked taken out.
 * Covers   groups, pairs and matches under several methods and inputs, one to three workers, outputs byte for byte, the summary, texts of
 *          which nothing is left, and what is refused.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { dedupe } from '../../../src/index.js'
import { Ignored } from '../../../src/signing/ignored.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const run = (...args: string[]) => leitong(args, { cwd: folder })

/** Texts without passages, as slowly as can be. */
function cutByHand(text: string, passages: readonly string[]): string {
  const gone = new Set<number>()
  for (const passage of passages)
    for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + 1))
      for (let i = 0; i < passage.length; i++) gone.add(at + i)
  return [...Array(text.length).keys()].map((i) => (gone.has(i) ? '' : text[i])).join('')
}

const random = createRandom(15)
const FOOTERS = [
  `${createText(random, 60)}, all rights reserved.`,
  '此件由市民服务热线转办，请在十五个工作日内书面答复来信人，并将办理结果报送本中心备案。😀',
  // Overlaps the one before in texts that have both.
  '并将办理结果报送本中心备案。😀（内部资料）',
]
/** Texts of few words and long footers: with the footers unlike texts are alike, and copies with different footers are not. */
const ROWS = Array.from({ length: 240 }, (_, id) => {
  const [source, chinese] = [createRandom(id - (id % 3)), id % 2 === 0]
  const own = edit(createRandom(id), createText(source, 30, (id - (id % 3)) % 2 === 0), id % 3 ? 0.03 : 0)
  const footer = [FOOTERS[0], `${FOOTERS[1]}（内部资料）`, ''][(id * 7) % 3]
  return { id, text: chinese ? `${footer}${own}` : `${own} ${footer}` }
})
const CUT = ROWS.map(({ id, text }) => ({ id, text: cutByHand(text, FOOTERS) }))

beforeAll(() => {
  writeLines(path('rows.jsonl'), ROWS)
  writeLines(path('cut.jsonl'), CUT)
  writeLines(
    path('footers.jsonl'),
    FOOTERS.map((text) => ({ documents: 9, text })),
  )
})

it('cuts as by hand, whatever overlaps', () => {
  const piece = fc.stringMatching(/^[ab😀]{1,6}$/u)
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.array(piece, { maxLength: 12 }), (passages, pieces) => {
      const text = pieces.join('')
      const expected = cutByHand(text, passages)
      expect(new Ignored(passages).cut(text)).toEqual({ text: expected, ignored: [...text].length - [...expected].length })
    }),
    { numRuns: 500 },
  )
  // A passage that is half a character stands nowhere.
  expect(new Ignored(['\ude00']).cut('a😀')).toEqual({ text: 'a😀', ignored: 0 })
})

it.each([
  [],
  ['--method', 'simhash'],
  ['--method', 'rare'],
  ['--method', 'exact'],
  ['--measure', 'containment'],
  ['--measure', 'cosine', '--tokenizer', 'char'],
  ['--method', 'simhash', '--measure', 'weighted', '--weight', 'tfidf', '--model', 'input'],
  ['--profile', 'blog'],
  ['--find', 'versions'],
])('dedupes as if the passages were not there (case %#)', async (...options) => {
  const outputs = (name: string) => ['--groups', `${name}.groups`, '--pairs', `${name}.pairs`, '--removed', `${name}.removed`, '--json']
  const byHand = await run('dedupe', 'cut.jsonl', ...options, ...outputs('hand'))
  expect(byHand.code, byHand.stderr).toBe(0)
  for (const workers of options.length ? ['2'] : ['1', '2', '3']) {
    const ran = await run('dedupe', 'rows.jsonl', '--ignore', 'footers.jsonl', ...options, '--workers', workers, ...outputs('ours'))
    expect(ran.code, ran.stderr).toBe(0)
    for (const kind of ['groups', 'pairs', 'removed'])
      expect(readFileSync(path(`ours.${kind}`), 'utf8')).toBe(readFileSync(path(`hand.${kind}`), 'utf8'))
    const [ours, hand] = [JSON.parse(ran.stdout), JSON.parse(byHand.stdout)]
    expect(ours.groups).toBe(hand.groups)
    const changed = ROWS.filter(({ text }, i) => text !== CUT[i]?.text)
    const characters = ROWS.reduce((sum, { text }, i) => sum + [...text].length - [...(CUT[i]?.text ?? '')].length, 0)
    expect(ours.ignored).toEqual({ texts: changed.length, characters })
    expect(ours.signature).not.toBe(hand.signature)
    expect(ours.signature).toContain(' ignore=')
  }
})

it('finds other groups than with the passages, and writes the kept records byte for byte', async () => {
  await run('dedupe', 'rows.jsonl', '--groups', 'with.groups')
  const ran = await run(
    'dedupe',
    'rows.jsonl',
    '--ignore',
    'footers.jsonl',
    '--groups',
    'without.groups',
    '-o',
    'kept.jsonl',
    '--report',
    'r.html',
  )
  expect(ran.stderr).toMatch(/left out of the comparison: [\d,]+ characters of passages in 160 texts \(--ignore\)/)
  expect(jsonLines(path('without.groups')).length).toBeGreaterThan(jsonLines(path('with.groups')).length)
  const lines = new Set(readFileSync(path('rows.jsonl'), 'utf8').split('\n'))
  const kept = readFileSync(path('kept.jsonl'), 'utf8').split('\n')
  expect(kept.length).toBeLessThan(lines.size)
  expect(kept.filter((line) => !lines.has(line))).toEqual([])
})

it('links as if the passages were not there', async () => {
  const side = (of: readonly unknown[], rest: number) => of.filter((_, i) => (i % 3 === 0 ? 0 : 1) === rest)
  for (const [name, of] of [
    ['rows', ROWS],
    ['cut', CUT],
  ] as const)
    for (const rest of [0, 1]) writeLines(path(`${name}-${rest}.jsonl`), side(of, rest))
  for (const within of [[], ['--within']]) {
    const hand = await run('link', 'cut-0.jsonl', 'cut-1.jsonl', '--pairs', 'hand.pairs', '--json', ...within)
    const ours = await run(
      'link',
      'rows-0.jsonl',
      'rows-1.jsonl',
      '--ignore',
      'footers.jsonl',
      '--pairs',
      'ours.pairs',
      '--json',
      ...within,
    )
    expect(ours.code, ours.stderr).toBe(0)
    expect(readFileSync(path('ours.pairs'), 'utf8')).toBe(readFileSync(path('hand.pairs'), 'utf8'))
    expect(JSON.parse(ours.stdout)).toMatchObject({ pairs: JSON.parse(hand.stdout).pairs, ignored: { texts: 160 } })
  }
})

it('dedupes in memory as in files, and takes a text file as one passage', async () => {
  writeLines(path('one.jsonl'), [{ text: FOOTERS[0] }])
  for (const ignore of [[path('footers.jsonl')], [path('one.jsonl')]]) {
    await using result = await dedupe(ROWS, { ignore })
    await using byFile = await dedupe({ files: [path('rows.jsonl')] }, { ignore })
    expect([...result.groups()]).toEqual([...byFile.groups()])
    expect(result.summary.ignored).toEqual(byFile.summary.ignored)
  }
  writeFileSync(path('one.txt'), `${FOOTERS[0]}\n`)
  await using asText = await dedupe(ROWS, { ignore: [path('one.txt')] })
  await using asLine = await dedupe(ROWS, { ignore: [path('one.jsonl')] })
  expect(asText.summary.ignored).toEqual(asLine.summary.ignored)
  expect(asText.summary.signature).toBe(asLine.summary.signature)
})

it('keeps texts of which nothing is left, and says that they were not judged', async () => {
  writeLines(path('only.jsonl'), [{ text: FOOTERS[0] }, { text: ` ${FOOTERS[1]}\n` }, { text: 'something of its own' }])
  const ran = await run('dedupe', 'only.jsonl', '--ignore', 'footers.jsonl', '-o', '-', '--rejects', 'rejects.jsonl')
  expect(ran.stdout).toBe(readFileSync(path('only.jsonl'), 'utf8'))
  expect(jsonLines(path('rejects.jsonl')).map(({ line, reason }) => [line, reason])).toEqual([
    [1, 'nothing is left of the text without the passages that are ignored'],
    [2, 'nothing is left of the text without the passages that are ignored'],
  ])
})

it('refuses what it cannot do', async () => {
  writeLines(path('bad.jsonl'), [{ text: 'a passage' }, { passage: 'a passage' }])
  writeLines(path('given.jsonl'), [{ hash: '00ff00ff00ff00ff' }])
  for (const [args, code, said] of [
    ['rows.jsonl --ignore none.jsonl', 3, 'none.jsonl'],
    ['rows.jsonl --ignore bad.jsonl', 3, 'bad.jsonl:2'],
    ['rows.jsonl --ignore footers.jsonl -o footers.jsonl', 2, 'footers.jsonl'],
    ['rows.jsonl --ignore footers.jsonl --measure fields', 2, '--ignore'],
    ['given.jsonl --ignore footers.jsonl --fingerprint-field hash', 2, '--ignore'],
    ['rows.jsonl --ignore footers.jsonl --engine sc://localhost:1 --work w', 2, '--ignore'],
  ] as const) {
    const ran = await run('dedupe', ...args.split(' '))
    expect([args, ran.code], ran.stderr).toEqual([args, code])
    expect(ran.stderr).toContain(said)
  }
})
