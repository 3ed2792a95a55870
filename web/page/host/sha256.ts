/** What src/reading/decisions/sha256.ts has from Node. A browser has it for pages from secure addresses alone, and as a promise. */
import { padMessage } from '../../../src/hashing/md5.js'

/** The first bits of the fractions of roots of primes (FIPS 180-4). */
const primes: number[] = []
for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number)
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUND = primes.map((prime) => fraction(Math.cbrt(prime)))
const rotate = (x: number, by: number) => (x >>> by) | (x << (32 - by))
const encoder = new TextEncoder()

/** Over the text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const padded = padMessage(encoder.encode(text), false)
  const view = new DataView(padded.buffer)
  const state = Int32Array.from(START)
  const schedule = new Int32Array(64)
  const word = (i: number) => schedule[i] as number
  const working = new Int32Array(8)
  const at = (i: number) => working[i] as number
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(block + i * 4)
    for (let i = 16; i < 64; i++) {
      const low = rotate(word(i - 15), 7) ^ rotate(word(i - 15), 18) ^ (word(i - 15) >>> 3)
      const high = rotate(word(i - 2), 17) ^ rotate(word(i - 2), 19) ^ (word(i - 2) >>> 10)
      schedule[i] = word(i - 16) + low + word(i - 7) + high
    }
    working.set(state)
    for (let i = 0; i < 64; i++) {
      const e = at(4)
      const a = at(0)
      const choice = (e & at(5)) ^ (~e & at(6))
      const one = at(7) + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUND[i] as number) + word(i)
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & at(1)) ^ (a & at(2)) ^ (at(1) & at(2)))
      working.copyWithin(1, 0, 7)
      working[4] = at(4) + one
      working[0] = one + two
    }
    for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + at(i)
  }
  return Array.from(state, (value) => (value >>> 0).toString(16).padStart(8, '0')).join('')
}
