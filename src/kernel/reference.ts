/** The oracle of the kernel: the stages of tokenizing/ and fingerprinting/ one after the other. */
import { exactDigest } from '../fingerprinting/exact.js'
import { bandKeys, minhash } from '../fingerprinting/minhash.js'
import { simhash } from '../fingerprinting/simhash.js'
import { lane64 } from '../hashing/lane64.js'
import { signedBytes } from '../tokenizing/surrogates.js'
import type { Token } from '../tokenizing/token.js'
import { isTagging, shingles, textOf, tokenize } from '../tokenizing/tokenize.js'
import type { Kernel, KernelOptions } from './kernel.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The kernel as plain TypeScript, slow and short; the wasm kernel must equal it bit for bit. */
export function createReferenceKernel(options: KernelOptions): Kernel {
  let tokenText = new Uint8Array()
  let texts: string[] = []
  let tagged: Token[] = []
  let hashed: bigint[] | undefined
  const features = () => {
    hashed ??= texts.map((text) => lane64(encoder.encode(text), BigInt(options.seed)))
    return hashed
  }

  return {
    name: 'reference',
    load(text) {
      const bytes = typeof text === 'string' ? signedBytes(text) : text
      const tokens = tokenize(decoder.decode(bytes), options)
      tokenText = encoder.encode(textOf(tokens))
      texts = shingles(tokens, options)
      tagged = isTagging(options.tokenizer) ? tokens : []
      hashed = undefined
      return texts.length
    },
    tokenText: () => tokenText.slice(),
    tokenTags: () => Uint8Array.from(tagged, ({ tag }) => tag ?? 0),
    tokenFlags: () => Uint8Array.from(tagged, ({ startsSentence }) => (startsSentence ? 1 : 0)),
    features: () => BigUint64Array.from(features()),
    featureSet() {
      const counts = new Map<bigint, number>()
      for (const hash of features()) counts.set(hash, (counts.get(hash) ?? 0) + 1)
      const hashes = BigUint64Array.from(counts.keys()).sort()
      return { hashes, counts: Uint32Array.from(hashes, (hash) => counts.get(hash) as number) }
    },
    digest: () => exactDigest(tokenText),
    simhash(bits, weight) {
      const counted = weight === 'tf' ? features() : [...new Set(features())]
      return simhash(
        counted.map((hash) => [hash, 1] as const),
        bits,
      )
    },
    minhash: (k) => minhash(features(), k),
    bandRow(k, bands, rows) {
      const values = minhash(features(), k)
      const row = new Uint8Array(bands * 4 + k)
      bandKeys(values, bands, rows).forEach((key, band) => {
        new DataView(row.buffer).setUint32(band * 4, key, true)
      })
      row.set(
        Array.from(values, (value) => value & 255),
        bands * 4,
      )
      return row
    },
  }
}
