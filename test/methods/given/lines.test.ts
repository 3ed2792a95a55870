/**
 * methods/given: are fingerprints that the kernel reads from JSON lines those that are read one by one?
 *
 * Oracle   readFingerprint, which knows all spellings, and the digest in TypeScript, through `sign`.
 * Covers   64, 128 and 256 bits, in one piece and after stated bits; digits of either case; what the kernel leaves to the host: other spellings,
 *          lengths and types, a missing field; entries that are written over longer ones; bytes behind the last entry.
 */
import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../src/methods/fields.js'
import type { GivenSigner } from '../../../src/methods/given/signer.js'
import { methodOf } from '../../../src/methods/methods.js'
import type { Options } from '../../../src/options/options.js'
import { NO_MACHINE } from '../../../src/options/running.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { decodeJson } from '../../../src/sources/formats/json-record.js'
import { createRandom } from '../../support/texts.js'

const signerOf = (options: Options) => methodOf(options).createSigner(options, 'search') as GivenSigner

const random = createRandom(41)
const digit = (set: string) => set[Math.floor(random() * set.length)] as string
const digits = (count: number, set = '0123456789abcdefABCDEF') => Array.from({ length: count }, () => digit(set)).join('')
const optionsOf = (values: Record<string, unknown>): Options =>
  resolveOptions([{ values: { fingerprintField: 'fp', ...values }, where: 'in the test' }], { ...NO_MACHINE, memory: 1 << 30 })

/** Entries and sizes of lines by the kernel; undefined for a line that it leaves to the host. */
function byLines(lines: readonly string[], options: Options): ({ entry: Uint8Array; size: number; length: number } | undefined)[] {
  const signer = signerOf(options)
  expect(signer.takesLines).toBe(true)
  const piece = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  signer.loadLines(piece, fieldsOf(options))
  const found: ReturnType<typeof byLines> = []
  for (let at = 0; at < piece.length; ) {
    const { records, entries, stoppedAt, isFull } = signer.fingerprintLines(at, piece.length, 1 << 20)
    for (let i = 0; i < records.count; i++) {
      const entry = entries.slice(i * signer.entryBytes, (i + 1) * signer.entryBytes)
      found.push({ entry, size: records.features(i), length: records.codePoints(i) })
    }
    at = stoppedAt
    if (at < piece.length && !isFull) {
      found.push(undefined)
      at = piece.indexOf(10, at) + 1
    }
  }
  return found
}

/** The same, read by the host. */
function byHost(line: string, options: Options): { entry: Uint8Array; size: number; length: number } {
  const decoded = decodeJson(line, fieldsOf(options)) as { text: string; given?: unknown }
  const signer = signerOf(options)
  const entry = new Uint8Array(signer.entryBytes).fill(0xee)
  const { features, length } = signer.fingerprint(decoded, entry)
  return { entry, size: features, length }
}

describe.each([{}, { fingerprintEncoding: 'hex' }])('%j', (values) => {
  const options = optionsOf(values)

  it('reads digits of 64, 128 and 256 bits as the host does', () => {
    const lines = [64, 16, 32, 64, 16, 16, 32].map((count, id) => JSON.stringify({ id, fp: digits(count) }))
    lines.push(`{"fp":"${'0'.repeat(16)}","other":{"fp":"x"}}`, `{"fp":"${'f'.repeat(64)}"}`)
    const many = [...lines, ...Array.from({ length: 5000 }, (_, id) => JSON.stringify({ fp: digits(16), id }))]
    const found = byLines(many, options)
    expect(found.every((entry) => entry)).toBe(true)
    expect(found).toEqual(many.map((line) => byHost(line, options)))
  })

  it('leaves all else to the host', () => {
    const odd = [
      digits(15),
      digits(17),
      digits(128),
      `0x${digits(14)}`,
      ` ${digits(14)} `,
      `${digits(15)}g`,
      `g${digits(15)}`,
      `${digits(7)}:${digits(8)}`,
      `${digits(7)}@${digits(8)}`,
      '',
      12345,
      null,
      ['0011223344556677'],
    ]
    const sound = JSON.stringify({ fp: digits(16) })
    const found = byLines([sound, ...odd.map((fp) => JSON.stringify({ fp })), '{"id":3}', 'no JSON', sound], options)
    expect(found.map((entry) => entry !== undefined)).toEqual([true, ...odd.map(() => false), false, false, true])
  })
})

it('takes no other number of digits where the bits are stated', () => {
  const options = optionsOf({ fingerprintBits: 128 })
  const lines = [16, 32, 30, 64].map((count) => JSON.stringify({ fp: digits(count) }))
  const found = byLines(lines, options)
  expect(found.map((entry) => entry?.size)).toEqual([undefined, 128, undefined, undefined])
  expect(found[1]).toEqual(byHost(lines[1] as string, options))
})

it('asks no more about lines where most were left to the host', () => {
  const signer = signerOf(optionsOf({}))
  const ask = (fp: string) => {
    const piece = Buffer.from(`${JSON.stringify({ fp })}\n`)
    signer.loadLines(piece, fieldsOf(optionsOf({})))
    signer.fingerprintLines(0, piece.length, 1 << 20)
    return signer.takesLines
  }
  expect(['ABEiM0RVZnc=', digits(16), digits(16), 'ABEiM0RVZnc=', '0x0011223344556677'].map(ask)).toEqual([false, true, true, true, false])
})

it.each(['decimal', 'base64'])('%s is read by the host', (fingerprintEncoding) => {
  expect(signerOf(optionsOf({ fingerprintEncoding, fingerprintBits: 64 })).takesLines).toBe(false)
})
