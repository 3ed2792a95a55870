/** Numbers of locks, for backends whose locks are a fixed set of numbers and not names. */

import type { Key } from '../../searching/index-keys.js'

/** Locks are numbers below this. Two keys may share one, which costs a wait and nothing else; with fewer that happens more often. */
export const LOCK_COUNT = 4096

/** The numbers of locks for keys, ascending, each once. */
export function lockNumbers(keys: readonly Key[]): number[] {
  const numbers = keys.map((key) => {
    let hash = 0x811c9dc5
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
    return (hash >>> 0) % LOCK_COUNT
  })
  return [...new Set(numbers)].sort((a, b) => a - b)
}
