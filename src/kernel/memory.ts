/**
 * The kernel's memory as typed arrays: only this folder reads `memory.buffer` (scripts/check-walls.mjs sees to it).
 *
 * The buffer is replaced whenever the memory grows, and arrays over the old one become empty. So views are made anew for each
 * use, and are valid until the next call that may allocate: loading a text, preparing it, collecting a set.
 */
import { LeitongError } from '../errors.js'
import type { KernelExports } from './exports.js'

/** An address in the kernel's memory. Wasm hands out signed numbers; `>>> 0` makes addresses above 2 GiB positive. */
export type Address = number

export const bytesAt = (kernel: KernelExports, at: Address, length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(kernel.memory.buffer, at >>> 0, length)

/** Words of 32 bits. */
export const wordsAt = (kernel: KernelExports, at: Address, length: number): Uint32Array<ArrayBuffer> =>
  new Uint32Array(kernel.memory.buffer, at >>> 0, length)

/** Floats of 32 bits. */
export const floatsAt = (kernel: KernelExports, at: Address, length: number): Float32Array<ArrayBuffer> =>
  new Float32Array(kernel.memory.buffer, at >>> 0, length)

/** Words of 64 bits: hashes, fingerprints, halves of digests. */
export const longsAt = (kernel: KernelExports, at: Address, length: number): BigUint64Array<ArrayBuffer> =>
  new BigUint64Array(kernel.memory.buffer, at >>> 0, length)

/**
 * A block of memory; it stays until a mark below it is released.
 *
 * @param purpose  completes "there is no room to …"
 * @throws {LeitongError} `MEMORY` when the machine or the 4 GiB of wasm have no room
 */
export function allocate(kernel: KernelExports, bytes: number, purpose: string): Address {
  const at = kernel.alloc(bytes) >>> 0
  if (!at) throw new LeitongError('MEMORY', bytes, purpose)
  return at
}

/** Runs `use`, then gives back every block that was allocated meanwhile. `use` loads no text: the text lies above the mark. */
export function scoped<Result>(kernel: KernelExports, use: () => Result): Result {
  const mark = kernel.mark()
  try {
    return use()
  } finally {
    kernel.release(mark)
  }
}
