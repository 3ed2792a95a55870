/** Files by their paths, by what Node has for it; the page that needs no installation has web/page/host/disk.ts in its place. */
import { openSync, readFileSync, readSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export { closeSync as closeFile } from 'node:fs'

/** @returns a descriptor */
export const openFile = (path: string): number => openSync(path, 'r')

/**
 * Reads at a place until everything is there: the system may hand over less than it was asked for.
 *
 * @returns how many bytes there were; fewer than `into` has room for only where the file ends
 */
export function readFully(descriptor: number, into: Uint8Array, position: number): number {
  let done = 0
  while (done < into.length) {
    const n = readSync(descriptor, into, done, into.length - done, position + done)
    if (!n) break
    done += n
  }
  return done
}

/** Bytes of a file; 0 where there is none. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** @param most  bytes that a compressed file may become */
export function readWhole(path: string, compressed: boolean, most: number): Uint8Array {
  const raw = readFileSync(path)
  return compressed ? gunzipSync(raw, { maxOutputLength: most }) : raw
}

/** Memory that holds whatever was there before. */
export const unfilled = (bytes: number): Uint8Array<ArrayBuffer> => Buffer.allocUnsafeSlow(bytes)
