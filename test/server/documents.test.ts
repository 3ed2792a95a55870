/**
 * Indexes and documents over HTTP.
 *
 * Oracle   the library and the command over the same documents, byte for byte.
 * Covers   create, list, describe, delete; add, add-if-new, check, query, get, remove; lists and lines; compare and fingerprint; ids of all kinds.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'
import { lines, NDJSON, startService } from './started.js'

const WORDS = 'the ferry will run every forty minutes from the old harbour to the island and back again in summer'.split(' ')
/** Documents of which some are alike, by a rule of their numbers. */
const DOCUMENTS = Array.from({ length: 700 }, (_, i) => {
  const kind = i % 5 === 4 ? i - 3 : i
  const words = WORDS.map((word, at) => ((kind * 7 + at * 13) % 5 < 2 ? `${word}${kind}` : `${word}${at % 3 ? kind % 11 : ''}`))
  return { id: i % 3 ? i : `n${i}`, text: `${words.join(' ')}${i % 5 === 4 ? ' today' : ''} 渡轮每四十分钟一班${kind}` }
})
const OPTIONS = { threshold: 0.6 }
const folder = temporaryFolder()

describe('documents over HTTP', () => {
  it('gets the answers of the library and of the command, to the byte', async () => {
    const { ask } = await startService()
    const file = writeLines(join(folder, 'documents.jsonl'), DOCUMENTS)
    expect((await ask('PUT', '/indexes/texts', { options: OPTIONS, keep: 'text' })).status).toBe(201)
    expect((await ask('PUT', '/indexes/texts', { options: OPTIONS, keep: 'text' })).status).toBe(200)
    await leitong(['index', 'create', 'own', '--threshold', '0.6', '--keep', 'text'], { cwd: folder })

    const half = DOCUMENTS.slice(0, 350)
    const checked = await ask('POST', '/indexes/texts/check', { documents: half.slice(0, 1) })
    const added = await ask('POST', '/indexes/texts/add-if-new', lines(half), NDJSON)
    expect(checked.json.answers).toEqual([JSON.parse(added.text.split('\n')[0] as string)])
    const later = await ask('POST', '/indexes/texts/check', { documents: DOCUMENTS.slice(350) })
    const rest = await ask('POST', '/indexes/texts/documents', { documents: DOCUMENTS.slice(350) })
    expect(later.json.answers).toHaveLength(350)
    writeLines(join(folder, 'first.jsonl'), half)
    writeLines(join(folder, 'second.jsonl'), DOCUMENTS.slice(350))
    const first = await leitong(['index', 'add', 'own', 'first.jsonl', '--if-new', '-q'], { cwd: folder })
    const second = await leitong(['index', 'add', 'own', 'second.jsonl', '-q'], { cwd: folder })
    expect(added.text).toBe(first.stdout)
    expect(rest.text).toBe(`{"answers":[${second.stdout.trimEnd().split('\n').join(',')}]}`)
    expect(new Set(first.stdout.split('\n').map((line) => line && JSON.parse(line).status))).toContain('duplicate')

    const queried = await ask('POST', '/indexes/texts/query', lines(DOCUMENTS), NDJSON)
    const command = await leitong(['index', 'query', 'own', file, '-q'], { cwd: folder })
    expect(queried.text).toBe(command.stdout)
    const limited = await ask('POST', '/indexes/texts/query', { queries: DOCUMENTS.map(({ text }) => text), limit: 2, first: false })
    const own = await openIndex(join(folder, 'own'), { create: false })
    for (const [i, { matches }] of limited.json.answers.entries()) {
      const round = (value: number | undefined) => (value === undefined ? null : Math.round(value * 1e6) / 1e6)
      const expected = (await own.query(DOCUMENTS[i]?.text as string, { limit: 2 })).map(({ id, similarity, distance, group }) => ({
        id,
        similarity: round(similarity),
        distance: distance ?? null,
        group,
      }))
      expect(matches).toEqual(expected)
    }
    await own.close()
    expect((await ask('GET', '/indexes/texts')).json.documents).toBe((await ask('GET', '/indexes/texts')).json.documents)
  })

  it('says by check what add-if-new says then, one at a time', async () => {
    const { ask } = await startService()
    await ask('PUT', '/indexes/one', { options: OPTIONS })
    for (const document of DOCUMENTS.slice(0, 120)) {
      const asked = await ask('POST', '/indexes/one/check', { documents: [document] })
      const told = await ask('POST', '/indexes/one/add-if-new', { documents: [document] })
      expect(asked.text).toBe(told.text)
    }
    const again = await ask('POST', '/indexes/one/check', { documents: [DOCUMENTS[0], { text: DOCUMENTS[0]?.text }] })
    expect(again.json.answers.map(({ id, status }: { id: unknown; status: string }) => [id, status])).toEqual([
      ['n0', 'unchanged'],
      [null, 'duplicate'],
    ])
  })

  it('knows ids by their JSON, also beyond 2^53, gets and removes them', async () => {
    const { ask } = await startService()
    await ask('PUT', '/indexes/ids', { keep: 'text' })
    const body =
      '{"documents":[{"id":9007199254740993,"text":"one text of its own"},{"id":"9007199254740993","text":"another which is alone"},{"id":"a/b ü","text":"the third, with an odd name"}]}'
    const added = await ask('POST', '/indexes/ids/documents', body)
    expect(added.text).toContain('"id":9007199254740993,')
    expect((await ask('GET', '/indexes/ids/documents/9007199254740993')).text).toBe(
      '{"id":9007199254740993,"group":9007199254740993,"text":"one text of its own"}',
    )
    expect((await ask('GET', `/indexes/ids/documents/${encodeURIComponent('"9007199254740993"')}`)).json.text).toBe(
      'another which is alone',
    )
    expect((await ask('GET', `/indexes/ids/documents/${encodeURIComponent('a/b ü')}`)).json.text).toBe('the third, with an odd name')
    expect((await ask('DELETE', '/indexes/ids/documents/9007199254740993')).status).toBe(204)
    expect((await ask('DELETE', '/indexes/ids/documents/9007199254740993')).status).toBe(404)
    const removed = await ask('POST', '/indexes/ids/remove', { ids: ['a/b ü', 'none'] })
    expect(removed.json.answers).toEqual([
      { id: 'a/b ü', removed: true },
      { id: 'none', removed: false },
    ])
  })

  it('lists and deletes indexes, and refuses other options', async () => {
    const { ask } = await startService()
    for (const name of ['b', 'a']) await ask('PUT', `/indexes/${name}`, {})
    expect((await ask('GET', '/indexes')).json.indexes.map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
    const other = await ask('PUT', '/indexes/a', { options: { threshold: 0.5 } })
    expect([other.status, other.json.error.code]).toEqual([409, 'INDEX_OPTIONS'])
    expect((await ask('DELETE', '/indexes/a')).status).toBe(204)
    expect((await ask('GET', '/indexes/a')).json.error.code).toBe('INDEX_MISSING')
    expect((await ask('POST', '/indexes/a/documents', { documents: [] })).status).toBe(404)
    expect((await ask('GET', '/indexes')).json.indexes.map(({ name }: { name: string }) => name)).toEqual(['b'])
    // A new one under the name is empty.
    await ask('PUT', '/indexes/a', { options: { threshold: 0.5 } })
    expect((await ask('GET', '/indexes/a')).json.documents).toBe(0)
  })

  it('tells of a bad line in its place, after the answers before it', async () => {
    const { ask } = await startService()
    await ask('PUT', '/indexes/lines', {})
    const good = lines(DOCUMENTS.slice(0, 300))
    const answer = await ask('POST', '/indexes/lines/documents', `${good}{"id": 1\n`, NDJSON)
    const told = answer.text.trimEnd().split('\n')
    expect(JSON.parse(told.at(-1) as string).error.code).toBe('SERVICE_REQUEST')
    expect(told.length).toBe((await ask('GET', '/indexes/lines')).json.documents + 1)
  })

  it('answers each line for itself: a bad one spoils no other', async () => {
    const { ask } = await startService({ maxLine: 4096 })
    await ask('PUT', '/indexes/lines', {})
    const good = DOCUMENTS.slice(0, 6).map((document) => JSON.stringify(document))
    const bad = ['{"id": 1', '{"id": {"a": 1}, "text": "x"}', '7', '{"id": "no text"}', '{"id": 3, "text": 4}', '\u0000']
    const bytes = Buffer.concat([
      Buffer.from(`${good.map((line, i) => `${line}\n${bad[i]}\n`).join('\n')}`),
      Buffer.from(`\n${JSON.stringify(DOCUMENTS[6])}\n`),
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]),
    ])
    let stored = 0
    for (const path of ['check', 'add-if-new', 'query']) {
      const told = (await ask('POST', `/indexes/lines/${path}`, bytes, NDJSON)).text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      if (path === 'add-if-new') stored = told.filter((line) => line.stored).length
      const ids = told.map(({ id, error }) => (error ? `${error.code.split('_')[0]} ${error.remedy.length > 5}` : id))
      expect([path, ids.length, ids.filter((_, i) => i % 2 === 0)]).toEqual([path, 14, DOCUMENTS.slice(0, 7).map(({ id }) => id)])
      for (const [i, { error, status }] of told.entries())
        if (i % 2) expect([path, i, error?.message, status >= 400]).toEqual([path, i, expect.any(String), true])
    }
    expect(stored).toBeGreaterThan(4)
    expect((await ask('GET', '/indexes/lines')).json.documents).toBe(stored)
    const removed = (await ask('POST', '/indexes/lines/remove', '7\n{}\n8\n', NDJSON)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([removed[0].id, removed[1].error.code, removed[2].id]).toEqual([7, 'SERVICE_REQUEST', 8])
  })

  it('compares and signs as the command does', async () => {
    const { ask } = await startService()
    const [a, b] = ['渡轮每四十分钟一班，从旧港到岛上。 And back.', '渡轮每三十分钟一班，从旧港到岛上。 And forth.']
    const compared = await ask('POST', '/compare', { a, b, options: { threshold: 0.5, charNgram: 2 } })
    const printed = await leitong(['compare', '--texts', a, b, '--json', '--threshold', '0.5', '--char-ngram', '2'])
    expect(`${compared.text}\n`).toBe(printed.stdout)
    writeLines(join(folder, 'sign.jsonl'), DOCUMENTS.slice(0, 20))
    const signed = await ask('POST', '/fingerprint', { documents: DOCUMENTS.slice(0, 20), options: { method: 'minhash', numPerm: 32 } })
    const command = await leitong(['fingerprint', 'sign.jsonl', '--method', 'minhash', '--num-perm', '32', '-o', 'signed.jsonl'], {
      cwd: folder,
    })
    expect(command.code).toBe(0)
    expect(signed.json.answers).toEqual(jsonLines(join(folder, 'signed.jsonl')))
  })
})
