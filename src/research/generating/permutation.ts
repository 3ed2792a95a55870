/** The order of a corpus: a shuffle that is computed, not stored. */
import { mix } from './random.js'

/** Rounds of the network: four make it look random; fewer leave patterns of the slots in the order. */
const ROUNDS = 4

/**
 * A shuffle of 0 … size - 1 that needs no memory: a Feistel network over the next even number of bits, walked until it
 * lands inside. Every position has one slot and every slot one position.
 */
export interface Permutation {
  slotOf(position: number): number
  positionOf(slot: number): number
}

/** @param size  from 0 to 2^42 */
export function createPermutation(size: number, seed: number): Permutation {
  let half = 1
  while (4 ** half < size) half++
  const base = 2 ** half
  const keys = Array.from({ length: ROUNDS }, (_, i) => mix(mix(seed + i * 0x9e3779b9) ^ Math.floor(seed / 2 ** 32)))
  const round = (value: number, key: number) => (mix(value ^ key) >>> 0) % base
  const walk = (start: number, step: (value: number) => number) => {
    let value = step(start)
    while (value >= size) value = step(value)
    return value
  }
  const forward = (value: number) => {
    let left = Math.floor(value / base)
    let right = value % base
    for (const key of keys) [left, right] = [right, (left + round(right, key)) % base]
    return left * base + right
  }
  const backward = (value: number) => {
    let left = Math.floor(value / base)
    let right = value % base
    for (let i = ROUNDS - 1; i >= 0; i--) [left, right] = [(right - round(left, keys[i] as number) + base) % base, left]
    return left * base + right
  }
  return { slotOf: (position) => walk(position, forward), positionOf: (slot) => walk(slot, backward) }
}
