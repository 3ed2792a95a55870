/**
 * jobs/tune/rows: threshold, weights and models fitted to labels.
 *
 * Oracle   rows whose matches are known because they are made here; F1 counted by hand on labels that nothing was fitted to.
 * Covers   both measures, labels as pairs and as groups, JSON lines and CSV; a half that was held out does not get worse; labels that say nothing; what
 *          is refused; model build under match, which learns what dedupe learns.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { dedupe } from '../../../src/index.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { peopleTwice } from '../../support/people-twice.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
/** People twice each, with columns that say nothing: that they weigh as much as the others is a mistake that labels show. */
const people = peopleTwice(160).map((person, i) => ({
  ...person,
  desk: `d${(i * 7919) % 101}`,
  locker: `${(i * 31) % 97}th`,
  badge: `${(i * 57) % 89}-${i % 7}`,
}))
const halfOf = (no: string) => Number.parseInt(no, 10) % 2
const csvOf = (rows: readonly object[]) =>
  [Object.keys(rows[0] as object), ...rows.map((row) => Object.values(row).map((value) => value ?? ''))]
    .map((row) => `${row.join(',')}\n`)
    .join('')
writeFileSync(path('people.csv'), csvOf(people))
writeFileSync(
  path('groups.csv'),
  csvOf(people.filter(({ no }) => halfOf(no) === 0).map(({ no }) => ({ group: Number.parseInt(no, 10), id: no }))),
)

const tune = async (...flags: string[]) => {
  const { code, stdout, stderr } = await leitong(['tune', 'people.csv', '--id-field', 'no', '--json', ...flags], { cwd: folder })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

/** F1 of the pairs among people that no label names. */
async function heldOut(flags: readonly string[]): Promise<number> {
  const done = await leitong(['dedupe', 'people.csv', '--id-field', 'no', ...flags, '--pairs', 'found'], { cwd: folder })
  expect(done.code, done.stderr).toBe(0)
  const found = (jsonLines(path('found')) as { a: string; b: string }[]).filter(({ a, b }) => halfOf(a) === 1 && halfOf(b) === 1)
  const right = found.filter(({ a, b }) => Number.parseInt(a, 10) === Number.parseInt(b, 10)).length
  return (2 * right) / (found.length + people.length / 4)
}

it.each(['fields', 'match'])('fits %s to labels, and pairs without labels are not judged worse', async (measure) => {
  const flags = measure === 'fields' ? ['--write-fields', 'fitted.json'] : ['--write-model', 'fitted.match']
  const tuned = await tune('--measure', measure, '--labels', 'groups.csv', ...flags)
  expect(tuned.fitted).toMatchObject({ missing: 0 })
  expect(tuned.fitted.after).toBeGreaterThanOrEqual(tuned.fitted.before)
  const before = await heldOut(['--measure', measure])
  const own = measure === 'fields' ? ['--fields', 'fitted.json'] : ['--model', 'fitted.match']
  const after = await heldOut(['--measure', measure, ...own, '--threshold', String(tuned.threshold)])
  expect(after).toBeGreaterThanOrEqual(before - 1e-9)
  if (measure === 'fields') {
    expect(tuned.fitted.took).not.toBe('nothing')
    expect(after).toBeGreaterThan(before + 0.05)
  }
})

it('takes judged pairs as JSON lines and as CSV alike', async () => {
  const pairs = people
    .filter(({ no }) => no.endsWith('a'))
    .flatMap(({ no }, i, list) => [
      { a: no, b: no.replace('a', 'b'), same: true },
      { a: no, b: list[(i + 1) % list.length]?.no, same: false },
    ])
  writeLines(path('judged.jsonl'), pairs)
  writeFileSync(path('judged.csv'), csvOf(pairs))
  const [lines, table] = [
    await tune('--measure', 'fields', '--labels', 'judged.jsonl'),
    await tune('--measure', 'fields', '--labels', 'judged.csv'),
  ]
  expect(lines.fitted).toMatchObject({ pairs: pairs.length, missing: 0 })
  expect({ ...table, rows: 0 }).toEqual({ ...lines, rows: 0 })
})

it('leaves all as it was where labels are too few to hold some out', async () => {
  writeLines(path('few.jsonl'), [
    { a: '0a', b: '0b' },
    { a: 'nobody', b: '1a', same: false },
  ])
  const tuned = await tune('--measure', 'fields', '--labels', 'few.jsonl')
  expect(tuned).toMatchObject({ threshold: 0.8, fitted: { took: 'nothing', missing: 1 } })
})

it('shows what is compared without labels, and refuses what is no label and no measure of rows', async () => {
  const shown = await leitong(['tune', 'people.csv', '--id-field', 'no', '--measure', 'match'], { cwd: folder })
  expect(shown.stdout).toMatch(/compared: name name, born date/)
  expect(shown.stdout).toMatch(/then run:\n {4}leitong dedupe people\.csv --id-field no --measure match --threshold 0\.5 -o kept\.csv\n$/)
  writeFileSync(path('wrong.csv'), 'left,right\n1,2\n')
  const run = (...flags: string[]) => leitong(['tune', 'people.csv', '--id-field', 'no', ...flags], { cwd: folder })
  expect((await run('--measure', 'match', '--labels', 'wrong.csv')).stderr).toMatch(
    /neither the columns a and b, nor unique_id_l and unique_id_r, nor group and id/,
  )
  expect((await run('--measure', 'match', '--labels', 'none.csv')).code).toBe(3)
  expect((await run('--measure', 'jaccard')).stderr).toMatch(/tune takes --measure fields and match/)
})

/** The commands that a tuning prints, each run as it stands. */
async function runPrinted(stdout: string): Promise<string[]> {
  const commands = stdout.split('\n').flatMap((line) => (line.startsWith('    leitong ') ? [line.trim()] : []))
  for (const command of commands) {
    const { code, stderr } = await leitong(command.split(' ').slice(1), { cwd: folder })
    expect(code, `${command}\n${stderr}`).toBe(0)
  }
  return commands
}

it('prints commands that can be run as they stand, also the one that keeps what was fitted', async () => {
  const run = (...flags: string[]) =>
    leitong(['tune', 'people.csv', '--id-field', 'no', '--measure', 'fields', '--labels', 'groups.csv', ...flags], { cwd: folder })
  const both = await runPrinted((await run()).stdout)
  expect(both).toHaveLength(2)
  expect(both[0]).toBe('leitong tune people.csv --id-field no --measure fields --labels groups.csv --write-fields tuned.fields.json')
  expect(both[1]).toMatch(
    /^leitong dedupe people\.csv --id-field no --measure fields --threshold 0\.\d+ --fields tuned\.fields\.json -o kept\.csv$/,
  )
  // What is there now is not written over by what is printed next.
  expect((await run()).stdout).toMatch(/ --write-fields tuned-2\.fields\.json\n[\s\S]* --fields tuned-2\.fields\.json -o kept-2\.csv\n$/)
  expect(await runPrinted((await run('--write-fields', 'own.json')).stdout)).toEqual([
    both[1]?.replace('tuned.fields.json', 'own.json').replace('kept.csv', 'kept-2.csv'),
  ])
  expect(readFileSync(path('kept.csv'), 'utf8').split('\n').length).toBeLessThan(people.length)
})

describe('two tables under a mapping', () => {
  // Both number their rows from 1, and name their columns each in its own way.
  const side = (letter: string) => people.filter(({ no }) => no.endsWith(letter))
  const shared = ({ name, born, town }: (typeof people)[number]) => ({ name, born, town })
  beforeAll(() => {
    writeFileSync(path('left.csv'), csvOf(side('a').map((person, i) => ({ id: i + 1, ...shared(person) }))))
    const right = side('b').map((person, i) => ({ id: i + 1, full: person.name, birth: person.born, town: person.town }))
    writeFileSync(path('right.csv'), csvOf(right))
    writeFileSync(path('map.json'), JSON.stringify({ map: { name: 'full', born: 'birth', town: 'town' } }))
    const numbers = side('a').map((_, i) => i + 1)
    const judged = numbers.flatMap((a) => [
      { a, b: a, same: true },
      { a, b: (a % numbers.length) + 1, same: false },
    ])
    writeFileSync(path('across.csv'), csvOf(judged))
  })
  const run = (...flags: string[]) => leitong(['tune', 'left.csv', 'right.csv', '--map', 'map.json', ...flags], { cwd: folder })

  it.each(['fields', 'match'])('are tuned by %s with labels of both, and linked by the commands that are printed', async (measure) => {
    const { stdout, stderr, code } = await run('--measure', measure, '--labels', 'across.csv', '--json')
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout).fitted).toMatchObject({ pairs: 2 * side('a').length, missing: 0 })
    const kept = measure === 'fields' ? ['--write-fields', 'both.map.json'] : ['--write-model', 'both.match']
    const printed = await runPrinted((await run('--measure', measure, '--labels', 'across.csv', ...kept)).stdout)
    expect(printed.at(-1)).toMatch(measure === 'fields' ? / --map both\.map\.json / : / --model both\.match --map map\.json /)
    const matches = printed.at(-1)?.split(' ').at(-1) as string
    expect(matches).toBe(measure === 'fields' ? 'matches.csv' : 'matches-2.csv')
    const right = readFileSync(path(matches), 'utf8')
      .split('\n')
      .filter((line) => /^(\d+),\1,/.test(line))
    expect(right.length).toBeGreaterThan(0.7 * side('a').length)
  })

  it('are refused where labels or options do not fit two tables', async () => {
    expect((await run('--measure', 'fields', '--labels', 'groups.csv')).stderr).toMatch(/groups do not say in which of the two tables/)
    expect((await run()).stderr).toMatch(/--map of tune is for two tables/)
  })
})

it('refuses labels whose ids are those of two rows, as where both files count from 1', async () => {
  const asked = ['tune', 'left.csv', 'right.csv', '--measure', 'fields', '--labels', 'across.csv']
  expect((await leitong(asked, { cwd: folder })).stderr).toMatch(/across\.csv: .*it names 1, and two records of the input have this id/)
})

it('says how many pairs a fitted threshold joins that no label is about', async () => {
  // Rows of a form: few labels, and those of pairs that are far apart.
  const towns = ['Ulm', 'Jena', 'Trier']
  const rows = Array.from({ length: 120 }, (_, i) => ({
    no: `r${i}`,
    office: 'registry',
    kind: 'parking',
    town: towns[i % 3],
    code: `${(i * 7919) % 1009}-${(i * 31) % 97}`,
  }))
  writeFileSync(path('forms.csv'), csvOf(rows))
  const judged = rows.flatMap(({ no }, i) => [
    ...(i < 40 ? [{ a: no, b: rows[i + 3]?.no, same: true }] : []),
    ...(i < 40 ? [{ a: no, b: rows[i + 1]?.no, same: false }] : []),
    ...(i < 3 ? [{ a: no, b: rows[i + 2]?.no, same: '' }] : []),
  ])
  writeFileSync(path('begun.csv'), csvOf(judged))
  const args = ['tune', 'forms.csv', '--id-field', 'no', '--measure', 'fields', '--labels', 'begun.csv']
  const { fitted } = JSON.parse((await leitong([...args, '--json'], { cwd: folder })).stdout)
  expect(fitted).toMatchObject({ unjudged: 3, pairs: 80 })
  expect(fitted.joined.unlabelled).toBeGreaterThan(80)
  const { stdout } = await leitong(args, { cwd: folder })
  expect(stdout).toContain('3 labels without a verdict were left out')
  expect(stdout).toMatch(/threshold 0\.\d+ joins [\d,]+ pairs, [\d,]+ of them without a label; before it was \d+\nwarning: far more pairs/)
})

it('builds the model that dedupe learns, and scores with it as dedupe does', async () => {
  const built = await leitong(['model', 'build', 'people.csv', '--id-field', 'no', '--measure', 'match', '-o', 'built.match'], {
    cwd: folder,
  })
  expect(built.code, built.stderr).toBe(0)
  expect(built.stdout).toMatch(/checksum [0-9a-f]{16}, learned from 320 rows/)
  const learn = await leitong(['dedupe', 'people.csv', '--id-field', 'no', '--measure', 'match', '--write-model', 'own.match', '--json'], {
    cwd: folder,
  })
  expect(learn.code, learn.stderr).toBe(0)
  expect(readFileSync(path('built.match'), 'utf8')).toBe(readFileSync(path('own.match'), 'utf8'))
  const { checksum } = JSON.parse(readFileSync(path('built.match'), 'utf8'))
  await using result = await dedupe(people as never, { measure: 'match', model: path('built.match'), idField: 'no' })
  expect(result.summary.signature).toContain(`model=${checksum}`)
  const wrong = await leitong(['model', 'build', 'people.csv', '--measure', 'fields', '-o', 'x.match'], { cwd: folder })
  expect(wrong).toMatchObject({ code: 2 })
})
