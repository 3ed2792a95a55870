/**
 * `leitong dedupe` of files whose ids repeat.
 *
 * Oracle   two files that are made here, whose rows are numbered from 1 in both.
 * Covers   the warning with files, cause and remedy, of the command, in summaries of the library and of a browser, whatever room there is; that the remedy makes ids unique; silence where an id that repeats is in no group.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dedupe as dedupeInMemory } from '../../../src/browser.js'
import { dedupe } from '../../../src/index.js'
import { sharedId } from '../../../src/jobs/dedupe/shared-id.js'
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

it('is in the summary of the library, of files and of documents, and of a browser', async () => {
  const files = ['january.csv', 'february.csv'].map((name) => join(folder, name))
  {
    await using result = await dedupe({ files })
    expect(result.summary.sharedId).toEqual({ id: '"1"', files })
  }
  const documents = [LAMP, BENCH, LAMP].map((text, i) => ({ id: i % 2, text }))
  const unique = documents.map(({ text }) => ({ text }))
  const doors = [
    [() => dedupe(documents), () => dedupe(unique)],
    [() => dedupeInMemory(documents), () => dedupeInMemory(unique)],
  ] as const
  for (const [ofShared, ofUnique] of doors) {
    const [shared, others] = [await ofShared(), await ofUnique()]
    expect([shared.summary.sharedId, others.summary.sharedId]).toEqual([{ id: '0', files: [] }, undefined])
    await Promise.all([shared.close(), others.close()])
  }
})

it('is the first that repeats, also where few ids are held at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 20 }),
      (rows, held) => {
        const ids = rows.map(([id, hasId]) => (hasId ? `"${id}"` : undefined))
        const members = rows.flatMap(([, , isGrouped], i) => (isGrouped ? [i] : []))
        const documents = {
          files: [],
          fileOf: () => 0,
          idOf: (document: number) => ids[document] ?? '',
          hashOfId: (document: number) => (ids[document] === undefined ? undefined : Math.imul(Number(rows[document]?.[0]), 0x9e3779b1)),
        }
        const firstOf = (i: number) => ids.indexOf(ids[i])
        const expected = rows.findIndex(
          ([, hasId, isGrouped], i) => hasId && firstOf(i) < i && (isGrouped || (rows[firstOf(i)] as (typeof rows)[number])[2]),
        )
        expect(sharedId({ own: rows.length, groups: [{ members }] }, documents, held)?.id).toBe(ids[expected])
      },
    ),
  )
})
