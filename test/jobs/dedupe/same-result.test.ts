/**
 * engine: does the result depend on anything but input and options?
 *
 * Covers   any number of workers; signatures in memory or on disk; a run on the calling thread; the order in which pairs are
 *          asked for; simhash without verification against brute force over printed fingerprints (at every distance in the long run).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runBatch } from '../../../src/jobs/dedupe/dedupe.js'
import { Outputs } from '../../../src/jobs/dedupe/outputs.js'
import type { Options } from '../../../src/options/options.js'
import { expandInputs } from '../../../src/reading/inputs.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { leitongHere } from '../../doors/in-process.js'
import { jsonLines, leitong, temporaryFolder } from '../../support/files.js'
import { rounds } from '../../support/long.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()

function corpus(name: string, documents: number, words: number): string {
  const random = createRandom(documents)
  const recent: string[] = []
  const path = join(folder, name)
  const lines: string[] = []
  for (let id = 0; id < documents; id++) {
    const old = recent[Math.floor(random() * recent.length)]
    const text =
      old && random() < 0.4 ? edit(random, old, random() * 0.1) : createText(random, 10 + Math.floor(random() * words), id % 3 === 0)
    recent.push(text)
    if (recent.length > 200) recent.shift()
    lines.push(JSON.stringify({ id: `d${id}`, text, n: Math.floor(random() * 1000) }))
  }
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const OUTPUTS = ['output', 'removed', 'pairs', 'groups'] as const

describe('the result', () => {
  const path = corpus('big.jsonl', 9000, 120)

  for (const args of [
    [],
    ['--method', 'simhash', '--distance', '6', '--keep', 'highest:n'],
    ['--group-by', 'components', '--keep', 'longest'],
  ]) {
    it(`is the same for any number of workers ${args.join(' ')}`, async () => {
      const results: string[][] = []
      for (const workers of [1, 2, 3]) {
        const files = OUTPUTS.map((kind) => join(folder, `${kind}-${workers}`))
        const { code, stderr } = await leitong([
          'dedupe',
          path,
          '--workers',
          String(workers),
          ...args,
          ...OUTPUTS.flatMap((kind, i) => [`--${kind}`, files[i] as string]),
        ])
        expect(code, stderr).toBe(0)
        results.push(files.map((file) => readFileSync(file, 'utf8')))
      }
      for (const result of results.slice(1)) expect(result).toEqual(results[0])
      expect(results[0]?.[1]?.split('\n').length).toBeGreaterThan(1000)
    })
  }

  it('is the same with signatures on disk', async () => {
    const small = corpus('small.jsonl', 1500, 60)
    for (const method of ['minhash', 'simhash'] as const) {
      const results: string[][] = []
      for (const memory of [1 << 30, 10_000, 0]) {
        const options: Options = {
          ...resolveOptions([{ values: { method, bits: 128, distance: 20 }, where: '' }], { workers: 1, memory: 1 << 30, temp: folder }),
          memory,
        }
        const inputs = await expandInputs([small], options)
        const files = Object.fromEntries(OUTPUTS.map((kind) => [kind, join(folder, `${kind}-${memory}`)]))
        const outputs = new Outputs(files, inputs, options, () => [])
        const run = await runBatch(inputs, options, true)
        if (memory < 1 << 30) expect(run.spilledBytes).toBeGreaterThan(0)
        await outputs.write(run)
        await run.context.close()
        results.push(Object.values(files).map((file) => readFileSync(file, 'utf8')))
      }
      expect(results[1]).toEqual(results[0])
      expect(results[2]).toEqual(results[0])
      expect(results[0]?.[2]).not.toBe('')
    }
  })

  it('removes the same with and without pairs asked for', async () => {
    const [a, b] = [join(folder, 'removed-a'), join(folder, 'removed-b')]
    await leitong(['dedupe', path, '--removed', a])
    await leitong(['dedupe', path, '--removed', b, '--pairs', join(folder, 'p')])
    expect(readFileSync(a, 'utf8')).toBe(readFileSync(b, 'utf8'))
  })
})

describe('simhash without verification', () => {
  it('gives the pairs that brute force over the printed fingerprints gives', async () => {
    const path = corpus('finger.jsonl', 700, 30)
    // Some texts occur many times, some have equal fingerprints by being of one feature.
    writeFileSync(path, `${readFileSync(path, 'utf8')}${'{"id":"copy","text":"the same again"}\n'.repeat(30)}`)
    for (const bits of ['32', '64', '128']) {
      const printed = await leitongHere(['fingerprint', path, '--bits', bits])
      const fingerprints = printed.stdout
        .trim()
        .split('\n')
        .map((line) => BigInt(`0x${JSON.parse(line).fingerprint}`))
      expect(fingerprints.length).toBe(730)
      const distances = fingerprints.map((x, i) => fingerprints.slice(i + 1).map((y) => (x ^ y).toString(2).replaceAll('0', '').length))
      for (let distance = 0; distance <= 16; distance += bits === '64' ? rounds(4, 1) : 4) {
        const out = join(folder, 'simhash.pairs')
        const { code, stderr } = await leitongHere([
          'dedupe',
          path,
          '--method',
          'simhash',
          '--no-verify',
          '--bits',
          bits,
          '--distance',
          String(distance),
          '--pairs',
          out,
        ])
        expect(code, stderr).toBe(0)
        const found = jsonLines(out).map(({ distance: apart }) => apart)
        const expected = distances.flatMap((row) => row.filter((apart) => apart <= distance))
        expect(found, `${bits} bits, distance ${distance}`).toEqual(expected)
      }
    }
  })
})
