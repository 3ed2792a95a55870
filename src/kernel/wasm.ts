import { LeitongError } from '../errors.js'
import { fingerprintBytes } from '../fingerprinting/simhash.js'
import { isTagging } from '../tokenizing/tokenize.js'
import type { KernelExports } from './exports.js'
import type { Kernel, KernelOptions } from './kernel.js'
import { loadLexicon } from './lexicon.js'
import { KERNEL_WASM } from './wasm.generated.js'

let module: WebAssembly.Module | undefined

/** A fresh instance of the kernel with a memory of its own; a search hands `count` triples at an address to `drain`. */
export function instantiateKernel(drain: (at: number, count: number) => boolean = () => false): KernelExports {
  module ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL_WASM), (c) => c.charCodeAt(0)))
  return new WebAssembly.Instance(module, { env: { drain } }).exports as unknown as KernelExports
}

let shared: KernelExports | undefined

/**
 * One instance for all calls that load a text and have their answer before they return. Every instance reserves address
 * space, of which a host has room for a few hundred.
 */
export function sharedKernel(): KernelExports {
  shared ??= instantiateKernel()
  return shared
}

const FLAGS = { nfkc: 1, case: 2, width: 4, space: 8, punctuation: 16, traditional: 32 } as const
const TOKENIZER = { char: 0, word: 1, auto: 2, chinese: 3, tagged: 4 } as const

export function configureKernel(kernel: KernelExports, options: KernelOptions): void {
  loadLexicon(kernel, options)
  const flags = options.normalize.reduce((sum, name) => sum | FLAGS[name], 0)
  kernel.configure(flags, TOKENIZER[options.tokenizer], options.ngram, options.charNgram, BigInt(options.seed))
}

const encoder = new TextEncoder()

/**
 * Writes a text where the kernel takes it.
 *
 * @returns its length in UTF-8 bytes
 * @throws {LeitongError} `TEXT_TOO_LARGE`
 */
export function writeText(kernel: KernelExports, text: Uint8Array | string): number {
  // A UTF-16 code unit is at most three bytes of UTF-8.
  const most = typeof text === 'string' ? text.length * 3 : text.length
  const at = most < 0x7fffffff ? kernel.reserve(most) >>> 0 : 0
  if (!at) throw new LeitongError('TEXT_TOO_LARGE', most)
  const into = new Uint8Array(kernel.memory.buffer, at, most)
  if (typeof text === 'string') return encoder.encodeInto(text, into).written
  into.set(text)
  return text.length
}

/** The kernel in WebAssembly. */
export function createKernel(options: KernelOptions, kernel: KernelExports = instantiateKernel()): Kernel {
  configureKernel(kernel, options)
  let features = 0
  let length = 0

  const failed = (): never => {
    throw new LeitongError('TEXT_TOO_LARGE', length)
  }
  const bytes = (at: number, size: number) => new Uint8Array(kernel.memory.buffer, at >>> 0, size).slice()
  /** Runs `fill` with a block of `size` bytes and returns what is in it. */
  const written = (size: number, fill: (at: number) => unknown): Uint8Array<ArrayBuffer> => {
    const mark = kernel.mark()
    const at = kernel.alloc(size)
    if (!at || fill(at) === 0) failed()
    const result = bytes(at, size)
    kernel.release(mark)
    return result
  }
  const minhashInto = (at: number, k: number) => kernel.writeMinhash(k, features, at, at + 4 * k)

  return {
    name: 'wasm',
    load(text) {
      length = writeText(kernel, text)
      features = kernel.prepare(length)
      return features < 0 ? failed() : features
    },
    tokenText: () => bytes(kernel.tokenText(), kernel.tokenBytes()),
    tokenTags: () => bytes(kernel.tokenTags(), isTagging(options.tokenizer) ? kernel.tokenCount() : 0),
    tokenFlags: () => bytes(kernel.tokenFlags(), isTagging(options.tokenizer) ? kernel.tokenCount() : 0),
    features: () => new BigUint64Array(written(features * 8, (at) => kernel.writeFeatures(at)).buffer),
    featureSet() {
      const mark = kernel.mark()
      const size = kernel.featureSet(features)
      if (size < 0) failed()
      const hashes = new BigUint64Array(bytes(kernel.setMembers(), size * 8).buffer)
      const counts = new Uint32Array(bytes(kernel.setCounts(), size * 4).buffer)
      kernel.release(mark)
      return { hashes, counts }
    },
    digest: () => written(16, (at) => kernel.writeDigest(at)),
    simhash(bits, weight) {
      const result = written(fingerprintBytes(bits), (at) => kernel.writeSimhash(bits, weight === 'unit' ? 1 : 0, features, at))
      return result.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    },
    minhash: (k) => new Uint32Array(written(8 * k, (at) => minhashInto(at, k)).buffer, 0, k),
    bandRow(k, bands, rows) {
      return written(12 * k + 4 * bands, (at) => {
        if (!minhashInto(at, k)) return 0
        kernel.writeBands(at, k, bands, rows, at + 8 * k)
        return 1
      }).slice(8 * k, 9 * k + 4 * bands)
    },
  }
}
