/** Vectors and fingerprints with known neighbours, as files of plain numbers: the same for every library. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { createRandom } from '../random.ts'

/** Numbers from 0 to below 1. */
function createFractions(seed: number): () => number {
  const next = createRandom(seed)
  return () => next() / 2 ** 32
}

const bytesOf = (array: Float32Array | Uint32Array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

/**
 * Writes `count` vectors of length 1. Of every five, two are a pair with a cosine from 0.85 to 1; nothing else is near anything.
 *
 * @returns the pairs whose cosine is at least `threshold`, as `a b`
 */
export function writeVectors(path: string, count: number, dimensions: number, threshold: number): Set<string> {
  const random = createFractions(1)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const unit = (make: () => number) => {
    const vector = Float32Array.from({ length: dimensions }, make)
    const length = Math.hypot(...vector)
    return vector.map((x) => x / length)
  }
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] as number), 0)
  const file = openSync(path, 'w')
  const near = new Set<string>()
  let last = new Float32Array()
  for (let i = 0; i < count; i++) {
    let vector = unit(normal)
    if (i % 5 === 1) {
      const cosine = 0.85 + 0.15 * random()
      const across = vector.map((x, d) => x - dot(vector, last) * (last[d] as number))
      const length = Math.hypot(...across)
      vector = vector.map((_, d) => cosine * (last[d] as number) + (Math.sqrt(1 - cosine * cosine) * (across[d] as number)) / length)
      if (dot(vector, last) / Math.sqrt(dot(vector, vector) * dot(last, last)) >= threshold) near.add(`${i - 1} ${i}`)
    }
    writeSync(file, bytesOf(vector))
    last = vector
  }
  closeSync(file)
  return near
}

/**
 * Writes fingerprints. Every second one is up to `flips` bits away from the one before it.
 *
 * @returns pairs within `distance`
 */
export function writeFingerprints(path: string, count: number, bits: number, flips: number, distance: number): Set<string> {
  const random = createFractions(2)
  const words = bits / 32
  const file = openSync(path, 'w')
  const near = new Set<string>()
  let last = new Uint32Array(words)
  for (let i = 0; i < count; i++) {
    const value = i % 2 ? last.slice() : Uint32Array.from({ length: words }, () => random() * 2 ** 32)
    if (i % 2) {
      const places = new Set<number>()
      const wanted = Math.floor(random() * (flips + 1))
      while (places.size < wanted) places.add(Math.floor(random() * bits))
      for (const bit of places) value[bit >> 5] = (value[bit >> 5] as number) ^ (1 << (bit & 31))
      if (places.size <= distance) near.add(`${i - 1} ${i}`)
    }
    writeSync(file, bytesOf(value))
    last = value
  }
  closeSync(file)
  return near
}
