/**
 * What a command has written is said at its end, by its path; standard output and `--quiet` say nothing of it.
 *
 * Oracle   the paths that were given.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const text = 'a letter of some length about the street lamps in our part of the town, which have been dark for three weeks'
const input = writeLines(at('in.jsonl'), [
  { id: 1, text, name: 'Ann Miller', place: 'York' },
  { id: 2, text: `${text} now`, name: 'Ann Miler', place: 'York' },
  { id: 3, text: 'another one', name: 'Bob Stone', place: 'Leeds' },
])

const index = at('index')
/** Each with the flags of its outputs. */
const COMMANDS: readonly (readonly [args: readonly string[], outputs: Readonly<Record<string, string>>])[] = [
  [['dedupe', input], { '-o': at('kept.jsonl'), '--report': at('dedupe.html') }],
  [['link', input, input], { '--pairs': at('pairs.csv'), '--report': at('link.html') }],
  [['link', input, input, '--within'], { '--groups': at('groups.jsonl') }],
  [['link', input, input, '--measure', 'passages'], { '--matches': at('matches.jsonl'), '--not-in': at('rest.jsonl') }],
  [['passages', input], { '-o': at('cut.jsonl'), '--passages': at('passages.jsonl') }],
  [['model', 'build', input], { '-o': at('model') }],
  [['index', 'export', index], { '-o': at('exported.jsonl') }],
]

it.each(COMMANDS.map(([args, outputs]) => [args.filter((arg) => !arg.startsWith(folder)).join(' '), args, outputs] as const))(
  '%s',
  async (_, args, outputs) => {
    if (args[0] === 'index') expect((await leitong(['index', 'add', index, input, '--create'])).code).toBe(0)
    const given = Object.entries(outputs).flat()
    const said = await leitong([...args, ...given])
    expect(said.code, said.stderr).toBe(0)
    expect(said.stderr.split('\n')).toContain(`wrote ${Object.values(outputs).join(', ')}`)
    expect((await leitong([...args, ...given, '--lang', 'zh'])).stderr).toContain(`已写出 ${Object.values(outputs).join(', ')}`)
    const quiet = await leitong([...args, ...given, '-q'])
    expect(quiet.stderr + quiet.stdout).not.toContain('wrote')
  },
)

it('standard output is not named', async () => {
  expect((await leitong(['index', 'export', index])).stderr).not.toContain('wrote')
  expect((await leitong(['passages', input, '--passages', '-'])).stderr).not.toContain('wrote')
})

it('a table without a text is told of the measure that needs none', async () => {
  const rows = writeLines(at('rows.jsonl'), [{ id: 1, name: 'Ann' }])
  const { code, stderr } = await leitong(['dedupe', rows])
  expect([code, /rows without a text are compared column by column, by --measure match/.test(stderr)]).toEqual([2, true])
})
