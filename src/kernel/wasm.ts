/** The kernel in WebAssembly: its instances, their options, and the {@link Kernel} over one of them. */
import { LeitongError } from '../errors.js'
import { fingerprintBytes } from '../fingerprinting/simhash.js'
import { bytesOfBase64 } from '../hashing/base64.js'
import { traditionalBytes } from '../tokenizing/chinese/traditional.js'
import { isTagging } from '../tokenizing/tokenize.js'
import { unicodeBytes } from '../tokenizing/unicode.js'
import type { KernelExports } from './exports.js'
import { takeFeatureSet, takeFeatures } from './feature-set.js'
import type { Kernel, KernelOptions } from './kernel.js'
import { loadLexicon } from './lexicon.js'
import { type Address, bytesAt, scoped } from './memory.js'
import { writeText } from './text.js'
import { KERNEL_WASM } from './wasm.generated.js'

/** The compiled kernel: a value that never changes, kept because compiling it takes longer than most calls. */
let compiled: WebAssembly.Module | undefined

/** A fresh instance of the kernel with a memory of its own; a search hands `count` triples at an address to `drain`. */
export function instantiateKernel(drain: (at: Address, count: number) => boolean = () => false): KernelExports {
  compiled ??= new WebAssembly.Module(bytesOfBase64(KERNEL_WASM))
  const kernel = new WebAssembly.Instance(compiled, { env: { drain } }).exports as unknown as KernelExports
  const [properties, pairs] = [unicodeBytes(), traditionalBytes()]
  bytesAt(kernel, kernel.unicodeTable(), properties.length).set(properties)
  bytesAt(kernel, kernel.traditionalPairs(), pairs.length).set(pairs)
  return kernel
}

/**
 * An instance that no call is using, for the next one that wants it for a moment: an instance costs address space, and a
 * dictionary of 10 MB that is loaded into it. It holds no text and no answer, and memory that runs short takes it away.
 */
let idle: WeakRef<KernelExports> | undefined

/**
 * Lends a configured kernel to one call. Its text and all that was allocated are gone afterwards; a dictionary stays for the
 * next call with the same one.
 */
export function withKernel<Result>(options: KernelOptions, use: (kernel: KernelExports) => Result): Result {
  const kernel = idle?.deref() ?? instantiateKernel()
  // A call within this one gets another.
  idle = undefined
  configureKernel(kernel, options)
  const mark = kernel.mark()
  const result = use(kernel)
  kernel.dropText()
  kernel.release(mark)
  idle = new WeakRef(kernel)
  return result
}

/** Numbers that `configure` in assembly/text.ts knows normalisations and tokenizers by. */
const FLAGS = { nfkc: 1, case: 2, width: 4, space: 8, punctuation: 16, traditional: 32 } as const
const TOKENIZER = { char: 0, script: 0, word: 1, auto: 2, chinese: 3, tagged: 4 } as const

/** @throws {LeitongError} `MEMORY` when the dictionary has no room */
export function configureKernel(kernel: KernelExports, options: KernelOptions): void {
  loadLexicon(kernel, options)
  const flags = options.normalize.reduce((sum, name) => sum | FLAGS[name], 0)
  // Characters of two widths are told apart by their scripts.
  const bare = options.tokenizer === 'char' ? options.ngram : options.charNgram
  kernel.configure(flags, TOKENIZER[options.tokenizer], options.ngram, bare, BigInt(options.seed))
}

/**
 * The kernel in WebAssembly.
 *
 * @param kernel  an instance to use, whose text and options others do not rely on meanwhile
 */
export function createKernel(options: KernelOptions, kernel: KernelExports = instantiateKernel()): Kernel {
  configureKernel(kernel, options)
  let features = 0
  let length = 0

  const given = <Answer>(answer: Answer | undefined): Answer => {
    if (answer === undefined) throw new LeitongError('TEXT_TOO_LARGE', length)
    return answer
  }
  const copied = (at: Address, size: number) => bytesAt(kernel, at, size).slice()
  /** Runs `fill` with a block of `size` bytes and returns the bytes in it; `fill` returns 0 when it has no room. */
  const written = (size: number, fill: (at: Address) => unknown): Uint8Array<ArrayBuffer> =>
    given(
      scoped(kernel, () => {
        const at = kernel.alloc(size)
        return at && fill(at) !== 0 ? copied(at, size) : undefined
      }),
    )
  const minhashInto = (at: Address, k: number) => kernel.writeMinhash(k, features, at, at + 4 * k)
  const taggedTokens = () => (isTagging(options.tokenizer) ? kernel.tokenCount() : 0)

  return {
    name: 'wasm',
    load(text) {
      length = writeText(kernel, text)
      features = kernel.prepare(length)
      return given(features < 0 ? undefined : features)
    },
    tokenText: () => copied(kernel.tokenText(), kernel.tokenBytes()),
    tokenTags: () => copied(kernel.tokenTags(), taggedTokens()),
    tokenFlags: () => copied(kernel.tokenFlags(), taggedTokens()),
    features: () => given(takeFeatures(kernel, features)),
    featureSet: () => given(takeFeatureSet(kernel, features)),
    digest: () => written(16, (at) => kernel.writeDigest(at)),
    simhash(bits, weight) {
      const result = written(fingerprintBytes(bits), (at) => kernel.writeSimhash(bits, weight === 'unit' ? 1 : 0, features, at))
      return result.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    },
    minhash: (k) => new Uint32Array(written(12 * k, (at) => minhashInto(at, k)).buffer, 0, k),
    bandRow(k, bands, rows) {
      return written(12 * k + 4 * bands, (at) => {
        if (!minhashInto(at, k)) return 0
        kernel.writeBands(at, k, bands, rows, at + 8 * k)
        return 1
      }).slice(8 * k, 9 * k + 4 * bands)
    },
  }
}
