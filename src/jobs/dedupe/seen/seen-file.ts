/** Filters of what was seen as files: a line of JSON that says what they are, and the bits. */
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs'
import { LeitongError } from '../../../errors.js'
import { methodOf, signatureName } from '../../../methods/methods.js'
import type { Options } from '../../../options/options.js'
import { readFully } from '../../../reading/disk.js'
import { SeenFilter, seenBytes } from '../../../searching/seen-filter.js'
import { AtomicFile } from '../../../writing/atomic-file.js'

/** Bytes of the line, blanks behind it among them: the bits begin on a page of the disk. */
const HEAD = 4096
const CHUNK = 64 << 20

interface Head {
  readonly leitong: 'seen'
  readonly format: 1
  readonly signature: string
  readonly bands: number
  readonly rows: number
  readonly capacity: number
  /** Documents that were added. */
  readonly documents: number
}

/** What was seen so far. */
export interface Seen {
  readonly filter: SeenFilter
  readonly documents: number
}

/** Documents that a filter can be made for: places of bits have 32 bits. */
export const MOST_SEEN = 250_000_000

/**
 * Opens a filter, or makes one where there is no such file.
 *
 * @param capacity  documents that a new one is made for; undefined for that of the file
 * @throws {LeitongError} `OPTION_CONFLICT` for a filter of other signatures, `SOURCE_READ`
 */
export function openSeen(path: string, options: Options, capacity: number | undefined, ifMissing = DEFAULT_CAPACITY): Seen {
  const { bands } = options
  if (!existsSync(path)) return { filter: new SeenFilter({ bands, capacity: capacity ?? ifMissing }), documents: 0 }
  const descriptor = openSync(path, 'r')
  try {
    const head = readHead(descriptor, path)
    const own = headOf(options, { capacity: capacity ?? head.capacity }, head.documents)
    for (const name of ['signature', 'bands', 'rows', 'capacity'] as const)
      if (head[name] !== own[name])
        throw new LeitongError('OPTION_CONFLICT', `${path} was made with another ${name}: ${head[name]}, and this run has ${own[name]}`)
    const shape = { bands, capacity: head.capacity }
    if (fstatSync(descriptor).size !== HEAD + seenBytes(shape))
      throw new LeitongError('SOURCE_READ', path, 'it is cut off, or is no filter')
    const bytes = new Uint8Array(seenBytes(shape))
    for (let at = 0; at < bytes.length; at += CHUNK) readFully(descriptor, bytes.subarray(at, at + CHUNK), HEAD + at)
    return { filter: new SeenFilter(shape, bytes), documents: head.documents }
  } finally {
    closeSync(descriptor)
  }
}

/** Documents that a new filter is made for, unless said otherwise. */
export const DEFAULT_CAPACITY = 1_000_000

const headOf = (options: Options, { capacity }: { readonly capacity: number }, documents: number): Head => ({
  leitong: 'seen',
  format: 1,
  signature: signatureName(options),
  bands: options.bands,
  rows: options.bandRows,
  capacity,
  documents,
})

/** @throws {LeitongError} `SOURCE_READ` */
function readHead(descriptor: number, path: string): Head {
  const bytes = Buffer.alloc(HEAD)
  readFully(descriptor, bytes, 0)
  try {
    const head = JSON.parse(bytes.toString().trim()) as Head
    if (head.leitong === 'seen' && head.format === 1) return head
  } catch {
    // As below.
  }
  throw new LeitongError('SOURCE_READ', path, 'it is no filter that --seen wrote')
}

/** Writes a filter; it takes the place of the file when it is complete. @throws {LeitongError} `OUTPUT_WRITE` */
export function writeSeen(path: string, { filter, documents }: Seen, options: Options): void {
  const file = new AtomicFile(path)
  try {
    file.write(
      Buffer.from(
        JSON.stringify(headOf(options, filter.shape, documents))
          .padEnd(HEAD - 1)
          .concat('\n'),
      ),
    )
    for (let at = 0; at < filter.bytes.length; at += CHUNK) file.write(filter.bytes.subarray(at, at + CHUNK))
    file.finish()
    file.commit()
  } finally {
    // Nothing is left to discard of a file that has its name.
    file.discard()
  }
}

/** @throws {LeitongError} `OPTION_CONFLICT` where nothing is searched by bands */
export function requireBands(options: Options): void {
  if (methodOf(options).cluster !== 'bands')
    throw new LeitongError(
      'OPTION_CONFLICT',
      `--seen asks for bands of minhash, and ${options.complete ? '"complete"' : `method "${options.method}"`} has none`,
    )
}
