/** The kernel as workers use it: one text in, one row (digest and signature) out. */
import { LeitongError } from '../errors.js'
import { configureKernel, instantiateKernel, type KernelExports, writeText } from '../kernel/wasm.js'
import type { Options } from './options.js'
import { DIGEST_BYTES, kernelOptions, type RowContent, signatureBytes } from './signature.js'

export interface Signer {
  readonly kernel: KernelExports
  /** Bytes of a row. */
  readonly rowBytes: number
  /**
   * Signs a text into `rows` at `offset`.
   *
   * @returns the number of its features
   * @throws {LeitongError} `TEXT_TOO_LARGE`
   */
  sign(text: string, rows: Uint8Array, offset: number): number
}

const METHOD = { exact: 0, simhash: 1, minhash: 2 } as const
const FULL_MINHASH = 3

export function createSigner(options: Options, content: RowContent): Signer {
  const kernel = instantiateKernel()
  configureKernel(kernel, kernelOptions(options))
  const { method, bits, weight, numPerm, bands, rows } = options
  const code = method === 'minhash' && content === 'full' ? FULL_MINHASH : METHOD[method]
  kernel.configureSignature(code, bits, weight === 'unit' ? 1 : 0, numPerm, bands, rows)
  const rowBytes = DIGEST_BYTES + signatureBytes(options, content)
  // Below the workspace, so that they stay where they are when it grows.
  const row = kernel.alloc(rowBytes)
  const scratch = kernel.alloc(numPerm * 8)
  return {
    kernel,
    rowBytes,
    sign(text, into, offset) {
      const length = writeText(kernel, text)
      const features = kernel.sign(length, row, scratch)
      if (features < 0) throw new LeitongError('TEXT_TOO_LARGE', length)
      into.set(new Uint8Array(kernel.memory.buffer, row, rowBytes), offset)
      return features
    },
  }
}
