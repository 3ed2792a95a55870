/**
 * Fingerprints made elsewhere: dedupe and link of the command and the library.
 *
 * Oracle   every pair, counted bit by bit.
 * Covers   64, 128 and 256 bits; hexadecimal, decimal (also as JSON numbers beyond 2^53, and below 0) and base64; files of lines, JSON and
 *          CSV; one to three workers; what is kept and removed; similarities; values that are none, mixed sizes, digests whose distance
 *          counts no bits, options that do not go together.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dedupe, link } from '../../../src/index.js'
import { readFingerprint } from '../../../src/methods/given/read-fingerprint.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom } from '../../support/texts.js'

const folder = temporaryFolder()
const random = createRandom(23)
const popcount = (value: bigint): number => value.toString(2).replaceAll('0', '').length

function draw(bits: number): bigint {
  let value = 0n
  for (let i = 0; i < bits / 16; i++) value = (value << 16n) | BigInt(Math.floor(random() * 65536))
  return value
}

/** Values with neighbours 0 to 14 bits away, in no order. */
function sample(bits: number, count = 60): bigint[] {
  const values: { value: bigint; at: number }[] = []
  for (let i = 0; i < count; i++) {
    const value = draw(bits)
    let near = value
    for (let flip = 0; flip < i % 15; flip++) near ^= 1n << BigInt(Math.floor(random() * bits))
    values.push({ value, at: random() }, { value: near, at: random() })
  }
  return values.sort((a, b) => a.at - b.at).map(({ value }) => value)
}

const hex = (value: bigint, bits: number) => value.toString(16).padStart(bits / 4, '0')
const base64 = (value: bigint, bits: number) => Buffer.from(hex(value, bits), 'hex').toString('base64')

function writeText(path: string, text: string): string {
  writeFileSync(path, text)
  return path
}

interface Line {
  readonly a: number
  readonly b: number
  readonly similarity: number
  readonly distance: number
}
const read = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

function oracle(values: readonly bigint[], most: number): string[] {
  return values.flatMap((left, a) =>
    values.flatMap((right, b) => {
      const apart = popcount(left ^ right)
      return b > a && apart <= most ? [`${a} ${b} ${apart}`] : []
    }),
  )
}
const shown = (pairs: Iterable<{ a: unknown; b: unknown; distance: number | undefined }>) =>
  [...pairs].map(({ a, b, distance }) => `${a} ${b} ${distance}`).sort()

describe.each([64, 128, 256])('fingerprints of %i bits', (bits) => {
  const values = sample(bits)
  const rows = values.map((value, id) => ({ id, phash: hex(value, bits) }))

  it.each([0, 1, 3, 6, 12])('are paired within %i bits, whatever the number of workers', async (most) => {
    const input = writeLines(join(folder, `p${bits}.jsonl`), rows)
    for (const workers of ['1', '2', '3']) {
      const pairs = join(folder, `pairs-${bits}-${workers}.jsonl`)
      const run = await leitong([
        'dedupe',
        input,
        '--fingerprint-field',
        'phash',
        '--max-distance',
        `${most}`,
        '--pairs',
        pairs,
        '--workers',
        workers,
      ])
      expect(run.code, run.stderr).toBe(0)
      const found = read(pairs)
      expect(shown(found)).toEqual(oracle(values, most).sort())
      for (const { similarity, distance } of found) expect(similarity).toBeCloseTo(1 - distance / bits, 6)
    }
  })

  it('keeps one of each group, and everything else is near it', async () => {
    await using result = await dedupe(rows, { fingerprintField: 'phash', maxDistance: 4 })
    const kept: number[] = []
    for await (const row of result.kept()) kept.push((row as { id: number }).id)
    const removed = [...result.removed()]
    expect(kept.length + removed.length).toBe(rows.length)
    expect(removed.length).toBeGreaterThan(10)
    for (const { id, duplicateOf, distance } of removed) {
      expect(kept).toContain(duplicateOf)
      expect(popcount((values[id as number] as bigint) ^ (values[duplicateOf as number] as bigint))).toBe(distance)
      expect(distance).toBeLessThanOrEqual(4)
    }
    for (const [i, a] of kept.entries())
      for (const b of kept.slice(i + 1)) expect(popcount((values[a] as bigint) ^ (values[b] as bigint))).toBeGreaterThan(4)
  })

  it('are linked across two sides', async () => {
    const half = values.length >> 1
    await using result = await link(rows.slice(0, half), rows.slice(half), { fingerprintField: 'phash', maxDistance: 7 })
    const across = oracle(values, 7).filter((pair) => Number(pair.split(' ')[0]) < half && Number(pair.split(' ')[1]) >= half)
    expect(shown(result.pairs())).toEqual(across.sort())
  })

  it('read alike in every encoding', async () => {
    const numbers = `${values.map((value, id) => `{"id":${id},"phash":${value}}`).join('\n')}\n`
    const signed = values.map((value, id) => ({ id, phash: String(BigInt.asIntN(bits, value)) }))
    const inputs = {
      base64: [
        writeLines(
          join(folder, `b${bits}.jsonl`),
          values.map((value, id) => ({ id, phash: base64(value, bits) })),
        ),
        [],
      ],
      numbers: [writeText(join(folder, `n${bits}.jsonl`), numbers), ['--fingerprint-bits', `${bits}`]],
      signed: [writeLines(join(folder, `s${bits}.jsonl`), signed), ['--fingerprint-bits', `${bits}`, '--fingerprint-encoding', 'decimal']],
      csv: [
        writeText(join(folder, `c${bits}.csv`), `id,phash\n${values.map((value, id) => `${id},0x${hex(value, bits)}\n`).join('')}`),
        [],
      ],
    } as const
    for (const [name, [input, options]] of Object.entries(inputs)) {
      const pairs = join(folder, `pairs-${name}-${bits}.jsonl`)
      const run = await leitong(['dedupe', input, '--fingerprint-field', 'phash', '--max-distance', '5', ...options, '--pairs', pairs])
      expect(run.code, run.stderr).toBe(0)
      expect(shown(read(pairs)), name).toEqual(oracle(values, 5).sort())
    }
  })
})

describe('what is no fingerprint', () => {
  const field = ['--fingerprint-field', 'phash']

  it('is rejected with its place, and the rest is compared', async () => {
    const rows = ['ff00ff00ff00ff00', 'ff00ff00ff00ff01', 'ff00', null, 'zz', 7].map((phash, id) => ({ id, phash }))
    const input = writeLines(join(folder, 'bad.jsonl'), rows)
    const rejects = join(folder, 'rejects.jsonl')
    const run = await leitong(['dedupe', input, ...field, '--rejects', rejects, '--pairs', join(folder, 'good.jsonl')])
    expect(run.code, run.stderr).toBe(0)
    const lines = readFileSync(rejects, 'utf8').trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([3, 4, 5, 6])
    expect(lines[3]).toContain('fingerprint-bits')
    expect(shown(read(join(folder, 'good.jsonl')))).toEqual(['0 1 1'])
    const strict = await leitong(['dedupe', input, ...field, '--strict'])
    expect(strict.code).not.toBe(0)
    expect(strict.stderr).toContain('bad.jsonl:3')
  })

  it('is refused where sizes are mixed, with both places; a stated size rejects the others', async () => {
    const input = writeLines(join(folder, 'mixed.jsonl'), [{ phash: 'f'.repeat(16) }, { phash: 'e'.repeat(16) }, { phash: 'e'.repeat(32) }])
    const run = await leitong(['dedupe', input, ...field])
    expect(run.stderr).toContain('mixed.jsonl:1 has a fingerprint of 64 bits')
    expect(run.stderr).toContain('mixed.jsonl:3 has a fingerprint of 128 bits')
    expect(run.code).toBe(2)
    const stated = await leitong(['dedupe', input, ...field, '--fingerprint-bits', '64'])
    expect(stated.code, stated.stderr).toBe(0)
  })

  it('are digests whose distance counts no bits', () => {
    const tlsh = `T1${'A1'.repeat(35)}`
    expect(() => readFingerprint(tlsh, 'auto', undefined)).toThrow(/TLSH/)
    expect(() => readFingerprint('3:AXGBicFlgVNhBGcL6wCrFQEv:AXGHsNhxLsr2C', 'auto', undefined)).toThrow(/ssdeep/)
  })

  it.each([
    ['12', 'auto', undefined, /fingerprint-bits/],
    ['1e5g', 'hex', undefined, /not hexadecimal/],
    ['ff', 'hex', undefined, /8 bits/],
    [`${1n << 64n}`, 'decimal', 64, /does not fit/],
    [2 ** 60, 'auto', 64, /lost digits/],
    [{}, 'auto', 64, /neither a text nor/],
    ['/w==', 'base64', undefined, /8 bits/],
  ] as const)('%s as %s', (value, encoding, bits, message) => {
    expect(() => readFingerprint(value, encoding, bits)).toThrow(message)
  })

  it('restores zeros that were left out where the bits are stated', () => {
    expect([...readFingerprint('ff', 'hex', 64)]).toEqual([0, 0, 0, 0, 0, 0, 0, 255])
  })

  it.each([
    [['--fingerprint-field', 'a', '--vector-field', 'b'], 'one at a time'],
    [['--fingerprint-field', 'a', '--method', 'minhash'], 'is of method "fingerprints"'],
    [['--method', 'fingerprints'], 'needs the field'],
    [['--fingerprint-field', 'a', '--measure', 'jaccard'], 'does not apply'],
  ])('options that do not go together: %s', async (options, message) => {
    const run = await leitong(['dedupe', join(folder, 'mixed.jsonl'), ...options])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(message)
  })
})
