/** Writing until everything is written: the system may take less than it was given. */
import { writeSync } from 'node:fs'

/** Bytes of one call. Of a megabyte and more Linux takes a fifth as much a second: it looks for pages of that size first (measured on ext4, 6.18). */
const MOST = 512 << 10

/** @param position  where in the file; by default behind what was written last */
export function writeFully(descriptor: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(descriptor, bytes, done, Math.min(MOST, bytes.length - done), position === undefined ? null : position + done)
}
