/**
 * Signatures made elsewhere in a live index, and rows of a database.
 *
 * Oracle   every pair, counted bit by bit, or by its cosine; the batch over the same rows.
 * Covers   an index in memory and in LMDB, opened again, changed, exported and imported; fingerprints of 64, 128 and 256 bits; vectors; the
 *          command; SQLite as a store and as a source; sync; stores and options that do not go together; values that are none.
 */
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { type Exported, openIndex } from '../../../src/index.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom } from '../../support/texts.js'

const folder = temporaryFolder()
const random = createRandom(47)
const popcount = (value: bigint): number => value.toString(2).replaceAll('0', '').length
const hex = (value: bigint, bits: number) => value.toString(16).padStart(bits / 4, '0')

function sample(bits: number, count: number): bigint[] {
  const values: bigint[] = []
  for (let i = 0; i < count; i++) {
    let value = 0n
    if (i % 3) value = values[Math.floor(random() * i)] as bigint
    else for (let at = 0; at < bits; at += 16) value = (value << 16n) | BigInt(Math.floor(random() * 65536))
    for (let flip = 0; flip < (i % 3) * 3; flip++) value ^= 1n << BigInt(Math.floor(random() * bits))
    values.push(value)
  }
  return values
}

describe.each([64, 128, 256] as const)('an index of fingerprints of %i bits', (bits) => {
  const values = sample(bits, 150)
  const options = { fingerprintField: 'phash', fingerprintBits: bits, maxDistance: 6 } as const

  it.each(['memory', 'lmdb'])('in %s finds what is near, also when it is opened again', async (kind) => {
    const url = kind === 'memory' ? `memory:given-${bits}` : join(folder, `index-${bits}`)
    const index = await openIndex(url, options)
    for (const [id, value] of values.entries()) {
      const near = values.slice(0, id).some((other) => popcount(other ^ value) <= 6)
      expect((await index.add({ id, phash: hex(value, bits) })).status).toBe(near ? 'duplicate' : 'new')
    }
    await index.remove(3)
    if (kind === 'lmdb') await index.close()
    const again = kind === 'lmdb' ? await openIndex(url, { create: false }) : index
    for (const value of values.slice(0, 40)) {
      const found = await again.query({ phash: hex(value, bits) })
      const wanted = values.flatMap((other, id) => (id !== 3 && popcount(other ^ value) <= 6 ? [`${id} ${popcount(other ^ value)}`] : []))
      expect(found.map(({ id, distance }) => `${id} ${distance}`).sort()).toEqual(wanted.sort())
      for (const { similarity, distance } of found) expect(similarity).toBe(1 - (distance as number) / bits)
      expect(await again.query(hex(value, bits))).toEqual(found)
    }
    const lines: Exported[] = []
    for await (const line of again.export()) lines.push(line)
    const copy = await openIndex(`memory:copy-${bits}-${kind}`, options)
    expect(await copy.import(lines)).toBe(149)
    expect((await copy.query(hex(values[0] as bigint, bits))).length).toBe((await again.query(hex(values[0] as bigint, bits))).length)
    await copy.close()
    await again.close()
  })
})

describe('an index of vectors', () => {
  const options = { vectorField: 'v', vectorDimensions: 24, threshold: 0.9, recall: 0.999 }
  const normal = () => Array.from({ length: 12 }, () => random()).reduce((sum, x) => sum + x, -6)
  const vectors: Float32Array[] = []
  for (let i = 0; i < 120; i++) {
    const base = i % 2 ? (vectors[i - 1] as Float32Array) : new Float32Array(24)
    vectors.push(base.map((x) => x + normal() * (i % 2 ? i / 400 : 1)))
  }
  const cosine = (a: Float32Array, b: Float32Array) => {
    const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] as number), 0)
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
  }

  it.each(['memory', 'lmdb'])('in %s finds what has the cosine, with that cosine', async (kind) => {
    const url = kind === 'memory' ? 'memory:vectors' : join(folder, 'vectors')
    const index = await openIndex(url, options)
    for (const [id, v] of vectors.entries()) await index.add({ id, v: id % 4 < 2 ? v : [...v] })
    let wanted = 0
    let found = 0
    for (const v of vectors) {
      for (const { id, similarity } of await index.query({ v })) {
        expect(similarity).toBeCloseTo(cosine(v, vectors[id as number] as Float32Array), 9)
        found++
      }
      wanted += vectors.filter((other) => cosine(v, other) >= 0.9).length
    }
    expect(wanted).toBeGreaterThan(150)
    expect(found / wanted).toBeGreaterThan(0.98)
    await expect(index.add({ id: 'x', v: [1, 2] })).rejects.toThrow(/document x: .*2 dimensions/)
    await expect(index.add({ id: 'y' })).rejects.toThrow(/no "v"/)
    await index.close()
  })
})

describe('the command', () => {
  const rows = sample(64, 60).map((value, id) => ({ id, phash: hex(value, 64) }))
  const input = writeLines(join(folder, 'rows.jsonl'), rows)
  const url = join(folder, 'command')
  const field = ['--fingerprint-field', 'phash']

  it('makes, fills and asks an index, which needs the name of the field each time', async () => {
    const made = await leitong(['index', 'create', url, ...field, '--fingerprint-bits', '64', '--max-distance', '6'])
    expect(made.code, made.stderr).toBe(0)
    const added = await leitong(['index', 'add', url, input, ...field])
    expect(added.code, added.stderr).toBe(0)
    const asked = await leitong(['index', 'query', url, input, ...field])
    expect(asked.stdout.trim().split('\n')).toHaveLength(60)
    const texts = writeLines(join(folder, 'texts.jsonl'), [{ id: 1, text: 'one', phash: rows[0]?.phash }])
    const forgot = await leitong(['index', 'query', url, texts])
    expect(forgot.code).toBe(2)
    expect(forgot.stderr).toContain('--fingerprint-field phash')
  })

  it('reads rows of a database, in a batch and in a sync', async () => {
    const path = join(folder, 'rows.db')
    const database = new Database(path)
    database.exec('create table images (id integer primary key, phash integer, name text)')
    const insert = database.prepare('insert into images values (?, ?, ?)')
    for (const { id, phash } of rows) insert.run(id, BigInt.asIntN(64, BigInt(`0x${phash}`)), 'one name')
    database.close()
    const options = ['--table', 'images', ...field, '--fingerprint-bits', '64', '--max-distance', '6']
    const ofTable = await leitong(['dedupe', `sqlite:${path}`, ...options, '--pairs', join(folder, 'table.jsonl')])
    expect(ofTable.code, ofTable.stderr).toBe(0)
    const ofFile = await leitong(['dedupe', input, ...field, '--max-distance', '6', '--pairs', join(folder, 'file.jsonl')])
    const kept = (text: string) => /kept \d+, removed \d+/.exec(text)?.[0]
    expect(kept(ofTable.stderr)).toBe(kept(ofFile.stderr))
    const synced = await leitong(['sync', `sqlite:${path}`, join(folder, 'synced'), '--create', ...options])
    expect(synced.code, synced.stderr).toBe(0)
    expect(synced.stdout.trim().split('\n')).toHaveLength(60)
  })

  it('rejects values that are none, and takes the others', async () => {
    const bad = writeLines(join(folder, 'bad.jsonl'), [...rows.slice(0, 2), { id: 'broken', phash: 'xyz' }, ...rows.slice(2, 4)])
    const options = [...field, '--fingerprint-bits', '64', '--max-distance', '6']
    const added = await leitong(['index', 'add', join(folder, 'some'), bad, '--create', ...options])
    expect(added.code, added.stderr).toBe(0)
    expect(added.stdout.trim().split('\n')).toHaveLength(4)
    expect(added.stderr).toContain('"broken"')
    expect(added.stderr).toContain('xyz')
    const strict = await leitong(['index', 'add', join(folder, 'some'), bad, ...field, '--strict'])
    expect(strict.code).not.toBe(0)
    const path = join(folder, 'bad.db')
    const database = new Database(path)
    database.exec('create table images (id integer primary key, phash text)')
    const insert = database.prepare('insert into images values (?, ?)')
    for (const [id, phash] of [rows[0]?.phash, 'xyz', rows[1]?.phash].entries()) insert.run(id + 1, phash)
    database.close()
    const synced = await leitong(['sync', `sqlite:${path}`, join(folder, 'some-synced'), '--create', '--table', 'images', ...options])
    expect(synced.code, synced.stderr).toBe(0)
    expect(synced.stdout.trim().split('\n')).toHaveLength(2)
    expect(synced.stderr).toContain('id 2')
  })
})

it('says what an index cannot be', async () => {
  await expect(openIndex('memory:none', { fingerprintField: 'h' })).rejects.toThrow(/state fingerprintBits/)
  await expect(openIndex('memory:none', { vectorField: 'v' })).rejects.toThrow(/state vectorDimensions/)
  const sqlite = `sqlite:${join(folder, 'store.db')}`
  await expect(openIndex(sqlite, { fingerprintField: 'h', fingerprintBits: 256 })).rejects.toThrow(/256 bits searches in memory/)
  await expect(openIndex(sqlite, { vectorField: 'v', vectorDimensions: 3 })).rejects.toThrow(/searches in memory/)
  await expect(openIndex('memory:none', { fingerprintField: 'h', fingerprintBits: 64, payload: 'text' })).rejects.toThrow(
    /keeps what it measures/,
  )
})

it('keeps fingerprints of 64 bits in SQLite too', async () => {
  const values = sample(64, 60)
  const index = await openIndex(`sqlite:${join(folder, 'small.db')}`, { fingerprintField: 'h', fingerprintBits: 64, maxDistance: 5 })
  for (const [id, value] of values.entries()) await index.add({ id, h: hex(value, 64) })
  for (const value of values) {
    const found = (await index.query({ h: hex(value, 64) })).map(({ id }) => id as number).sort((a, b) => a - b)
    expect(found).toEqual(values.flatMap((other, id) => (popcount(other ^ value) <= 5 ? [id] : [])))
  }
  await index.close()
})
