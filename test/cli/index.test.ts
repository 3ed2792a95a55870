/**
 * `leitong index`: what each command prints and how it ends.
 *
 * Covers   create, add (also --if-new, --create, standard input, rejects, --strict), query by inputs and text, remove, stats,
 *          compact, export, import, verify; ids of every type; other options, missing indexes, unknown stores; the
 *          configuration file; an index with a corpus model, elsewhere and exported.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const run = (args: readonly string[], input = '') => leitong(['index', ...args], { cwd: folder, input })
const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const BRIDGE = 'The committee met on Monday to discuss the new bridge over the river and its cost.'
writeLines(join(folder, 'in.jsonl'), [
  { id: 'a', text: BRIDGE },
  { id: 7, text: BRIDGE.replace('cost', 'price') },
  { text: 'Nothing here is like anything above.' },
])
const none = { duplicate_of: null, similarity: null, distance: null }

describe('leitong index', () => {
  it('creates, adds, answers, removes', async () => {
    const created = await run(['create', 'one', '--threshold', '0.7'])
    expect([created.code, lines(created.stdout)]).toEqual([
      0,
      [{ url: 'one', documents: 0, signature: expect.stringContaining('leitong1 minhash num_perm=128') }],
    ])
    const added = await run(['add', 'one', 'in.jsonl'])
    expect(lines(added.stdout)).toEqual([
      { id: 'a', status: 'new', stored: true, ...none, group: 'a' },
      { id: 7, status: 'duplicate', stored: true, duplicate_of: 'a', similarity: 0.875, distance: null, group: 'a' },
      { id: 'in.jsonl:3', status: 'new', stored: true, ...none, group: 'in.jsonl:3' },
    ])
    const offered = await run(['add', 'one', '-', '--if-new'], `${JSON.stringify({ id: 'b', text: BRIDGE })}\nnot json\n`)
    expect(lines(offered.stdout)).toEqual([
      { id: 'b', status: 'duplicate', stored: false, duplicate_of: 'a', similarity: 1, distance: null, group: 'a' },
    ])
    expect([offered.code, offered.stderr]).toEqual([0, expect.stringContaining('not judged: -:2:')])
    expect((await run(['add', 'one', '-', '--strict'], 'not json\n')).code).toBe(3)
    const found = await run(['query', 'one', '--text', BRIDGE])
    expect([found.code, lines(found.stdout)]).toEqual([
      0,
      [
        {
          id: null,
          matches: [
            { id: 'a', similarity: 1, distance: null, group: 'a' },
            { id: 7, similarity: 0.875, distance: null, group: 'a' },
          ],
        },
      ],
    ])
    expect(
      lines((await run(['query', 'one', 'in.jsonl', '--first'])).stdout).map(({ id, matches }) => [id, (matches as object[]).length]),
    ).toEqual([
      ['a', 1],
      [7, 1],
      ['in.jsonl:3', 1],
    ])
    expect((await run(['query', 'one', '--text', 'nothing of the kind', '--limit', '1'])).code).toBe(1)
    expect((await run(['query', 'one', 'in.jsonl', '--text', 'both'])).code).toBe(2)
    const removed = await run(['remove', 'one', '7', '"7"', 'a'])
    expect(lines(removed.stdout)).toEqual([
      { id: 7, removed: true },
      { id: '7', removed: false },
      { id: 'a', removed: true },
    ])
    expect((await run(['compact', 'one'])).code).toBe(0)
    const [stats] = lines((await run(['stats', 'one', '--json'])).stdout)
    expect(stats).toMatchObject({ documents: 1, keep: 'features', options: { threshold: 0.7, method: 'minhash' } })
    expect((await run(['stats', 'one'])).stdout).toMatch(/^1 documents, /)
    const verified = await run(['verify', 'one'])
    expect([verified.code, verified.stdout]).toEqual([0, '1 records, all sound\n'])
  })

  it('moves to another place', async () => {
    await run(['add', 'two', 'in.jsonl', '--create', '--keep', 'text', '--method', 'simhash'])
    expect((await run(['export', 'two', '-o', 'out.jsonl'])).code).toBe(0)
    const exported = jsonLines(join(folder, 'out.jsonl'))
    expect(exported).toHaveLength(5)
    expect((await run(['export', 'two'])).stdout.split('\n').map((line) => line && JSON.parse(line))).toEqual([...exported, ''])
    const imported = await run(['import', 'three', 'out.jsonl'])
    expect(lines(imported.stdout)).toEqual([{ url: 'three', documents: 3 }])
    expect((await run(['query', 'three', '--text', BRIDGE])).stdout).toBe((await run(['query', 'two', '--text', BRIDGE])).stdout)
    await run(['create', 'four', '--tokenizer', 'char'])
    expect(lines((await run(['import', 'four', '-'], exported.map((line) => JSON.stringify(line)).join('\n'))).stdout)).toEqual([
      { url: 'four', documents: 3 },
    ])
    writeFileSync(join(folder, 'null.jsonl'), 'null\n')
    for (const wrong of ['in.jsonl', 'null.jsonl', 'not-there.jsonl']) {
      const refused = await run(['import', 'five', wrong])
      expect([refused.code, refused.stderr]).toEqual([3, expect.stringMatching(/^leitong: .*jsonl/)])
      // And no index with the options of nobody.
      expect((await run(['stats', 'five'])).stderr).toContain('there is no index')
    }
  })

  it('holds its corpus model, and refuses another', async () => {
    const texts = Array.from({ length: 20 }, (_, id) => ({ id, text: `${BRIDGE} This is number ${id % 5} of them.` }))
    writeLines(join(folder, 'corpus.jsonl'), texts)
    writeLines(join(folder, 'other.jsonl'), texts.slice(3))
    for (const name of ['corpus', 'other'])
      expect((await leitong(['model', 'build', `${name}.jsonl`, '-o', `${name}.model`], { cwd: folder })).code).toBe(0)
    const weighted = ['--method', 'simhash', '--weight', 'tfidf', '--model']
    const created = await run(['create', 'weighed', ...weighted, 'corpus.model'])
    expect([created.code, created.stderr]).toEqual([0, ''])
    renameSync(join(folder, 'corpus.model'), join(folder, 'moved.model'))
    const added = await leitong(['index', 'add', join(folder, 'weighed'), join(folder, 'in.jsonl')], { cwd: temporaryFolder() })
    expect([added.code, added.stderr]).toEqual([0, ''])
    expect((await run(['query', 'weighed', '--text', BRIDGE, ...weighted, 'moved.model'])).code).toBe(0)
    expect((await run(['query', 'weighed', '--text', BRIDGE, '--model', 'moved.model'])).code).toBe(0)
    for (const named of [weighted, ['--model']]) {
      const other = await run(['query', 'weighed', '--text', BRIDGE, ...named, 'other.model'])
      expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('model is ')])
    }
    await run(['export', 'weighed', '-o', 'weighed.jsonl'])
    const imported = await run(['import', 'weighed-too', 'weighed.jsonl'])
    expect([imported.stderr, lines(imported.stdout)]).toEqual(['', [{ url: 'weighed-too', documents: 3 }]])
    expect((await run(['query', 'weighed-too', '--text', BRIDGE])).stdout).toBe((await run(['query', 'weighed', '--text', BRIDGE])).stdout)
  })

  it('says what is wrong', async () => {
    const missing = await run(['query', 'nowhere', '--text', 'x'])
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('nowhere: there is no index')])
    await run(['create', 'six', '--method', 'simhash', '--distance', '4'])
    const other = await run(['add', 'six', 'in.jsonl', '--distance', '5'])
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('distance is 4, not 5')])
    expect((await run(['add', 'six', 'in.jsonl', '--distance', '4'])).code).toBe(0)
    expect((await run(['stats', 'carrier-pigeon://x'])).code).toBe(2)
    writeFileSync(join(folder, 'plain'), 'a file')
    const file = await run(['create', 'plain'])
    expect([file.code, file.stderr]).toEqual([3, expect.stringContaining('plain: ')])
  })

  it('takes options from the configuration file, but not the keep rule of a batch', async () => {
    const elsewhere = temporaryFolder()
    writeLines(join(elsewhere, 'in.jsonl'), [{ id: 1, body: BRIDGE }])
    writeFileSync(join(elsewhere, 'leitong.config.json'), JSON.stringify({ method: 'simhash', textField: ['body'], keep: 'longest' }))
    const { code, stdout, stderr } = await leitong(['index', 'add', 'ix', 'in.jsonl', '--create'], { cwd: elsewhere })
    expect([code, stderr, lines(stdout)[0]?.['status']]).toEqual([0, '', 'new'])
  })
})
