/**
 * npm run bench:hashes
 *
 * How the string hashes spread over real words, and how fast these implementations are: every word of the dictionary that comes with
 * @node-rs/jieba, hashed as UTF-8. Collisions are words whose value some earlier word had, over all bits up to 64 and over the lower 32;
 * beside them what a perfect hash would give on average. `bits` is the widest departure of one bit from being set half of the time, in
 * standard deviations: a simhash takes every bit as a coin. Writes the table of docs/hashing.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dict } from '@node-rs/jieba/dict.js'
import { STRING_HASHES, type StringHash, to64 } from '../src/hashing/string-hashes.ts'

const encoder = new TextEncoder()
const words = [
  ...new Set(
    Buffer.from(dict)
      .toString()
      .split('\n')
      .map((line) => line.split(' ')[0] ?? ''),
  ),
].filter(Boolean)
const inputs = words.map((word) => encoder.encode(word))
const bytes = inputs.reduce((sum, input) => sum + input.length, 0)

/** Values that are not the first of their kind. */
function collisions(values: BigUint64Array): number {
  const sorted = values.slice().sort()
  let equal = 0
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) equal++
  return equal
}

/** What n random values of so many bits give on average. */
function expected(bits: number): number {
  const n = words.length
  const size = 2 ** bits
  return n + size * Math.expm1(n * Math.log1p(-1 / size))
}

function bias(values: BigUint64Array, bits: number): number {
  const halves = new Uint32Array(values.buffer)
  let widest = 0
  for (let bit = 0; bit < bits; bit++) {
    let set = 0
    for (let i = bit >> 5; i < halves.length; i += 2) set += ((halves[i] as number) >>> (bit & 31)) & 1
    widest = Math.max(widest, Math.abs(set - words.length / 2) / (Math.sqrt(words.length) / 2))
  }
  return widest
}

/** The best of three runs, in millions of words a second. */
function speed({ hash }: StringHash): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const start = performance.now()
    for (const input of inputs) hash(input)
    best = Math.min(best, performance.now() - start)
  }
  return words.length / best / 1000
}

const rows = [...STRING_HASHES.values()].map((hash) => {
  const values = BigUint64Array.from(inputs, (input) => to64(hash.hash(input)))
  const low = values.map((value) => value & 0xffffffffn)
  const bits = Math.min(hash.bits, 64)
  const wide = hash.bits === 32 ? '' : String(collisions(values))
  const row = `| ${hash.name} | ${hash.bits} | ${wide} | ${collisions(low)} | ${bias(values, bits).toFixed(1)} | ${speed(hash).toFixed(2)} |`
  console.log(row)
  return row
})
const table = [
  `${words.length} words, ${bytes} bytes; ${cpus()[0]?.model}, Node ${process.version}. A perfect hash: ${expected(64).toFixed(1)} collisions in 64 bits, ${expected(32).toFixed(1)} in 32.`,
  '',
  '| hash | bits | collisions, 64 bits | collisions, 32 bits | bits | million words/s |',
  '|---|--:|--:|--:|--:|--:|',
  ...rows,
].join('\n')
const file = new URL('../docs/hashing.md', import.meta.url)
const text = readFileSync(file, 'utf8')
writeFileSync(
  file,
  text.replace(/<!-- words -->[\s\S]*<!-- \/words -->/, () => `<!-- words -->\n${table}\n<!-- /words -->`),
)
