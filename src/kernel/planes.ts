/** Vectors signed by hyperplanes in the kernel (assembly/planes.ts), to the bit as fingerprinting/hyperplanes.ts signs them. */
import { hyperplanes, PLANES_TOGETHER } from '../fingerprinting/hyperplanes.js'
import type { KernelExports } from './exports.js'
import { type Address, allocate, bytesAt, floatsAt } from './memory.js'
import { instantiateKernel } from './wasm.js'

const PURPOSE = 'sign vectors'

/** Signs vectors of one number of dimensions. It has a kernel of its own as long as it lives. */
export class PlaneSigner {
  readonly dimensions: number
  readonly #bits: number
  readonly #kernel: KernelExports = instantiateKernel()
  readonly #vector: Address
  readonly #planes: Address
  readonly #to: Address

  /**
   * @param bits  a multiple of 16
   * @throws {LeitongError} `MEMORY`
   * @example new PlaneSigner(3, 64, 0).sign(Float32Array.of(1, 2, 3)).length // 8
   */
  constructor(dimensions: number, bits: number, seed: number) {
    this.dimensions = dimensions
    this.#bits = bits
    this.#vector = allocate(this.#kernel, dimensions * 4, PURPOSE)
    this.#to = allocate(this.#kernel, bits / 8, PURPOSE)
    this.#planes = allocate(this.#kernel, bits * dimensions * 4, PURPOSE)
    const planes = floatsAt(this.#kernel, this.#planes, bits * dimensions)
    hyperplanes(bits, dimensions, seed).forEach((plane, number) => {
      const group = Math.floor(number / PLANES_TOGETHER) * dimensions * PLANES_TOGETHER + (number % PLANES_TOGETHER)
      for (let d = 0; d < dimensions; d++) planes[group + d * PLANES_TOGETHER] = plane[d] as number
    })
  }

  /** The signature, `bits` / 8 bytes, the lowest plane first; good until the next call. */
  sign(vector: Float32Array): Uint8Array {
    floatsAt(this.#kernel, this.#vector, this.dimensions).set(vector)
    this.#kernel.signPlanes(this.#vector, 1, this.dimensions, this.#planes, this.#bits, this.#to)
    return bytesAt(this.#kernel, this.#to, this.#bits / 8)
  }
}
