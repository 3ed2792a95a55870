/**
 * signing: is the fingerprint of the profile `blog` to the bit the one that a JVM prints?
 *
 * Oracle   BlogFingerprint.java beside this file, written after the article alone. jvm.tsv has what it printed (OpenJDK 17) for the
 *          500 texts of texts.ts at 6, 8, 16, 32 and 64 bits; where a JVM is at hand, both are made anew and must be the file.
 * Covers   sums of doubles in the order of the text, words tagged as commas that count elsewhere, line breaks, spaces side by side
 *          and at the ends, further slashes, the empty word.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blogFingerprint } from '../../../src/fingerprinting/blog.js'
import { signsOf } from '../../../src/fingerprinting/simhash.js'
import { createFingerprinter } from '../../../src/methods/fingerprint.js'
import { machineDefaults } from '../../../src/options/machine.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'

const WIDTHS = [6, 8, 16, 32, 64]
const here = (name: string) => `${import.meta.dirname}/${name}`
const printed = readFileSync(here('jvm.tsv'), 'utf8')
const rows = printed
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [string, ...string[]])
  .map(([text, ...digits]) => [text.replaceAll('\\n', '\n').replaceAll('\\r', '\r'), digits] as const)

describe('the profile blog beside a JVM', () => {
  it('has the same fingerprints of 500 texts', () => {
    expect(new Set(rows.map(([text]) => text)).size).toBe(500)
    const ours = rows.map(([text]) => WIDTHS.map((bits) => blogFingerprint(text, bits).fingerprint.toString(2).padStart(bits, '0')))
    expect(rows.filter(([, digits], i) => digits.join() !== ours[i]?.join())).toEqual([])
    const sign = createFingerprinter(resolveOptions([{ values: { profile: 'blog' }, where: '' }], machineDefaults()))
    expect(rows.map(([text]) => BigInt(`0x${sign(text).fingerprint}`))).toEqual(rows.map(([, digits]) => BigInt(`0b${digits[3]}`)))
  })

  it('has texts whose fingerprint depends on the order of the sums', () => {
    const backwards = (text: string) =>
      text
        .replace(/\r\n|\r|\n/g, '')
        .trimEnd()
        .split(' ')
        .reverse()
        .join(' ')
    const others = rows.filter(([text, digits]) => blogFingerprint(backwards(text), 32).fingerprint !== BigInt(`0b${digits[3]}`))
    expect(others.length).toBeGreaterThan(10)
  })

  it.skipIf(spawnSync('java', ['-version']).status !== 0)(
    'is what the Java program prints today',
    () => {
      const input = execFileSync(process.execPath, ['--import', 'tsx', here('texts.ts')], { encoding: 'utf8' })
      const output = execFileSync('java', [here('BlogFingerprint.java'), ...WIDTHS.map(String)], { input, encoding: 'utf8' })
      expect(output).toBe(printed)
    },
    60_000,
  )

  it('does the worked examples: 10000010 weighs w1, and sums above 0 are 1', () => {
    expect(blogFingerprint('\u0082/x', 8).fingerprint).toBe(0b10000010n)
    // Positions are written from the first, which is the highest bit.
    const signs = (sums: readonly number[]) => signsOf(Float64Array.from(sums).reverse()).toString(2)
    const w1 = 0.25
    expect(signs([w1, -w1, -w1, -w1, -w1, -w1, w1, -w1])).toBe('10000010')
    expect(signs([0.1, 0.2, 0.3, 0.4, -0.1, -0.2, 0.4, 0.5])).toBe('11110011')
  })
})
