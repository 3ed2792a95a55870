/**
 * Corpus statistics: the number of documents of a corpus in which each feature occurs. A signature that is weighed by a model names it by
 * its checksum, so that signatures made with different models are never compared.
 *
 * As bytes: a line `leitong model 1`, a line of JSON, zeros up to a multiple of 8, the hashes (u64, ascending), the numbers of
 * documents (u32), and 16 bytes of a digest of all of it. Features of a single document are left out: one that the model
 * does not know counts as if it were in one document.
 */
import { LeitongError } from '../errors.js'
import { hexOfBytes } from '../hashing/bits.js'

export interface CorpusModel {
  /** Names what the features depend on: tokenizer, n-gram, normalisation, seed. */
  readonly features: string
  /** Documents it was made from. */
  readonly total: number
  /** Ascending. */
  readonly hashes: BigUint64Array
  readonly documents: Uint32Array
  /** 32 hexadecimal digits. */
  readonly checksum: string
}

const MAGIC = 'leitong model 1\n'
/** Bytes of the digest at the end. */
const CHECKSUM = 16

/** A cryptographic hash, of which the first 16 bytes are used; the host has a fast one. */
export type Digest = (bytes: Uint8Array) => Uint8Array

/** @returns the bytes of a model, checksum included */
export function encodeModel(model: Omit<CorpusModel, 'checksum'>, digest: Digest): Uint8Array<ArrayBuffer> {
  const { features, total, hashes, documents } = model
  const head = new TextEncoder().encode(`${MAGIC}${JSON.stringify({ features, total, count: hashes.length })}\n`)
  const start = Math.ceil(head.length / 8) * 8
  const bytes = new Uint8Array(start + hashes.length * 12 + CHECKSUM)
  bytes.set(head)
  new BigUint64Array(bytes.buffer, start, hashes.length).set(hashes)
  new Uint32Array(bytes.buffer, start + hashes.length * 8, hashes.length).set(documents)
  bytes.set(digest(bytes.subarray(0, -CHECKSUM)).subarray(0, CHECKSUM), bytes.length - CHECKSUM)
  return bytes
}

/**
 * Reads a model; its columns look into `bytes`.
 *
 * @param name    where it came from, for errors
 * @param digest  computes the checksum anew; left out where the bytes were checked before
 * @throws {LeitongError} `MODEL_BROKEN`
 */
export function decodeModel(bytes: Uint8Array<ArrayBufferLike>, name: string, digest?: Digest): CorpusModel {
  const broken = (what: string): never => {
    throw new LeitongError('MODEL_BROKEN', name, what)
  }
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 4096))
  if (!text.startsWith(MAGIC)) broken('it does not begin like one')
  const end = text.indexOf('\n', MAGIC.length)
  let head: { features?: unknown; total?: unknown; count?: unknown } = {}
  try {
    head = JSON.parse(new TextDecoder().decode(bytes.subarray(MAGIC.length, end)))
  } catch {
    broken('its header is not JSON')
  }
  const { features, total, count } = head
  if (typeof features !== 'string' || typeof total !== 'number' || typeof count !== 'number') return broken('its header lacks a field')
  const start = Math.ceil((end + 1) / 8) * 8
  if (bytes.length !== start + count * 12 + CHECKSUM)
    broken(`it has ${bytes.length} bytes, not the ${start + count * 12 + CHECKSUM} of its header`)
  const checksum = hexOfBytes(bytes.subarray(-CHECKSUM))
  if (digest && hexOfBytes(digest(bytes.subarray(0, -CHECKSUM)).subarray(0, CHECKSUM)) !== checksum) broken('its checksum does not fit')
  // Columns want to start at multiples of their size.
  const aligned = bytes.byteOffset % 8 ? bytes.slice() : bytes
  const hashes = new BigUint64Array(aligned.buffer, aligned.byteOffset + start, count)
  const documents = new Uint32Array(aligned.buffer, aligned.byteOffset + start + count * 8, count)
  return { features, total, hashes, documents, checksum }
}
