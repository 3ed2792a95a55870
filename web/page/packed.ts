/** Files that are packed with gzip or Zstandard, as a browser unpacks them. */
import { unpackZstd } from '../../src/page/unpack.js'
import { piecesOf } from './host/inflate.js'

/**
 * What a packed file holds, in pieces.
 *
 * @param isChecked  frames of Zstandard are held against their checksums, which takes WebAssembly; gzip always is
 * @throws {Error} that says what is wrong
 */
export const unpackedPieces = (file: Blob, packing: 'gzip' | 'zstd', isChecked = true): AsyncGenerator<Uint8Array> =>
  packing === 'gzip' ? gunzipped(file) : unpackZstd(piecesOf(file.stream()), isChecked)

/**
 * What a file of gzip holds. A browser unpacks one member (RFC 1952) and takes those behind it for junk; files put behind each other have several. So where
 * a file is no single member, the places where others may begin are looked for, and each stretch is unpacked by itself: its length and its
 * checksum, which the browser tests, tell whether it is one.
 */
async function* gunzipped(packed: Blob): AsyncGenerator<Uint8Array> {
  const { size } = packed
  let ends: readonly number[] = [size]
  let next = 0
  let whole = size
  let isLookedAt = false
  // Bytes of this member that were handed out.
  let made = 0
  let failed: unknown = new TypeError('the file is cut off')
  /** From now on all places are tried; whether there are any before the end. */
  const look = async () => {
    isLookedAt = true
    ;({ ends, whole } = await endsIn(packed))
    next = 0
    return (ends[0] === 0 ? ends[1] : ends[0]) !== size
  }
  for (let start = 0; start < whole; ) {
    const end = ends[next++]
    if (end === undefined) {
      if (isLookedAt) throw failed
      await look()
      continue
    }
    if (end <= start) continue
    let read = 0
    try {
      for await (const piece of piecesOf(packed.slice(start, end).stream().pipeThrough(new DecompressionStream('gzip')))) {
        // An end before this one was none, and what is there up to it was handed out.
        const fresh = piece.subarray(Math.max(0, made - read))
        read += piece.length
        made = Math.max(made, read)
        if (fresh.length) yield fresh
      }
      // Not every browser minds what stands behind a member: then the length at the end is of the last one, which the first may have too.
      const stated = new DataView(await packed.slice(end - 4, end).arrayBuffer()).getUint32(0, true)
      if (stated !== read % 2 ** 32) continue
      if (!isLookedAt && (await look())) continue
      start = end
      made = 0
    } catch (error) {
      // Anything else says that the file cannot be read.
      if (!(error instanceof TypeError)) throw error
      failed = error
    }
  }
}

/** Zeros that the last member may end with: length and checksum are eight, and its last block may have some. */
const ZEROS = 16

/** Where members may end, in ascending order, and where nothing but zeros follows: some writers fill a block with them. */
async function endsIn(packed: Blob): Promise<{ readonly ends: readonly number[]; readonly whole: number }> {
  const ends: number[] = []
  let whole = 0
  let at = 0
  let before: Uint8Array = new Uint8Array()
  for await (const piece of piecesOf(packed.stream())) {
    const bytes = new Uint8Array(before.length + piece.length)
    bytes.set(before)
    bytes.set(piece, before.length)
    const from = at - before.length
    for (let i = bytes.indexOf(0x1f); i >= 0 && i + 3 < bytes.length; i = bytes.indexOf(0x1f, i + 1))
      // Magic number, deflate, and the three flags that are reserved.
      if (bytes[i + 1] === 0x8b && bytes[i + 2] === 8 && (bytes[i + 3] as number) < 32) ends.push(from + i)
    at += piece.length
    const last = piece.findLastIndex((byte) => byte !== 0)
    if (last >= 0) whole = at - piece.length + last + 1
    before = bytes.slice(-3)
  }
  for (let end = whole; end < Math.min(at, whole + ZEROS); end++) ends.push(end)
  return { ends: [...ends, at], whole }
}
