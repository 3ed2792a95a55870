/**
 * `leitong dedupe` of files whose ids repeat.
 *
 * Oracle   two files that are made here, whose rows are numbered from 1 in both.
 * Covers   the warning with files, cause and remedy; that the remedy makes ids unique; silence where an id that repeats is in no group.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leitong, temporaryFolder } from '../../support/files.js'

const folder = temporaryFolder()
const table = (name: string, texts: readonly string[]) =>
  writeFileSync(join(folder, name), `id,text\n${texts.map((text, i) => `${i + 1},${text}\n`).join('')}`)
const [LAMP, BENCH, BRIDGE] = ['The lamp by the door is broken.', 'A bench stands under the old lime.', 'A new bridge crosses the river.']
table('january.csv', [LAMP, BENCH])
table('february.csv', [BRIDGE, LAMP])
const run = (...args: string[]) => leitong(['dedupe', ...args, '-o', 'kept.csv', '--removed', 'removed.jsonl'], { cwd: folder })

it('says where an id stands twice, why, and what names the records apart', async () => {
  const { stderr, code } = await run('january.csv', 'february.csv')
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /warning: ids are not unique: several records of january\.csv and february\.csv have "1", .*Where each file counts from 1, --id-field '' names records by file and line/,
  )
  expect((await run('january.csv', 'february.csv', '--id-field', '')).stderr).not.toMatch(/not unique/)
})

it('says nothing where no id of a group repeats', async () => {
  table('april.csv', [BENCH, BRIDGE, LAMP, LAMP])
  table('may.csv', ['Rain is expected on Sunday.'])
  expect((await run('april.csv', 'may.csv')).stderr).not.toMatch(/not unique/)
})
